import * as z from 'zod/mini'
import { apiUrl } from '../../../../backend/env/api-url.ts'
import { serverClock } from '../../../../backend/server-clock.ts'
import { adminClient } from '../../../../backend/admin-client.ts'
import { idSchema } from '../../../../domain/rows/row.ts'
import {
  type Recipient,
  type Subscriber,
  preferencesSchema,
  subscriberSchema,
} from '../../../../domain/readers/subscriber.ts'
import { useEntityMutation } from '../../../data/requests/entity-mutation.ts'
import { fetchAllAfter, PAGE_SIZE } from '../../../data/requests/fetch-all.ts'
import { fetchIds, pagedQuery } from '../../../data/requests/paged-query.ts'
import { expectChanged, unwrap } from '../../../data/requests/postgrest.ts'
import { rowQuery } from '../../../data/requests/queries.ts'
import { foundCountQuery, withWords, wordsFor } from '../../../data/requests/text-search.ts'
import { dayRange, startOfMonth } from '../subscriber-days.ts'
import type { SubscribersQuery } from '../subscribers-search.ts'

const COLUMNS =
  'id, email, first_name, subscribed_at, source_page, status, preferences, consent_wording, consent_version, ' +
  'consent_at, consent_source, confirmed_at, unsubscribed_at, data_requested_at, erasure_requested_at'

export function subscriberListQuery(query: SubscribersQuery) {
  return pagedQuery({
    entity: 'subscribers',
    query,
    schema: subscriberSchema,
    pageSize: 50,
    newest: 'subscribed_at',
    searched: 'subscribers',
    request: () => filteredSubscribers(query, { count: 'exact' }),
  })
}

/** The ids of the subscribers that match a filter, as fetchIds says. */
export const fetchSubscriberIds = (query: SubscribersQuery) =>
  fetchIds({
    query,
    newest: 'subscribed_at',
    searched: 'subscribers',
    request: () => filteredSubscribers(query, { count: 'exact' }),
  })

const placeSchema = z.pick(subscriberSchema, { subscribed_at: true, id: true })

/** All subscribers that match a filter, the latest first. Rejects with a BackendError. */
export async function fetchSubscribers(
  filter: SubscribersQuery,
  onProgress: (fetched: number) => void,
): Promise<Subscriber[]> {
  const words = await wordsFor('subscribers', filter.text)
  const fetchRows = (after: z.infer<typeof placeSchema> | null) => {
    const rows = withWords(filteredSubscribers(filter), words)
      .order('subscribed_at', { ascending: false })
      .order('id')
      .limit(PAGE_SIZE)
    return after === null ? rows : rows.or(afterRow(after))
  }
  return fetchAllAfter(subscriberSchema, placeSchema, fetchRows, onProgress)
}

function afterRow({ subscribed_at, id }: z.infer<typeof placeSchema>): string {
  return `subscribed_at.lt."${subscribed_at}",and(subscribed_at.eq."${subscribed_at}",id.gt."${id}")`
}

/** The number of active subscribers that match a filter. */
export function activeCountQuery(filter: SubscribersQuery) {
  return foundCountQuery({
    queryKey: ['subscribers', 'active', { ...filter, page: undefined }],
    table: 'subscribers',
    text: filter.text,
    request: (words) =>
      withWords(filteredSubscribers(filter, { count: 'exact', head: true }), words).eq('status', 'active'),
  })
}

function filteredSubscribers(filter: SubscribersQuery, options: { count?: 'exact'; head?: true } = {}) {
  const { status, source, requests } = filter
  let rows = adminClient().from('subscribers').select(COLUMNS, options)
  if (status !== undefined) rows = rows.eq('status', status)
  if (source !== undefined) rows = rows.eq('source_page', source)
  if (requests !== undefined) rows = rows.or('data_requested_at.not.is.null,erasure_requested_at.not.is.null')
  const days = dayRange(filter)
  if (days !== null) rows = rows.gte('subscribed_at', days.from).lt('subscribed_at', days.before)
  return rows
}

const overviewSchema = z.object({
  /** Only active ones are subscribers. */
  total: z.number(),
  active: z.number(),
  /** Subscribed in the current calendar month. */
  this_month: z.number(),
  pending: z.number(),
  unsubscribed: z.number(),
  /** Readers who wait for their data or its erasure. */
  requests: z.number(),
  /** The pages they came from, most used first. */
  sources: z.array(z.string()),
})
export type SubscriberOverview = z.infer<typeof overviewSchema>

/** The counts of all subscribers, and their sources. */
export const subscriberOverviewQuery = rowQuery(['subscribers', 'overview'], overviewSchema, () =>
  adminClient().rpc('get_subscriber_overview', { month_start: startOfMonth(serverClock.now()) }),
)

/** Numbers of mails that could not be sent yet and of mails given up, and why the latest failed. */
export const mailStateQuery = rowQuery(
  ['subscribers', 'mails'],
  z.object({ waiting: z.number(), given_up: z.number(), error: z.nullable(z.string()) }),
  () => adminClient().rpc('get_subscriber_mail_state'),
)

const recipientSchema = z.object({
  id: idSchema,
  email: z.string(),
  first_name: z.nullable(z.string()),
  preferences: preferencesSchema,
  unsubscribe_token: z.string(),
})

/** Every active subscriber who wants the weekly letter, with the link that ends the subscription. Rejects with a BackendError. */
export async function fetchRecipients(): Promise<Recipient[]> {
  const all = await fetchAllAfter(recipientSchema, z.pick(recipientSchema, { id: true }), (after) =>
    adminClient().rpc('get_mailing_list', {
      p_limit: PAGE_SIZE,
      ...(after === null ? {} : { p_after: after.id }),
    }),
  )
  return all.map(({ unsubscribe_token, ...recipient }) => ({
    ...recipient,
    unsubscribeLink: `${apiUrl()}/functions/v1/newsletter?unsubscribe=${unsubscribe_token}`,
  }))
}

/** All that is stored about a subscriber's address, as JSON to send to the reader. Rejects with a BackendError. */
export async function fetchSubscriberData(id: string): Promise<unknown> {
  return unwrap(await adminClient().rpc('get_subscriber_data', { p_id: id }))
}

/** Marks a reader's requests as answered, unless they have asked for something else since `subscriber` was loaded. */
export const useCloseRequests = () =>
  useEntityMutation(['subscribers'], async (subscriber: Subscriber) => {
    let asked = adminClient()
      .from('subscribers')
      .update({ data_requested_at: null, erasure_requested_at: null })
      .eq('id', subscriber.id)
    for (const column of ['data_requested_at', 'erasure_requested_at'] as const) {
      const at = subscriber[column]
      asked = at === null ? asked.is(column, null) : asked.eq(column, at)
    }
    expectChanged(
      await asked.select('id'),
      'This subscriber is gone or has asked for something else, or you are not allowed to change it',
    )
  })

/** Deletes a subscriber and the messages from the same address, for super admins. Rejects with a BackendError. */
export async function eraseSubscriber(id: string): Promise<void> {
  unwrap(await adminClient().rpc('erase_subscriber', { p_id: id }))
}
