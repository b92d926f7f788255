import type { PostgrestClient } from '@supabase/postgrest-js'
import * as z from 'zod/mini'
import type { ProviderEnv } from '../../backend/env/provider-env.ts'
import { toBackendError } from '../../backend/errors.ts'
import { type Letter, letterBlocksSchema } from '../../domain/letters/letter.ts'
import type { AdapterName } from '../../domain/letters/letter-requests.ts'
import type { Outcome } from './adapter.ts'
import type { FrozenLetter } from './letter-mail.ts'

const dueSchema = z.object({
  due: z.array(z.object({ id: z.string(), version: z.number() })),
  next_ms: z.nullable(z.number()),
  is_sending: z.boolean(),
})
const mailsSchema = z.array(z.object({ id: z.string(), email: z.string(), token: z.string() }))
const claimSchema = z.union([
  z.object({ claim: z.string(), letter: z.string(), mails: mailsSchema }),
  z.object({ wait_ms: z.nullable(z.number()) }),
])
const takenSchema = z.array(
  z.object({
    claim: z.string(),
    letter: z.string(),
    claimed_at: z.string(),
    mails: z.nullable(mailsSchema),
  }),
)
const frozenSchema = z.object({
  id: z.string(),
  topic: z.string(),
  subject: z.string(),
  html: z.string(),
  plain_text: z.string(),
  from_name: z.string(),
  from_address: z.string(),
  reply_to: z.nullable(z.string()),
})
const draftSchema = z.object({
  subject: z.string(),
  preview_text: z.string(),
  blocks: letterBlocksSchema,
  version: z.number(),
})

const stateSchema = z.object({ from_name: z.string(), reply_to: z.nullable(z.string()) })
export type SenderState = z.infer<typeof stateSchema>

export type Claim = z.infer<typeof claimSchema>
export type TakenClaim = z.infer<typeof takenSchema>[number]
export type Due = z.infer<typeof dueSchema>
export type Draft = Pick<Letter, 'subject' | 'preview_text' | 'blocks' | 'version'>

export interface FrozenParts {
  slug: string
  content: object
  html: string
  plainText: string
}

/** How long a claim is its sender's, in s: longer than any mail of it takes. */
const CLAIM_S = 120

/** The sender's side of the letters in the database. `client` has the secret key. Rejects with a BackendError. */
export class LetterStore {
  readonly #client: PostgrestClient
  readonly #claimS: number

  constructor(client: PostgrestClient, claimS = CLAIM_S) {
    this.#client = client
    this.#claimS = claimS
  }

  async due(): Promise<Due> {
    return dueSchema.parse(await this.#call('due_letters', {}))
  }

  async recordAdapter(adapter: AdapterName, address: string | null): Promise<void> {
    await this.#call('record_letter_adapter', { p_adapter: adapter, p_address: address })
  }

  /** Tells by what the function send-letters could send; whether it is to send now, and no other has begun within `apartS` seconds. */
  async beginSlice(
    adapter: ProviderEnv['adapter'] | 'none',
    address: string | null,
    problem: string | null,
    apartS: number,
  ): Promise<boolean> {
    const args = { p_adapter: adapter, p_address: address, p_problem: problem, p_seconds: apartS }
    return z.boolean().parse(await this.#call('begin_letter_slice', args))
  }

  /** The last parts of the addresses of letters that go out and were frozen after `time`. */
  async frozenSince(time: Date): Promise<string[]> {
    const going = this.#client.from('letters').select('slug').eq('status', 'sending').is('hold', null)
    const { data, error, status } = await going.gt('frozen_at', time.toISOString())
    if (error) throw toBackendError(error, status)
    return z
      .array(z.object({ slug: z.string() }))
      .parse(data)
      .map(({ slug }) => slug)
  }

  /** What mails name as their sender. */
  async state(): Promise<SenderState> {
    return stateSchema.parse(await this.#call('letter_sender_state', {}))
  }

  /** A letter that is not frozen; null: it is gone. */
  async draft(id: string): Promise<Draft | null> {
    return draftOf(this.#client, id)
  }

  /** The last part of the address that the page of a letter would have. */
  async freeSlug(id: string, base: string): Promise<string> {
    return z.string().parse(await this.#call('free_letter_slug', { p_id: id, p_base: base }))
  }

  /** False: the letter changed meanwhile, or is held. */
  async freeze(
    id: string,
    version: number,
    { slug, content, html, plainText }: FrozenParts,
  ): Promise<boolean> {
    const parts = { p_slug: slug, p_content: content, p_html: html, p_plain_text: plainText }
    return (await this.#call('freeze_letter', { p_id: id, p_version: version, ...parts })) !== null
  }

  /** Whether the sender's check decides on it: the first letter of a domain to more than a few. */
  async needsCheck(id: string): Promise<boolean> {
    return z.boolean().parse(await this.#call('needs_sender_check', { p_id: id }))
  }

  async hold(id: string, problem: string): Promise<void> {
    await this.#call('hold_letter_for_problem', { p_id: id, p_problem: problem })
  }

  async frozen(id: string): Promise<FrozenLetter> {
    const columns = 'id, topic, subject, html, plain_text, from_name, from_address, reply_to'
    const { data, error, status } = await this.#client.from('letters').select(columns).eq('id', id).single()
    if (error) throw toBackendError(error, status)
    return frozenSchema.parse(data)
  }

  async claim(sender: string, limit: number): Promise<Claim> {
    const args = { p_sender: sender, p_limit: limit, p_seconds: this.#claimS }
    return claimSchema.parse(await this.#call('claim_letter_mails', args))
  }

  /** The claims that other senders have left. One that was repeated `repeats` times is given up. */
  async takeOver(sender: string, repeats: number): Promise<TakenClaim[]> {
    const args = { p_sender: sender, p_repeats: repeats, p_seconds: this.#claimS }
    return takenSchema.parse(await this.#call('take_over_letter_claims', args))
  }

  async finish(claim: string, outcomes: readonly Outcome[], problem: string | null): Promise<void> {
    await this.#call('finish_letter_mails', { p_claim: claim, p_outcomes: outcomes, p_problem: problem })
  }

  async #call(name: string, args: Record<string, unknown>): Promise<unknown> {
    const { data, error, status } = await this.#client.rpc(name, args)
    if (error) throw toBackendError(error, status)
    return data
  }
}

/** A letter as a client may read it; null: it may not, or there is none. */
export async function draftOf(client: PostgrestClient, id: string): Promise<Draft | null> {
  const columns = 'subject, preview_text, blocks, version'
  const { data, error, status } = await client.from('letters').select(columns).eq('id', id).maybeSingle()
  if (error) throw toBackendError(error, status)
  return data === null ? null : draftSchema.parse(data)
}
