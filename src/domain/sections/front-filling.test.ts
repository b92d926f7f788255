import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sectionRows } from '../../../supabase/seed/categories.ts'
import {
  type FrontBlock,
  type FrontItem,
  type StoryBlock,
  HOME_PATH,
  MAX_COUNT,
  blocksSchema,
  countOf,
  hasStories,
  isInTime,
  standardBlocks,
} from './front.ts'
import { type Supply, fillFront } from './front-filling.ts'
import { Sections } from './section.ts'

const item = (article_id: string, more: Partial<FrontItem> = {}): FrontItem => ({
  article_id,
  title: null,
  image: null,
  from: null,
  until: null,
  ...more,
})

/** A magazine of stories, the newest first. */
interface Stories {
  out: readonly string[]
  hero?: string | null
  presentable?: readonly string[]
  featured?: readonly string[]
}

const supplyOf = ({ out, hero = null, presentable = out, featured = [] }: Stories): Supply => ({
  isOut: (id) => out.includes(id),
  hero: () => hero,
  isPresentable: (id) => presentable.includes(id),
  candidates: ({ kind }, limit) => (kind === 'featured' ? featured : out).slice(0, limit),
})

const rule = { items: [], by_rule: true }
const hero: FrontBlock = { kind: 'hero', id: 'hero', ...rule }
const latest: FrontBlock = { kind: 'stories', id: 'latest', ...rule, count: 2, section: null, title: null }
const idsOf = (blocks: readonly FrontBlock[], stories: Stories) =>
  [...fillFront(blocks, supplyOf(stories)).values()].map((places) => places.map(({ id }) => id))

describe('a front', () => {
  test('shows the story marked as hero, else the newest with a picture and a section, else the newest', () => {
    const out = ['a', 'b', 'c']
    expect(idsOf([hero], { out, hero: 'c' })).toEqual([['c']])
    expect(idsOf([hero], { out, presentable: ['b', 'c'] })).toEqual([['b']])
    expect(idsOf([hero], { out, presentable: [] })).toEqual([['a']])
  })

  test('whose chosen hero is gone has the next one, although no rule was to fill it', () => {
    const chosen = { ...hero, by_rule: false, items: [item('x'), item('b')] }
    expect(idsOf([chosen], { out: ['a', 'b', 'x'] })).toEqual([['x']])
    expect(idsOf([chosen], { out: ['a', 'b'] })).toEqual([['b']])
    expect(idsOf([chosen], { out: ['a'] })).toEqual([['a']])
  })

  test('leaves a chosen story where it was chosen, and fills the other places with the next', () => {
    const chosen = { ...latest, id: 'chosen', items: [item('a')] }
    expect(idsOf([hero, chosen], { out: ['a', 'b', 'c'] })).toEqual([['b'], ['a', 'c']])
    const byHand = { ...chosen, by_rule: false }
    expect(idsOf([latest, byHand], { out: ['a', 'b', 'c'] })).toEqual([['b', 'c'], ['a']])
  })
})

const ids = Array.from({ length: 12 }, (_, index) => String.fromCodePoint(97 + index))
const someIds = fc.uniqueArray(fc.constantFrom(...ids))
const instants = fc.option(fc.integer({ min: 0, max: 9 }).map((at) => new Date(at * 1000).toISOString()))
const items = fc.array(
  fc
    .record({ article_id: fc.constantFrom(...ids), from: instants, until: instants })
    .map(({ article_id, ...time }) => item(article_id, time)),
  { maxLength: 4 },
)
const storyBlocks = fc.record({
  kind: fc.constantFrom<StoryBlock['kind']>('hero', 'featured', 'stories'),
  items,
  by_rule: fc.boolean(),
  count: fc.integer({ min: 1, max: MAX_COUNT }),
})
const fronts = fc
  .array(storyBlocks, { maxLength: 6 })
  .map((blocks) =>
    blocksSchema.parse(
      blocks.map((block, index) => ({ ...block, id: `${index}`, section: null, title: null })),
    ),
  )

test('no story is shown twice, no rule leaves a place empty that a story could fill, and no hero is missing', () => {
  fc.assert(
    fc.property(
      fronts,
      someIds,
      someIds,
      fc.option(fc.constantFrom(...ids)),
      fc.integer({ min: 0, max: 9 }),
      (front, out, featured, marked, second) => {
        const now = second * 1000
        const blocks = front.map((block) =>
          hasStories(block) ? { ...block, items: block.items.filter((one) => isInTime(one, now)) } : block,
        )
        const isOut = (id: string) => out.includes(id)
        const filled = fillFront(
          blocks,
          supplyOf({
            out,
            featured: featured.filter(isOut),
            hero: marked !== null && isOut(marked) ? marked : null,
          }),
        )
        const shown = [...filled.values()].flat().map(({ id }) => id)
        expect(new Set(shown).size).toBe(shown.length)
        expect(shown.every(isOut)).toBe(true)
        for (const block of blocks.filter(hasStories)) {
          const places = filled.get(block.id) ?? []
          expect(places.length).toBeLessThanOrEqual(countOf(block))
          const isFilledByAll = block.by_rule && block.kind === 'stories'
          if (isFilledByAll || block.kind === 'hero') {
            expect(places.length === countOf(block) || shown.length === out.length).toBe(true)
          }
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('a chosen story is shown from its time on, and until it ends', () => {
  const at = (time: string) => Date.parse(`2026-12-05T${time}:00Z`)
  const span = { from: '2026-12-05T07:00:00Z', until: '2026-12-05T09:00:00+00:00' }
  expect(['06:59', '07:00', '08:59', '09:00'].map((time) => isInTime(span, at(time)))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isInTime({ from: null, until: null }, 0)).toBe(true)
})

test('a front begins with the blocks of the standard page; what it leaves out stays as it was stored', () => {
  const blocks = standardBlocks(new Sections(sectionRows()), HOME_PATH)
  expect(blocks.map(({ kind }) => kind)).toEqual([
    'hero',
    'featured',
    'stories',
    'stories',
    'letter',
    'stories',
    'stories',
  ])
  expect(blocksSchema.parse(JSON.parse(JSON.stringify(blocks)))).toEqual(blocks)
  const [stored] = blocksSchema.parse([{ ...hero, items: [{ article_id: 'a' }] }])
  expect(stored).toEqual({ ...hero, items: [item('a')] })
})
