import { type DateValue, CalendarDate } from '@internationalized/date'

const two = (value: number) => String(value).padStart(2, '0')

/** An instant in local time; `time` is HH:mm. */
export function toLocal(iso: string) {
  const at = new Date(iso)
  return {
    date: new CalendarDate(at.getFullYear(), at.getMonth() + 1, at.getDate()),
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  }
}

/** The ISO instant of a local day and HH:mm; a time that a clock change skips moves on by that change. */
export function fromLocal(date: DateValue, time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return new Date(date.year, date.month - 1, date.day, hour, minute).toISOString()
}

/** The ISO instant of local midnight of a day (yyyy-MM-dd), or of the one `later` days after it. */
export function dayStart(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const start = new Date(0)
  start.setFullYear(year, month - 1, date + later)
  start.setHours(0, 0, 0, 0)
  return start.toISOString()
}
