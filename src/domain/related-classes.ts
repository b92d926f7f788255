import { DEFAULT_READ_TIME } from './read-time.ts'
import { POINTS } from './related-score.ts'
import type { RelatedItem } from './related-score.ts'

/** The key of the articles of a category, of an author, of both or of all, with one read time or any. */
export function classKey(category: string | null, author: string | null, minutes: number | null): string {
  return `${category ?? ''}\n${author ?? ''}\n${minutes ?? ''}`
}

/** The classes that an article is in. */
export function classesOf(item: RelatedItem): string[] {
  const { category_id, author_id } = item
  const pairs: [string | null, string | null][] = [[null, null]]
  if (category_id !== null) pairs.push([category_id, null])
  if (author_id !== null) pairs.push([null, author_id])
  if (category_id !== null && author_id !== null) pairs.push([category_id, author_id])
  return pairs.flatMap(([category, author]) => [
    classKey(category, author, null),
    classKey(category, author, minutesOf(item)),
  ])
}

/** The classes whose members score for `item` without any keyword, by falling score. */
export function tiersOf(item: RelatedItem): { score: number; keys: string[] }[] {
  const { category_id, author_id } = item
  const near = [-2, -1, 0, 1, 2].map((difference) => minutesOf(item) + difference)
  const tiers = (score: number, category: string | null, author: string | null) => [
    { score: score + POINTS.readTime, keys: near.map((minutes) => classKey(category, author, minutes)) },
    { score, keys: [classKey(category, author, null)] },
  ]
  return [
    ...(category_id !== null && author_id !== null
      ? tiers(POINTS.category + POINTS.author, category_id, author_id)
      : []),
    ...(category_id === null ? [] : tiers(POINTS.category, category_id, null)),
    ...(author_id === null ? [] : tiers(POINTS.author, null, author_id)),
  ]
}

function minutesOf({ read_time }: RelatedItem): number {
  return read_time ?? DEFAULT_READ_TIME
}
