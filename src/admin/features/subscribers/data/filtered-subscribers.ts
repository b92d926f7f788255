import { adminClient } from '../../../../backend/admin-client.ts'
import { orIlike } from '../../../../domain/query.ts'
import { dayRange } from '../day-range.ts'
import type { SubscriberFilter } from '../subscribers-search.ts'

const COLUMNS = 'id, email, first_name, subscribed_at, source_page, status, preferences'

/** What the search looks at (admin spec §2). */
const TEXT_COLUMNS = ['email', 'first_name'] as const

/** The question for the subscribers that a filter leaves, the latest first; with `count` also how many they are. */
export function filteredSubscribers(filter: SubscriberFilter, options: { count?: 'exact' } = {}) {
  const { text, status, source } = filter
  let rows = adminClient().from('subscribers').select(COLUMNS, options)
  if (text !== '') rows = rows.or(orIlike(TEXT_COLUMNS, text))
  if (status !== null) rows = rows.eq('status', status)
  if (source !== null) rows = rows.eq('source_page', source)
  const days = dayRange(filter)
  if (days !== null) rows = rows.gte('subscribed_at', days.from).lt('subscribed_at', days.before)
  return rows.order('subscribed_at', { ascending: false }).order('id')
}
