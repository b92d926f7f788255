import { Calendar } from '../../domain/text/calendar.ts'

/** What the tokens of a pattern of addresses stand for. */
interface PermalinkParts {
  /** An ISO time; null where the text has no date. */
  date: string | null
  zone: string
  /** Others by their name. */
  names: Readonly<Record<string, string>>
}

const two = (value: number) => String(value).padStart(2, '0')

/** An address by the pattern of a site: '/:year/:month/:slug/'. Null where a token of it has no meaning here. */
export function permalink(pattern: string, { date, zone, names }: PermalinkParts): string | null {
  const dated = date === null ? {} : dateTokens(date, zone)
  let isKnown = true
  const path = pattern.replace(/:([a-z_]+)(\[[^\]]*\])?/gi, (_, name: string) => {
    const tokens = [dated, names].find((some) => Object.hasOwn(some, name.toLowerCase()))
    if (tokens === undefined) isKnown = false
    return tokens?.[name.toLowerCase()] ?? ''
  })
  return isKnown ? `/${path}`.replace(/\/{2,}/g, '/') : null
}

function dateTokens(date: string, zone: string): Record<string, string> {
  const calendar = new Calendar(zone, 'en')
  const { year, month, day, hour, minute, second } = calendar.localTime(date)
  const ofYear = (Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 1)) / 86_400_000 + 1
  const [monthName, shortMonth] = [MONTHS[month - 1] ?? '', (MONTHS[month - 1] ?? '').slice(0, 3)]
  return {
    year: String(year).padStart(4, '0'),
    short_year: two(year % 100),
    month: two(month),
    i_month: String(month),
    short_month: shortMonth,
    long_month: monthName,
    monthname: monthName.toLowerCase(),
    day: two(day),
    i_day: String(day),
    yearday: String(ofYear),
    y_day: String(ofYear).padStart(3, '0'),
    hour: two(hour),
    minute: two(minute),
    second: two(second),
  }
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** Words in an address as most generators write them: small letters of any script, digits, hyphens. */
export function pathWord(words: string): string {
  return words
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s._~-]/gu, '')
    .replace(/\s+/g, '-')
    .replace(/-{2,}/g, '-')
}

/** The id that Markdown gives a heading by its words. */
export function headingId(words: string): string {
  return words
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}
