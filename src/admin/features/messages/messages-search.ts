import * as z from 'zod/mini'
import { type PagedQuery, optional, pagedSearch, toPagedQuery } from '../../data/requests/list-search.ts'

export const MESSAGE_STATUSES = ['new', 'read', 'answered'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/** The address of the messages: `?q=oak&status=new&page=2&open=<id>`. */
export const messagesSearchSchema = z.object({
  ...pagedSearch,
  status: optional(z.enum(MESSAGE_STATUSES)),
  open: optional(z.uuid()),
})
export type MessagesSearch = z.infer<typeof messagesSearchSchema>

export interface MessagesQuery extends PagedQuery {
  status: MessageStatus | undefined
}

export function toMessagesQuery(search: MessagesSearch): MessagesQuery {
  return { ...toPagedQuery(search), status: search.status }
}
