import { formatNumber } from '../../../domain/text/format-number.ts'
import { readTime } from '../../../domain/story/read-time.ts'

/** The length of a text, for who writes it: '230 words · 1 min', in two lines where there is no room for one. */
export function lengthLabel(words: number): string {
  const count = words === 1 ? '1 word' : `${formatNumber(words)} words`
  return [`${count} ·`, `${readTime(words)} min`].map((line) => line.replaceAll(' ', '\u00a0')).join(' ')
}
