import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readFormPost, refusedOutcome, returnAddress } from './form-post.ts'
import { DEFAULT_PREFERENCES } from './subscriber.ts'

const read = (fields: Record<string, string>) => readFormPost(new URLSearchParams(fields))
const message = { form: 'contact', name: 'Anna Maria Berg', email: 'a@example.com', message: 'One\r\ntwo' }

describe('a posted form', () => {
  test('of the newsletter has the preferences whose switches were sent', () => {
    const fields = {
      form: 'newsletter',
      page: '/about',
      email: ' a@example.com ',
      first_name: '',
      designTips: 'on',
      consent: 'newsletter-0a1b2c3d',
    }
    expect(read(fields)).toEqual({
      kind: 'sign-up',
      outcome: 'subscribed',
      subscriber: {
        email: 'a@example.com',
        first_name: null,
        preferences: { weeklyNewsletter: false, designTips: true, newArticles: false, specialOffers: false },
        source_page: '/about',
        consent_version: 'newsletter-0a1b2c3d',
      },
    })
  })

  test('of one line has the preferences as they are by default', () => {
    const line = { form: 'letter-line', page: '/', email: 'a@example.com' }
    expect(read({ ...line, consent: 'letter-line-0a1b2c3d' })).toMatchObject({
      outcome: 'thanks',
      subscriber: {
        preferences: DEFAULT_PREFERENCES,
        source_page: '/',
        consent_version: 'letter-line-0a1b2c3d',
      },
    })
  })

  test('of the contact page is a message and a sign-up', () => {
    expect(read({ ...message, consent: 'contact-0a1b2c3d' })).toMatchObject({
      kind: 'message',
      outcome: 'message-sent',
      message: { name: 'Anna Maria Berg', message: 'One\ntwo', phone: null },
      subscriber: {
        first_name: 'Anna',
        source_page: 'contact_form',
        consent_version: 'contact-0a1b2c3d',
      },
    })
  })

  test('of the subscription page asks for a mail with a link', () => {
    const fields = {
      form: 'subscription',
      page: '/subscription',
      email: ' a@example.com',
      purpose: 'erasure',
    }
    expect(read(fields)).toEqual({
      kind: 'link',
      email: 'a@example.com',
      purpose: 'erasure',
      outcome: 'link-asked',
    })
    expect(read({ ...fields, purpose: 'toString' })).toEqual({ kind: 'none', outcome: 'link-not-asked' })
    expect(read({ ...fields, email: 'a' })).toEqual({ kind: 'none', outcome: 'link-not-asked' })
    expect(read({ ...fields, website: 'x' })).toEqual({ kind: 'none', outcome: 'link-asked' })
  })

  test('that breaks a rule makes nothing and says which', () => {
    const refused = (fields: Record<string, string>) => read({ ...message, ...fields })
    expect(refused({ message: ' ' })).toEqual({ kind: 'none', outcome: 'message-invalid' })
    expect(refused({ form: 'letter-line', email: '' })).toEqual({ kind: 'none', outcome: 'email-required' })
    expect(refused({ form: 'newsletter', email: 'a b@example.com' })).toEqual({
      kind: 'none',
      outcome: 'sign-up-invalid',
    })
  })

  test('with the honeypot filled in stores nothing and looks like a success', () => {
    expect(read({ ...message, website: 'https://spam.example' })).toEqual({
      kind: 'none',
      outcome: 'message-sent',
    })
  })

  test('with an unknown form name is refused', () => {
    expect(read({ email: 'a@example.com' })).toBeNull()
    expect(read({ ...message, form: 'constructor' })).toBeNull()
  })
})

test('a refusal of the database has its message', () => {
  expect(refusedOutcome('sign-up', '23505')).toBe('already-subscribed')
  expect(refusedOutcome('sign-up', 'PT429')).toBe('too-many-sign-ups')
  expect(refusedOutcome('sign-up', undefined)).toBe('not-subscribed')
  expect(refusedOutcome('sign-up', undefined, 409)).toBe('already-subscribed')
  expect(refusedOutcome('message', undefined, 429)).toBe('too-many-messages')
  expect(refusedOutcome('message', 'PT429')).toBe('too-many-messages')
  expect(refusedOutcome('link', 'PT429')).toBe('too-many-links')
  expect(refusedOutcome('link', undefined)).toBe('link-not-asked')
  expect(refusedOutcome('message', '23505')).toBe('message-not-sent')
})

describe('the way back', () => {
  const site = 'https://mantel.example'

  test('is the page of the form, at the message', () => {
    expect(returnAddress(site, '/article/salt', 'thanks')).toBe(`${site}/article/salt#form:thanks`)
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '@evil.example',
    null,
  ])('never leads away: %j', (page) =>
    expect(returnAddress(site, page, 'thanks')).toBe(`${site}/#form:thanks`),
  )

  test('stays on the site whatever is posted', () => {
    fc.assert(
      fc.property(fc.string(), (page) => {
        const back = new URL(returnAddress(site, `/${page}`, 'subscribed'))
        expect([back.origin, back.hash]).toEqual([site, '#form:subscribed'])
      }),
    )
  })
})
