import * as z from 'zod/mini'
import { type toFilteredQuery, optional, pagedSearch } from '../../data/requests/list-search.ts'

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
