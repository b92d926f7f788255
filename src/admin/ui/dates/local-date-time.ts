import {
  type CalendarDate,
  type DateValue,
  CalendarDateTime,
  parseDate,
  toZoned,
} from '@internationalized/date'
import { serverClock } from '../../../backend/server-clock.ts'
import type { Calendar } from '../../../domain/text/calendar.ts'

/** A moment as the clock and the calendar of a zone show it; `time` is HH:mm. */
export function toLocal(iso: string, calendar: Calendar): { date: CalendarDate; time: string } {
  return { date: parseDate(calendar.dayOf(iso)), time: calendar.timeOf(iso) }
}

/**
 * The ISO time of a day and HH:mm in a zone. A time that a clock change skips moves on by that change; of one that comes
 * twice it is the first.
 */
export function fromLocal(date: DateValue, time: string, { timeZone }: Calendar): string {
  return toZoned(dateTime(date, time), timeZone).toAbsoluteString()
}

/** Whether a clock change makes a day skip a time, or have it twice; null when it comes once. */
export function clockChange(date: DateValue, time: string, calendar: Calendar): 'skipped' | 'twice' | null {
  const local = dateTime(date, time)
  const earlier = toZoned(local, calendar.timeZone, 'earlier').toAbsoluteString()
  const later = toZoned(local, calendar.timeZone, 'later').toAbsoluteString()
  if (earlier === later) return null
  const shown = toLocal(later, calendar)
  return shown.time === time && shown.date.compare(date) === 0 ? 'twice' : 'skipped'
}

function dateTime({ year, month, day }: DateValue, time: string): CalendarDateTime {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return new CalendarDateTime(year, month, day, hour, minute)
}

/** The ISO time at which a day (yyyy-MM-dd) of the magazine begins, or the one `later` days after it. */
export function dayStart(day: string, later = 0, calendar = serverClock.calendar): string {
  return fromLocal(parseDate(day).add({ days: later }), '00:00', calendar)
}

/**
 * A time of the 24 hours of a day as HH:mm, from what a person types: 7:30, 07.30, 0730; null for anything else. `isDone`:
 * nothing more is typed, so 7 is 07:00.
 */
export function parseTime(text: string, isDone: boolean): string | null {
  const [, hour, minute] =
    /^(\d{1,2})[:.h]?(\d{2})$/.exec(text.trim()) ??
    (isDone ? (/^(\d{1,2})[:.h]?$/.exec(text.trim()) ?? []) : [])
  if (hour === undefined || Number(hour) > 23 || Number(minute ?? 0) > 59) return null
  return `${hour.padStart(2, '0')}:${minute ?? '00'}`
}
