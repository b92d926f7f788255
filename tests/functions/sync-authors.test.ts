import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SupabaseClient } from '@supabase/supabase-js'
import { readConfig } from '../../supabase/local/config.ts'
import { serveFunctions } from '../../supabase/local/functions.ts'
import { listenHttp } from '../../supabase/local/http/http-server.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { client, pressLink, signedIn, SITE_URL, startTestStack } from '../support/database/test-stack.ts'

let stack: Stack
let service: SupabaseClient
let editor: SupabaseClient

beforeAll(async () => {
  stack = await startTestStack()
  service = client(stack, stack.secretKey)
  editor = (await signedIn(stack, 'editor')).client
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await service.from('author_profiles').delete().not('id', 'is', null)
})

const outcome = (invited: number) => ({
  invitedCount: invited,
  createdCount: invited,
  failed: [],
  isRateLimited: false,
})

async function addAuthors(authors: { name: string; email?: string | null }[]) {
  const { error } = await service
    .from('author_profiles')
    .insert(authors.map((author) => ({ email: null, ...author })))
  if (error) throw error
}

async function accountOf(name: string) {
  const { data } = await service
    .from('author_profiles')
    .select('profiles(id, email, full_name, role)')
    .eq('name', name)
    .single()
  return data?.profiles as unknown as { id: string; email: string; full_name: string; role: string } | null
}

test('an author is linked to the account with the same address, ignoring case', async () => {
  const viewer = await signedIn(stack, 'viewer', 'wren_o@mantel.example')
  await signedIn(stack, 'viewer', 'wrenxo@mantel.example')
  await addAuthors([{ name: 'Wren Okafor', email: 'Wren_O@Mantel.example' }])
  const { data } = await editor.functions.invoke<unknown>('sync-authors')
  expect(data).toEqual(outcome(0))
  expect(await accountOf('Wren Okafor')).toMatchObject({ id: viewer.id, role: 'viewer' })
})

test('an address with an asterisk or another mark of patterns is no pattern', async () => {
  await signedIn(stack, 'viewer', 'wilma@mantel.example')
  await addAuthors([
    { name: 'Wilma Star', email: 'w*ma@mantel.example' },
    { name: 'Wilma Percent', email: 'w%ma@mantel.example' },
  ])
  const { data } = await editor.functions.invoke<unknown>('sync-authors')
  expect(data).toEqual(outcome(2))
  expect(await accountOf('Wilma Star')).toMatchObject({ email: 'w*ma@mantel.example' })
})

test('an author is not linked to an account that has not confirmed the address, but invited once', async () => {
  const email = 'wanda@mantel.example'
  const squatter = await client(stack).auth.signUp({
    email,
    password: 'love-where-you-live',
    options: { data: { full_name: 'Wanda Weir' } },
  })
  const id = squatter.data.user?.id ?? ''
  await addAuthors([{ name: 'Wanda Weir', email }])
  const sync = async () => (await editor.functions.invoke<unknown>('sync-authors')).data
  expect(await sync()).toEqual({ ...outcome(1), createdCount: 0 })
  expect(await sync()).toEqual(outcome(0))
  expect(await accountOf('Wanda Weir')).toBeNull()
  const { data } = await service.from('profiles').select('role, name_confirmed').eq('id', id).single()
  expect(data).toEqual({ role: 'viewer', name_confirmed: false })
  await service.auth.admin.updateUserById(id, { email_confirm: true })
  expect(await sync()).toEqual(outcome(0))
  expect(await accountOf('Wanda Weir')).toMatchObject({ id })
})

test('an author without an account is invited and becomes a contributor', async () => {
  await addAuthors([{ name: 'Lasse Berg', email: 'lasse@mantel.example' }])
  const { data } = await editor.functions.invoke<unknown>('sync-authors', { headers: { Origin: SITE_URL } })
  expect(data).toEqual(outcome(1))
  const log = await stack.sql(
    `select actor_name from public.audit_log where kind = 'account-invited' and subject = 'lasse@mantel.example'`,
  )
  expect(log).toEqual([{ actor_name: 'The editor' }])
  expect(await accountOf('Lasse Berg')).toMatchObject({
    email: 'lasse@mantel.example',
    full_name: 'Lasse Berg',
    role: 'contributor',
  })
  const [mail] = stack.mails()
  expect(mail?.to).toBe('lasse@mantel.example')
  expect((await pressLink(stack, mail?.link)).data.user?.email).toBe('lasse@mantel.example')
})

