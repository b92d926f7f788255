import { expect, test } from 'vitest'
import { contactFormSchema, contactSubscriber, newContactMessage } from './contact.ts'

const form = { name: ' Anna Maria Berg ', email: 'a@example.com', phone: '', subject: ' ', message: 'Hello' }

test('name, email and message are required', () => {
  const result = contactFormSchema.safeParse({ ...form, name: ' ', email: '', message: '\n' })
  expect(result.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['name', 'missing'],
    ['email', 'missing'],
    ['message', 'missing'],
  ])
})

test('what was left empty is stored as null', () => {
  const parsed = contactFormSchema.parse(form)
  expect(newContactMessage(parsed)).toEqual({
    name: 'Anna Maria Berg',
    email: 'a@example.com',
    phone: null,
    subject: null,
    message: 'Hello',
  })
})

test('the writer is subscribed under the first word of the name', () => {
  expect(contactSubscriber(contactFormSchema.parse(form), 'contact-0a1b2c3d')).toEqual({
    email: 'a@example.com',
    first_name: 'Anna',
    source_page: 'contact_form',
    consent_version: 'contact-0a1b2c3d',
  })
})
