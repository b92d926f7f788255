import { type IncomingMessage, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authMails } from '../../src/domain/people/auth-mails.ts'
import { settingsType } from '../../src/domain/site/settings.ts'
import { STANDARD_THEME } from '../../src/domain/theme/theme.ts'
import { authMailHtml } from '../../supabase/local/auth/mail.ts'
import type { Mail } from '../../supabase/local/mailbox.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { runScheduled } from '../../supabase/local/database/scheduled.ts'
import { client, signedIn, startTestStack } from '../support/database/test-stack.ts'

let stack: Stack

beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

async function page(): Promise<string> {
  return (await fetch(`${stack.url}/_local/mail`)).text()
}

test('an empty mailbox has a message', async () => {
  expect(await page()).toContain('No mail has been sent yet.')
})

test('Accept: application/json gets the mails as JSON, newest first', async () => {
  for (const name of ['one', 'two']) {
    await client(stack).auth.signUp({ email: `${name}@mantel.example`, password: 'long-enough' })
  }
  const response = await fetch(`${stack.url}/_local/mail`, { headers: { accept: 'application/json' } })
  const mails = (await response.json()) as Mail[]
  expect(mails.map((mail) => mail.to)).toEqual(['two@mantel.example', 'one@mantel.example'])
  expect(mails).toEqual(stack.mails())
})

test('browsers get a page with the links', async () => {
  const html = await page()
  const link = stack.mails()[0]?.link ?? 'no mail'
  expect(html).toContain(`<a href="${link.replaceAll('&', '&#38;')}">`)
  expect(html.indexOf('two@mantel.example')).toBeLessThan(html.indexOf('one@mantel.example'))
})

test.each([
  ['a foreign name, as after DNS rebinding', { host: 'evil.example' }],
  ['a foreign origin', { origin: 'http://evil.example' }],
  ['the origin of the site', { origin: 'http://localhost:4321' }],
  ['an address that a proxy names', { 'x-forwarded-for': '203.0.113.1' }],
])('requests with %s are refused', async (_, headers) => {
  const { port } = new URL(stack.url)
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/_local/mail', headers }, resolve).once('error', reject)
  })
  expect(incoming.statusCode).toBe(403)
  expect(await text(incoming)).not.toContain('token=')
})

test('a mail that waits is sent when it is due', async () => {
  const email = 'waits@readers.example'
  const sent = () => stack.mails().filter(({ to }) => to === email).length
  await client(stack).from('subscribers').insert({ email })
  await stack.sql(`update private.mails set due_at = now() + interval '5 minutes'`)
  let looks = 0
  const sql: Stack['sql'] = (text, params) => {
    looks += 1
    return stack.sql(text, params)
  }
  const stop = runScheduled({ sql, url: stack.url }, 20)
  try {
    await expect.poll(() => looks).toBeGreaterThan(2)
    expect(sent()).toBe(0)
    await stack.sql('update private.mails set due_at = now()')
    await expect.poll(sent).toBe(1)
  } finally {
    stop()
  }
})

test('a day of the plan that has come is told to who writes it', async () => {
  const { id } = await signedIn(stack, 'contributor')
  await stack.sql(
    `insert into public.plans (title, person_id, planned_on) values ('A house', $1::uuid, current_date)`,
    [id],
  )
  const stop = runScheduled(stack, 20)
  try {
    await expect
      .poll(() =>
        stack.sql('select kind::text from public.notifications where recipient_id = $1::uuid', [id]),
      )
      .toEqual([{ kind: 'due' }])
  } finally {
    stop()
  }
})

test('no mail offers a code, which no screen takes', () => {
  const frame = { siteName: 'Lehm', colours: STANDARD_THEME.light }
  for (const mail of Object.values(authMails(frame.siteName)))
    expect(authMailHtml(mail, frame)).not.toContain('.Token ')
})

test('a mail of the auth server has the name and the colours that the magazine has when it is sent', async () => {
  const invited = async (email: string) => {
    await client(stack, stack.secretKey).auth.admin.inviteUserByEmail(email)
    return stack.mails()[0]
  }
  const { light, dark } = STANDARD_THEME
  const before = await invited('before@mantel.example')
  expect(before?.subject).toBe(`You are invited to write for ${settingsType.blank().site_name}`)
  expect(before?.html).toContain(`background: ${light.paper}`)

  await stack.sql(`insert into public.site_settings (site_name) values ('Lehm & Ton')`)
  await stack.sql('insert into public.theme (light, dark) values ($1, $2)', [
    JSON.stringify({ ...light, paper: '#f3eae0' }),
    JSON.stringify(dark),
  ])
  const after = await invited('after@mantel.example')
  expect(after?.subject).toBe('You are invited to write for Lehm & Ton')
  expect(after?.html).toContain('>Lehm &#38; Ton<')
  expect(after?.html).toContain('background: #f3eae0')
})

test('an address with HTML is escaped', async () => {
  const hostile = '"<img/src=x/onerror=alert(1)>"@mantel.example'
  await client(stack, stack.secretKey).auth.admin.inviteUserByEmail(hostile)
  const response = await fetch(`${stack.url}/_local/mail`)
  const html = await response.text()
  expect(html).toContain('onerror=alert(1)')
  expect(html).not.toContain('<img')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(stack.mails()[0]?.html).not.toContain('<img')
})
