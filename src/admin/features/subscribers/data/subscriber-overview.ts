import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { parseRow } from '../../../data/postgrest.ts'
import { startOfMonth } from '../subscribers-search.ts'

const overviewSchema = z.object({
  total: z.number(),
  active: z.number(),
  /** Subscribed in the current calendar month. */
  this_month: z.number(),
  /** The pages they came from, most used first. */
  sources: z.array(z.string()),
})
export type SubscriberOverview = z.infer<typeof overviewSchema>

/** The counters of all subscribers and the sources there are. */
export const subscriberOverviewQuery = queryOptions({
  queryKey: ['subscribers', 'overview'],
  queryFn: async ({ signal }): Promise<SubscriberOverview> =>
    parseRow(
      overviewSchema,
      await adminClient()
        .rpc('get_subscriber_overview', { month_start: startOfMonth(new Date()) })
        .abortSignal(signal)
        .single(),
    ),
})
