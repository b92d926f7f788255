import { formatNumber } from '../../../domain/text/format-number.ts'
import type { Outcome } from '../../data/requests/bulk-change.ts'
import { formatList } from '../../ui/dates/format.ts'

/** What the rows of a list are called. */
export interface BulkNoun {
  one: string
  many: string
}

/** '1 article', '1,200 articles'. */
export function countOf(count: number, { one, many }: BulkNoun): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

const MAX_NAMES = 3

/** '“A hall”, “A cellar” and 3 more'. */
export function namesText(rows: readonly Pick<Outcome, 'name'>[], { one }: BulkNoun): string {
  const names = rows.map(({ name }) => (name === null ? `one ${one} that is gone` : `“${name}”`))
  const more = names.length - MAX_NAMES
  return formatList(more > 1 ? [...names.slice(0, MAX_NAMES), `${more} more`] : names)
}

/** The refused rows grouped by reason, the most frequent reason first. */
export function refusals<Row>(
  refused: readonly Row[],
  reasonOf: (row: Row) => string,
): [reason: string, rows: Row[]][] {
  return [...Map.groupBy(refused, reasonOf)].toSorted(([, a], [, b]) => b.length - a.length)
}
