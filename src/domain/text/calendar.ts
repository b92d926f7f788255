import { type DateFormat, DEFAULT_LANGUAGE, formatDate } from './date-format.ts'

const DEFAULT_ZONE = 'UTC'

/** The time zone that this machine is set to. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Whether this program knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
  return isTrue(() => new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat)
}

/** Whether dates can be written in this language, given by its tag such as 'de' or 'pt-BR'. */
export function isDateLanguage(tag: string): boolean {
  return isTrue(() => Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0)
}

/** False also where `check` refuses its input. */
function isTrue(check: () => boolean): boolean {
  try {
    return check()
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

const two = (value: number) => String(value).padStart(2, '0')

/** A moment as clock and calendar of a zone show it. */
interface LocalTime {
  /** The month counts from 1. */
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/**
 * The time zone and the language of dates: of the magazine, or of the person in front of this browser. Every date that
 * anybody reads is written by one. Moments are ISO times.
 */
export class Calendar {
  readonly timeZone: string
  /** The tag of the language that dates are written in; null for the default, English. */
  readonly language: string | null
  #numbers: Intl.DateTimeFormat | null = null

  /** UTC and English are used for null, and for zones and languages that this program does not know. */
  constructor(timeZone: string | null, language: string | null) {
    this.timeZone = timeZone !== null && isTimeZone(timeZone) ? timeZone : DEFAULT_ZONE
    this.language = language !== null && isDateLanguage(language) ? language : null
  }

  /** The tag of the language, also of the default one. */
  get locale(): string {
    return this.language ?? DEFAULT_LANGUAGE
  }

  format(iso: string, format: DateFormat): string {
    return formatDate(this, iso, format)
  }

  /** '14 Nov'; '14 Nov 2026' when it is not in the year of `now`. */
  formatShortDate(iso: string, now: Date): string {
    return this.format(iso, this.#isSameYear(iso, now) ? 'dayOfYear' : 'date')
  }

  /** 'today at 09:41', '14 Nov, 09:41', of another year '14 Nov 2026, 09:41'. */
  formatWhen(iso: string, now: Date): string {
    if (this.dayOf(iso) === this.dayOf(now.toISOString())) return `today at ${this.format(iso, 'time')}`
    return this.format(iso, this.#isSameYear(iso, now) ? 'dayAndTime' : 'dateAndTime')
  }

  #isSameYear(iso: string, now: Date): boolean {
    return this.localTime(iso).year === this.localTime(now.toISOString()).year
  }

  /** A day such as '2026-11-14', the same in every zone. */
  formatDay(day: string, format: DateFormat): string {
    return new Calendar(null, this.language).format(day, format)
  }

  localTime(iso: string): LocalTime {
    this.#numbers ??= new Intl.DateTimeFormat('en-US', {
      calendar: 'gregory',
      numberingSystem: 'latn',
      timeZone: this.timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    const parts = this.#numbers.formatToParts(new Date(iso))
    const number = (type: Intl.DateTimeFormatPartTypes) =>
      Number(parts.find((part) => part.type === type)?.value)
    return {
      year: number('year'),
      month: number('month'),
      day: number('day'),
      hour: number('hour'),
      minute: number('minute'),
      second: number('second'),
    }
  }

  /** '2026-11'. */
  monthOf(iso: string): string {
    // The site map asks for the month of every story.
    return this.timeZone === DEFAULT_ZONE ? iso.slice(0, 7) : this.dayOf(iso).slice(0, 7)
  }

  /** '2026-11-14'. */
  dayOf(iso: string): string {
    const { year, month, day } = this.localTime(iso)
    return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  }

  /** The Monday of the week of a moment: '2026-11-09'. */
  weekOf(iso: string): string {
    return weekStart(this.dayOf(iso))
  }

  /** '08:05'. */
  timeOf(iso: string): string {
    const { hour, minute } = this.localTime(iso)
    return `${two(hour)}:${two(minute)}`
  }

  /** '2026-11-14 08:05:09', for spreadsheets. */
  dayAndTimeOf(iso: string): string {
    return `${this.dayOf(iso)} ${this.timeOf(iso)}:${two(this.localTime(iso).second)}`
  }

  /** The ISO time of the same moment with the offset of the zone, as '2026-11-14T08:05:09.000+01:00'; UTC has 'Z'. */
  isoTime(iso: string): string {
    const offset = this.offsetAt(iso)
    const local = new Date(Date.parse(iso) + offset * 60_000).toISOString()
    return offset === 0 ? local : local.replace('Z', offsetText(offset, ':'))
  }

  /** The same as feeds have it: 'Sat, 14 Nov 2026 08:05:09 +0100', for UTC 'Sat, 14 Nov 2026 08:05:09 GMT'. */
  feedTime(iso: string): string {
    const offset = this.offsetAt(iso)
    const local = new Date(Date.parse(iso) + offset * 60_000).toUTCString()
    return offset === 0 ? local : local.replace('GMT', offsetText(offset, ''))
  }

  /** The zone with its distance from UTC at a moment: 'Europe/Berlin, UTC+1', 'UTC'. */
  zoneText(iso: string): string {
    if (this.timeZone === DEFAULT_ZONE) return DEFAULT_ZONE
    const offset = this.offsetAt(iso)
    const minutes = Math.abs(offset) % 60
    const hours = `${offset < 0 ? '−' : '+'}${Math.floor(Math.abs(offset) / 60)}`
    return `${this.timeZone}, UTC${hours}${minutes === 0 ? '' : `:${two(minutes)}`}`
  }

  /** Minutes that the zone is ahead of UTC; 0 where they are not whole, as before there were zones. */
  offsetAt(iso: string): number {
    if (this.timeZone === DEFAULT_ZONE) return 0
    const { year, month, day, hour, minute, second } = this.localTime(iso)
    const local = new Date(0)
    local.setUTCFullYear(year, month - 1, day)
    local.setUTCHours(hour, minute, second)
    const minutes = (local.getTime() - Math.floor(Date.parse(iso) / 1000) * 1000) / 60_000
    // A year before our era has the number of one of ours.
    return Number.isInteger(minutes) && Math.abs(minutes) <= 24 * 60 ? minutes : 0
  }
}

/** The day some days after a day such as '2026-11-14'. */
export function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 24 * 60 * 60_000).toISOString().slice(0, 10)
}

/** The Monday of the week of a day. */
export function weekStart(day: string): string {
  return daysLater(day, -((new Date(day).getUTCDay() + 6) % 7))
}

/** '+01:00'. */
function offsetText(minutes: number, separator: string): string {
  const hours = Math.floor(Math.abs(minutes) / 60)
  return `${minutes < 0 ? '-' : '+'}${two(hours)}${separator}${two(Math.abs(minutes) % 60)}`
}

/** UTC and English: of a magazine that has set no others. */
export const DEFAULT_CALENDAR = new Calendar(null, null)

/** The names of the months as they follow the number of a day where that has a dot: '1. Mai'. Without a dot of their own. */
export function monthsAfterDottedDay(tag: string, month: 'long' | 'short'): string[] {
  const format = new Intl.DateTimeFormat(tag, { calendar: 'gregory', day: 'numeric', month, timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, at) => format.formatToParts(Date.UTC(2000, at, 1))).flatMap(
    (parts) => {
      const day = parts.findIndex(({ type }) => type === 'day')
      const name = parts[day + 2]
      const isDotted = parts[day + 1]?.value.startsWith('.') === true && name?.type === 'month'
      return isDotted && /^\p{L}/u.test(name.value) ? [name.value.replace(/\.$/, '').toLowerCase()] : []
    },
  )
}
