import { formatNumber } from '../../domain/format-number.ts'
import { readTime, readTimeLabel } from '../../domain/read-time.ts'

/** The length of a text, for who writes it: '230 words · 1 min'. */
export function lengthLabel(words: number): string {
  return `${words === 1 ? '1 word' : `${formatNumber(words)} words`} · ${readTimeLabel(readTime(words))}`
}
