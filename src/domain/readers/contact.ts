import * as z from 'zod/mini'
import { idSchema, timestampSchema } from '../rows/row.ts'
import { cut } from '../text/cut.ts'
import { emailCheck, withAsciiDomain } from './email.ts'
import { type FieldProblem, notTooLong, required } from './field-problem.ts'
import { SUBSCRIBER_LIMITS } from './subscriber.ts'

export const contactMessageSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  subject: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  message: z.string(),
  status: z.enum(['new', 'read', 'answered']),
  created_at: timestampSchema,
})
export type ContactMessage = z.infer<typeof contactMessageSchema>

/** Maximum lengths in characters, the same as in the database. */
export const CONTACT_LIMITS = { name: 200, email: 320, phone: 60, subject: 300, message: 10_000 } as const

/** The form 'Send us a message'; phone and subject may be empty. What is wrong with a field is a FieldProblem. */
export const contactFormSchema = z.object({
  name: required.check(notTooLong(CONTACT_LIMITS.name)),
  email: required.check(
    notTooLong(CONTACT_LIMITS.email),
    emailCheck('invalid' satisfies FieldProblem),
    z.overwrite(withAsciiDomain),
  ),
  phone: z.string().check(z.trim(), notTooLong(CONTACT_LIMITS.phone)),
  subject: z.string().check(z.trim(), notTooLong(CONTACT_LIMITS.subject)),
  message: required.check(notTooLong(CONTACT_LIMITS.message)),
})
export type ContactForm = z.infer<typeof contactFormSchema>

/** The row of a message. */
export function newContactMessage(form: ContactForm) {
  return { ...form, phone: form.phone || null, subject: form.subject || null }
}

/** The subscriber row of a message's sender: first word of the name, default preferences. */
export function contactSubscriber(form: ContactForm, consent_version: string | null) {
  return {
    email: form.email,
    first_name: cut(form.name.split(/\s+/)[0] ?? '', SUBSCRIBER_LIMITS.first_name) || null,
    source_page: 'contact_form',
    consent_version,
  }
}
