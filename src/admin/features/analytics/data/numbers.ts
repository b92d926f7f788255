import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { parseRow } from '../../../data/requests/postgrest.ts'
import type { Range } from '../periods.ts'

/** A day of the magazine, as `yyyy-MM-dd`. Days on which nothing happened are left out. */
const day = z.string()
const count = z.int()

const storiesSchema = z.object({
  days: z.array(z.object({ day, stories: count })),
  /** The most first; null for stories without one. */
  categories: z.array(
    z.object({ name: z.nullable(z.string()), color: z.nullable(z.string()), stories: count }),
  ),
  authors: z.array(z.object({ name: z.nullable(z.string()), stories: count })),
})

const subscribersSchema = z.object({
  /** Today's subscribers who subscribed before the range. */
  active_before: count,
  /** Readers who joined on a day and are subscribed today; `active` is the same number. */
  days: z.array(z.object({ day, joined: count, active: count })),
  /** The page they came from, '' when it is not known; the most first. */
  sources: z.array(z.object({ source: z.string(), joined: count })),
})

const publishesSchema = z.object({
  publishes: count,
  failed: count,
  median_ms: z.nullable(z.number()),
  p95_ms: z.nullable(z.number()),
  days: z.array(z.object({ day, publishes: count, median_ms: z.number(), p95_ms: z.number() })),
})

const viewsSchema = z.object({
  days: z.array(z.object({ day, views: count })),
  /** Views that were left out because a crawler asked for them. */
  crawlers: count,
  /** The twenty that were read most. */
  stories: z.array(z.object({ id: z.string(), title: z.string(), slug: z.string(), views: count })),
})

type NumbersOf = 'get_story_numbers' | 'get_subscriber_numbers' | 'get_publish_numbers' | 'get_view_numbers'

function numbersQuery<Numbers>(name: NumbersOf, schema: z.ZodMiniType<Numbers>, range: Range) {
  return queryOptions({
    queryKey: ['analytics', name, range],
    queryFn: async ({ signal }) =>
      parseRow(
        schema,
        await adminClient().rpc(name, { p_from: range.from, p_until: range.until }).abortSignal(signal),
      ),
  })
}

/** Stories that went out in the range, by day, category and author. */
export const storyNumbersQuery = (range: Range) => numbersQuery('get_story_numbers', storiesSchema, range)

/** Subscriptions in the range, by day and by source page. */
export const subscriberNumbersQuery = (range: Range) =>
  numbersQuery('get_subscriber_numbers', subscribersSchema, range)

/** How long publishes took until they were live, in milliseconds. */
export const publishNumbersQuery = (range: Range) =>
  numbersQuery('get_publish_numbers', publishesSchema, range)

/** Readings of stories in the range. */
export const viewNumbersQuery = (range: Range) => numbersQuery('get_view_numbers', viewsSchema, range)
