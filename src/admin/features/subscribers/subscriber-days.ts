import { serverClock } from '../../../backend/server-clock.ts'
import { dayStart } from '../../ui/dates/local-date-time.ts'
import type { SubscribersSearch } from './subscribers-search.ts'

/** The ISO time at which the month of `now` begins for the magazine. */
export function startOfMonth(now: Date): string {
  return dayStart(`${serverClock.calendar.monthOf(now.toISOString())}-01`)
}

/**
 * The instants from the start of the first day, up to and without `before`, the end of the last day, for the magazine.
 * Null unless both days are set.
 */
export function dayRange({
  from,
  to,
}: Pick<SubscribersSearch, 'from' | 'to'>): { from: string; before: string } | null {
  if (from === undefined || to === undefined) return null
  return { from: dayStart(from), before: dayStart(to, 1) }
}
