import { dayStart } from '../../ui/local-date-time.ts'
import type { SubscriberFilter } from './subscribers-search.ts'

/**
 * The instants from the start of the first day, up to and without `before`, the end of the last day, in local time.
 * Null unless both days are set (admin spec §2).
 */
export function dayRange({
  from,
  to,
}: Pick<SubscriberFilter, 'from' | 'to'>): { from: string; before: string } | null {
  if (from === null || to === null) return null
  return { from: dayStart(from), before: dayStart(to, 1) }
}
