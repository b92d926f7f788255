import * as z from 'zod/mini'
import { idSchema } from '../rows/row.ts'
import { type Role, can } from '../people/role.ts'
import { SUBSCRIBER_LIMITS } from '../readers/subscriber.ts'
import { letterContentSchema } from './letter.ts'
import { senderFindingSchema } from './sender-check.ts'

/**
 * What the admin asks about letters, as JSON by `POST`: the publisher, which answers a refusal as `{problem}`, with a sentence; or,
 * where none sends, the function `letter-requests`.
 */

/** Where the publisher takes a request for test mails: of any letter for editors, to themselves only for contributors. */
export const LETTER_TEST_PATH = '/publish/letters/test'
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

/** What the function `letter-requests` is asked: test mails, or what mail hosts will find of the sender. */
export const letterRequestSchema = z.union([
  z.object({ test: letterTestSchema }),
  z.object({ check: z.literal(true) }),
])

export type LetterRequest = z.infer<typeof letterRequestSchema>

/** Whether a person may have a test sent to some addresses: contributors to their own only. */
export function mayTest(
  { email, role }: { email: string | null; role: Role },
  to: readonly string[],
): boolean {
  if (can(role, 'letters.send')) return true
  return can(role, 'letters.write') && to.every((address) => address.toLowerCase() === email?.toLowerCase())
}

/** What became of a test mail, by address; `problem`: why it was not taken, null: it was. */
export const letterTestResultSchema = z.object({
  mails: z.array(z.object({ to: z.string(), problem: z.nullable(z.string()) })),
})
export type LetterTestResult = z.infer<typeof letterTestResultSchema>

/** By what letters go out; `mailbox`: the local one of `npm start`, which sends nothing to anybody. */
export const ADAPTER_NAMES = ['smtp', 'resend', 'postmark', 'mailbox', 'none'] as const
export type AdapterName = (typeof ADAPTER_NAMES)[number]

/** How letters are sent, as the database tells it. */
export const letterSenderStatusSchema = z.object({
  /** Who sends them now: the publisher; the function `send-letters`, a part of the mails each minute; or nobody. */
  sent_by: z.enum(['publisher', 'function', 'none']),
  /** By what; where nobody sends, by what the publisher did when it was last at work. */
  adapter: z.enum(ADAPTER_NAMES),
  /** The address that letters come from; null: none is set. */
  address: z.nullable(z.string()),
  /** Whether a publisher is at work. */
  has_publisher: z.boolean(),
  /** Why the function cannot send, as a sentence; null: it can, or has told nothing. */
  function_problem: z.nullable(z.string()),
  /** Mails in a minute, at most; null: no limit. */
  per_minute: z.nullable(z.number()),
  /** How many more mails a new domain sends today; null: it is not limited. */
  left_today: z.nullable(z.number()),
  /** Whether mail hosts know no letter of this domain: the first to more than a few waits for the sender's check. */
  is_first: z.boolean(),
})
export type LetterSenderStatus = z.infer<typeof letterSenderStatusSchema>

/** What mail hosts will find of the sender. */
export const senderCheckSchema = z.object({ findings: z.array(senderFindingSchema) })

/** Where the publisher draws the page that a letter would have on the site, for who writes letters. */
export const LETTER_PAGE_PATH = '/publish/letters/page'

export const letterPageRequestSchema = z.object({ letterId: idSchema, content: letterContentSchema })
export type LetterPageRequest = z.infer<typeof letterPageRequestSchema>
