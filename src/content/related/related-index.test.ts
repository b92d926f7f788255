import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_READ_TIME } from '../../domain/story/read-time.ts'
import { randomCases } from '../../../tests/support/long-run.ts'
import { seededRandom } from '../../../tests/support/random.ts'
import { type RelatedItem, POINTS, RelatedIndex } from './related-index.ts'
import { keywords } from './keyword-index.ts'

const plain: RelatedItem = {
  id: 'a',
  title: '',
  excerpt: null,
  category_id: null,
  people: [],
  read_time: 5,
  published_at: null,
}

describe('keywords', () => {
  test('are different words of more than three letters, without stop words', () => {
    expect(
      keywords('The Oak chairs, and the oak CHAIRS that would not—cannot—rest: café 1931', 'en'),
    ).toEqual(['chairs', 'rest', 'café', '1931'])
    expect(keywords('Wie die Stühle, über denen während der Nacht eine Lampe brennt', 'de')).toEqual([
      'stühle',
      'nacht',
      'lampe',
      'brennt',
    ])
  })
})

describe('relatedScores', () => {
  const score = (a: Partial<RelatedItem>, b: Partial<RelatedItem>) =>
    relatedScores({ ...plain, read_time: 1, ...a })({ ...plain, id: 'b', read_time: 20, ...b })

  test.each([
    [50, { category_id: 'c' }, { category_id: 'c' }],
    [0, { category_id: null }, { category_id: null }],
    [30, { people: ['x'] }, { people: ['x'] }],
    [30, { people: ['x', 'y'] }, { people: ['y', 'x', 'z'] }],
    [10, { read_time: 7 }, { read_time: 5 }],
    [0, { read_time: 8 }, { read_time: 5 }],
    [10, { read_time: null }, { read_time: 7 }],
    [25, { title: 'One chair' }, { title: 'Armchairs everywhere' }],
    [0, { title: 'Armchairs' }, { title: 'One chair' }],
    [50, { title: 'Kitchen chair, chair' }, { title: 'Kitchen chairs' }],
    [30, { excerpt: 'A lamp, warm' }, { excerpt: 'Lampshades, WARMTH' }],
    [0, { excerpt: 'warm' }, { excerpt: null, title: 'warm' }],
  ])('%d points', (points, a, b) => {
    expect(score(a, b)).toBe(points)
  })
})

/** The part of the score that needs no keywords: same category, a person in common, read times within two minutes. */
function baseScore(a: RelatedItem, b: RelatedItem): number {
  const minutes = (a.read_time ?? DEFAULT_READ_TIME) - (b.read_time ?? DEFAULT_READ_TIME)
  return (
    (a.category_id !== null && a.category_id === b.category_id ? POINTS.category : 0) +
    (a.people.some((person) => b.people.includes(person)) ? POINTS.author : 0) +
    (Math.abs(minutes) <= 2 ? POINTS.readTime : 0)
  )
}

/**
 * How closely others are related to `a`. A keyword of a's title counts where it occurs within b's title, one
 * of a's excerpt within b's excerpt; so the scores of b for a and of a for b may differ.
 */
function relatedScores(a: RelatedItem): (b: RelatedItem) => number {
  const [fromTitle, fromExcerpt] = [keywords(a.title, 'en'), keywords(a.excerpt ?? '', 'en')]
  const hits = (from: string[], within: string) => {
    const text = within.toLowerCase()
    return from.filter((word) => text.includes(word)).length
  }
  return (b) =>
    baseScore(a, b) +
    POINTS.title * hits(fromTitle, b.title) +
    POINTS.excerpt * hits(fromExcerpt, b.excerpt ?? '')
}

/** Scores every pair, sorts and cuts: the definition of related articles, without an index. */
function bruteForce(items: readonly RelatedItem[], id: string): string[] {
  const item = items.find((candidate) => candidate.id === id)
  if (!item) return []
  const score = relatedScores(item)
  const time = ({ published_at }: RelatedItem) =>
    published_at === null ? -Infinity : Date.parse(published_at)
  return items
    .filter((other) => other.id !== id)
    .map((other) => ({ other, score: score(other) }))
    .filter(({ score }) => score > 20)
    .sort((a, b) => {
      if (a.score !== b.score) return b.score - a.score
      if (time(a.other) !== time(b.other)) return time(a.other) > time(b.other) ? -1 : 1
      return a.other.id < b.other.id ? -1 : 1
    })
    .slice(0, 3)
    .map(({ other }) => other.id)
}

const word = fc.constantFrom(
  ...'chair armchair chairs lamp lamplight light oak oaken kitchen kitchens tables table with that ΣΟΦΟΣ сад'.split(
    ' ',
  ),
  'x'.repeat(45) + 'lamp',
)
const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '))
const content = fc.record({
  title: text,
  excerpt: fc.option(text),
  category_id: fc.constantFrom('c1', 'c2', null),
  people: fc.subarray(['a1', 'a2', 'a3']),
  read_time: fc.constantFrom(1, 3, 5, 8, null),
  published_at: fc.constantFrom(
    '2026-01-01T00:00:00Z',
    '2026-01-01T01:00:00+01:00',
    '2026-05-05T10:00:00.5Z',
    null,
  ),
})
const id = fc.integer({ min: 0, max: 40 }).map((number) => `id-${number}`)
const item = fc.tuple(id, content).map(([key, rest]): RelatedItem => ({ id: key, ...rest }))

