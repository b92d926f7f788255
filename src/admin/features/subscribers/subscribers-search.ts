import * as z from 'zod/mini'
import { optional } from '../../data/list-search.ts'

export const SUBSCRIBERS_PAGE_SIZE = 50

export const SUBSCRIBER_STATUSES = ['active', 'unsubscribed'] as const
export type SubscriberStatus = (typeof SUBSCRIBER_STATUSES)[number]

/**
 * The address of the list: `?q=anna&status=active&source=/browse&from=2026-11-01&to=2026-11-30&page=2`. A part that is
 * wrong counts as absent, so that no address breaks the screen.
 */
export const subscribersSearchSchema = z.object({
  q: optional(z.coerce.string()),
  status: optional(z.enum(SUBSCRIBER_STATUSES)),
  source: optional(z.coerce.string()),
  from: optional(z.iso.date()),
  to: optional(z.iso.date()),
  page: optional(z.int().check(z.positive())),
})
export type SubscribersSearch = z.infer<typeof subscribersSearchSchema>

/** What the list is narrowed by; days are yyyy-MM-dd. */
export interface SubscriberFilter {
  text: string
  status: SubscriberStatus | null
  source: string | null
  from: string | null
  to: string | null
}

export interface SubscribersQuery extends SubscriberFilter {
  /** Counts from 1. */
  page: number
}

export function toSubscribersQuery(search: SubscribersSearch): SubscribersQuery {
  return {
    text: search.q?.trim() ?? '',
    status: search.status ?? null,
    source: search.source ?? null,
    from: search.from ?? null,
    to: search.to ?? null,
    page: search.page ?? 1,
  }
}

export function isFiltered({ text, status, source, from, to }: SubscriberFilter): boolean {
  return text !== '' || status !== null || source !== null || from !== null || to !== null
}

/** The first instant of the current calendar month in local time. */
export function startOfMonth(now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), 1).toISOString()
}
