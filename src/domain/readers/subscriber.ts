import * as z from 'zod/mini'
import type { SignUpForm } from '../site/texts.ts'
import { idSchema, timestampSchema } from '../rows/row.ts'
import { cut } from '../text/cut.ts'
import { emailCheck, withAsciiDomain } from './email.ts'
import { type FieldProblem, notTooLong, required } from './field-problem.ts'

// A value that is not `true` counts as no, for a sign-up may store anything.
const preference = z.catch(z.boolean(), false)
export const preferencesSchema = z.object({
  weeklyNewsletter: preference,
  designTips: preference,
  newArticles: preference,
  specialOffers: preference,
})
export type Preferences = z.infer<typeof preferencesSchema>

/** The longest values, in characters, that the database takes. */
export const SUBSCRIBER_LIMITS = { email: 320, first_name: 120, source_page: 300 } as const

/** The preferences of a reader who has not chosen any. */
export const DEFAULT_PREFERENCES: Readonly<Preferences> = {
  weeklyNewsletter: true,
  designTips: true,
  newArticles: false,
  specialOffers: false,
}

export const subscriberSchema = z.object({
  id: idSchema,
  email: z.string(),
  first_name: z.nullable(z.string()),
  subscribed_at: timestampSchema,
  source_page: z.nullable(z.string()),
  status: z.enum(['pending', 'active', 'unsubscribed']),
  preferences: preferencesSchema,
  /** The sentence that the reader agreed to; null for imports and for rows older than this column. */
  consent_wording: z.nullable(z.string()),
  consent_version: z.nullable(z.string()),
  consent_at: z.nullable(timestampSchema),
  consent_source: z.string(),
  confirmed_at: z.nullable(timestampSchema),
  unsubscribed_at: z.nullable(timestampSchema),
  data_requested_at: z.nullable(timestampSchema),
  erasure_requested_at: z.nullable(timestampSchema),
})
export type Subscriber = z.infer<typeof subscriberSchema>

/** An active subscriber who wants the weekly letter, as the mailing list names one. */
export interface Recipient extends Pick<Subscriber, 'email' | 'first_name' | 'preferences'> {
  unsubscribeLink: string
}

/**
 * What the reader of an unsubscribe link has chosen to get, or why nothing can be chosen, as `subscriber_preferences` of the
 * database returns it.
 */
export const letterChoiceSchema = z.union([
  z.object({ preferences: preferencesSchema }),
  z.object({ outcome: z.enum(['link-expired', 'not-confirmed', 'not-subscribed-now']) }),
])
export type LetterChoice = z.infer<typeof letterChoiceSchema>

/** The preferences in a posted form, which has no field for a switch that is off. */
export function sentPreferences(fields: Pick<URLSearchParams, 'has'>): Preferences {
  return {
    weeklyNewsletter: fields.has('weeklyNewsletter'),
    designTips: fields.has('designTips'),
    newArticles: fields.has('newArticles'),
    specialOffers: fields.has('specialOffers'),
  }
}

/** The newsletter form. What is wrong with a field is a FieldProblem. */
export const subscribeFormSchema = z.object({
  email: required.check(
    notTooLong(SUBSCRIBER_LIMITS.email),
    emailCheck('invalid' satisfies FieldProblem),
    z.overwrite(withAsciiDomain),
  ),
  first_name: z.string().check(z.trim(), notTooLong(SUBSCRIBER_LIMITS.first_name)),
  preferences: preferencesSchema,
})
export type SubscribeForm = z.infer<typeof subscribeFormSchema>

/** The version of what a form says, made of its words: a changed sentence has another, and is recorded beside the former. */
export function consentVersion(form: SignUpForm, wording: string): string {
  // FNV-1a. Not crypto.subtle, which is asynchronous.
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(wording)) hash = Math.imul(hash ^ byte, 0x01000193)
  return `${form}-${(hash >>> 0).toString(16).padStart(8, '0')}`
}

/** The row that a sign-up inserts; `sourcePage` is the path where it happened. */
export function newSubscriber(form: SubscribeForm, sourcePage: string, consent_version: string | null) {
  return {
    email: form.email,
    first_name: form.first_name || null,
    preferences: form.preferences,
    source_page: cut(sourcePage, SUBSCRIBER_LIMITS.source_page),
    consent_version,
  }
}
