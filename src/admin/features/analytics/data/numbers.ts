import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { parseRow } from '../../../data/requests/postgrest.ts'
import type { Compared, Range } from '../periods.ts'

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

/** What readings are listed by. `kinds`: kinds of pages. */
const LISTS = ['stories', 'sections', 'people', 'tags', 'kinds', 'pages', 'letters', 'sources'] as const
export type ReadingListName = (typeof LISTS)[number]

const rowSchema = z.object({
  id: z.string(),
  /** Of a kind, and of a page of the site itself, its name in the database. */
  name: z.string(),
  /** Where readers find it. */
  address: z.nullable(z.string()),
  opened: count,
  begun: count,
  read: count,
  /** The begun ones of which it is known whether they were read. */
  measured: count,
  /** The begun ones of the period before. */
  before: count,
})
export type ReadingRow = z.infer<typeof rowSchema>

const sumsSchema = { opened: count, begun: count, read: count }

const readingsSchema = z.object({
  days: z.array(z.object({ day, ...sumsSchema })),
  /** Of the period before. */
  before: z.object(sumsSchema),
  /** The most begun first, at most 200 of each. */
  lists: z.partialRecord(z.enum(LISTS), z.array(rowSchema)),
  /** Searches that found nothing three times or more. */
  searches: z.array(z.object({ words: z.string(), searches: count })),
  /** Paths at which there is no page. */
  missing: z.array(z.object({ path: z.string(), readings: count })),
  left_out: z.array(z.object({ reason: z.enum(['crawler', 'prefetch', 'limit']), readings: count })),
})
export type ReadingNumbers = z.infer<typeof readingsSchema>

type NumbersOf = 'get_story_numbers' | 'get_subscriber_numbers' | 'get_publish_numbers'

function numbersQuery<Numbers>(name: NumbersOf, schema: z.ZodMiniType<Numbers>, range: Range) {
  return queryOptions({
    queryKey: ['analytics', name, range.from, range.until],
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

/** Readings in the range, and beside them those of the one before. */
export const readingNumbersQuery = ({ from, until, before }: Compared) =>
  queryOptions({
    queryKey: ['analytics', 'get_reading_numbers', from, until, before],
    queryFn: async ({ signal }) =>
      parseRow(
        readingsSchema,
        await adminClient()
          .rpc('get_reading_numbers', {
            p_from: from,
            p_until: until,
            p_before_from: before.from,
            p_before_until: before.until,
          })
          .abortSignal(signal),
      ),
  })
