import * as z from 'zod/mini'
import { idSchema } from '../rows/row.ts'
import { SUBSCRIBER_LIMITS } from '../readers/subscriber.ts'
import { letterContentSchema } from './letter.ts'
import { senderFindingSchema } from './sender-check.ts'

/** What the admin asks the publisher about letters, as JSON by `POST`. A refusal is answered as `{problem}`, with a sentence. */

/** Where the publisher takes a request for test mails: of any letter for editors, to themselves only for contributors. */
export const LETTER_TEST_PATH = '/publish/letters/test'
/** Where the publisher tells how letters are sent. The body of the request is `{}`. */
export const LETTER_SENDER_PATH = '/publish/letters/sender'

/** Where the publisher tells what mail hosts will find of the sender. The body of the request is `{}`. */
export const LETTER_CHECK_PATH = '/publish/letters/check'

/** Addresses of one test, at most. */
export const MAX_TEST_ADDRESSES = 5

export const letterTestSchema = z.object({
  letterId: idSchema,
  to: z
    .array(z.string().check(z.trim(), z.minLength(3), z.maxLength(SUBSCRIBER_LIMITS.email)))
    .check(z.minLength(1), z.maxLength(MAX_TEST_ADDRESSES)),
})
export type LetterTest = z.infer<typeof letterTestSchema>

/** What became of a test mail, by address; `problem`: why it was not taken, null: it was. */
export const letterTestResultSchema = z.object({
  mails: z.array(z.object({ to: z.string(), problem: z.nullable(z.string()) })),
})
export type LetterTestResult = z.infer<typeof letterTestResultSchema>

/** By what letters go out; `mailbox`: the local one of `npm start`, which sends nothing to anybody. */
export const ADAPTER_NAMES = ['smtp', 'resend', 'postmark', 'mailbox', 'none'] as const
export type AdapterName = (typeof ADAPTER_NAMES)[number]

export const letterSenderStatusSchema = z.object({
  adapter: z.enum(ADAPTER_NAMES),
  /** The address that letters come from; null: none is set. */
  from: z.nullable(z.string()),
  /** Why letters cannot be sent, as a sentence; null: they can. */
  problem: z.nullable(z.string()),
  /** Mails in a minute, at most; null: no limit. */
  perMinute: z.nullable(z.number()),
  /** Whether a mail can come twice where the sender is killed: of plain SMTP, at most the mails that it was handing over. */
  canDouble: z.boolean(),
  /** How many more mails a new domain sends today; null: it is not limited. */
  leftToday: z.nullable(z.number()),
  /** Whether mail hosts know no letter of this domain: the first to more than a few waits for the sender's check. */
  isFirst: z.boolean(),
})
export type LetterSenderStatus = z.infer<typeof letterSenderStatusSchema>

/** What mail hosts will find of the sender. */
export const senderCheckSchema = z.object({ findings: z.array(senderFindingSchema) })

/** Where the publisher draws the page that a letter would have on the site, for who writes letters. */
export const LETTER_PAGE_PATH = '/publish/letters/page'

export const letterPageRequestSchema = z.object({ letterId: idSchema, content: letterContentSchema })
export type LetterPageRequest = z.infer<typeof letterPageRequestSchema>