test('a second run changes nothing', async () => {
  await addAuthors([{ name: 'Mara Lind', email: 'mara@mantel.example' }])
  await editor.functions.invoke('sync-authors')
  const sent = stack.mails().length
  const { data } = await editor.functions.invoke<unknown>('sync-authors')
  expect(data).toEqual(outcome(0))
  expect(stack.mails()).toHaveLength(sent)
})

test('authors without an address are skipped; an invalid address is named and does not stop the others', async () => {
  await addAuthors([
    { name: 'No Address' },
    { name: 'Blank', email: ' ' },
    { name: 'Bad', email: 'not an address' },
    { name: 'Good', email: 'good@mantel.example' },
  ])
  const { data } = await editor.functions.invoke<unknown>('sync-authors')
  const reason = 'Unable to validate email address: invalid format'
  expect(data).toEqual({ ...outcome(1), failed: [{ name: 'Bad', reason }] })
  expect(await accountOf('Good')).not.toBeNull()
  expect(await accountOf('No Address')).toBeNull()
})

test('the run ends when the auth server sends no more mails for now, and says so', async () => {
  await addAuthors([
    { name: 'First', email: 'first@mantel.example' },
    { name: 'Second', email: 'second@mantel.example' },
  ])
  const { token } = await signedIn(stack, 'super_admin', 'limited@mantel.example')
  const reason = 'email rate limit exceeded'
  const refusal = { code: 429, error_code: 'over_email_send_rate_limit', msg: reason }
  const limited = await listenHttp({ port: 0, host: null, trustedProxies: [] }, (request) => {
    const { pathname, search } = new URL(request.url)
    if (pathname === '/auth/v1/invite') return Promise.resolve(Response.json(refusal, { status: 429 }))
    return fetch(new Request(stack.url + pathname + search, request))
  })
  const url = new URL(`http://127.0.0.1:${limited.port}/functions/v1/sync-authors`)
  const functions = serveFunctions({
    config: readConfig(),
    keys: { publishableKey: stack.publishableKey, secretKey: stack.secretKey, jwtSecret: '' },
    siteUrl: SITE_URL,
    apiUrl: url.origin,
  })
  try {
    const headers = { authorization: `Bearer ${token}` }
    const response = await functions.route.answer(new Request(url, { method: 'POST', headers }), url)
    expect(await response?.json()).toEqual({
      ...outcome(0),
      failed: [{ name: expect.stringMatching(/^(First|Second)$/) as string, reason }],
      isRateLimited: true,
    })
  } finally {
    await functions.stop()
    await limited.close()
  }
})

test('two authors with one address get one account and one mail', async () => {
  await addAuthors([
    { name: 'First', email: 'shared@mantel.example' },
    { name: 'Second', email: 'shared@mantel.example' },
  ])
  const { data, error } = await editor.functions.invoke<unknown>('sync-authors')
  expect(error).toBeNull()
  expect(data).toEqual(outcome(1))
  expect([await accountOf('First'), await accountOf('Second')].filter(Boolean)).toHaveLength(1)
})

test('other roles than super admin and editor are refused', async () => {
  const contributor = await signedIn(stack, 'contributor')
  await addAuthors([{ name: 'Nobody', email: 'nobody@mantel.example' }])
  expect((await contributor.client.functions.invoke('sync-authors')).response?.status).toBe(403)
  expect((await client(stack).functions.invoke('sync-authors')).response?.status).toBe(401)
  expect(await accountOf('Nobody')).toBeNull()
  const admin = await signedIn(stack, 'super_admin')
  expect((await admin.client.functions.invoke('sync-authors')).error).toBeNull()
})
