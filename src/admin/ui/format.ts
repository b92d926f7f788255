const DATE_TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const MONTH_DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric' })
const NUMBER = new Intl.NumberFormat('en-GB')
const LIST = new Intl.ListFormat('en-GB')

/** '14 Nov 2026, 08:00' in local time. */
export function formatDateTime(iso: string): string {
  return DATE_TIME.format(new Date(iso))
}

/** '14 Nov 2026' in local time. */
export function formatDay(iso: string): string {
  return DAY.format(new Date(iso))
}

/** '14 Nov' in local time. */
export function formatShortDay(iso: string): string {
  return SHORT_DAY.format(new Date(iso))
}

/** 'Nov 14, 2026' in local time. */
export function formatMonthDay(iso: string): string {
  return MONTH_DAY.format(new Date(iso))
}

/** '12,345'. */
export function formatNumber(value: number): string {
  return NUMBER.format(value)
}

/** 'Title, Slug and Excerpt'. */
export function formatList(words: readonly string[]): string {
  return LIST.format(words)
}

/** Milliseconds in seconds, short and never zero: 412 → '0.4 s', 12 → '0.01 s', 61000 → '61 s'. */
export function formatDuration(ms: number): string {
  const seconds = ms / 1000
  if (seconds >= 9.95) return `${Math.round(seconds)} s`
  return `${seconds >= 0.1 ? seconds.toFixed(1) : Math.max(seconds, 0.01).toFixed(2)} s`
}
