import * as z from 'zod/mini'
import { optional } from '../../data/list-search.ts'

export const MESSAGES_PAGE_SIZE = 20

export const MESSAGE_STATUSES = ['new', 'read', 'answered'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/** The address of the messages: `?q=oak&status=new&page=2&open=<id>`. A part that is wrong counts as absent. */
export const messagesSearchSchema = z.object({
  q: optional(z.coerce.string()),
  status: optional(z.enum(MESSAGE_STATUSES)),
  page: optional(z.int().check(z.positive())),
  open: optional(z.uuid()),
})
export type MessagesSearch = z.infer<typeof messagesSearchSchema>

export interface MessagesQuery {
  text: string
  status: MessageStatus | null
  /** Counts from 1. */
  page: number
}

export function toMessagesQuery(search: MessagesSearch): MessagesQuery {
  return { text: search.q?.trim() ?? '', status: search.status ?? null, page: search.page ?? 1 }
}
