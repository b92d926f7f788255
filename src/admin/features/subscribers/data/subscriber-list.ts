import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { subscriberSchema, type Subscriber } from '../../../../domain/subscriber.ts'
import { unwrapCount, parseRows } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'
import { SUBSCRIBERS_PAGE_SIZE, type SubscribersQuery } from '../subscribers-search.ts'
import { filteredSubscribers } from './filtered-subscribers.ts'

export interface SubscriberPage {
  rows: Subscriber[]
  /** Of all pages. */
  total: number
}

/** One page of the subscribers, filtered by the server. */
export function subscriberListQuery({ page, ...filter }: SubscribersQuery) {
  return queryOptions({
    queryKey: keys.subscribers.list({ ...filter, page }),
    queryFn: async ({ signal }): Promise<SubscriberPage> => {
      const first = (page - 1) * SUBSCRIBERS_PAGE_SIZE
      const answer = await filteredSubscribers(filter, { count: 'exact' })
        .range(first, first + SUBSCRIBERS_PAGE_SIZE - 1)
        .abortSignal(signal)
      return { rows: parseRows(subscriberSchema, answer), total: unwrapCount(answer) }
    },
    placeholderData: keepPreviousData,
  })
}
