const WORDS_A_MINUTE = 230

/** Minutes shown for an article without a read time. */
export const DEFAULT_READ_TIME = 5

/** Scripts without blanks between words, and how many of their letters count as a word (Japanese: 500 letters a minute). */
const WITHOUT_BLANKS = [
  { letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, lettersAWord: 500 / WORDS_A_MINUTE },
  { letters: /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu, lettersAWord: 5 },
]

/** Words of a text; a word is a run of non-space that holds a letter or digit, where its script sets blanks. */
export function wordCount(text: string): number {
  let count = 0
  let rest = text
  for (const { letters, lettersAWord } of WITHOUT_BLANKS) {
    const found = rest.match(letters)?.length ?? 0
    if (found === 0) continue
    count += Math.ceil(found / lettersAWord)
    rest = rest.replace(letters, ' ')
  }
  for (const part of rest.split(/\s+/)) if (/[\p{L}\p{N}]/u.test(part)) count += 1
  return count
}

/** Whole minutes to read this number of words, at least 1. */
export function readTime(words: number): number {
  return Math.max(1, Math.round(words / WORDS_A_MINUTE))
}

export const READ_TIME_RANGES = ['short', 'medium', 'long'] as const
export type ReadTimeRange = (typeof READ_TIME_RANGES)[number]

/** Inclusive bounds in minutes of each range; null: unbounded. */
export const READ_TIMES: Readonly<Record<ReadTimeRange, { min: number | null; max: number | null }>> = {
  short: { min: null, max: 5 },
  medium: { min: 6, max: 10 },
  long: { min: 11, max: null },
}
