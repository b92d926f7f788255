import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LetterEnv } from '../../src/backend/env/letter-env.ts'
import { LETTER_TEST_PATH, letterSenderStatusSchema } from '../../src/domain/letters/letter-requests.ts'
import { LetterLoop } from '../../src/publisher/letters/letter-loop.ts'
import { LetterRequests } from '../../src/publisher/letters/letter-requests.ts'
import { startStaticServer } from '../../src/publisher/server/static-server.ts'
import { MAILBOX_PATH } from '../../supabase/local/mailbox-path.ts'
import type { Mail } from '../../supabase/local/mailbox.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { SITE_URL, signedIn, startTestStack } from '../support/database/test-stack.ts'
import { TOPIC, addLetter, addSubscribers, pagesAreOut, removeLetters } from '../support/letters/letters.ts'

let stack: Stack
let editor: Awaited<ReturnType<typeof signedIn>>
let contributor: Awaited<ReturnType<typeof signedIn>>
let folder: string
let server: Awaited<ReturnType<typeof startStaticServer>>
let loop: LetterLoop
let requests: LetterRequests
let isAtWork = true
const lines: string[] = []

beforeAll(async () => {
  stack = await startTestStack()
  editor = await signedIn(stack, 'editor')
  contributor = await signedIn(stack, 'contributor')
  folder = await mkdtemp(join(tmpdir(), 'letters-'))
  const { url: supabaseUrl, publishableKey, secretKey } = stack
  const mailbox = supabaseUrl + MAILBOX_PATH
  const env: LetterEnv = { adapter: 'mailbox', from: 'letters@magazine.localhost', url: mailbox }
  const sending = {
    ...{ supabaseUrl, publishableKey, secretKey, siteUrl: SITE_URL, apiUrl: supabaseUrl, mailbox, env },
    report: (line: string) => void lines.push(line),
  }
  requests = new LetterRequests(sending)
  loop = new LetterLoop({ ...sending, isAtWork: () => isAtWork, pollMs: 60_000 })
  await stack.listen('letters', () => loop.wake())
  server = await startStaticServer(folder, 0, null, {
    siteUrl: SITE_URL,
    handler: (request, response) => requests.answer(request, response),
  })
})
afterAll(async () => {
  await loop.stop()
  await requests.stop()
  await server.close()
  await stack.stop()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await removeLetters(stack)
  isAtWork = true
  loop.wake()
})

const ask = (path: string, token: string, body: object) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const statusOf = async (id: string) => {
  const [row] = await stack.sql<{ status: string; hold: string | null; problem: string | null }>(
    'select status, hold, problem from public.letters where id = $1::uuid',
    [id],
  )
  return row
}
const schedule = async (id: string, at: Date | null = null) => {
  const p_send_at = at?.toISOString() ?? null
  const { error } = await editor.client.rpc('schedule_letter', { p_id: id, p_version: 1, p_send_at })
  expect(error).toBeNull()
}
const mailsTo = (to: string): Mail[] => stack.mails().filter((mail) => mail.to === to)

/** Sends a letter to one reader of two topics. Returns the mail, and the reader's address. */
async function sent() {
  const preferences = { [TOPIC]: true, designTips: true }
  const [email = ''] = (await addSubscribers(stack, 1, { preferences })).keys()
  const id = await addLetter(stack)
  await schedule(id)
  await expect.poll(async () => (await statusOf(id))?.status).toBe('sending')
  await pagesAreOut(stack)
  await expect.poll(async () => (await statusOf(id))?.status).toBe('sent')
  const [mail, ...more] = mailsTo(email)
  if (mail === undefined || more.length > 0) throw new Error(`${more.length + 1} mails`)
  return { email, mail }
}

test('a letter that is scheduled for now goes out when its page is out, with what its blocks show', async () => {
  const { mail } = await sent()
  expect(mail.subject).toBe('This week')
  expect(mail.html).toContain('Hello.')
  expect(mail.html).toMatch(/subscription\?unsubscribe=[0-9a-f]{64}/)
  expect(mail.html).not.toContain('reader.invalid')
})

