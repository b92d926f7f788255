import { once } from 'node:events'
import { type Socket, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { SMTPServer } from 'smtp-server'
import { standardTexts } from '../../src/words/standard-texts.ts'
import { DEFAULT_PREFERENCES } from '../../src/domain/readers/subscriber.ts'
import { LINK_ACTIONS, ofLetter, readSubscriberLink } from '../../src/domain/readers/subscriber-link.ts'
import type { Mail } from '../../supabase/local/mailbox.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import {
  addSubscribers,
  claimMails,
  frozenLetter,
  removeLetters,
  setSender,
} from '../support/letters/letters.ts'
import { client, SITE_URL, startTestStack } from '../support/database/test-stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())
afterEach(async () => {
  await stack.sql('delete from private.rate_limits')
  await stack.sql('delete from public.subscribers')
})

const EMAIL = 'anna@example.com'
const address = (query = '') => `${stack.url}/functions/v1/newsletter${query}`

/** Posts a reader's form without script. Returns the path it redirects to. */
async function submit(fields: Record<string, string>): Promise<string> {
  const response = await fetch(`${stack.url}/functions/v1/submit-form`, {
    method: 'POST',
    body: new URLSearchParams({ email: EMAIL, page: '/', ...fields }),
    headers: { 'x-forwarded-for': '203.0.113.1' },
    redirect: 'manual',
  })
  return response.headers.get('location') ?? String(response.status)
}

/** Opens a link. Returns where it redirects to. */
async function open(link: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(link, { redirect: 'manual', ...init })
  return response.headers.get('location') ?? String(response.status)
}

/** Presses the button of the page that a link opens. Returns where that leads to. */
function press(link: string): Promise<string> {
  const read = readSubscriberLink(new URL(link).searchParams)
  return post({ action: read?.action ?? '', token: read?.token ?? '' })
}

const post = (fields: Record<string, string>) =>
  open(address(), { method: 'POST', body: new URLSearchParams(fields) })

async function mailTo(email: string, subject: RegExp): Promise<Mail> {
  const find = () => stack.mails().find((one) => one.to === email && subject.test(one.subject))
  await expect.poll(find).toBeDefined()
  const mail = find()
  if (mail === undefined) throw new Error(`No mail to ${email}`)
  return mail
}

async function status(): Promise<string | undefined> {
  const [row] = await stack.sql<{ status: string }>(
    'select status from public.subscribers where email = $1',
    [EMAIL],
  )
  return row?.status
}

/** The link of a subscriber's letters, by which mail programs unsubscribe. */
async function oneClickLink(): Promise<string> {
  const [row] = await stack.sql<{ token: string }>(
    'select private.unsubscribe_token(id) as token from public.subscribers where email = $1',
    [EMAIL],
  )
  return address(`?unsubscribe=${row?.token ?? ''}`)
}

/** Signs up and waits for the mail; each call uses the mail of its own subscriber row. */
async function signUp(): Promise<Mail> {
  const before = stack.mails().length
  await submit({ form: 'letter-line' })
  await expect.poll(() => stack.mails().length).toBeGreaterThan(before)
  return mailTo(EMAIL, /Confirm your subscription/)
}

const page = (outcome: string) => `${SITE_URL}/subscription#form:${outcome}`

