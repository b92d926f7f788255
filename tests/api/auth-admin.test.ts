import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Stack } from '../../supabase/local/stack.ts'
import {
  client,
  PASSWORD,
  pressLink,
  QUICK_HASH,
  signedIn,
  SITE_URL,
  startTestStack,
} from '../support/database/test-stack.ts'

const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
let stack: Stack

beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

const admin = () => client(stack, stack.secretKey).auth.admin

describe('creating a user', () => {
  test('with email_confirm stores metadata, creates a profile and allows sign-in', async () => {
    const { data, error } = await admin().createUser({
      email: 'Wren@Mantel.example',
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { full_name: 'Wren Okafor' },
      app_metadata: { desk: 'kitchens' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: 'wren@mantel.example',
      user_metadata: { full_name: 'Wren Okafor' },
      app_metadata: { desk: 'kitchens', provider: 'email' },
    })
    expect(data.user?.email_confirmed_at).toBeTruthy()
    expect(data.user?.identities).toHaveLength(1)
    const user = client(stack)
    expect(
      (await user.auth.signInWithPassword({ email: 'wren@mantel.example', password: PASSWORD })).error,
    ).toBeNull()
    const { data: profile } = await user.from('profiles').select('full_name, email, role').single()
    expect(profile).toEqual({ full_name: 'Wren Okafor', email: 'wren@mantel.example', role: 'viewer' })
  })

  test('takes the bcrypt hash of a password in its place, and no other text', async () => {
    const create = (name: string, password_hash: string) =>
      admin().createUser({ email: `${name}@mantel.example`, password_hash, email_confirm: true })
    expect((await create('hashed', QUICK_HASH)).error).toBeNull()
    const credentials = { email: 'hashed@mantel.example', password: PASSWORD }
    expect((await client(stack).auth.signInWithPassword(credentials)).error).toBeNull()
    expect((await create('plain', PASSWORD)).error?.status).toBe(400)
  })

  test('without email_confirm refuses sign-in', async () => {
    await admin().createUser({ email: 'later@mantel.example', password: PASSWORD })
    const { error } = await client(stack).auth.signInWithPassword({
      email: 'later@mantel.example',
      password: PASSWORD,
    })
    expect(error?.code).toBe('email_not_confirmed')
  })

  test('refuses a registered address with email_exists', async () => {
    await admin().createUser({ email: 'taken@mantel.example', password: PASSWORD })
    const { error } = await admin().createUser({ email: 'TAKEN@mantel.example', password: PASSWORD })
    expect(error).toMatchObject({
      status: 422,
      code: 'email_exists',
      message: 'A user with this email address has already been registered',
    })
  })

  test('refuses passwords that are shorter than the settings say, new ones of a person, too', async () => {
    await stack.sql('insert into public.site_settings (min_password_length) values (20)')
    const tooShort = { code: 'weak_password', message: 'Password must be at least 20 characters' }
    const account = { email: 'short@mantel.example', password: PASSWORD }
    expect((await admin().createUser(account)).error).toMatchObject(tooShort)
    await stack.sql('update public.site_settings set min_password_length = 6')
    await admin().createUser({ ...account, email_confirm: true })
    const own = client(stack)
    await own.auth.signInWithPassword(account)
    await stack.sql('update public.site_settings set min_password_length = 20')
    expect((await own.auth.updateUser({ password: 'fifteen letters' })).error).toMatchObject(tooShort)
    await stack.sql('delete from public.site_settings')
    expect((await own.auth.updateUser({ password: 'iloveyou' })).error?.code).toBe('weak_password')
    const { error } = await own.auth.updateUser({ password: 'fifteen letters', current_password: PASSWORD })
    expect(error).toBeNull()
  })

  test('refuses a short password and an invalid or missing address', async () => {
    expect(
      (await admin().createUser({ email: 'weak@mantel.example', password: 'abcde' })).error,
    ).toMatchObject({
      status: 422,
      code: 'weak_password',
    })
    expect((await admin().createUser({ email: 'not an address', password: PASSWORD })).error?.status).toBe(
      400,
    )
    expect((await admin().createUser({ password: PASSWORD })).error?.status).toBe(400)
  })
})

test('users are listed page by page', async () => {
  for (let n = 0; n < 3; n++) await admin().createUser({ email: `list${n}@mantel.example` })
  const { data: first } = await admin().listUsers({ page: 1, perPage: 2 })
  const { data: second } = await admin().listUsers({ page: 2, perPage: 2 })
  expect(first.users).toHaveLength(2)
  expect(first).toMatchObject({ nextPage: 2 })
  expect((first as { total: number }).total).toBeGreaterThanOrEqual(3)
  expect(second.users.map((user) => user.id)).not.toContain(first.users[0]?.id)
})

describe('one user', () => {
  test('can be read, updated and deleted', async () => {
    const { data } = await admin().createUser({
      email: 'lasse@mantel.example',
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { full_name: 'Lasse Berg', nickname: 'L' },
    })
    const id = data.user?.id ?? ''
    expect((await admin().getUserById(id)).data.user?.email).toBe('lasse@mantel.example')

    const changed = await admin().updateUserById(id, {
      email: 'lasse.berg@mantel.example',
      password: 'another-password',
      user_metadata: { nickname: 'LB' },
    })
    expect(changed.data.user).toMatchObject({
      email: 'lasse.berg@mantel.example',
      user_metadata: { full_name: 'Lasse Berg', nickname: 'LB' },
    })
    const signIn = await client(stack).auth.signInWithPassword({
      email: 'lasse.berg@mantel.example',
      password: 'another-password',
    })
    expect(signIn.error).toBeNull()
    const service = client(stack, stack.secretKey)
    expect((await service.from('profiles').select('email').eq('id', id).single()).data?.email).toBe(
      'lasse.berg@mantel.example',
    )

    expect((await admin().deleteUser(id)).error).toBeNull()
    expect((await admin().getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
    expect((await service.from('profiles').select('id').eq('id', id)).data).toEqual([])
    const token = signIn.data.session?.access_token
    expect((await client(stack).auth.getUser(token)).error).not.toBeNull()
  })

  test('cannot get a registered address', async () => {
    const { data } = await admin().createUser({ email: 'first@mantel.example' })
    await admin().createUser({ email: 'second@mantel.example' })
    const { error } = await admin().updateUserById(data.user?.id ?? '', { email: 'second@mantel.example' })
    expect(error?.code).toBe('email_exists')
  })

  test('is kept when a trigger refuses to delete it, here the last super admin', async () => {
    const { id } = await signedIn(stack, 'super_admin')
    expect((await admin().deleteUser(id)).error?.message).toBe('Database error deleting user')
    expect((await admin().getUserById(id)).data.user?.id).toBe(id)
    expect(printed).toHaveBeenCalledOnce()
  })
})

describe('an invitation', () => {
  test('sends a mail whose link signs in, and then a password can be set', async () => {
    const { data, error } = await admin().inviteUserByEmail('guest@mantel.example', {
      data: { full_name: 'A Guest' },
      redirectTo: `${SITE_URL}/auth`,
    })
    expect(error).toBeNull()
    expect(data.user?.invited_at).toBeTruthy()
    const [mail] = stack.mails()
    expect(mail).toMatchObject({
      to: 'guest@mantel.example',
      subject: 'You are invited to write for New Magazine',
    })
    expect(new URL(mail?.link ?? '').searchParams.get('type')).toBe('invite')
    const guest = client(stack)
    expect((await pressLink(stack, mail?.link, guest)).error).toBeNull()
    expect((await guest.auth.updateUser({ password: PASSWORD })).error).toBeNull()
    const signIn = await client(stack).auth.signInWithPassword({
      email: 'guest@mantel.example',
      password: PASSWORD,
    })
    expect(signIn.error).toBeNull()
    expect((await admin().inviteUserByEmail('guest@mantel.example')).error?.code).toBe('email_exists')
  })

  test('is sent again to a user who has not accepted it', async () => {
    const first = await admin().inviteUserByEmail('slow@mantel.example')
    const again = await admin().inviteUserByEmail('slow@mantel.example')
    expect(again.data.user?.id).toBe(first.data.user?.id)
    expect((await pressLink(stack, stack.mails()[0]?.link)).data.session).not.toBeNull()
  })

  test('ends what somebody else set up with the address: their password and their sessions', async () => {
    const email = 'squatted@mantel.example'
    await client(stack).auth.signUp({ email, password: 'the squatter’s' })
    const squatter = client(stack)
    const { error } = await admin().inviteUserByEmail(email, { redirectTo: `${SITE_URL}/auth` })
    expect(error).toBeNull()
    // Neither the old password nor one of a new sign-up comes back.
    await client(stack).auth.signUp({ email, password: 'the squatter’s' })
    await admin().inviteUserByEmail(email, { redirectTo: `${SITE_URL}/auth` })
    const { link } = stack.mails()[0] ?? {}
    expect(
      (await squatter.auth.signInWithPassword({ email, password: 'the squatter’s' })).error?.message,
    ).toBe('Invalid login credentials')
    const owner = client(stack)
    await pressLink(stack, link, owner)
    expect((await owner.auth.updateUser({ password: 'the owner’s own' })).error).toBeNull()
    expect(
      (await client(stack).auth.signInWithPassword({ email, password: 'the owner’s own' })).error,
    ).toBeNull()
  })
})

test('the admin API is open to the secret key only', async () => {
  const editor = await signedIn(stack, 'editor')
  const path = `${stack.url}/auth/v1/admin/users/${editor.id}`
  const call = async (headers: Record<string, string>) => (await fetch(path, { headers })).status
  expect(await call({})).toBe(401)
  expect(await call({ apikey: stack.publishableKey })).toBe(401)
  expect(await call({ apikey: stack.publishableKey, authorization: `Bearer ${editor.token}` })).toBe(403)
  expect(await call({ apikey: stack.secretKey, authorization: `Bearer ${editor.token}` })).toBe(403)
  expect((await client(stack).auth.admin.inviteUserByEmail('x@mantel.example')).error?.status).toBe(401)
  expect(await call({ apikey: stack.secretKey })).toBe(200)
})
