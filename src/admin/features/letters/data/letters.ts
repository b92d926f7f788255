import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { serverClock } from '../../../../backend/server-clock.ts'
import { type Topic, RECIPIENT_STATES, TOPICS } from '../../../../domain/letters/letter-states.ts'
import {
  type Letter,
  type LetterBlock,
  type LetterRecipient,
  letterBlocksSchema,
  letterSchema,
  recipientSchema,
} from '../../../../domain/letters/letter.ts'
import { selectOf } from '../../../../domain/rows/content-type.ts'
import { invalidate } from '../../../data/requests/entity-mutation.ts'
import { fetchAllAfter, PAGE_SIZE } from '../../../data/requests/fetch-all.ts'
import { pagedQuery } from '../../../data/requests/paged-query.ts'
import { parseRow, unwrap } from '../../../data/requests/postgrest.ts'
import { withWords, wordsFor } from '../../../data/requests/text-search.ts'
import type { LettersQuery, RecipientFilter, RecipientsQuery } from '../letters-search.ts'

/** How often a letter is asked for that goes out, or is about to, and another one that is not finished, in ms. */
const POLL_MS = { busy: 1_500, waiting: 15_000 }
/** How long before its time a scheduled letter is about to go out, in ms. */
const SOON_MS = 15_000

const listedSchema = z.omit(letterSchema, { blocks: true, content: true })
export type ListedLetter = z.infer<typeof listedSchema>

type State = Pick<Letter, 'status' | 'hold' | 'send_at'>

/** Whether a letter goes out now, or is about to. */
export function isGoingOut({ status, hold, send_at }: State): boolean {
  if (hold !== null) return false
  const isDue = Date.parse(send_at ?? '') <= serverClock.now().getTime() + SOON_MS
  return status === 'sending' || (status === 'scheduled' && isDue)
}

function pollMs(letters: readonly State[]): number | false {
  if (letters.some(isGoingOut)) return POLL_MS.busy
  return letters.some(({ status }) => status === 'scheduled' || status === 'sending')
    ? POLL_MS.waiting
    : false
}

/** Letters, the one that was changed or sent last first. */
export const letterListQuery = (query: LettersQuery) => ({
  ...pagedQuery({
    entity: 'letters',
    query,
    schema: listedSchema,
    pageSize: 20,
    newest: 'updated_at',
    searched: 'letters',
    request: () => {
      let rows = adminClient().from('letters').select(selectOf(listedSchema), { count: 'exact' })
      if (query.status !== undefined) rows = rows.eq('status', query.status)
      if (query.topic !== undefined) rows = rows.eq('topic', query.topic)
      return rows
    },
  }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: { rows: ListedLetter[] } | undefined } }) =>
    pollMs(state.data?.rows ?? []),
})

/** One letter; null when there is none. */
export const letterQuery = (id: string) =>
  queryOptions({
    queryKey: ['letters', 'row', id],
    queryFn: async ({ signal }) =>
      parseRow(
        z.nullable(letterSchema),
        await adminClient()
          .from('letters')
          .select(selectOf(letterSchema))
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle(),
      ),
    staleTime: 0,
    refetchInterval: ({ state }) => pollMs(state.data == null ? [] : [state.data]),
  })

/** What is written of a letter. */
export const letterFormSchema = z.object({
  topic: z.enum(TOPICS),
  subject: z.string(),
  preview_text: z.string(),
  blocks: letterBlocksSchema,
})
export type LetterForm = z.infer<typeof letterFormSchema>

/** The letter and its version that a save changes; null: a new one. */
type Opened = Pick<Letter, 'id' | 'version'> | null

/** Rejects with a BackendError, 'conflict' when the letter was saved by someone else since. */
export async function saveLetter({ opened, form }: { opened: Opened; form: LetterForm }): Promise<Letter> {
  return parseRow(
    letterSchema,
    await adminClient().rpc('save_letter', {
      p_id: opened?.id ?? null,
      p_version: opened?.version ?? null,
      p_letter: { ...form, blocks: form.blocks.map((block: LetterBlock) => ({ ...block })) },
    }),
  )
}

const countsSchema = z.array(z.object({ reason: z.string(), count: z.number() }))

const audienceSchema = z.object({
  /** Subscribers who have chosen the topic. */
  candidates: z.number(),
  recipients: z.number(),
  excluded: countsSchema,
})
export type Audience = z.infer<typeof audienceSchema>

