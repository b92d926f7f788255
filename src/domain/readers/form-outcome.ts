import type { LinkOutcome } from './subscriber-link.ts'

/** Outcome of a form that scripts send, too: of a sign-up, or of a message. */
export type SentOutcome =
  | 'subscribed'
  | 'thanks'
  | 'email-required'
  | 'sign-up-invalid'
  | 'already-subscribed'
  | 'not-subscribed'
  | 'too-many-sign-ups'
  | 'message-sent'
  | 'message-invalid'
  | 'message-not-sent'
  | 'too-many-messages'

/** Outcome of a form. */
export type FormOutcome = SentOutcome | 'link-asked' | 'link-not-asked' | 'too-many-links' | LinkOutcome

/** The id of the message about an outcome: the colon keeps it apart from the headings of a text. */
export function outcomeId(outcome: FormOutcome): string {
  return `form:${outcome}`
}
