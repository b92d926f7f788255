import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailtoLink } from './mailto.ts'

test('no address adds a field to the mail that a link opens, and each is read back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (email) => {
      const link = mailtoLink(email)
      expect(link).not.toMatch(/[?&#"<>\s]/)
      expect(decodeURIComponent(link)).toBe(`mailto:${email}`)
    }),
  )
  expect(mailtoLink('a?bcc=b@example.com')).toBe('mailto:a%3Fbcc%3Db@example.com')
})

test('subject and text are filled in', () => {
  const link = mailtoLink('a@example.com', { subject: 'Re: 50% off & more?', body: 'One\r\ntwo' })
  const { pathname, searchParams } = new URL(link)
  expect(pathname).toBe('a@example.com')
  expect(Object.fromEntries(searchParams)).toEqual({ subject: 'Re: 50% off & more?', body: 'One\r\ntwo' })
})
