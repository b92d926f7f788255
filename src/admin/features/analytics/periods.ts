import * as z from 'zod/mini'
import { serverClock } from '../../../backend/server-clock.ts'
import { DEFAULT_CALENDAR, daysLater, weekStart } from '../../../domain/text/calendar.ts'
import { optional } from '../../data/requests/list-search.ts'

/** Periods that end today or lately, by the value in the address. */
export const NAMED_PERIODS = {
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  week: 'This week',
  'last-week': 'Last week',
  '3m': 'This month and the two before',
  '12m': 'This month and the eleven before',
} as const
type NamedPeriod = keyof typeof NAMED_PERIODS

/** A named period, a month such as '2026-10', or the days from `from` to `until` of the address. */
export type Period = NamedPeriod | 'days' | `${number}-${number}`

const isNamed = (period: Period): period is NamedPeriod => Object.hasOwn(NAMED_PERIODS, period)
const isMonth = (text: string): text is `${number}-${number}` => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

const daySchema = z
  .string()
  .check(
    z.refine(
      (text) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text,
    ),
  )

/** The address of the screen: `?period=2026-10`, `?period=days&from=2026-10-05`; anything else counts as absent. */
export const analyticsSearchSchema = z.object({
  period: optional(
    z.custom<Period>(
      (value) =>
        typeof value === 'string' &&
        (isMonth(value) || value === 'days' || Object.hasOwn(NAMED_PERIODS, value)),
    ),
  ),
  from: optional(daySchema),
  until: optional(daySchema),
})
export type AnalyticsSearch = z.infer<typeof analyticsSearchSchema>

/** Days of the magazine as `yyyy-MM-dd`, both included. */
export interface Range {
  from: string
  until: string
}

/** A range, and the one that it is compared with. */
export interface Compared extends Range {
  before: Range
}

const DAY_MS = 86_400_000

/** The day that begins at `ms` since 1970. Days are counted in UTC, where each has 24 hours. */
function dayOf(ms: number): string {
  return DEFAULT_CALENDAR.dayOf(new Date(ms).toISOString())
}

/** The first day of a month: of the one of a day, or that number of months after it. */
function monthStart(day: string, months = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return dayOf(Date.UTC(year, month - 1 + months, 1))
}

const earlier = (one: string, other: string): string => (one < other ? one : other)

/**
 * The range of a period that is seen on `today`, and what it is compared with: of a month the one before, of a month or a
 * week that is not over its first days, else as many days, or months, before.
 */
export function rangeOf(search: AnalyticsSearch, today: string): Compared {
  const { period = '30d' } = search
  const last = (days: number, until = today): Compared => ({
    from: daysLater(until, 1 - days),
    until,
    before: { from: daysLater(until, 1 - 2 * days), until: daysLater(until, -days) },
  })
  const months = (number: number): Compared => ({
    from: monthStart(today, 1 - number),
    until: today,
    before: { from: monthStart(today, 1 - 2 * number), until: daysLater(monthStart(today, 1 - number), -1) },
  })
  if (period === 'days') {
    const until = earlier(search.until ?? today, today)
    const from = earlier(search.from ?? daysLater(until, -29), until)
    return last((Date.parse(until) - Date.parse(from)) / DAY_MS + 1, until)
  }
  if (isNamed(period)) {
    switch (period) {
      case '7d':
        return last(7)
      case '30d':
        return last(30)
      case '3m':
        return months(3)
      case '12m':
        return months(12)
      case 'week': {
        const from = weekStart(today)
        return { from, until: today, before: { from: daysLater(from, -7), until: daysLater(today, -7) } }
      }
      case 'last-week':
        return last(7, daysLater(weekStart(today), -1))
    }
  }
  const from = `${period}-01`
  const end = daysLater(monthStart(from, 1), -1)
  const until = earlier(end, today < from ? end : today)
  const before = monthStart(from, -1)
  const beforeEnd = daysLater(from, -1)
  // Of a month that is not over, as many days of the one before.
  const sameDays = daysLater(before, (Date.parse(until) - Date.parse(from)) / DAY_MS)
  return {
    from,
    until,
    before: { from: before, until: until === end ? beforeEnd : earlier(sameDays, beforeEnd) },
  }
}

/** The range of the period in the address, as of today. */
export const toRange = (search: AnalyticsSearch): Compared =>
  rangeOf(search, serverClock.calendar.dayOf(serverClock.now().toISOString()))

/** The months that can be chosen, the newest first: '2026-11'. */
export function monthsUntil(today: string, number: number): `${number}-${number}`[] {
  return Array.from({ length: number }, (_, at) => monthStart(today, -at).slice(0, 7)).filter(isMonth)
}

/** What a period is called: 'October 2026'. */
export function periodLabel(period: Period): string {
  if (period === 'days') return 'Days…'
  if (isNamed(period)) return NAMED_PERIODS[period]
  return serverClock.calendar.formatDay(`${period}-01`, 'monthAndYear')
}

/** The most days that a chart shows each by itself. */
const MAX_DAYS = 92

/** The marks of a chart: days, of a long range weeks. */
export const bucketsOf = (range: Range): { unit: 'day' | 'week'; buckets: Bucket[] } => {
  const every = days(range)
  return every.length > MAX_DAYS ? { unit: 'week', buckets: weeks(range) } : { unit: 'day', buckets: every }
}

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
    if (current === undefined || weekStart(from) === from) found.push({ from, until: from })
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
