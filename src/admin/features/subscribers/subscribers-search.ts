import * as z from 'zod/mini'

export const SUBSCRIBERS_PAGE_SIZE = 50

export const SUBSCRIBER_STATUSES = ['active', 'unsubscribed'] as const
export type SubscriberStatus = (typeof SUBSCRIBER_STATUSES)[number]

const optional = <T>(schema: z.ZodMiniType<T>) => z.optional(z.catch(z.optional(schema), undefined))

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

/**
 * The instants from the start of the first day, up to and without `before`, the end of the last day, in local time.
 * Null unless both days are set (admin spec §2).
 */
export function dayRange({
  from,
  to,
}: Pick<SubscriberFilter, 'from' | 'to'>): { from: string; before: string } | null {
  if (from === null || to === null) return null
  return { from: startOfDay(from, 0), before: startOfDay(to, 1) }
}

function startOfDay(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

/** The first instant of the current calendar month in local time. */
export function startOfMonth(now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), 1).toISOString()
}
