const WORDS_A_MINUTE = 230

/** Minutes shown for an article without a read time. */
export const DEFAULT_READ_TIME = 5

/** Words of a text; a word is a run of non-space that holds a letter or digit. */
export function wordCount(text: string): number {
  let count = 0
  for (const part of text.split(/\s+/)) if (/[\p{L}\p{N}]/u.test(part)) count += 1
  return count
}

/** Whole minutes for so many words, at least 1. */
export function readTime(words: number): number {
  return Math.max(1, Math.round(words / WORDS_A_MINUTE))
}

/** '{n} min'. */
export function readTimeLabel(minutes: number | null): string {
  return `${minutes ?? DEFAULT_READ_TIME} min`
}

export const READ_TIME_RANGES = ['short', 'medium', 'long'] as const
export type ReadTimeRange = (typeof READ_TIME_RANGES)[number]

/** Label and inclusive bounds in minutes of each range; null: unbounded. */
export const READ_TIMES: Readonly<
  Record<ReadTimeRange, { label: string; min: number | null; max: number | null }>
> = {
  short: { label: 'Short (5 min or less)', min: null, max: 5 },
  medium: { label: 'Medium (5-10 min)', min: 6, max: 10 },
  long: { label: 'Long (10+ min)', min: 11, max: null },
}