const relatedIds = (index: RelatedIndex, key: string) => RelatedIndex.idsOf(index.stored(key))

function expectExact(index: RelatedIndex, items: readonly RelatedItem[]): void {
  for (const { id: key } of items) expect(relatedIds(index, key), key).toEqual(bruteForce(items, key))
}

function apply(
  items: readonly RelatedItem[],
  changed: readonly RelatedItem[],
  removed: readonly string[],
): RelatedItem[] {
  const byId = new Map(items.map((each) => [each.id, each]))
  for (const key of removed) byId.delete(key)
  for (const each of changed) byId.set(each.id, each)
  return [...byId.values()]
}

describe('RelatedIndex', () => {
  test('gives the same as scoring and sorting every pair', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 40 }), (raw) => {
        const items = apply([], raw, [])
        expectExact(RelatedIndex.of(raw, 'en'), items)
      }),
      { numRuns: randomCases(200) },
    )
  })

  const step = fc.record({
    changed: fc.array(item, { maxLength: 3 }),
    removed: fc.array(id, { maxLength: 2 }),
  })
  const start = fc.array(item, { minLength: 15, maxLength: 40 })

  test('stays exact over any sequence of updates, and tells whose lists changed', () => {
    fc.assert(
      fc.property(start, fc.array(step, { maxLength: 6 }), (raw, steps) => {
        let items = apply([], raw, [])
        const index = RelatedIndex.of(items, 'en')
        for (const { changed, removed } of steps) {
          const before = new Map(items.map(({ id: key }) => [key, index.stored(key)]))
          items = apply(items, changed, removed)
          const found = index.update(changed, removed)
          expectExact(index, items)
          for (const { id: key } of items) {
            if (index.stored(key) !== (before.get(key) ?? '[]')) expect(found).toContain(key)
          }
        }
      }),
      { numRuns: randomCases(200) },
    )
  })

  test('is restored from stored lists as it was, and stays exact', () => {
    fc.assert(
      fc.property(start, step, (raw, { changed, removed }) => {
        const items = apply([], raw, [])
        const index = RelatedIndex.of(items, 'en')
        const stored = items.map((each) => ({ item: each, stored: index.stored(each.id) }))
        const restored = RelatedIndex.restore(stored, 'en')
        expectExact(restored, items)
        for (const { item: each, stored: text } of stored)
          expect(RelatedIndex.idsOf(text)).toEqual(relatedIds(index, each.id))
        restored.update(changed, removed)
        expectExact(restored, apply(items, changed, removed))
      }),
      { numRuns: randomCases(100) },
    )
  })

  test('is exact where most articles share most words', () => {
    const words = 'chair lamp light kitchen table wood wall floor garden window'.split(' ')
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(999)), (numbers) => {
        const next = (below: number) => (numbers.next().value ?? 0) % below
        const phrase = (length: number) =>
          Array.from({ length: next(length) }, () => words[next(10)]).join(' ')
        const items = Array.from({ length: 250 }, (_, number) => ({
          id: `id-${number}`,
          title: phrase(6),
          excerpt: phrase(9),
          category_id: `c${next(8)}`,
          people: [`a${next(6)}`],
          read_time: next(12),
          published_at: new Date(1e12 + next(50) * 1e7).toISOString(),
        }))
        const index = RelatedIndex.of(items, 'en')
        for (const { id: key } of items.slice(0, 25))
          expect(relatedIds(index, key), key).toEqual(bruteForce(items, key))
      }),
      { numRuns: randomCases(30) },
    )
  })

  test('gives three at most, none for an unknown id', () => {
    const items = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ ...plain, id: key, people: ['x'] }))
    const index = RelatedIndex.of(items, 'en')
    expect(relatedIds(index, 'c')).toEqual(['a', 'b', 'd'])
    expect(relatedIds(index, 'z')).toEqual([])
  })
})

test('is exact among 2,000 articles, after some of them have changed', () => {
  const items = synthetic(2_000)
  const changed = items.slice(500, 505).map((each) => ({ ...each, title: `${each.title} kitchen chair` }))
  const index = RelatedIndex.of(items, 'en')
  for (const each of changed) index.update([each], [])
  const now = apply(items, changed, [])
  for (const { id: key } of now.slice(498, 508)) expect(relatedIds(index, key)).toEqual(bruteForce(now, key))
})

/** Articles of random words whose frequencies are as uneven as in a language. */
function synthetic(count: number): RelatedItem[] {
  const { next: random, below, pick } = seededRandom(42)
  const syllables = 'ka len mor ti sul ven dar pol ri gan chu bel tor mi'.split(' ')
  const vocabulary = Array.from({ length: 8000 }, () =>
    Array.from({ length: 2 + below(3) }, () => pick(syllables)).join(''),
  )
  const words = (length: number) =>
    Array.from({ length }, () => vocabulary[Math.floor(60 * (134 ** random() - 1))] ?? 'oak').join(' ')
  return Array.from({ length: count }, (_, number) => ({
    id: `id-${number}`,
    title: words(5),
    excerpt: words(22),
    category_id: `c${below(24)}`,
    people: [`a${below(12)}`],
    read_time: 1 + below(10),
    published_at: new Date(1_700_000_000_000 + below(1e11)).toISOString(),
  }))
}
