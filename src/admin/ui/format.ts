function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): (iso: string) => string {
  const format = new Intl.DateTimeFormat(locale, options)
  return (iso) => format.format(new Date(iso))
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const NUMBER = new Intl.NumberFormat('en-GB')
const LIST = new Intl.ListFormat('en-GB')

/** '14 Nov 2026, 08:00' in local time. */
export const formatDateTime = dateFormat('en-GB', { ...DAY, hour: '2-digit', minute: '2-digit' })

/** '14 Nov 2026' in local time. */
export const formatDay = dateFormat('en-GB', DAY)

const formatDayOfYear = dateFormat('en-GB', { day: 'numeric', month: 'short' })

/** '14 Nov', of another year '14 Nov 2025', in local time. */
export function formatShortDay(iso: string, now = new Date()): string {
  return new Date(iso).getFullYear() === now.getFullYear() ? formatDayOfYear(iso) : formatDay(iso)
}

/** 'Nov 14, 2026' in local time. */
export const formatMonthDay = dateFormat('en-US', DAY)

/** '12,345'. */
export const formatNumber = (value: number): string => NUMBER.format(value)

/** 'Title, Slug and Excerpt'. */
export const formatList = (words: readonly string[]): string => LIST.format(words)

/** Milliseconds in seconds, short and never zero: 412 → '0.4 s', 12 → '0.01 s', 61000 → '61 s'. */
export function formatDuration(ms: number): string {
  const seconds = ms / 1000
  if (seconds >= 9.95) return `${Math.round(seconds)} s`
  return `${seconds >= 0.1 ? seconds.toFixed(1) : Math.max(seconds, 0.01).toFixed(2)} s`
}