/** To whom a letter of a topic would go now. For editors. */
export const audienceQuery = (topic: Topic) =>
  queryOptions({
    queryKey: ['letters', 'audience', topic],
    queryFn: async ({ signal }) =>
      parseRow(
        audienceSchema,
        await adminClient().rpc('letter_audience', { p_topic: topic }).abortSignal(signal),
      ),
    staleTime: 0,
  })

const numbersSchema = z.object({
  candidates: z.number(),
  excluded: z.number(),
  recipients: z.number(),
  queued: z.number(),
  claimed: z.number(),
  unknown: z.number(),
  accepted: z.number(),
  failed: z.number(),
  skipped: z.number(),
  bounced: z.number(),
  /** Readers who left the topic by this letter, and how many of them did so within 60 s after their mail was accepted. */
  left: z.number(),
  left_at_once: z.number(),
  complaints: z.number(),
  reasons: z.array(z.object({ state: z.enum(RECIPIENT_STATES), reason: z.string(), count: z.number() })),
  /** Mails that were handed over within the last minute. */
  per_minute: z.number(),
  first_claimed_at: z.nullable(z.string()),
  last_claimed_at: z.nullable(z.string()),
})
export type LetterNumbers = z.infer<typeof numbersSchema>

/** The numbers of a letter that goes out or did. For editors. */
export const letterNumbersQuery = (letter: State & Pick<Letter, 'id'>) =>
  queryOptions({
    // Read once more when it has ended.
    queryKey: ['letters', 'numbers', letter.id, letter.status],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      parseRow(
        numbersSchema,
        await adminClient().rpc('letter_numbers', { p_id: letter.id }).abortSignal(signal),
      ),
    staleTime: 0,
    refetchInterval: pollMs([letter]),
  })

function filteredRecipients(letterId: string, state: RecipientFilter | undefined, count?: 'exact') {
  const rows = adminClient()
    .from('letter_recipients')
    .select(selectOf(recipientSchema), count === undefined ? {} : { count })
    .eq('letter_id', letterId)
  switch (state) {
    case undefined:
      return rows
    case 'bounced':
      return rows.not('bounced_at', 'is', null)
    case 'left':
      return rows.not('left_at', 'is', null)
    default:
      return rows.eq('state', state)
  }
}

/** The recipients of a letter, by address. `isLive`: the letter goes out. */
export const recipientsQuery = (letterId: string, query: RecipientsQuery, isLive: boolean) => ({
  ...pagedQuery({
    entity: 'letters',
    list: `recipients of ${letterId}, ${isLive ? 'live' : 'at rest'}`,
    query: { ...query, sort: 'email', dir: 'asc' },
    schema: recipientSchema,
    pageSize: 50,
    searched: 'letter_recipients',
    request: () => filteredRecipients(letterId, query.state, 'exact'),
  }),
  staleTime: 0,
  refetchInterval: isLive ? POLL_MS.busy : (false as const),
})

const placeSchema = z.pick(recipientSchema, { id: true })

/** All recipients of a letter that match a filter. Rejects with a BackendError. */
export async function fetchRecipients(
  letterId: string,
  { text, state }: RecipientsQuery,
): Promise<LetterRecipient[]> {
  const words = await wordsFor('letter_recipients', text)
  return fetchAllAfter(recipientSchema, placeSchema, (after) => {
    const rows = withWords(filteredRecipients(letterId, state), words).order('id').limit(PAGE_SIZE)
    return after === null ? rows : rows.gt('id', after.id)
  })
}

/** What can be done with a letter that is finished. */
export type LetterAct = 'unschedule' | 'hold' | 'resume' | 'cancel'

const ACT_FUNCTIONS = {
  unschedule: 'unschedule_letter',
  hold: 'hold_letter',
  resume: 'resume_letter',
  cancel: 'cancel_letter',
} as const satisfies Readonly<Record<LetterAct, string>>

/** Does it; the screen shows the result when it resolves. Rejects with a BackendError. */
export function useLetterAct(id: string): (act: LetterAct) => Promise<void> {
  const client = useQueryClient()
  return async (act) => {
    try {
      unwrap(await adminClient().rpc(ACT_FUNCTIONS[act], { p_id: id }))
    } finally {
      await invalidate(client, 'letters')
    }
  }
}

/** Has a letter go out at a time (ISO); null: now. Rejects with a BackendError, 'conflict' when it was saved since. */
export function useScheduleLetter({ id, version }: Pick<Letter, 'id' | 'version'>) {
  const client = useQueryClient()
  return async (sendAt: string | null): Promise<void> => {
    try {
      unwrap(await adminClient().rpc('schedule_letter', { p_id: id, p_version: version, p_send_at: sendAt }))
    } finally {
      await invalidate(client, 'letters')
    }
  }
}
