import { TOPIC_TEXTS } from './topic-texts.ts'

// Apart from letter.ts: the lists of the admin have these in their addresses, and need no schema of a letter.

/** The topics of letters: what readers choose on the page of their subscription. */
export const TOPICS = Object.keys(TOPIC_TEXTS) as (keyof typeof TOPIC_TEXTS)[]
export type Topic = (typeof TOPICS)[number]

/** `sending`: it is frozen and goes out; the other ones say what comes before and after. */
export const LETTER_STATUSES = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const
export type LetterStatus = (typeof LETTER_STATUSES)[number]

export const LETTER_STATUS_LABELS: Readonly<Record<LetterStatus, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Going Out',
  sent: 'Sent',
  cancelled: 'Cancelled',
}

/**
 * Why a letter that is scheduled or being sent waits until somebody goes on: a person wished so; its time has passed by more
 * than an hour; the magazine was restored from an archive; the sender cannot go on, and `problem` says why: the mail server or provider
 * refused, the sender's check failed, or the letter could not be drawn.
 */
export const HOLDS = ['person', 'late', 'restored', 'provider'] as const
export type Hold = (typeof HOLDS)[number]

/** What a letter is called. */
export const letterTitle = ({ subject }: { subject: string }): string =>
  subject.trim() || 'Letter without a subject'

/** What the state of a letter is called. */
export const letterStateLabel = ({ status, hold }: { status: LetterStatus; hold: Hold | null }): string =>
  hold === null ? LETTER_STATUS_LABELS[status] : 'Held'

/**
 * What became of a letter for one subscriber who had chosen its topic. `excluded`: it was never meant to go to this address,
 * for a `reason`. `claimed`: it is being handed over. `unknown`: it was, and no answer came; the sender finds out.
 * `skipped`: consent ended, or the address was suppressed, between the freezing and the turn of this mail.
 */
export const RECIPIENT_STATES = [
  'excluded',
  'queued',
  'claimed',
  'unknown',
  'accepted',
  'failed',
  'skipped',
] as const
export type RecipientState = (typeof RECIPIENT_STATES)[number]
