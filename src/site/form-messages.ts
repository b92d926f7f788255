import { type FieldProblem, fieldProblem } from '../domain/readers/field-problem.ts'
import type { FormOutcome, SentOutcome } from '../domain/readers/form-outcome.ts'
import { SUBSCRIPTION_PATH } from '../domain/readers/subscriber-link.ts'
import type { Texts } from '../domain/site/texts.ts'
import type { FormWords, ScriptWords, Words } from '../words/words.ts'

export interface Message {
  title: string
  description: string
  /** A line below the description. */
  note?: string
  /** Where to go on, below the description. */
  link?: { text: string; path: string }
  /** Shown as an error. */
  destructive?: boolean
}

/** The site settings that messages depend on. */
export interface MessageSite {
  siteName: string
  newsletterConfirm: boolean
  texts: Pick<Texts, 'letter_thanks'>
}

/** The outcomes that are shown as an error. */
const WRONG: ReadonlySet<FormOutcome> = new Set([
  'email-required',
  'sign-up-invalid',
  'already-subscribed',
  'not-subscribed',
  'too-many-sign-ups',
  'message-invalid',
  'message-not-sent',
  'too-many-messages',
  'link-not-asked',
  'too-many-links',
  'not-confirmed',
  'not-subscribed-now',
  'link-expired',
])

/** The message for the outcome of a form: in a toast, or in the page when there is no script. */
export function formMessage(outcome: SentOutcome, site: MessageSite, words: ScriptWords): Message
export function formMessage(outcome: FormOutcome, site: MessageSite, words: Words): Message
export function formMessage(
  outcome: FormOutcome,
  { siteName, newsletterConfirm, texts }: MessageSite,
  { forms, outcomes }: ScriptWords | Words,
): Message {
  if (outcome === 'subscribed' || outcome === 'thanks') {
    const message =
      outcome === 'thanks'
        ? { title: outcomes.thanks.title, description: texts.letter_thanks }
        : { title: outcomes.subscribed.title(siteName), description: outcomes.subscribed.text }
    return newsletterConfirm ? { ...message, note: forms.confirm } : message
  }
  // The signatures say that they have it.
  const { title, text: description } = (outcomes as Words['outcomes'])[outcome]
  return {
    title,
    description,
    ...(outcome === 'already-subscribed' && {
      link: { text: outcomes['already-subscribed'].link, path: SUBSCRIPTION_PATH },
    }),
    ...(WRONG.has(outcome) && { destructive: true }),
  }
}

/** What a form says of a field of `max` characters whose schema found the problem `message`; undefined where it found none. */
export function fieldError(
  { errors }: FormWords,
  field: keyof FormWords['errors'],
  max: number,
  message: string | undefined,
): string | undefined {
  const problem = fieldProblem(message)
  const texts: Partial<Record<FieldProblem, (max: number) => string>> = errors[field]
  return problem && texts[problem]?.(max)
}
