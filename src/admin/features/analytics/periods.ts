import * as z from 'zod/mini'
import { serverClock } from '../../../backend/server-clock.ts'
import { type Calendar, DEFAULT_CALENDAR } from '../../../domain/text/calendar.ts'
import { optional } from '../../data/requests/list-search.ts'

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

/** Days of the magazine as `yyyy-MM-dd`, both included. */
export interface Range {
  from: string
  until: string
}

const DAY_MS = 86_400_000

/** The day that begins at `ms` since 1970. Days are counted in UTC, where each has 24 hours. */
function dayOf(ms: number): string {
  return DEFAULT_CALENDAR.dayOf(new Date(ms).toISOString())
}

/** The period that ends with the day of `now`: the last 30 or 90 days, or since the same day a year ago. */
export function rangeOf(period: Period, now: Date, calendar: Calendar): Range {
  const until = calendar.dayOf(now.toISOString())
  const [year = 0, month = 1, day = 1] = until.split('-').map(Number)
  const from =
    period === '12m'
      ? Date.UTC(year - 1, month - 1, day) + DAY_MS
      : Date.parse(until) - ((period === '30d' ? 30 : 90) - 1) * DAY_MS
  return { from: dayOf(from), until }
}

/** The range of the period in the address, which ends today. */
export const toRange = ({ period = '30d' }: z.infer<typeof analyticsSearchSchema>): Range =>
  rangeOf(period, serverClock.now(), serverClock.calendar)

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

/** The first day of 1970 was a Thursday. */
const isMonday = (day: string): boolean => (Date.parse(day) / DAY_MS + 3) % 7 === 0

/** The weeks of the range, from Monday to Sunday; the first and last may be cut. */
export function weeks(range: Range): Bucket[] {
  const found: Bucket[] = []
  for (const { from } of days(range)) {
    const current = found.at(-1)
    if (current === undefined || isMonday(from)) found.push({ from, until: from })
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

/** '21 Nov'. */
export function shortDay(day: string): string {
  return serverClock.calendar.formatDay(day, 'dayOfYear')
}

/** '16 Nov – 21 Nov 2026', or '21 Nov 2026' for a single day. */
export function rangeText({ from, until }: Range): string {
  const { calendar } = serverClock
  const last = calendar.formatDay(until, 'date')
  if (from === until) return last
  const isSameYear = from.slice(0, 4) === until.slice(0, 4)
  return `${calendar.formatDay(from, isSameYear ? 'dayOfYear' : 'date')} – ${last}`
}
