import { expect, test } from 'vitest'
import { renderBody } from '../render.ts'
import { mediaUrl } from '../urls.ts'

const GROWTH = 32

/** What this thread has worked so far, in ms: without the time in which other work had the processor. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** The work of the shortest of three runs, in ms. A run that takes less than `enough` is the last. */
function shortestTime(work: () => unknown, enough = 0): number {
  let shortest = Infinity
  for (let run = 0; run < 3 && shortest >= enough; run++) {
    const start = workedMs()
    work()
    shortest = Math.min(shortest, workedMs() - start)
  }
  return shortest
}

const blanks = (count: number) => ' '.repeat(count)
const same = (count: number, block: string) => ({ html: block.repeat(count) })

test.each<[what: string, size: number, work: (size: number) => unknown]>([
  ['headings of one text', 625, (size) => renderBody(same(size, '<h2>Same</h2>'))],
  [
    'choices of one id',
    625,
    (size) => renderBody({ type: 'interactive', choices: Array(size).fill({ id: 'a' }) }),
  ],
  [
    'blanks within a link',
    2_000,
    (size) => renderBody({ html: `<p><a href="/a${blanks(size)}b">x</a></p>` }),
  ],
  [
    'blanks within the address of a picture',
    2_000,
    (size) => renderBody({ html: `<img src="/a${blanks(size)}b">` }),
  ],
  ['blanks within the address of a gallery picture', 2_000, (size) => mediaUrl(`/a${blanks(size)}b`)],
  ['blanks within words', 12_500, (size) => renderBody({ html: `<p>a${blanks(size)}b</p>` })],
  ['blanks within a plain heading', 12_500, (size) => renderBody(`## a${blanks(size)}b`)],
  ['paragraphs', 625, (size) => renderBody(same(size, '<p>The light came in.</p>'))],
  ['marks within a paragraph', 625, (size) => renderBody({ html: `<p>${'<b>a</b>'.repeat(size)}</p>` })],
  ['cells of a row', 625, (size) => renderBody({ html: `<table><tr>${'<td>a'.repeat(size)}</table>` })],
  [
    'rows of a table',
    250,
    (size) => renderBody({ html: `<table><tr><td colspan=9>${'<tr><td rowspan=9>a'.repeat(size)}</table>` }),
  ],
  [
    'links to places of the text',
    250,
    (size) =>
      renderBody({
        html: Array.from(
          { length: size },
          (_, at) => `<p id="n${at}"><a href="#n${size - at}">a</a></p>`,
        ).join(''),
      }),
  ],
  [
    'quotations with a speaker',
    250,
    (size) => renderBody(same(size, '<blockquote><p>a</p><p>— b</p></blockquote>')),
  ],
])(`renders ${GROWTH} times as many %s in about ${GROWTH} times the time`, (_, size, work) => {
  // Far from both the growth of linear work and its square, so that other work on the machine decides nothing.
  const limit =
    6 *
    GROWTH *
    Math.max(
      1,
      shortestTime(() => work(size)),
    )
  expect(shortestTime(() => work(size * GROWTH), limit)).toBeLessThan(limit)
})

test('numbers equal headings in order, skipping numbers that other headings have as their words', () => {
  const body = renderBody({ html: '<h2>A</h2><h2>A 2</h2><h2>A</h2><h2>A</h2><h2>A 2</h2>' })
  expect(body.kind === 'html' && body.headings.map(({ id }) => id)).toEqual([
    's-a',
    's-a-2',
    's-a-3',
    's-a-4',
    's-a-2-2',
  ])
})
