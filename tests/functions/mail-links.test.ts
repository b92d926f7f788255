import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type LinkPurpose,
  LINK_PURPOSES,
  readSubscriberLink,
} from '../../src/domain/readers/subscriber-link.ts'
import { type AuthMailKind, authMails } from '../../src/domain/people/auth-mails.ts'
import { settingsType } from '../../src/domain/site/settings.ts'
import type { Mail } from '../../supabase/local/mailbox.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import {
  client,
  PASSWORD,
  pressLink,
  signedIn,
  SITE_URL,
  startTestStack,
} from '../support/database/test-stack.ts'

/** Where readers reach the API, which itself listens at an address of this machine. */
const PUBLIC_URL = 'https://api.mantel.example'

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack({ publicUrl: PUBLIC_URL })
})
afterAll(() => stack.stop())

/** Those of a magazine without settings. */
const AUTH_MAILS = authMails(settingsType.blank().site_name)
const AUTH_KINDS = Object.keys(AUTH_MAILS) as AuthMailKind[]

/** Has the auth server send a mail of a kind; resolves with the address it goes to. */
const CAUSES: Readonly<Record<AuthMailKind, (email: string) => Promise<string>>> = {
  confirmation: async (email) => {
    await client(stack).auth.signUp({ email, password: PASSWORD })
    return email
  },
  invite: async (email) => {
    await client(stack, stack.secretKey).auth.admin.inviteUserByEmail(email)
    return email
  },
  recovery: async (email) => {
    await signedIn(stack, 'viewer', email)
    await client(stack).auth.resetPasswordForEmail(email)
    return email
  },
  magic_link: async (email) => {
    await signedIn(stack, 'viewer', email)
    await client(stack).auth.signInWithOtp({ email })
    return email
  },
  email_change: async (email) => {
    const { client: own } = await signedIn(stack, 'viewer', email)
    await own.auth.updateUser({ email: `new-${email}` })
    return `new-${email}`
  },
}

const newsletter = (query = '') => `${stack.url}/functions/v1/newsletter${query}`

const post = (fields: Record<string, string>) =>
  fetch(newsletter(), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

/** Has a subscriber mailed a link of a purpose. */
async function mailSubscriber(purpose: LinkPurpose, email: string): Promise<void> {
  await client(stack, stack.secretKey).from('subscribers').insert({ email })
  await client(stack, stack.secretKey).rpc('request_subscriber_mail', { p_email: email, p_purpose: purpose })
  expect((await post({ action: 'send' })).status).toBe(202)
  const unsent = 'select 1 from private.mails where sent_at is null'
  await expect.poll(() => stack.sql(unsent)).toEqual([])
}

async function mailTo(email: string): Promise<Mail> {
  const find = () => stack.mails().find(({ to }) => to === email)
  await expect.poll(find).toBeDefined()
  const mail = find()
  if (mail === undefined) throw new Error(`No mail to ${email}`)
  return mail
}

/** Every address in a mail: of its text and its headers. */
function linksOf({ html, link, headers = {} }: Mail): string[] {
  const inText = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) =>
    href.replace(/&(amp|#38);/g, '&').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  )
  const inHeaders = [
    ...Object.values(headers)
      .join()
      .matchAll(/<(https?:[^>]+)>/g),
  ].map(([, href = '']) => href)
  return [...new Set([link, ...inText, ...inHeaders])]
}

/** All rows of the database. */
async function snapshot(): Promise<string> {
  const tables = await stack.sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('auth', 'public', 'private', 'storage') and table_type = 'BASE TABLE' order by 1`,
  )
  const parts: string[] = []
  for (const { name } of tables) {
    const [row] = await stack.sql<{ rows: string }>(
      `select coalesce(string_agg(t::text, E'\\n' order by t::text), '') as rows from ${name} t`,
    )
    parts.push(`${name}\n${row?.rows ?? ''}`)
  }
  return parts.join('\n')
}

/** Opens a link as readers, mail scanners and programs that show what a link leads to do. */
async function openByMachine(link: string): Promise<void> {
  for (const method of ['GET', 'HEAD', 'GET']) {
    const { origin, pathname } = new URL(link)
    if (origin === SITE_URL) {
      // A file, which no request changes.
      expect(existsSync(join('src/pages', `${pathname}.astro`)), pathname).toBe(true)
      return
    }
    const response = await fetch(link.replace(PUBLIC_URL, stack.url), { method, redirect: 'manual' })
    await response.body?.cancel()
    expect(response.status, link).toBeLessThan(400)
    expect(response.headers.get('location') ?? '', link).not.toContain('access_token')
    const next = response.headers.get('location')
    if (next !== null) await openByMachine(next)
  }
}

async function expectNothingChanges(mail: Mail, older: readonly string[]): Promise<void> {
  for (const link of linksOf(mail)) expect([SITE_URL, PUBLIC_URL]).toContain(new URL(link).origin)
  const links = [...linksOf(mail), ...older]
  expect(links.length).toBeGreaterThan(older.length)
  const before = await snapshot()
  for (const link of links) await openByMachine(link)
  await Promise.all(links.map(openByMachine))
  expect(await snapshot()).toBe(before)
}

describe('any link of a mail leads where readers reach it; opening it changes nothing in the database, and pressing its button then works:', () => {
  test.each(AUTH_KINDS)('%s', async (kind) => {
    const mail = await mailTo(await CAUSES[kind](`${kind.replace('_', '-')}@mantel.example`))
    expect(mail.subject).toBe(AUTH_MAILS[kind].subject)
    const token = new URL(mail.link).searchParams.get('token_hash') ?? ''
    const { type } = AUTH_MAILS[kind]
    await expectNothingChanges(mail, [`${stack.url}/auth/v1/verify?token=${token}&type=${type}`])
    const before = await snapshot()
    expect((await pressLink(stack, mail.link)).error).toBeNull()
    expect(await snapshot()).not.toBe(before)
  })

  test.each(LINK_PURPOSES)('%s', async (purpose) => {
    const email = `${purpose}@readers.example`
    await mailSubscriber(purpose, email)
    const mail = await mailTo(email)
    const link = readSubscriberLink(new URL(mail.link).searchParams)
    expect(link?.action).toBe(purpose)
    const token = link?.token ?? ''
    await expectNothingChanges(mail, [newsletter(`?open=${token}`), newsletter(`?unsubscribe=${token}`)])
    const before = await snapshot()
    await post({ action: purpose, token })
    expect(await snapshot()).not.toBe(before)
  })
})

test('every link that a mail offers to subscribers works, and a confirmation mail has no link to unsubscribe', async () => {
  for (const purpose of LINK_PURPOSES) {
    const email = `ways-${purpose}@readers.example`
    await mailSubscriber(purpose, email)
    const mail = await mailTo(email)
    const actions = linksOf(mail).map(
      (link) => readSubscriberLink(new URL(link).searchParams)?.action ?? 'none',
    )
    expect([...new Set(actions)]).toEqual(
      purpose === 'confirm' || purpose === 'unsubscribe' ? [purpose] : [purpose, 'unsubscribe'],
    )
    expect(mail.headers?.['List-Unsubscribe-Post']).toBe(
      purpose === 'confirm' ? undefined : 'List-Unsubscribe=One-Click',
    )
  }
})
