import { momentOf as momentOfText } from '../moments.ts'

/** Year 1000 to 9999: an ISO time that the database takes. */
const [EARLIEST, LATEST] = [Date.UTC(1000, 0), Date.UTC(10_000, 0) - 1]

/**
 * The ISO time of a moment as exports have it: milliseconds, an ISO time, or '2015-03-01 21:02:15', which is in UTC. Null
 * for what is none of these, such as '0000-00-00 00:00:00'.
 */
export function momentOf(value: unknown): string | null {
  if (typeof value === 'number') return isoOf(value)
  if (typeof value !== 'string') return null
  return /^\s*-?\d{9,15}\s*$/.test(value) ? isoOf(Number(value)) : momentOfText(value, 'UTC')
}

function isoOf(milliseconds: number): string | null {
  return milliseconds >= EARLIEST && milliseconds <= LATEST ? new Date(milliseconds).toISOString() : null
}