test('a letter goes at its time, and not before', async () => {
  await addSubscribers(stack, 1)
  const id = await addLetter(stack)
  const at = new Date(Date.now() + 2_000)
  await schedule(id, at)
  await expect.poll(async () => (await statusOf(id))?.status).toBe('sending')
  expect(Date.now()).toBeGreaterThanOrEqual(at.getTime())
})

test('a publisher that is not at work sends nothing', async () => {
  isAtWork = false
  await addSubscribers(stack, 1)
  const id = await addLetter(stack)
  await schedule(id)
  expect((await editor.client.rpc('letter_sender_state')).error).toBeNull()
  expect(await statusOf(id)).toMatchObject({ status: 'scheduled' })
})

test('a letter without anything to show is held, and says so', async () => {
  await addSubscribers(stack, 1)
  const id = await addLetter(stack)
  const blocks = [{ kind: 'hero', id: 'hero', items: [], by_rule: true }]
  await stack.sql('update public.letters set blocks = $1::text::jsonb where id = $2::uuid', [
    JSON.stringify(blocks),
    id,
  ])
  await stack.sql(`select public.schedule_letter($1::uuid, 2, null)`, [id])
  await expect
    .poll(() => statusOf(id))
    .toMatchObject({
      status: 'scheduled',
      hold: 'provider',
      problem: 'The letter could not be prepared: None of its blocks has anything to show',
    })
})

test('one click in a mail program ends the topic of the letter, without a cookie or a redirect, and a GET ends nothing', async () => {
  const { email, mail } = await sent()
  const [, address = ''] = /^<([^>]+)>$/.exec(mail.headers?.['List-Unsubscribe'] ?? '') ?? []
  const preferences = async () => {
    const [row] = await stack.sql<{ status: string; preferences: Record<string, boolean> }>(
      'select status, preferences from public.subscribers where email = $1',
      [email],
    )
    return row
  }
  const opened = await fetch(address, { redirect: 'manual' })
  expect(opened.status).toBe(303)
  expect(await preferences()).toMatchObject({ status: 'active', preferences: { [TOPIC]: true } })
  const clicked = await fetch(address, {
    ...{ method: 'POST', redirect: 'manual' },
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(clicked.status).toBe(200)
  expect(clicked.headers.has('set-cookie')).toBe(false)
  expect(await preferences()).toEqual({ status: 'active', preferences: { [TOPIC]: false, designTips: true } })
})

test('editors send a test to their colleagues, contributors to themselves, viewers to nobody', async () => {
  const letterId = await addLetter(stack)
  const to = ['editor@mantel.example', 'colleague@mantel.example']
  const answer = await ask(LETTER_TEST_PATH, editor.token, { letterId, to })
  expect(await answer.json()).toEqual({ mails: to.map((address) => ({ to: address, problem: null })) })
  expect(mailsTo('colleague@mantel.example')).toMatchObject([{ subject: '[Test] This week', headers: {} }])
  expect((await ask(LETTER_TEST_PATH, contributor.token, { letterId, to })).status).toBe(403)
  const own = await ask(LETTER_TEST_PATH, contributor.token, { letterId, to: ['contributor@mantel.example'] })
  expect(own.status).toBe(200)
  const viewer = await signedIn(stack, 'viewer')
  expect((await ask(LETTER_TEST_PATH, viewer.token, { letterId, to })).status).toBe(403)
  expect((await ask(LETTER_TEST_PATH, editor.token, { letterId, to: [] })).status).toBe(400)
})

test('staff are told by what letters go out', async () => {
  const told = async () =>
    letterSenderStatusSchema.parse((await editor.client.rpc('letter_sender_state')).data)
  const mailbox = { adapter: 'mailbox', address: 'letters@magazine.localhost', per_minute: 600 }
  // It tells by what it sends before it has its lease here.
  expect(await told()).toMatchObject({ ...mailbox, sent_by: 'none', has_publisher: false })
  await stack.sql(`update private.publisher_lease set expires_at = now() + interval '1 hour'`)
  expect(await told()).toMatchObject({ ...mailbox, sent_by: 'publisher', left_today: null, is_first: false })
})
