import * as z from 'zod/mini'
import { idSchema, timestampSchema } from './row.ts'

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

function required(message: string) {
  return z.string().check(z.trim(), z.minLength(1, { error: message, abort: true }))
}

/** The form 'Send us a message'; phone and subject may be empty. */
export const contactFormSchema = z.object({
  name: required('Please enter your name.').check(z.maxLength(200)),
  email: required('Please enter your email address.').check(
    z.maxLength(320),
    z.email('Please enter a valid email address.'),
  ),
  phone: z.string().check(z.trim(), z.maxLength(60)),
  subject: z.string().check(z.trim(), z.maxLength(300)),
  message: required('Please enter a message.').check(z.maxLength(10000)),
})
export type ContactForm = z.infer<typeof contactFormSchema>

/** The row that a message inserts. */
export function newContactMessage(form: ContactForm) {
  return { ...form, phone: form.phone || null, subject: form.subject || null }
}

/** The subscriber that a message also makes: the first word of the name, no preferences of its own. */
export function contactSubscriber(form: ContactForm) {
  return {
    email: form.email,
    first_name: form.name.split(/\s+/)[0] || null,
    source_page: 'contact_form',
  }
}