describe('a link in a mail', () => {
  test('confirms a subscription by the button of the page that it opens', async () => {
    const mail = await signUp()
    expect(mail.link).toMatch(/^http:\/\/localhost:4321\/subscription\?confirm=[0-9a-f]{64}$/)
    expect(mail.html).toContain(standardTexts('en').consent_letter_line)
    expect(await status()).toBe('pending')
    expect(await press(mail.link)).toBe(page('confirmed'))
    expect(await status()).toBe('active')
    expect(await press(mail.link)).toBe(page('confirmed'))
  })

  test('pasted into the page works without script', async () => {
    const mail = await signUp()
    expect(await post({ link: ` ${mail.link} ` })).toBe(page('confirmed'))
    expect(await post({ link: await oneClickLink() })).toContain('#form:unsubscribed')
    expect(await post({ link: 'not a link' })).toBe(page('link-expired'))
  })

  test('unsubscribes by its button, and the page can undo that', async () => {
    await press((await signUp()).link)
    const back = new URL(await press(await oneClickLink()))
    expect(back.pathname + back.hash).toBe('/subscription#form:unsubscribed')
    expect(await status()).toBe('unsubscribed')
    expect(await press(back.href)).toBe(page('resubscribed'))
    expect(await status()).toBe('active')
  })

  test('unsubscribes by POST from a mail program (RFC 8058)', async () => {
    await press((await signUp()).link)
    const link = await oneClickLink()
    for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), new FormData()]) {
      const response = await fetch(link, { method: 'POST', body, redirect: 'manual' })
      expect({ status: response.status, text: await response.text() }).toEqual({
        status: 200,
        text: 'Unsubscribed',
      })
    }
    expect(await status()).toBe('unsubscribed')
  })

  test('answers a POST from a mail program alike, whatever its token', async () => {
    const answers = await Promise.all(
      [
        await oneClickLink(),
        ...['0'.repeat(64), '', '%00', 'x'.repeat(5_000)].map((token) => address(`?unsubscribe=${token}`)),
      ].map(async (link) => {
        const response = await fetch(link, { method: 'POST' })
        return [response.status, await response.text()]
      }),
    )
    expect(answers).toEqual(answers.map(() => [200, 'Unsubscribed']))
  })

  test('to an address of the function, as in letters and in mails from before, leads to the page', async () => {
    for (const action of ['unsubscribe', 'open']) {
      const link = `?${action}=${'0a'.repeat(32)}`
      for (const method of ['GET', 'HEAD'])
        expect(await open(address(link), { method })).toBe(`${SITE_URL}/subscription${link}`)
    }
    const mail = await signUp()
    expect(await press(mail.link.replace('confirm=', 'open='))).toBe(page('confirmed'))
  })

  test('that is unknown says so', async () => {
    expect(await open(address('?open=x'))).toBe(page('link-expired'))
    expect(await open(address('?open=%00'))).toBe(page('link-expired'))
    expect(await open(address('?unsubscribe=%00'))).toBe(page('link-expired'))
    for (const action of LINK_ACTIONS) {
      expect(await post({ action })).toBe(page('link-expired'))
      expect(await post({ action, token: '0'.repeat(64) })).toBe(page('link-expired'))
    }
    expect(await post({ action: 'other' })).toBe('400')
    expect(await open(address())).toBe('400')
    expect(await open(address(), { method: 'DELETE' })).toBe('405')
  })
})

describe('who leaves by the page that the mail of a letter leads to', () => {
  afterEach(() => removeLetters(stack))

  test.each([
    ['unsubscribe', {}],
    ['preferences', { designTips: 'on' }],
  ])('by %s is counted for that letter', async (action, switches) => {
    await addSubscribers(stack, 2)
    await setSender(stack)
    await frozenLetter(stack)
    const { mails = [] } = await claimMails(stack)
    const [{ id, token } = { id: '', token: '' }] = mails
    expect(await post({ action, token: ofLetter(token, id), ...switches })).toContain('#form:')
    const left = await stack.sql('select id from public.letter_recipients where left_by = $1', ['page'])
    expect(left).toEqual([{ id }])
  })
})

describe('a reader asks by the same form', () => {
  const asked = `${SITE_URL}/subscription#form:link-asked`
  const ask = (purpose: string) => submit({ form: 'subscription', page: '/subscription', purpose })
  const later = () =>
    stack.sql(`update private.mails set created_at = created_at - interval '10 minutes',
      sent_at = sent_at - interval '10 minutes'`)

  test.each([
    ['data', /^Your data/, 'data-requested', 'data_requested_at', 'active'],
    ['erasure', /^Delete your data/, 'erasure-requested', 'erasure_requested_at', 'unsubscribed'],
  ] as const)('for %s', async (purpose, subject, outcome, column, after) => {
    await press((await signUp()).link)
    await later()
    expect(await ask(purpose)).toBe(asked)
    expect(await press((await mailTo(EMAIL, subject)).link)).toBe(page(outcome))
    const [row] = await stack.sql(`select status, ${column} is not null as asked from public.subscribers`)
    expect(row).toEqual({ status: after, asked: true })
  })

  test('for a link to unsubscribe', async () => {
    await press((await signUp()).link)
    await later()
    expect(await ask('unsubscribe')).toBe(asked)
    expect(await press((await mailTo(EMAIL, /^Unsubscribe/)).link)).toContain('#form:unsubscribed')
    expect(await status()).toBe('unsubscribed')
  })

  test('for a link to choose what comes, which shows what is stored and stores what is chosen', async () => {
    await press((await signUp()).link)
    await later()
    expect(await ask('preferences')).toBe(asked)
    const { link } = await mailTo(EMAIL, /^Choose your letters/)
    const token = new URL(link).searchParams.get('preferences') ?? ''
    const stored = async () => {
      const response = await fetch(address(), {
        method: 'POST',
        body: new URLSearchParams({ action: 'read', token }),
        headers: { origin: SITE_URL },
      })
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      return response.json()
    }
    expect(await stored()).toEqual({ preferences: DEFAULT_PREFERENCES })
    const chosen = { weeklyNewsletter: false, designTips: false, newArticles: true, specialOffers: false }
    const back = `${SITE_URL}/subscription?preferences=${token}`
    expect(await post({ action: 'preferences', token, newArticles: 'on' })).toBe(
      `${back}#form:preferences-saved`,
    )
    expect(await stored()).toEqual({ preferences: chosen })
    // Without script the link is pasted: alone it changes nothing, beside the switches it identifies the reader.
    expect(await post({ link })).toBe(back)
    expect(await stored()).toEqual({ preferences: chosen })
    expect(await post({ link, action: 'preferences' })).toBe(`${back}#form:preferences-none`)
    expect(await post({ link: await oneClickLink(), action: 'preferences', designTips: 'on' })).toBe(
      `${back}#form:preferences-saved`,
    )
    expect(await status()).toBe('active')
    await press(await oneClickLink())
    expect(await post({ action: 'preferences', token })).toBe(page('not-subscribed-now'))
    expect(await stored()).toEqual({ outcome: 'not-subscribed-now' })
  })

  test('and is asked for nothing that was not chosen', async () => {
    expect(await submit({ form: 'subscription', page: '/subscription' })).toBe(
      `${SITE_URL}/subscription#form:link-not-asked`,
    )
  })

  test('and is told the same for an address that is not known', async () => {
    const before = stack.mails().length
    expect(await ask('data')).toBe(asked)
    await fetch(address(), { method: 'POST', body: new URLSearchParams({ action: 'send' }) })
    expect(stack.mails()).toHaveLength(before)
  })
})

