import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Stack } from '../../supabase/local/stack.ts'
import { totpCode, totpStep } from '../../supabase/local/auth/totp.ts'
import { codeOf, enrolled } from '../support/database/second-factor.ts'
import {
  client,
  PASSWORD,
  pressLink,
  signedIn,
  SITE_URL,
  startTestStack,
} from '../support/database/test-stack.ts'

let stack: Stack
let email: string
let own: SupabaseClient
let id: string

beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  email = `${crypto.randomUUID()}@mantel.example`
  const person = await signedIn(stack, 'editor', email)
  own = person.client
  id = person.id
})

async function signIn() {
  const session = client(stack)
  const { error } = await session.auth.signInWithPassword({ email, password: PASSWORD })
  expect(error).toBeNull()
  return session
}

const level = async (session: SupabaseClient) =>
  (await session.auth.mfa.getAuthenticatorAssuranceLevel()).data

/** The code of the next half minute: the present one was used to switch the factor on. */
const nextCode = (secret: string) => totpCode(secret, totpStep(Date.now()) + 1)

describe('switching on', () => {
  test('gives a QR code, a secret and the address for the app', async () => {
    const { data } = await own.auth.mfa.enroll({
      factorType: 'totp',
      issuer: 'Mantel',
      friendlyName: 'Phone',
    })
    expect(data?.totp?.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
    expect(data?.totp?.uri).toContain(`otpauth://totp/Mantel:${encodeURIComponent(email)}`)
    expect(data?.totp?.uri).toContain(`secret=${data?.totp?.secret}`)
    const again = await own.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect(again.error?.code).toBe('mfa_factor_name_conflict')
    // Nothing is demanded before the first code.
    expect(await level(await signIn())).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  })

  test('needs a right code, raises the session and ends the others', async () => {
    const other = await signIn()
    const { data } = await own.auth.mfa.enroll({ factorType: 'totp' })
    const factorId = data?.id ?? ''
    const wrong = await own.auth.mfa.challengeAndVerify({ factorId, code: '000000' })
    expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    const right = await own.auth.mfa.challengeAndVerify({ factorId, code: codeOf(data?.totp?.secret ?? '') })
    expect(right.error).toBeNull()
    expect(await level(own)).toMatchObject({
      currentLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
    })
    expect((await own.auth.mfa.listFactors()).data?.totp).toMatchObject([
      { id: factorId, status: 'verified' },
    ])
    expect((await other.auth.refreshSession()).error).not.toBeNull()
  })
})

describe('signing in with a second factor', () => {
  test('takes password and code; the level survives a renewal', async () => {
    const { factorId, secret } = await enrolled(own)
    const session = await signIn()
    expect(await level(session)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    const verified = await session.auth.mfa.challengeAndVerify({ factorId, code: nextCode(secret) })
    expect(verified.error).toBeNull()
    expect((await session.auth.refreshSession()).error).toBeNull()
    expect(await level(session)).toMatchObject({ currentLevel: 'aal2' })
    expect((await session.auth.getUser()).error).toBeNull()
  })

  test('a code works once, and each challenge once', async () => {
    const { factorId, secret } = await enrolled(own)
    const again = await (await signIn()).auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect(again.error?.code).toBe('mfa_verification_failed')
    const session = await signIn()
    const challengeId = (await session.auth.mfa.challenge({ factorId })).data?.id ?? ''
    const codes = await Promise.all(
      [1, 2].map(() => session.auth.mfa.verify({ factorId, challengeId, code: nextCode(secret) })),
    )
    expect(codes.filter(({ error }) => error === null)).toHaveLength(1)
  })

  test('a challenge is good for five minutes', async () => {
    const { factorId, secret } = await enrolled(own)
    const session = await signIn()
    const challengeId = (await session.auth.mfa.challenge({ factorId })).data?.id ?? ''
    await stack.sql(
      `update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = $1::uuid`,
      [challengeId],
    )
    const { error } = await session.auth.mfa.verify({ factorId, challengeId, code: nextCode(secret) })
    expect(error?.code).toBe('mfa_challenge_expired')
  })

  test('after ten wrong codes none is looked at for five minutes', async () => {
    const { factorId, secret } = await enrolled(own)
    const session = await signIn()
    const challengeId = (await session.auth.mfa.challenge({ factorId })).data?.id ?? ''
    const send = (code: string, at: number) =>
      session.auth.getSession().then(({ data }) =>
        fetch(`${stack.url}/auth/v1/factors/${factorId}/verify`, {
          method: 'POST',
          headers: {
            apikey: stack.publishableKey,
            authorization: `Bearer ${data.session?.access_token}`,
            'x-forwarded-for': `198.51.100.${at}`,
          },
          body: JSON.stringify({ challenge_id: challengeId, code }),
        }),
      )
    const statuses: number[] = []
    for (let at = 0; at < 10; at += 1) statuses.push((await send('000000', at)).status)
    expect(statuses).toEqual(Array<number>(10).fill(422))
    expect((await send(nextCode(secret), 11)).status).toBe(429)
  })

  test('a session without it sets no password, switches nothing off and enrolls no other factor', async () => {
    const { factorId } = await enrolled(own)
    const session = await signIn()
    const weak = 'insufficient_aal'
    expect((await session.auth.updateUser({ password: 'another-password' })).error?.code).toBe(weak)
    expect((await session.auth.updateUser({ email: 'other@mantel.example' })).error?.code).toBe(weak)
    expect((await session.auth.mfa.unenroll({ factorId })).error?.code).toBe(weak)
    expect((await session.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe(weak)

    // Nor does the link of a recovery mail.
    await client(stack).auth.resetPasswordForEmail(email, { redirectTo: `${SITE_URL}/auth` })
    const recovery = client(stack)
    await pressLink(stack, stack.mails().find(({ to }) => to === email)?.link, recovery)
    expect((await recovery.auth.updateUser({ password: 'another-password' })).error?.code).toBe(weak)
  })
})

describe('the routes', () => {
  test('refuse forged and ended sessions and the factors of others', async () => {
    const { factorId } = await enrolled(own)
    const other = await signedIn(stack, 'editor', `${crypto.randomUUID()}@mantel.example`)
    expect((await other.client.auth.mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found')
    expect((await other.client.auth.mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found')
    const enroll = (token: string) =>
      fetch(`${stack.url}/auth/v1/factors`, {
        method: 'POST',
        headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}` },
        body: JSON.stringify({ factor_type: 'totp' }),
      })
    const [header, payload = '', signature] = other.token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: id })).toString('base64url')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    for (const token of [`${header}.${forged}.${signature}`, `${none}.${payload}.`, 'x', '']) {
      expect([401, 403]).toContain((await enroll(token)).status)
    }
    expect((await enroll(other.token)).status).toBe(200)
    await stack.sql('delete from auth.sessions where user_id = $1::uuid', [other.id])
    expect((await enroll(other.token)).status).toBe(403)
  })

  test('the admin API lists and deletes the factors of an account, and ends its sessions', async () => {
    const { factorId } = await enrolled(own)
    const { mfa } = client(stack, stack.secretKey).auth.admin
    expect((await mfa.listFactors({ userId: id })).data?.factors).toMatchObject([{ id: factorId }])
    expect((await mfa.deleteFactor({ userId: id, id: crypto.randomUUID() })).error?.status).toBe(404)
    expect((await mfa.deleteFactor({ userId: id, id: factorId })).error).toBeNull()
    expect((await own.auth.refreshSession()).error).not.toBeNull()
    expect(await level(await signIn())).toMatchObject({ nextLevel: 'aal1' })
  })

  test('who switches it off is of the lower level after the next renewal', async () => {
    const { factorId } = await enrolled(own)
    expect((await own.auth.mfa.unenroll({ factorId })).error).toBeNull()
    expect((await own.auth.refreshSession()).error).toBeNull()
    expect(await level(own)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  })
})

test('the function remove-second-factor is for super admins, and names them in the audit log', async () => {
  await enrolled(own)
  const admin = await signedIn(stack, 'super_admin', `${crypto.randomUUID()}@mantel.example`)
  const remove = (caller: SupabaseClient, account: string) =>
    caller.functions.invoke<{ removed: number }>('remove-second-factor', { body: { id: account } })
  expect((await remove(own, admin.id)).response?.status).toBe(403)
  expect((await remove(admin.client, admin.id)).response?.status).toBe(403)
  expect((await remove(admin.client, crypto.randomUUID())).response?.status).toBe(404)
  expect((await remove(admin.client, id)).data).toEqual({ removed: 1 })
  const log = await stack.sql(
    `select actor_id, subject, note from public.audit_log where kind = 'second-factor' and entity_id = $1
     and note = 'Removed'`,
    [id],
  )
  expect(log).toEqual([{ actor_id: admin.id, subject: 'The editor', note: 'Removed' }])

  // Without the code no function knows the role.
  await enrolled(admin.client)
  const weak = client(stack)
  await weak.auth.signInWithPassword({
    email: (await admin.client.auth.getUser()).data.user?.email ?? '',
    password: PASSWORD,
  })
  expect((await remove(weak, id)).response?.status).toBe(403)
})
