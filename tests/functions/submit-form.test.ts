import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../supabase/local/stack.ts'
import { client, SITE_URL, startTestStack } from '../support/test-stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

/** Posts a form as a browser without script does; resolves with where it leads. */
async function post(fields: Record<string, string>, address = '203.0.113.1') {
  const response = await fetch(`${stack.url}/functions/v1/submit-form`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-forwarded-for': address },
    redirect: 'manual',
  })
  return { status: response.status, to: response.headers.get('location') }
}

const led = (to: string) => ({ status: 303, to: SITE_URL + to })
const rows = async (table: string) =>
  (await client(stack, stack.secretKey).from(table).select('*').order('email')).data ?? []

describe('a sign-up', () => {
  test('is stored with its page and leads back there', async () => {
    const fields = { form: 'newsletter', page: '/about', email: 'Anna@Example.com', first_name: 'Anna' }
    expect(await post({ ...fields, specialOffers: 'on' })).toEqual(led('/about#form:subscribed'))
    expect(await rows('subscribers')).toMatchObject([
      {
        email: 'anna@example.com',
        first_name: 'Anna',
        source_page: '/about',
        status: 'active',
        preferences: { weeklyNewsletter: false, designTips: false, newArticles: false, specialOffers: true },
      },
    ])
    expect(await post(fields)).toEqual(led('/about#form:already-subscribed'))
  })

  test('of a machine leads on as if it had worked, and is not stored', async () => {
    const before = (await rows('subscribers')).length
    const fields = { form: 'letter-line', page: '/', email: 'bot@example.com', website: 'x' }
    expect(await post(fields)).toEqual(led('/#form:thanks'))
    expect(await rows('subscribers')).toHaveLength(before)
  })

  test('without an address, or with one that is none, says so', async () => {
    expect(await post({ form: 'letter-line', page: '/', email: ' ' })).toEqual(led('/#form:email-required'))
    expect(await post({ form: 'letter-line', page: '/', email: 'a b@c.de' })).toEqual(
      led('/#form:sign-up-invalid'),
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

  test('is stored, and its writer signed up', async () => {
    expect(await post({ ...fields, subject: 'Lamps' })).toEqual(led('/contact#form:message-sent'))
    expect(await rows('contact_messages')).toMatchObject([
      { name: 'Ben Vale', email: 'ben@example.com', message: 'A\nB', subject: 'Lamps', phone: null },
    ])
    expect((await rows('subscribers')).find(({ email }) => email === 'ben@example.com')).toMatchObject({
      first_name: 'Ben',
      source_page: 'contact_form',
    })
  })

  test('that is not complete is not stored', async () => {
    const before = (await rows('contact_messages')).length
    expect(await post({ ...fields, message: '' })).toEqual(led('/contact#form:message-invalid'))
    expect(await post({ ...fields, message: 'x'.repeat(10_001) })).toEqual(
      led('/contact#form:message-invalid'),
    )
    expect(await rows('contact_messages')).toHaveLength(before)
  })

  test('has the limits of its sender, not those of the function', async () => {
    const from = '203.0.113.20'
    for (let at = 0; at < 8; at += 1) await post(fields, from)
    expect(await post(fields, from)).toEqual(led('/contact#form:too-many-messages'))
    expect(await post(fields, '203.0.113.21')).toEqual(led('/contact#form:message-sent'))
  })
})

test('what is no form of the site is refused', async () => {
  expect((await post({ email: 'a@example.com' })).status).toBe(400)
  const call = (init: RequestInit) => fetch(`${stack.url}/functions/v1/submit-form`, init)
  expect((await call({})).status).toBe(405)
  expect((await call({ method: 'POST', body: '{}' })).status).toBe(415)
  expect((await call({ method: 'POST', body: new URLSearchParams({ x: 'y'.repeat(200_000) }) })).status).toBe(
    413,
  )
})

test('nobody is led to another site', async () => {
  const fields = { form: 'letter-line', email: 'c@example.com', page: '//evil.example' }
  expect(await post(fields)).toEqual(led('/#form:thanks'))
})
