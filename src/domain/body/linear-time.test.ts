import { expect, test } from 'vitest'
import { renderBody } from './render.ts'
import { mediaUrl } from './safe-html.ts'

const GROWTH = 8

/**
 * The processor time of the shortest of three runs, in ms: other work on the machine does not lengthen it. A run that
 * takes less than `enough` is the last.
 */
function shortestTime(work: () => unknown, enough = 0): number {
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let shortest = Infinity
  for (let run = 0; run < 3 && shortest >= enough; run++) {
    const start = used()
    work()
    shortest = Math.min(shortest, used() - start)
  }
  return shortest
}

const blanks = (count: number) => ' '.repeat(count)
const same = (count: number, block: string) => ({ html: block.repeat(count) })

test.each<[what: string, size: number, work: (size: number) => unknown]>([
  ['headings of one text', 2_500, (size) => renderBody(same(size, '<h2>Same</h2>'))],
  [
    'choices of one id',
    2_500,
    (size) => renderBody({ type: 'interactive', choices: Array(size).fill({ id: 'a' }) }),
  ],
  [
    'blanks within a link',
    8_000,
    (size) => renderBody({ html: `<p><a href="/a${blanks(size)}b">x</a></p>` }),
  ],
  [
    'blanks within the address of a picture',
    8_000,
    (size) => renderBody({ html: `<img src="/a${blanks(size)}b">` }),
  ],
  ['blanks within the address of a gallery picture', 8_000, (size) => mediaUrl(`/a${blanks(size)}b`)],
  ['blanks within words', 50_000, (size) => renderBody({ html: `<p>a${blanks(size)}b</p>` })],
  ['blanks within a plain heading', 50_000, (size) => renderBody(`## a${blanks(size)}b`)],
  ['paragraphs', 2_500, (size) => renderBody(same(size, '<p>The light came in.</p>'))],
  ['marks within a paragraph', 2_500, (size) => renderBody({ html: `<p>${'<b>a</b>'.repeat(size)}</p>` })],
  [
    'quotations with a speaker',
    1_000,
    (size) => renderBody(same(size, '<blockquote><p>a</p><p>— b</p></blockquote>')),
  ],
])('renders eight times as many %s in about eight times the time', (_, size, work) => {
  work(size)
  // The square of eight is 64.
  const limit =
    4 *
    GROWTH *
    Math.max(
      1,
      shortestTime(() => work(size)),
    )
  expect(shortestTime(() => work(size * GROWTH), limit)).toBeLessThan(limit)
})

test('numbers equal headings in order, past those that are named like it', () => {
  const body = renderBody({ html: '<h2>A</h2><h2>A 2</h2><h2>A</h2><h2>A</h2><h2>A 2</h2>' })
  expect(body.kind === 'html' && body.headings.map(({ id }) => id)).toEqual([
    's-a',
    's-a-2',
    's-a-3',
    's-a-4',
    's-a-2-2',
  ])
})
