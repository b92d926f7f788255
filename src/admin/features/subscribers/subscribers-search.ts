import * as z from 'zod/mini'
import { serverClock } from '../../../backend/server-clock.ts'
import { type toFilteredQuery, optional, pagedSearch } from '../../data/list-search.ts'
import { dayStart } from '../../ui/local-date-time.ts'

export const SUBSCRIBER_STATUSES = ['active', 'pending', 'unsubscribed'] as const
export type SubscriberStatus = (typeof SUBSCRIBER_STATUSES)[number]

export const STATUS_LABELS: Readonly<Record<SubscriberStatus, string>> = {
  active: 'Active',
  pending: 'Pending',
  unsubscribed: 'Unsubscribed',
}

/** The address of the list: `?q=anna&status=active&source=/browse&from=2026-11-01&to=2026-11-30&page=2`. */
export const subscribersSearchSchema = z.object({
  ...pagedSearch,
  status: optional(z.enum(SUBSCRIBER_STATUSES)),
  source: optional(z.coerce.string()),
  from: optional(z.iso.date()),
  to: optional(z.iso.date()),
  /** Only readers who wait for their data or its erasure. */
  requests: optional(z.literal('open')),
})
export type SubscribersSearch = z.infer<typeof subscribersSearchSchema>

/** The filters of the list; days are yyyy-MM-dd. */
export type SubscribersQuery = ReturnType<typeof toFilteredQuery<SubscribersSearch>>

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
