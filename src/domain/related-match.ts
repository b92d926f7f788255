import { RELATED_COUNT, SCORE_ABOVE } from './related-score.ts'

/** A related article: its id, its score, and when it was published (milliseconds, -Infinity for never). */
export interface Match {
  readonly id: string
  readonly score: number
  readonly time: number
}

/** What a candidate must score at least to have a place in the list. */
export function barOf(list: readonly Match[]): number {
  return list[RELATED_COUNT - 1]?.score ?? SCORE_ABOVE + 1
}

/** The list with `match` at its place, the best first; the same list when it has no place there. */
export function offer(list: readonly Match[], match: Match): readonly Match[] {
  if (match.score < barOf(list)) return list
  const place = list.findIndex((other) => precedes(match, other))
  if (place >= 0) return list.toSpliced(place, 0, match).slice(0, RELATED_COUNT)
  return list.length < RELATED_COUNT ? [...list, match] : list
}

/** By score, then the newer, then by id. */
function precedes(a: Match, b: Match): boolean {
  if (a.score !== b.score) return a.score > b.score
  return a.time === b.time ? a.id < b.id : a.time > b.time
}
