import { subscriberSchema, type Subscriber } from '../../../../domain/subscriber.ts'
import { PAGE_SIZE } from '../../../data/fetch-all.ts'
import { parseRows } from '../../../data/postgrest.ts'
import type { SubscriberFilter } from '../subscribers-search.ts'
import { filteredSubscribers } from './filtered-subscribers.ts'

/**
 * Every subscriber that a filter leaves, the latest first. Each chunk starts after the last row of the one before, so
 * that somebody who subscribes meanwhile shifts nobody. Throws a BackendError.
 */
export async function allSubscribers(
  filter: SubscriberFilter,
  onProgress: (soFar: number) => void,
): Promise<Subscriber[]> {
  const all: Subscriber[] = []
  for (let last: Subscriber | undefined; ; last = all.at(-1)) {
    const rows = filteredSubscribers(filter).limit(PAGE_SIZE)
    const answer = await (last === undefined ? rows : rows.or(after(last)))
    const chunk = parseRows(subscriberSchema, answer)
    all.push(...chunk)
    onProgress(all.length)
    if ((answer.data?.length ?? 0) < PAGE_SIZE || chunk.length === 0) return all
  }
}

function after({ subscribed_at, id }: Subscriber): string {
  return `subscribed_at.lt."${subscribed_at}",and(subscribed_at.eq."${subscribed_at}",id.gt."${id}")`
}
