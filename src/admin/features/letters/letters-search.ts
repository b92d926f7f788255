import * as z from 'zod/mini'
import { LETTER_STATUSES, RECIPIENT_STATES, TOPICS } from '../../../domain/letters/letter-states.ts'
import { threadSearchSchema } from '../../story/comments/thread-search.ts'
import { type toFilteredQuery, optional, pagedSearch } from '../../data/requests/list-search.ts'

/** The address of the list: `?q=december&status=sent&topic=designTips&page=2`. */
export const lettersSearchSchema = z.object({
  ...pagedSearch,
  status: optional(z.enum(LETTER_STATUSES)),
  topic: optional(z.enum(TOPICS)),
})
export type LettersSearch = z.infer<typeof lettersSearchSchema>
export type LettersQuery = ReturnType<typeof toFilteredQuery<LettersSearch>>

/** What recipients are listed by: a state, or what happened after the mail was accepted. */
export const RECIPIENT_FILTERS = [...RECIPIENT_STATES, 'bounced', 'left'] as const
export type RecipientFilter = (typeof RECIPIENT_FILTERS)[number]

/** The list of the recipients of a letter: `?q=anna&state=failed`. */
export const recipientsSearchSchema = z.object({
  ...pagedSearch,
  state: optional(z.enum(RECIPIENT_FILTERS)),
})
export type RecipientsSearch = z.infer<typeof recipientsSearchSchema>
export type RecipientsQuery = ReturnType<typeof toFilteredQuery<RecipientsSearch>>

/** The address of a letter, with the list of its recipients, or the thread of comments to open. */
export const letterSearchSchema = z.extend(recipientsSearchSchema, threadSearchSchema.shape)
