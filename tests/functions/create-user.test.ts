import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Stack } from '../../supabase/local/stack.ts'
import { client, PASSWORD, signedIn, startTestStack } from '../support/database/test-stack.ts'

let stack: Stack
let admin: SupabaseClient
let editor: SupabaseClient

beforeAll(async () => {
  stack = await startTestStack()
  admin = (await signedIn(stack, 'super_admin')).client
  editor = (await signedIn(stack, 'editor')).client
})
afterAll(() => stack.stop())

/** Calls the function as the admin app does. */
async function createUser(caller: SupabaseClient, fields: Record<string, unknown>) {
  const { data, error, response } = await caller.functions.invoke<unknown>('create-user', { body: fields })
  const body: unknown = error ? await response?.json() : data
  return { status: response?.status, body }
}

const person = (email: string, more: Record<string, unknown> = {}) => ({
  email,
  password: PASSWORD,
  full_name: 'A Person',
  role: 'contributor',
  ...more,
})

async function roleOf(email: string): Promise<unknown> {
  const { data } = await client(stack, stack.secretKey)
    .from('profiles')
    .select('role')
    .eq('email', email)
    .maybeSingle()
  return data?.role
}

describe('an account', () => {
  test('is created with its role and can sign in', async () => {
    const { status, body } = await createUser(editor, person('  New.Writer@Mantel.example '))
    expect(status).toBe(200)
    expect(body).toEqual({ user: { id: expect.any(String) as string, email: 'new.writer@mantel.example' } })
    const user = client(stack)
    const signIn = await user.auth.signInWithPassword({
      email: 'new.writer@mantel.example',
      password: PASSWORD,
    })
    expect(signIn.error).toBeNull()
    const { data } = await user.from('profiles').select('full_name, role').single()
    expect(data).toEqual({ full_name: 'A Person', role: 'contributor' })
    const log = await stack.sql(
      `select kind, actor_name from public.audit_log where subject in ('A Person', 'new.writer@mantel.example')`,
    )
    expect(log).toEqual([
      { kind: 'account-created', actor_name: 'The editor' },
      { kind: 'role', actor_name: 'The editor' },
    ])
  })

  test('is created while sign-up is closed', async () => {
    await stack.sql('insert into public.site_settings (sign_up_open) values (false)')
    const { status } = await createUser(editor, person('invited@mantel.example'))
    await stack.sql('delete from public.site_settings')
    expect(status).toBe(200)
  })

  test('can be an invitation in place of a password, also while sign-up is closed', async () => {
    await stack.sql('insert into public.site_settings (sign_up_open) values (false)')
    const { status, body } = await createUser(editor, {
      email: 'by-mail@mantel.example',
      full_name: 'By Mail',
      role: 'editor',
      invite: true,
    })
    await stack.sql('delete from public.site_settings')
    expect([status, body]).toEqual([
      200,
      { user: { id: expect.any(String) as string, email: 'by-mail@mantel.example' } },
    ])
    expect(await roleOf('by-mail@mantel.example')).toBe('editor')
    expect(stack.mails()[0]?.to).toBe('by-mail@mantel.example')
    const again = await createUser(editor, person('by-mail@mantel.example', { invite: true }))
    expect(again).toEqual({
      status: 409,
      body: { error: 'A user with this email address has already been registered' },
    })
  })

  test('without a role becomes a contributor', async () => {
    const fields = person('default@mantel.example', { role: undefined })
    expect((await createUser(editor, fields)).status).toBe(200)
    expect(await roleOf('default@mantel.example')).toBe('contributor')
  })

  test('of a super admin can be created by a super admin only', async () => {
    const refused = await createUser(editor, person('rise@mantel.example', { role: 'super_admin' }))
    expect(refused.status).toBe(403)
    expect(await roleOf('rise@mantel.example')).toBeUndefined()
    expect((await createUser(admin, person('second@mantel.example', { role: 'super_admin' }))).status).toBe(
      200,
    )
    expect(await roleOf('second@mantel.example')).toBe('super_admin')
  })
})

describe('refused', () => {
  test.each([
    [{ email: '' }, 'Please fill in all required fields'],
    [{ password: undefined }, 'Please fill in all required fields'],
    [{ full_name: '   ' }, 'Please fill in all required fields'],
    [{ full_name: 7 }, 'Please fill in all required fields'],
    [
      { full_name: 'A\u200bPerson' },
      'A name cannot have control characters or other characters that cannot be seen',
    ],
    [{ email: 'nobody' }, 'Invalid email address'],
    [{ password: 'abcde' }, 'Password must be at least 6 characters'],
    [{ password: 'password1' }, 'This password is one of the most used. Please choose another one'],
    [{ role: 'owner' }, 'Unknown role'],
    [{ role: { $ne: 1 } }, 'Unknown role'],
  ])('%o', async (change, message) => {
    expect(await createUser(editor, person('refused@mantel.example', change))).toEqual({
      status: 400,
      body: { error: message },
    })
    expect(await roleOf('refused@mantel.example')).toBeUndefined()
    // Not even for a moment.
    expect(
      await stack.sql(`select 1 from public.audit_log where subject = 'refused@mantel.example'`),
    ).toEqual([])
  })

  test('a body that is not JSON', async () => {
    const { data } = await editor.auth.getSession()
    const response = await fetch(`${stack.url}/functions/v1/create-user`, {
      method: 'POST',
      headers: { apikey: stack.publishableKey, authorization: `Bearer ${data.session?.access_token}` },
      body: 'email=x',
    })
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'Please fill in all required fields' },
    ])
  })

  test('a registered address', async () => {
    await createUser(editor, person('taken@mantel.example'))
    expect(await createUser(editor, person('TAKEN@mantel.example'))).toEqual({
      status: 409,
      body: { error: 'A user with this email address has already been registered' },
    })
  })

  test('a caller who is not signed in', async () => {
    expect(await createUser(client(stack), person('x@mantel.example'))).toEqual({
      status: 401,
      body: { error: 'Please sign in' },
    })
    const response = await fetch(`${stack.url}/functions/v1/create-user`, {
      method: 'POST',
      headers: { apikey: stack.publishableKey, authorization: 'Bearer ey.forged.token' },
      body: JSON.stringify(person('x@mantel.example')),
    })
    expect(response.status).toBe(401)
  })

  test.each(['contributor', 'viewer'] as const)('a %s', async (role) => {
    const caller = await signedIn(stack, role)
    expect((await createUser(caller.client, person('x@mantel.example'))).status).toBe(403)
    expect(await roleOf('x@mantel.example')).toBeUndefined()
  })
})
