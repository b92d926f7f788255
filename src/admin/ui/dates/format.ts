import { serverClock } from '../../../backend/server-clock.ts'

const LIST = new Intl.ListFormat('en-GB')

// Dates, in the magazine's time zone and language.

/** '14 Nov 2026, 08:00'. */
export const formatDateTime = (iso: string): string => serverClock.calendar.format(iso, 'dateAndTime')

/** '14 Nov 2026'. */
export const formatDay = (iso: string): string => serverClock.calendar.format(iso, 'date')

/** '14 Nov', of another year '14 Nov 2025'. */
export const formatShortDay = (iso: string): string =>
  serverClock.calendar.formatShortDate(iso, serverClock.now())

/** 'today at 09:41', '14 Nov, 09:41', of another year '14 Nov 2025, 09:41'. */
export const formatWhen = (iso: string): string => serverClock.calendar.formatWhen(iso, serverClock.now())

/** 'Nov 14, 2026'. */
export const formatMonthDay = (iso: string): string => serverClock.calendar.format(iso, 'americanDate')

/** 'Title, Slug and Excerpt'. */
export const formatList = (words: readonly string[]): string => LIST.format(words)

/** Milliseconds in seconds, short and never zero: 412 → '0.4 s', 12 → '0.01 s', 61000 → '61 s'. */
export function formatDuration(ms: number): string {
  const seconds = ms / 1000
  if (seconds >= 9.95) return `${Math.round(seconds)} s`
  return `${seconds >= 0.1 ? seconds.toFixed(1) : Math.max(seconds, 0.01).toFixed(2)} s`
}
