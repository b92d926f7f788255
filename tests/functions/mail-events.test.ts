import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Stack } from '../../supabase/local/stack.ts'
import { client, startTestStack } from '../support/database/test-stack.ts'

const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`
const AT = '2026-01-05T10:00:00.000Z'

let stack: Stack
let recipient: string

beforeAll(async () => {
  vi.stubEnv('RESEND_WEBHOOK_SECRET', SECRET)
  vi.stubEnv('POSTMARK_WEBHOOK_PASSWORD', 'a password')
  stack = await startTestStack()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await stack.stop()
})

beforeEach(async () => {
  for (const table of ['public.letters', 'public.suppressions', 'private.mail_events', 'public.subscribers'])
    await stack.sql(`delete from ${table}`)
  await stack.sql(
    `insert into public.subscribers (email, preferences) values ('anna@example.com', '{"weeklyNewsletter": true, "designTips": true}')`,
  )
  const [row] = await stack.sql<{ id: string }>(`
    with letter as (
      insert into public.letters (subject, slug, status, frozen_at, content, html, plain_text, candidates, from_name, from_address)
      values ('One', 'one', 'sending', now(), '{}', '', '', 1, '', 'letters@example.org') returning id)
    insert into public.letter_recipients (letter_id, subscriber_id, email, state, accepted_at, provider_id)
    select letter.id, s.id, s.email, 'accepted', now(), 'e1' from letter, public.subscribers s returning id`)
  recipient = row?.id ?? ''
})

const address = (from: string) => `${stack.url}/functions/v1/mail-events?from=${from}`

async function resend(
  event: object,
  { id = 'msg_1', secret = SECRET, at = new Date(), change = '' } = {},
): Promise<number> {
  const body = JSON.stringify(event)
  const headers = {
    'svix-id': id,
    'svix-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'svix-signature': new Webhook(secret).sign(id, at, body),
  }
  return (await fetch(address('resend'), { method: 'POST', body: body + change, headers })).status
}

const bounce = (type = 'Permanent') => ({
  type: 'email.bounced',
  created_at: AT,
  data: {
    email_id: 'e1',
    tags: [{ name: 'recipient', value: recipient }],
    bounce: { type, message: '550 unknown' },
  },
})

const suppressed = () =>
  stack.sql<{ email: string; reason: string }>('select email, reason from public.suppressions')
const chosen = async () => {
  const { data } = await client(stack, stack.secretKey)
    .from('subscribers')
    .select('preferences, status')
    .single()
  return data as unknown
}

test('a mail that came back stops letters to its address, told once or twice', async () => {
  expect(await resend(bounce())).toBe(200)
  expect(await resend(bounce())).toBe(200)
  expect(await suppressed()).toEqual([{ email: 'anna@example.com', reason: 'hard' }])
})

test('one that may arrive later stops nothing', async () => {
  expect(await resend(bounce('Transient'))).toBe(200)
  expect(await suppressed()).toEqual([])
})

test('an event that names no row of ours is found by the id of the provider', async () => {
  expect(await resend({ type: 'email.complained', created_at: AT, data: { email_id: 'e1' } })).toBe(200)
  expect(await suppressed()).toEqual([{ email: 'anna@example.com', reason: 'complaint' }])
})

test('a forged, changed or old event is refused, and changes nothing', async () => {
  const other = `whsec_${Buffer.from('another secret of 32 characters.').toString('base64')}`
  expect(await resend(bounce(), { secret: other })).toBe(401)
  expect(await resend(bounce(), { change: ' ' })).toBe(401)
  expect(await resend(bounce(), { at: new Date(Date.now() - 3_600_000) })).toBe(401)
  expect((await fetch(address('resend'), { method: 'POST', body: JSON.stringify(bounce()) })).status).toBe(
    401,
  )
  expect((await fetch(address('postmark'), { method: 'POST', body: '{}' })).status).toBe(401)
  expect((await fetch(address('nobody'), { method: 'POST', body: '{}' })).status).toBe(404)
  expect(await suppressed()).toEqual([])
})

test('what is no event is answered as such', async () => {
  expect(await resend([])).toBe(400)
})

test('a reader who leaves at the provider leaves the topic, and stays with the others', async () => {
  const authorization = `Basic ${btoa('postmark:a password')}`
  const body = JSON.stringify({
    ...{ RecordType: 'SubscriptionChange', MessageID: 'e1', ChangedAt: AT, Metadata: { recipient } },
    ...{ SuppressSending: true, SuppressionReason: 'ManualSuppression' },
  })
  const { status } = await fetch(address('postmark'), { method: 'POST', body, headers: { authorization } })
  expect(status).toBe(200)
  expect(await chosen()).toEqual({
    preferences: { weeklyNewsletter: false, designTips: true },
    status: 'active',
  })
})