test('a sign-up by the API is mailed when a page asks to send what is due', async () => {
  await client(stack)
    .from('subscribers')
    .insert({ email: 'island@example.com', consent_version: 'newsletter-1' })
  const response = await fetch(address(), { method: 'POST', body: new URLSearchParams({ action: 'send' }) })
  expect(response.status).toBe(202)
  expect((await mailTo('island@example.com', /Confirm/)).link).toContain('?confirm=')
  const scheduled = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
  expect((await fetch(address('?action=send'), scheduled)).status).toBe(202)
})

test('the local mailbox takes mails with the secret key only', async () => {
  const post = (headers: Record<string, string>, body = '{}') =>
    fetch(`${stack.url}/_local/mail`, { method: 'POST', headers, body })
  expect((await post({})).status).toBe(401)
  expect((await post({ apikey: stack.publishableKey })).status).toBe(401)
  expect((await post({ apikey: stack.secretKey })).status).toBe(400)
})

describe('with an SMTP server in the environment', () => {
  test('mails go there, and one that fails is kept for later', async () => {
    const received: { to: string[]; text: string }[] = []
    let isFull = true
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          if (isFull) return done(new Error('Mailbox full'))
          const to = session.envelope.rcptTo.map((one) => one.address)
          received.push({ to, text: Buffer.concat(parts).toString() })
          done()
        })
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const bound = server.server.address()
    vi.stubEnv('SMTP_HOST', '127.0.0.1')
    vi.stubEnv('SMTP_PORT', String(typeof bound === 'object' ? bound?.port : ''))
    vi.stubEnv('MAIL_FROM', 'letters@mantel.example')
    const mailing = await startTestStack()
    const send = () =>
      fetch(`${mailing.url}/functions/v1/newsletter`, {
        method: 'POST',
        body: new URLSearchParams({ action: 'send' }),
      })
    try {
      await client(mailing).from('subscribers').insert({ email: EMAIL })
      await send()
      const readMail = () => mailing.sql('select sent_at, error from private.mails')
      await expect.poll(readMail).toEqual([{ sent_at: null, error: expect.stringContaining('Mailbox full') }])
      isFull = false
      await mailing.sql('update private.mails set due_at = now()')
      await send()
      await expect.poll(() => received).toHaveLength(1)
      expect(received[0]?.to).toEqual([EMAIL])
      expect(received[0]?.text).toMatch(/^From: New Magazine <letters@mantel\.example>\r$/m)
      expect(mailing.mails()).toEqual([])
    } finally {
      vi.unstubAllEnvs()
      await mailing.stop()
      await new Promise<void>((resolve) => server.close(resolve))
    }
  })

  test('a mail to a server that accepts connections and says nothing fails after ten seconds', async () => {
    const sockets: Socket[] = []
    const server = createServer((socket) => void sockets.push(socket))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const bound = server.address()
    vi.stubEnv('SMTP_HOST', '127.0.0.1')
    vi.stubEnv('SMTP_PORT', String(typeof bound === 'object' ? bound?.port : ''))
    vi.stubEnv('MAIL_FROM', 'letters@mantel.example')
    const mailing = await startTestStack()
    try {
      await client(mailing).from('subscribers').insert({ email: EMAIL })
      await fetch(`${mailing.url}/functions/v1/newsletter`, {
        method: 'POST',
        body: new URLSearchParams({ action: 'send' }),
      })
      const readMail = () => mailing.sql('select sent_at, error from private.mails')
      await expect.poll(readMail).toEqual([{ sent_at: null, error: expect.stringContaining('Greeting') }])
    } finally {
      vi.unstubAllEnvs()
      for (const socket of sockets) socket.destroy()
      server.close()
      await mailing.stop()
    }
  })
})
