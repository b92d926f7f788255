import * as z from 'zod/mini'

/** What came back of a mail that was sent: a provider tells it by a webhook, other mail servers by a mail to a mailbox. */
export interface MailEvent {
  source: 'resend' | 'postmark' | 'mailbox'
  /** The same each time this event is told. */
  eventId: string
  /**
   * 'delivered': the other server took it; 'hard': the address takes no mail, now or later; 'soft': this mail was not taken;
   * 'complaint': its reader calls it spam; 'left': its reader wants no more of them, and told the provider.
   */
  kind: 'delivered' | 'hard' | 'soft' | 'complaint' | 'left'
  /** The id of the row in letter_recipients; null where only the provider's id is known. */
  recipient: string | null
  providerId: string | null
  at: string
  /** What the other server said. */
  says: string
}

/** The name under which a mail carries the id of its row to a provider, and back. */
export const RECIPIENT_TAG = 'recipient'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const text = z.catch(z.string(), '')
const tagsSchema = z.union([
  z.record(z.string(), z.unknown()),
  z.pipe(
    z.array(z.object({ name: z.string(), value: z.unknown() })),
    z.transform((tags) => Object.fromEntries(tags.map(({ name, value }) => [name, value]))),
  ),
])

const resendSchema = z.object({
  type: z.string(),
  created_at: z.string(),
  data: z.object({
    email_id: text,
    tags: z.optional(tagsSchema),
    bounce: z.optional(z.object({ type: text, message: text })),
    failed: z.optional(z.object({ reason: text })),
  }),
})

/**
 * Reads the body of a webhook of Resend, whose header `svix-id` is `eventId`. Null: it tells nothing that counts here, such as
 * that a mail was sent. Throws where it is no such body.
 */
export function readResendEvent(body: unknown, eventId: string): MailEvent | null {
  const { type, created_at: at, data } = resendSchema.parse(body)
  const kind = resendKind(type, data.bounce?.type)
  if (kind === null) return null
  const says = data.bounce?.message ?? data.failed?.reason ?? ''
  const recipient = idIn(data.tags?.[RECIPIENT_TAG])
  return { source: 'resend', eventId, kind, recipient, providerId: data.email_id || null, at, says }
}

function resendKind(type: string, bounce = ''): MailEvent['kind'] | null {
  switch (type) {
    case 'email.delivered':
      return 'delivered'
    case 'email.bounced':
      return bounce === 'Permanent' ? 'hard' : 'soft'
    // The address is on the provider's own list, so every further mail would be dropped, too.
    case 'email.suppressed':
      return 'hard'
    case 'email.failed':
      return 'soft'
    case 'email.complained':
      return 'complaint'
    default:
      return null
  }
}

const postmarkSchema = z.object({
  RecordType: z.string(),
  ID: z.optional(z.union([z.number(), z.string()])),
  Type: text,
  MessageID: text,
  Metadata: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  Description: text,
  Details: text,
  BouncedAt: z.optional(z.string()),
  ChangedAt: z.optional(z.string()),
  DeliveredAt: z.optional(z.string()),
  SuppressSending: z.optional(z.boolean()),
  SuppressionReason: z.optional(z.nullable(z.string())),
})

/** Bounces after which an address takes no mail. What is not known is soft: a reader is not lost by a guess. */
const POSTMARK_HARD = new Set(['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated'])
/** Bounces that are none: answers of people and machines, and tests. */
const POSTMARK_NONE = new Set(['AutoResponder', 'Subscribe', 'OpenRelayTest', 'AddressChange'])

/** Reads the body of a webhook of Postmark; see readResendEvent. */
export function readPostmarkEvent(body: unknown): MailEvent | null {
  const event = postmarkSchema.parse(body)
  const kind = postmarkKind(event)
  const at = event.BouncedAt ?? event.ChangedAt ?? event.DeliveredAt
  if (kind === null || at === undefined) return null
  return {
    source: 'postmark',
    // A change of a subscription has no number of its own.
    eventId: `${event.RecordType} ${event.ID ?? `${event.MessageID} ${at}`}`,
    kind,
    recipient: idIn(event.Metadata?.[RECIPIENT_TAG]),
    providerId: event.MessageID || null,
    at,
    says: event.Details || event.Description || (event.SuppressionReason ?? ''),
  }
}

function postmarkKind(event: z.infer<typeof postmarkSchema>): MailEvent['kind'] | null {
  switch (event.RecordType) {
    case 'Delivery':
      return 'delivered'
    case 'Bounce':
      if (event.Type === 'SpamComplaint') return 'complaint'
      if (event.Type === 'Unsubscribe') return 'left'
      if (POSTMARK_NONE.has(event.Type)) return null
      return POSTMARK_HARD.has(event.Type) ? 'hard' : 'soft'
    case 'SpamComplaint':
      return 'complaint'
    case 'SubscriptionChange':
      // Suppressed after a bounce or a complaint: that is told by an event of its own.
      return event.SuppressSending === true && event.SuppressionReason === 'ManualSuppression' ? 'left' : null
    default:
      return null
  }
}

function idIn(value: unknown): string | null {
  return typeof value === 'string' && UUID.test(value) ? value : null
}
