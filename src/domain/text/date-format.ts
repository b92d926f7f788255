/**
 * The formats of dates, by name, each with an example in the default language. Apart from `americanDate`, which the list
 * of subscribers has, and `americanLongDate` of the legal pages, the default language writes them the British way.
 */
const FORMATS = {
  /** 14 Nov */
  dayOfYear: { day: 'numeric', month: 'short' },
  /** 14 November */
  longDayOfYear: { day: 'numeric', month: 'long' },
  /** 14 Nov 2026 */
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  /** Nov 14, 2026 */
  americanDate: { day: 'numeric', month: 'short', year: 'numeric' },
  /** 14 November 2026 */
  longDate: { day: 'numeric', month: 'long', year: 'numeric' },
  /** November 14, 2026 */
  americanLongDate: { day: 'numeric', month: 'long', year: 'numeric' },
  /** 08:05 */
  time: { hour: '2-digit', minute: '2-digit' },
  /** 08:05:09 */
  timeWithSeconds: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  /** 14 Nov, 08:05 */
  dayAndTime: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  /** 14 Nov 2026, 08:05 */
  dateAndTime: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  /** 14 November 2026 at 08:05 */
  longDateAndTime: { dateStyle: 'long', timeStyle: 'short' },
  /** Saturday */
  weekday: { weekday: 'long' },
  /** Sat */
  shortWeekday: { weekday: 'short' },
  /** Saturday 14 November 2026 */
  weekdayAndDate: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** November */
  month: { month: 'long' },
  /** November 2026 */
  monthAndYear: { month: 'long', year: 'numeric' },
  /** 2026 */
  year: { year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateFormat = keyof typeof FORMATS

/** The zone of dates, and the tag of their language; null is the default, English. */
export interface DateSettings {
  timeZone: string
  language: string | null
}

export const DEFAULT_LANGUAGE = 'en-GB'

const kept = new Map<string, Intl.DateTimeFormat>()

/** Writes a moment, an ISO time. Apart from calendar.ts, as live lists of readers need no more of it. */
export function formatDate({ timeZone, language }: DateSettings, iso: string, format: DateFormat): string {
  const key = JSON.stringify([timeZone, language, format])
  let formatter = kept.get(key)
  if (formatter === undefined) {
    const locale = language ?? (format.startsWith('american') ? 'en-US' : DEFAULT_LANGUAGE)
    formatter = new Intl.DateTimeFormat(locale, { ...FORMATS[format], calendar: 'gregory', timeZone })
    kept.set(key, formatter)
  }
  return formatter.format(new Date(iso))
}
