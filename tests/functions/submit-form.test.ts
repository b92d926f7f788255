import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { consentVersion } from '../../src/domain/readers/subscriber.ts'
import { standardTexts } from '../../src/words/standard-texts.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { client, SITE_URL, startTestStack } from '../support/database/test-stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

/** Posts a form as a browser without script does. */
async function post(fields: Record<string, string>, address = '203.0.113.1') {
  const response = await fetch(`${stack.url}/functions/v1/submit-form`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-forwarded-for': address },
    redirect: 'manual',
  })
  return { status: response.status, to: response.headers.get('location') }
}

const redirected = (to: string) => ({ status: 303, to: SITE_URL + to })
const rows = async (table: string) =>
  (await client(stack, stack.secretKey).from(table).select('*').order('email')).data ?? []

describe('a sign-up', () => {
  test('is stored with its page and redirects back to it', async () => {
    const consent = consentVersion('newsletter', standardTexts('en').consent_newsletter)
    const fields = { form: 'newsletter', page: '/about', email: 'Anna@Example.com', first_name: 'Anna' }
    expect(await post({ ...fields, specialOffers: 'on' })).toEqual(redirected('/about#form:subscribed'))
    expect(await rows('subscribers')).toMatchObject([
      {
        email: 'anna@example.com',
        first_name: 'Anna',
        source_page: '/about',
        status: 'pending',
        consent_version: consent,
        consent_source: 'newsletter',
        preferences: { weeklyNewsletter: false, designTips: false, newArticles: false, specialOffers: true },
      },
    ])
    // A pending address is answered like a new one.
    expect(await post(fields)).toEqual(redirected('/about#form:subscribed'))
    await client(stack, stack.secretKey)
      .from('subscribers')
      .update({ status: 'active' })
      .eq('email', 'anna@example.com')
    expect(await post(fields)).toEqual(redirected('/about#form:already-subscribed'))
  })

  test('with the honeypot field filled is not stored, but redirects like a success', async () => {
    const before = (await rows('subscribers')).length
    const fields = { form: 'letter-line', page: '/', email: 'bot@example.com', website: 'x' }
    expect(await post(fields)).toEqual(redirected('/#form:thanks'))
    expect(await rows('subscribers')).toHaveLength(before)
  })

  test('with a missing or invalid address redirects with the error', async () => {
    expect(await post({ form: 'letter-line', page: '/', email: ' ' })).toEqual(
      redirected('/#form:email-required'),
    )
    expect(await post({ form: 'letter-line', page: '/', email: 'a b@c.de' })).toEqual(
      redirected('/#form:sign-up-invalid'),
    )
  })
})

describe('a message', () => {
  const fields = {
    form: 'contact',
    page: '/contact',
    name: 'Ben Vale',
    email: 'ben@example.com',
    message: 'A\r\nB',
  }

  test('is stored and subscribes the sender', async () => {
    expect(await post({ ...fields, subject: 'Lamps' })).toEqual(redirected('/contact#form:message-sent'))
    expect(await rows('contact_messages')).toMatchObject([
      { name: 'Ben Vale', email: 'ben@example.com', message: 'A\nB', subject: 'Lamps', phone: null },
    ])
    expect((await rows('subscribers')).find(({ email }) => email === 'ben@example.com')).toMatchObject({
      first_name: 'Ben',
      source_page: 'contact_form',
      status: 'pending',
      consent_source: 'contact',
    })
  })

  test('with a missing or too long text is not stored', async () => {
    const before = (await rows('contact_messages')).length
    expect(await post({ ...fields, message: '' })).toEqual(redirected('/contact#form:message-invalid'))
    expect(await post({ ...fields, message: 'x'.repeat(10_001) })).toEqual(
      redirected('/contact#form:message-invalid'),
    )
    expect(await rows('contact_messages')).toHaveLength(before)
  })

  test('counts towards the rate limit of the sender’s address', async () => {
    const from = '203.0.113.20'
    for (let at = 0; at < 8; at += 1) await post(fields, from)
    expect(await post(fields, from)).toEqual(redirected('/contact#form:too-many-messages'))
    expect(await post(fields, '203.0.113.21')).toEqual(redirected('/contact#form:message-sent'))
  })
})

describe('a form that is switched off', () => {
  const settings = () => client(stack, stack.secretKey).from('site_settings')
  afterEach(async () => {
    await settings().delete().not('id', 'is', null)
  })

  test('stores no sign-up; the contact form still stores its message', async () => {
    await settings().insert({ newsletter_enabled: false })
    const reader = { page: '/', email: 'late@example.com' }
    expect(await post({ form: 'newsletter', ...reader })).toEqual(redirected('/#form:not-subscribed'))
    expect(
      await post({ form: 'contact', ...reader, name: 'Late', message: 'Hello' }, '203.0.113.40'),
    ).toEqual(redirected('/#form:message-sent'))
    expect((await rows('contact_messages')).map(({ email }) => email)).toContain(reader.email)
    expect((await rows('subscribers')).map(({ email }) => email)).not.toContain(reader.email)
  })

  test('stores no message', async () => {
    await settings().insert({ contact_enabled: false })
    const before = (await rows('contact_messages')).length
    const message = {
      form: 'contact',
      page: '/contact',
      name: 'Late',
      email: 'late@example.com',
      message: 'Hi',
    }
    expect(await post(message, '203.0.113.41')).toEqual(redirected('/contact#form:message-not-sent'))
    expect(await rows('contact_messages')).toHaveLength(before)
  })
})

test('other requests are refused', async () => {
  expect((await post({ email: 'a@example.com' })).status).toBe(400)
  const call = (init: RequestInit) => fetch(`${stack.url}/functions/v1/submit-form`, init)
  expect((await call({})).status).toBe(405)
  expect((await call({ method: 'POST', body: '{}' })).status).toBe(415)
  expect((await call({ method: 'POST', body: new URLSearchParams({ x: 'y'.repeat(200_000) }) })).status).toBe(
    413,
  )
})

test('a NUL character is refused with a message', async () => {
  const response = await fetch(`${stack.url}/functions/v1/submit-form`, {
    method: 'POST',
    body: new URLSearchParams({ form: 'newsletter', email: 'nul@example.com', first_name: 'a\0b' }),
  })
  expect([response.status, await response.text()]).toEqual([
    400,
    'The form has a character that cannot be stored',
  ])
})

test('never redirects to another site', async () => {
  const fields = { form: 'letter-line', email: 'c@example.com', page: '//evil.example' }
  expect(await post(fields)).toEqual(redirected('/#form:thanks'))
})
