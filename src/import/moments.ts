import { Calendar } from '../domain/text/calendar.ts'

const TIME =
  '(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?\\s?(am|pm)?\\s?(Z|UTC|GMT|[+-]\\d{2}:?\\d{2}|[+-]\\d{2})?'
const WEEKDAY = '(?:[a-z]{3,9},? )?'

/** '2026-11-14 08:05', '14 Nov 2026', 'Nov 14, 2026 08:05': by which of their groups are year, month and day. */
const FORMS = [
  { pattern: new RegExp(`^(\\d{4})[-/](\\d{1,2})[-/](\\d{1,2})(?:[T ]${TIME})?$`, 'i'), order: [1, 2, 3] },
  {
    pattern: new RegExp(`^${WEEKDAY}(\\d{1,2})\\.? ([a-z]{3,9})\\.?,? (\\d{4})(?:,? ${TIME})?$`, 'i'),
    order: [3, 2, 1],
  },
  {
    pattern: new RegExp(
      `^${WEEKDAY}([a-z]{3,9})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?:,? ${TIME})?$`,
      'i',
    ),
    order: [3, 1, 2],
  },
] as const

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/**
 * The moment that a text of a file names, as an ISO time; null where it names none for certain: '3/4/2026' is of two months.
 * A time without an offset is one of `zone`, a day without a time begins there.
 */
export function momentOf(text: string, zone: string): string | null {
  const trimmed = text.trim()
  if (trimmed.length > 60) return null
  for (const { pattern, order } of FORMS) {
    const groups = pattern.exec(trimmed)
    if (groups === null) continue
    const [year, month, day] = order.map((at) => groups[at] ?? '')
    const [, , , , hour = '0', minute = '0', second = '0', fraction = '0', half = '', offset] = groups
    const date = { year: Number(year), month: monthOf(month ?? ''), day: Number(day) }
    const clock = { hour: hourOf(Number(hour), half), minute: Number(minute), second: Number(second) }
    return isoTime({ ...date, ...clock, fraction }, offset, zone)
  }
  return null
}

interface Parts {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  fraction: string
}

function isoTime(parts: Parts, offset: string | undefined, zone: string): string | null {
  const { year, month, day, hour, minute, second, fraction } = parts
  const [two, milliseconds] = [(value: number) => String(value).padStart(2, '0'), `${fraction}00`.slice(0, 3)]
  const written = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}.${milliseconds}Z`
  const local = new Date(written)
  // The thirtieth of February is the second of March.
  if (year < 1000 || Number.isNaN(local.getTime()) || local.toISOString() !== written) return null
  if (offset !== undefined) return new Date(local.getTime() - minutesOf(offset) * 60_000).toISOString()
  const calendar = new Calendar(zone, null)
  const first = local.getTime() - calendar.offsetAt(written) * 60_000
  // Near a change of clocks, the offset is another one by then.
  const moment = local.getTime() - calendar.offsetAt(new Date(first).toISOString()) * 60_000
  return new Date(moment).toISOString()
}

function monthOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1
}

function hourOf(hour: number, half: string): number {
  if (half === '') return hour
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
}

/** '+01:00' → 60. */
function minutesOf(offset: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
