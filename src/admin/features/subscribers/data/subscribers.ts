import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { orIlike } from '../../../../domain/query.ts'
import { type Subscriber, subscriberSchema } from '../../../../domain/subscriber.ts'
import { PAGE_SIZE as MAX_ROWS } from '../../../data/fetch-all.ts'
import { pagedQuery } from '../../../data/paged-query.ts'
import { parseRows } from '../../../data/postgrest.ts'
import { rowQuery } from '../../../data/queries.ts'
import {
  type SubscriberFilter,
  type SubscribersQuery,
  dayRange,
  startOfMonth,
} from '../subscribers-search.ts'

const COLUMNS = 'id, email, first_name, subscribed_at, source_page, status, preferences'
const TEXT_COLUMNS = ['email', 'first_name'] as const

export function subscriberListQuery(query: SubscribersQuery) {
  return pagedQuery({
    entity: 'subscribers',
    query,
    schema: subscriberSchema,
    pageSize: 50,
    newest: 'subscribed_at',
    request: () => filteredSubscribers(query, { count: 'exact' }),
  })
}

/**
 * Every subscriber that a filter leaves, the latest first. Each request starts after the last row of the one before, so
 * that somebody who subscribes meanwhile shifts no row. Rejects with a BackendError.
 */
export async function fetchSubscribers(
  filter: SubscriberFilter,
  onProgress: (fetched: number) => void,
): Promise<Subscriber[]> {
  const all: Subscriber[] = []
  for (let last: Subscriber | undefined; ; last = all.at(-1)) {
    const rows = filteredSubscribers(filter)
      .order('subscribed_at', { ascending: false })
      .order('id')
      .limit(MAX_ROWS)
    const answer = await (last === undefined ? rows : rows.or(isAfter(last)))
    const chunk = parseRows(subscriberSchema, answer)
    all.push(...chunk)
    onProgress(all.length)
    if ((answer.data?.length ?? 0) < MAX_ROWS || chunk.length === 0) return all
  }
}

function isAfter({ subscribed_at, id }: Subscriber): string {
  return `subscribed_at.lt."${subscribed_at}",and(subscribed_at.eq."${subscribed_at}",id.gt."${id}")`
}

function filteredSubscribers(filter: SubscriberFilter, options: { count?: 'exact' } = {}) {
  const { text, status, source } = filter
  let rows = adminClient().from('subscribers').select(COLUMNS, options)
  if (text !== '') rows = rows.or(orIlike(TEXT_COLUMNS, text))
  if (status !== undefined) rows = rows.eq('status', status)
  if (source !== undefined) rows = rows.eq('source_page', source)
  const days = dayRange(filter)
  if (days !== null) rows = rows.gte('subscribed_at', days.from).lt('subscribed_at', days.before)
  return rows
}

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
export const subscriberOverviewQuery = rowQuery(['subscribers', 'overview'], overviewSchema, () =>
  adminClient().rpc('get_subscriber_overview', { month_start: startOfMonth(new Date()) }),
)
