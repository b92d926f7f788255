import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { contactMessageSchema, type ContactMessage } from '../../../../domain/contact.ts'
import { orIlike } from '../../../../domain/query.ts'
import { unwrapCount, parseRows } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'
import { MESSAGES_PAGE_SIZE, type MessagesQuery } from '../messages-search.ts'

export interface MessagePage {
  rows: ContactMessage[]
  /** Of all pages. */
  total: number
}

const TEXT_COLUMNS = ['name', 'email', 'subject', 'message'] as const

/** One page of the messages, the newest first. */
export function messageListQuery(query: MessagesQuery) {
  return queryOptions({
    queryKey: keys.messages.list(query),
    queryFn: async ({ signal }): Promise<MessagePage> => {
      const { text, status, page } = query
      let rows = adminClient()
        .from('contact_messages')
        .select('id, name, email, subject, phone, message, status, created_at', { count: 'exact' })
      if (status !== null) rows = rows.eq('status', status)
      if (text !== '') rows = rows.or(orIlike(TEXT_COLUMNS, text))
      const first = (page - 1) * MESSAGES_PAGE_SIZE
      const answer = await rows
        .order('created_at', { ascending: false })
        .order('id')
        .range(first, first + MESSAGES_PAGE_SIZE - 1)
        .abortSignal(signal)
      return { rows: parseRows(contactMessageSchema, answer), total: unwrapCount(answer) }
    },
    placeholderData: keepPreviousData,
  })
}
