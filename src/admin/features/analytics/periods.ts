import * as z from 'zod/mini'
import { optional } from '../../data/list-search.ts'

export const PERIODS = ['30d', '90d', '12m'] as const
export type Period = (typeof PERIODS)[number]

export const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
}

/** The address of the screen: `?period=90d`; anything else counts as absent. */
export const analyticsSearchSchema = z.object({
  period: optional(z.enum(PERIODS)),
})

/** Days as `yyyy-MM-dd` in UTC, both included. */
export interface Range {
  from: string
  until: string
}

const DAY_MS = 86_400_000

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** The period that ends today, in UTC: the last 30 or 90 days, or since the same day a year ago. */
export function rangeOf(period: Period, now: Date): Range {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const from =
    period === '12m'
      ? Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth(), now.getUTCDate()) + DAY_MS
      : today - ((period === '30d' ? 30 : 90) - 1) * DAY_MS
  return { from: dayOf(from), until: dayOf(today) }
}

/** The range of the period in the address, which ends today. */
export const toRange = ({ period = '30d' }: z.infer<typeof analyticsSearchSchema>): Range =>
  rangeOf(period, new Date())

/** One mark of a chart: the days from `from` to `until`, cut to the period. */
export type Bucket = Range

/** Every day of the range. */
export function days({ from, until }: Range): Bucket[] {
  const found: Bucket[] = []
  for (let at = Date.parse(from); at <= Date.parse(until); at += DAY_MS) {
    found.push({ from: dayOf(at), until: dayOf(at) })
  }
  return found
}

/** The weeks of the range, from Monday to Sunday; the first and last may be cut. */
export function weeks(range: Range): Bucket[] {
  const found: Bucket[] = []
  for (const { from } of days(range)) {
    const current = found.at(-1)
    if (current === undefined || new Date(from).getUTCDay() === 1) found.push({ from, until: from })
    else current.until = from
  }
  return found
}

/** The sum of a number over the days of each bucket. A day without a row counts as 0. */
export function sums<Field extends string>(
  buckets: readonly Bucket[],
  rows: readonly ({ day: string } & Record<Field, number>)[],
  field: Field,
): number[] {
  return buckets.map(({ from, until }) =>
    rows.reduce((sum, row) => (row.day >= from && row.day <= until ? sum + row[field] : sum), 0),
  )
}

/** Each number added to all before it, beginning with `start`. */
export function runningTotal(start: number, values: readonly number[]): number[] {
  let total = start
  return values.map((value) => (total += value))
}

const SHORT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const LONG = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** '21 Nov'. */
export function shortDay(day: string): string {
  return SHORT.format(new Date(day))
}

/** '16 Nov – 21 Nov 2026', or '21 Nov 2026' for a single day. */
export function rangeText({ from, until }: Range): string {
  if (from === until) return LONG.format(new Date(until))
  const sameYear = from.slice(0, 4) === until.slice(0, 4)
  return `${(sameYear ? SHORT : LONG).format(new Date(from))} – ${LONG.format(new Date(until))}`
}
