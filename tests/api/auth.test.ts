import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../supabase/local/stack.ts'
import {
  client,
  newVisitor,
  PASSWORD,
  pressLink,
  QUICK_HASH,
  signedIn,
  SITE_URL,
  startTestStack,
} from '../support/database/test-stack.ts'

let stack: Stack

beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

const mailTo = (email: string) => stack.mails().filter((mail) => mail.to === email)

async function signUp(email: string) {
  return client(stack).auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { full_name: 'Ines Abril' }, emailRedirectTo: `${SITE_URL}/admin` },
  })
}

async function confirmed(email: string) {
  await signUp(email)
  await pressLink(stack, mailTo(email)[0]?.link)
}

describe('sign-up', () => {
  test('sends a mail whose link confirms the address and signs in, at the press of its button', async () => {
    const { data, error } = await signUp('ines@mantel.example')
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user?.identities).toHaveLength(1)
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Ines Abril' })

    const early = await client(stack).auth.signInWithPassword({
      email: 'ines@mantel.example',
      password: PASSWORD,
    })
    expect(early.error?.code).toBe('email_not_confirmed')

    const [mail, ...others] = mailTo('ines@mantel.example')
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Confirm your New Magazine account')
    expect(mail?.html).toContain('Confirm my address')
    const own = client(stack)
    expect((await pressLink(stack, mail?.link, own)).error).toBeNull()
    const { data: profile } = await own.from('profiles').select('full_name, role')
    expect(profile).toEqual([{ full_name: 'Ines Abril', role: 'viewer' }])

    const late = await client(stack).auth.signInWithPassword({
      email: 'ines@mantel.example',
      password: PASSWORD,
    })
    expect(late.error).toBeNull()
  })

  test.each(['http://evil.example\\@localhost', 'http://localhost:4321@evil.example', 'http://evil.example'])(
    'no mail has a link to %s',
    async (redirectTo) => {
      const email = `${crypto.randomUUID()}@mantel.example`
      for (const path of ['signup', 'recover', 'magiclink']) {
        await fetch(`${stack.url}/auth/v1/${path}?redirect_to=${encodeURIComponent(redirectTo)}`, {
          method: 'POST',
          headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: PASSWORD }),
        })
        const { link = '', html = '' } = mailTo(email)[0] ?? {}
        expect(html).not.toContain('evil.example')
        expect(new URL(link).origin).toBe(SITE_URL)
        // As links of the auth server were before.
        const query = new URLSearchParams({ token: 'x', type: 'recovery', redirect_to: redirectTo })
        const opened = await fetch(`${stack.url}/auth/v1/verify?${query}`, { redirect: 'manual' })
        expect(opened.headers.get('location')).toBe(`${SITE_URL}/auth?token_hash=x&type=recovery`)
        await pressLink(stack, link)
      }
    },
  )

  test('by code or magic link confirms the address only when the mail is answered', async () => {
    for (const path of ['otp', 'magiclink']) {
      const email = `${path}@mantel.example`
      const response = await fetch(`${stack.url}/auth/v1/${path}`, {
        method: 'POST',
        headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email, create_user: true }),
      })
      expect([response.status, await response.json()]).toEqual([200, {}])
      const state = async () =>
        (
          await stack.sql<{ confirmed: boolean; sessions: number }>(
            `select email_confirmed_at is not null as confirmed,
               (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions
             from auth.users u where email = $1`,
            [email],
          )
        )[0]
      expect(await state()).toEqual({ confirmed: false, sessions: 0 })
      expect((await pressLink(stack, mailTo(email)[0]?.link)).data.session).not.toBeNull()
      expect(await state()).toEqual({ confirmed: true, sessions: 1 })
    }
  })

  test('by code is refused for an unknown address that is not to be signed up', async () => {
    const { error } = await client(stack).auth.signInWithOtp({
      email: 'unknown@mantel.example',
      options: { shouldCreateUser: false },
    })
    expect(error?.code).toBe('otp_disabled')
    expect(mailTo('unknown@mantel.example')).toEqual([])
  })

  test('while it is closed makes no account, by password, code or magic link', async () => {
    await stack.sql('insert into public.site_settings (sign_up_open) values (false)')
    try {
      for (const path of ['signup', 'otp', 'magiclink']) {
        const email = `closed-${path}@mantel.example`
        const response = await fetch(`${stack.url}/auth/v1/${path}`, {
          method: 'POST',
          headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: PASSWORD, create_user: true }),
        })
        expect(response.status).toBe(422)
        expect(await response.json()).toMatchObject({ msg: 'Sign-up is closed' })
        expect(await stack.sql('select id from auth.users where email = $1', [email])).toEqual([])
        expect(mailTo(email)).toEqual([])
      }
    } finally {
      await stack.sql('delete from public.site_settings')
    }
  })

  test('a link can be used once', async () => {
    await confirmed('once@mantel.example')
    const again = await pressLink(stack, mailTo('once@mantel.example')[0]?.link)
    expect(again.error?.code).toBe('otp_expired')
  })

  test('the code in the mail confirms the address, too', async () => {
    await signUp('code@mantel.example')
    const { error } = await client(stack).auth.verifyOtp({
      email: 'code@mantel.example',
      token: mailTo('code@mantel.example')[0]?.code ?? '',
      type: 'signup',
    })
    expect(error).toBeNull()
  })

  test('with a registered address returns a user without identities, sends no mail and keeps the password', async () => {
    await confirmed('known@mantel.example')
    const { data, error } = await client(stack).auth.signUp({
      email: 'Known@mantel.example',
      password: 'another-one',
    })
    expect(error).toBeNull()
    expect(data.user?.identities).toEqual([])
    expect(mailTo('known@mantel.example')).toHaveLength(1)
    const stolen = await client(stack).auth.signInWithPassword({
      email: 'known@mantel.example',
      password: 'another-one',
    })
    expect(stolen.error?.message).toBe('Invalid login credentials')
  })

  test('with an unconfirmed address sends the mail again with a link that works', async () => {
    await signUp('waiting@mantel.example')
    const { data } = await signUp('waiting@mantel.example')
    expect(data.user?.identities).toHaveLength(1)
    const { error } = await client(stack).auth.resend({ type: 'signup', email: 'waiting@mantel.example' })
    expect(error).toBeNull()
    const [newest, ...older] = mailTo('waiting@mantel.example')
    expect(older).toHaveLength(2)
    expect((await pressLink(stack, newest?.link)).data.session).not.toBeNull()
  })

  test.each(['abcde', 'qwerty123'])('a weak password is refused: %s', async (password) => {
    const { error } = await client(stack).auth.signUp({ email: 'weak@mantel.example', password })
    expect(error).toMatchObject({ status: 422, code: 'weak_password' })
  })
})

/** A JSON answer with each value of a kind in place of the value itself, and its headers. */
async function shapeOf(response: Response) {
  const kindOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(kindOf)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, kindOf(member)]))
    if (typeof value !== 'string') return value
    const [, version] = /^[\da-f]{8}-[\da-f]{4}-(\d)[\da-f]{3}-[\da-f-]{17}$/.exec(value) ?? []
    if (version !== undefined) return `an id of version ${version}`
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return value.replace(/\.\d+/, '').replace(/\d/g, '0')
    return value.includes('@') ? 'the address' : value
  }
  const headers = Object.fromEntries(response.headers)
  return {
    status: response.status,
    headers: { ...headers, date: '', 'content-length': '' },
    body: kindOf(await response.json().catch(() => null)),
  }
}

async function post(path: string, body: object) {
  return fetch(`${stack.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json', ...newVisitor() },
    body: JSON.stringify(body),
  })
}

const account = () => `${crypto.randomUUID()}@mantel.example`
const admin = () => client(stack, stack.secretKey).auth.admin

describe('an address that is not confirmed', () => {
  /** Addresses that somebody has signed up with, or was invited at. */
  const PENDING: [string, (email: string) => Promise<unknown>][] = [
    ['signed up', (email) => signUp(email)],
    ['invited', (email) => admin().inviteUserByEmail(email, { data: { full_name: 'Secret Name' } })],
    [
      'invited, expired',
      async (email) => {
        await admin().inviteUserByEmail(email, { data: { full_name: 'Secret Name' } })
        await stack.sql(
          `update auth.users set confirmation_sent_at = now() - interval '2 hours' where email = $1`,
          [email],
        )
      },
    ],
  ]
  const REQUESTS: [string, object][] = [
    ['signup', { password: PASSWORD, data: { full_name: 'Ada' } }],
    ['signup', { password: PASSWORD }],
    ['signup', { password: 'short' }],
    ['signup', { password: '' }],
    ['signup', {}],
    ['signup', { password: 'x'.repeat(73) }],
    ['signup', { password: PASSWORD, data: { full_name: 'x'.repeat(20_000) } }],
    ['otp', {}],
    ['otp', { create_user: false }],
    ['magiclink', {}],
    ['recover', {}],
    ['resend', { type: 'signup' }],
    ['token?grant_type=password', { password: 'not-the-password' }],
    ['token?grant_type=password', { password: '' }],
    ['token?grant_type=password', {}],
    ['verify', { type: 'signup', token: '000000' }],
    ['verify', { type: 'recovery', token: '000000' }],
  ]

  test.each(PENDING)('is answered as an unknown one: %s', async (_, make) => {
    for (const [path, body] of REQUESTS) {
      const email = account()
      await make(email)
      const known = await shapeOf(await post(path, { ...body, email }))
      expect(known, `${path} ${JSON.stringify(body).slice(0, 60)}`).toEqual(
        await shapeOf(await post(path, { ...body, email: account() })),
      )
    }
  })

  test.each(PENDING)('is answered as an unknown one while sign-up is closed: %s', async (_, make) => {
    const email = account()
    await make(email)
    await stack.sql('insert into public.site_settings (sign_up_open) values (false)')
    try {
      for (const path of ['signup', 'otp', 'magiclink']) {
        const body = { password: PASSWORD }
        expect(await shapeOf(await post(path, { ...body, email })), path).toEqual(
          await shapeOf(await post(path, { ...body, email: account() })),
        )
      }
    } finally {
      await stack.sql('delete from public.site_settings')
    }
  })

  test.each(['signup', 'otp', 'magiclink', 'resend'])(
    'keeps the link of its invitation, which %s sends again',
    async (path) => {
      const email = account()
      await admin().inviteUserByEmail(email)
      const invitation = mailTo(email)[0]?.link
      await post(path, { email, password: PASSWORD, type: 'signup' })
      const [again, ...others] = mailTo(email)
      expect([others.length, again?.link, again?.subject]).toEqual([1, invitation, mailTo(email)[1]?.subject])
      expect((await pressLink(stack, invitation)).data.session).not.toBeNull()
    },
  )

  test('is told only to who knows its password', async () => {
    const email = account()
    await signUp(email)
    const code = async (password: string) =>
      (await client(stack).auth.signInWithPassword({ email, password })).error?.code
    expect(await code('not-the-password')).toBe('invalid_credentials')
    expect(await code(PASSWORD)).toBe('email_not_confirmed')
  })
})

test('60 sign-ups in a moment: 30 are taken from one sender', async () => {
  const headers = { apikey: stack.publishableKey, ...newVisitor() }
  const sent = Array.from({ length: 60 }, () =>
    fetch(`${stack.url}/auth/v1/signup`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: account(), password: PASSWORD }),
    }),
  )
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
})

describe('metadata of a user', () => {
  const MESSAGE = 'The metadata of a user must be at most 16 kB'
  const large = { full_name: 'Ada', note: 'x'.repeat(17_000) }

  test.each([
    ['signup', { password: PASSWORD, data: large }],
    ['otp', { data: large }],
  ])('of more than 16 kB is refused: %s', async (path, body) => {
    const email = account()
    const response = await post(path, { ...body, email })
    expect([response.status, await response.json()]).toEqual([
      422,
      { code: 422, error_code: 'validation_failed', msg: MESSAGE },
    ])
    expect(await stack.sql('select 1 from auth.users where email = $1', [email])).toEqual([])
  })

  test('of 10 MB is refused before it is read', async () => {
    const response = await post('signup', {
      email: account(),
      password: PASSWORD,
      data: { a: 'x'.repeat(1e7) },
    })
    expect([response.status, response.headers.get('connection')]).toEqual([413, 'close'])
  })

  test('cannot grow beyond 16 kB in small steps, nor by an admin', async () => {
    const user = await signedIn(stack, 'viewer', account())
    const add = (name: string) => user.client.auth.updateUser({ data: { [name]: 'x'.repeat(6000) } })
    expect((await add('a')).error).toBeNull()
    expect((await add('b')).error).toBeNull()
    expect((await add('c')).error).toMatchObject({ status: 422, message: MESSAGE })
    const made = await admin().createUser({ email: account(), password: PASSWORD, user_metadata: large })
    expect(made.error).toMatchObject({ status: 422, message: MESSAGE })
  })
})

describe('a new address', () => {
  test.each([
    ['old', 'new'],
    ['new', 'old'],
  ] as const)(
    'counts once both mails are answered, first that to the %s one, then the %s',
    async (...order) => {
      const addresses = {
        old: `${crypto.randomUUID()}@mantel.example`,
        new: `${crypto.randomUUID()}@mantel.example`,
      }
      await confirmed(addresses.old)
      const own = client(stack)
      const { data } = await own.auth.signInWithPassword({ email: addresses.old, password: PASSWORD })
      await own.auth.updateUser({ email: addresses.new })
      const emailOf = async () =>
        (
          await stack.sql<{ email: string }>('select email from auth.users where id = $1::uuid', [
            data.user?.id,
          ])
        )[0]?.email
      const answer = (which: 'old' | 'new') => pressLink(stack, mailTo(addresses[which])[0]?.link)
      const first = await answer(order[0])
      expect({ error: first.error, session: first.data.session }).toEqual({ error: null, session: null })
      expect(await emailOf()).toBe(addresses.old)
      expect((await answer(order[1])).data.session).not.toBeNull()
      expect(await emailOf()).toBe(addresses.new)
    },
  )
})

describe('a session', () => {
  test('refuses a wrong password with "Invalid login credentials"', async () => {
    await confirmed('wrong@mantel.example')
    const { error } = await client(stack).auth.signInWithPassword({
      email: 'wrong@mantel.example',
      password: 'not-it',
    })
    expect(error?.message).toBe('Invalid login credentials')
  })

  test('gets a new refresh token at each refresh', async () => {
    await confirmed('renew@mantel.example')
    const user = client(stack)
    const { data: first } = await user.auth.signInWithPassword({
      email: 'renew@mantel.example',
      password: PASSWORD,
    })
    const { data: second, error } = await user.auth.refreshSession()
    expect(error).toBeNull()
    expect(second.session?.refresh_token).not.toBe(first.session?.refresh_token)
    expect(second.user?.email).toBe('renew@mantel.example')
  })

  test('ends with sign-out: access and refresh token are refused', async () => {
    await confirmed('out@mantel.example')
    const user = client(stack)
    const { data } = await user.auth.signInWithPassword({ email: 'out@mantel.example', password: PASSWORD })
    expect((await user.auth.signOut()).error).toBeNull()
    const refresh = await client(stack).auth.refreshSession({
      refresh_token: data.session?.refresh_token ?? '',
    })
    expect(refresh.error).not.toBeNull()
    expect((await client(stack).auth.getUser(data.session?.access_token)).error).not.toBeNull()
  })

  test('ends when another one sets a new password, with its links and codes; its own goes on', async () => {
    const email = 'changed@mantel.example'
    await confirmed(email)
    const [own, other] = [client(stack), client(stack)]
    for (const user of [own, other]) await user.auth.signInWithPassword({ email, password: PASSWORD })
    await client(stack).auth.resetPasswordForEmail(email)
    const { error } = await own.auth.updateUser({ password: 'a-new-password', current_password: PASSWORD })
    expect(error).toBeNull()
    expect((await other.auth.refreshSession()).error).not.toBeNull()
    expect((await other.auth.getUser()).error).not.toBeNull()
    expect((await pressLink(stack, mailTo(email)[0]?.link)).error).not.toBeNull()
    expect((await own.auth.refreshSession()).error).toBeNull()
  })

  test('sets a new password only with the present one, of which 30 wrong ones are taken', async () => {
    const user = (await signedIn(stack, 'viewer', 'left-open@mantel.example')).client
    const change = async (current?: string) => {
      const { error } = await user.auth.updateUser({
        password: 'a-new-password',
        ...(current === undefined ? {} : { current_password: current }),
      })
      return error?.code
    }
    expect(await change()).toBe('current_password_required')
    const wrong = await Promise.all(Array.from({ length: 31 }, (_, at) => change(`wrong-${at}`)))
    expect(wrong.filter((code) => code === 'current_password_invalid')).toHaveLength(30)
    expect(wrong.filter((code) => code === 'over_request_rate_limit')).toHaveLength(1)
    expect(await change(PASSWORD)).toBe('over_request_rate_limit')
  })

  test('ends when an admin sets a new password', async () => {
    const email = 'reset@mantel.example'
    await confirmed(email)
    const user = client(stack)
    const { data } = await user.auth.signInWithPassword({ email, password: PASSWORD })
    const { admin } = client(stack, stack.secretKey).auth
    await admin.updateUserById(data.user?.id ?? '', { password: 'a-new-password' })
    expect((await user.auth.refreshSession()).error).not.toBeNull()
  })

  test('is refused after 30 wrong passwords, also with the right one, from other addresses, too', async () => {
    const email = 'guessed@mantel.example'
    const { admin } = client(stack, stack.secretKey).auth
    await admin.createUser({ email, password_hash: QUICK_HASH, email_confirm: true })
    const signIn = (password: string, address: string) =>
      fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: {
          apikey: stack.publishableKey,
          'content-type': 'application/json',
          'x-forwarded-for': address,
        },
        body: JSON.stringify({ email, password }),
      })
    const wrong = Array.from({ length: 31 }, (_, at) => signIn(`wrong-${at}`, `198.51.100.${at}`))
    const statuses = (await Promise.all(wrong)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    const right = await signIn(PASSWORD, '198.51.100.200')
    expect(right.status).toBe(429)
    expect(await right.json()).toMatchObject({ error_code: 'over_request_rate_limit' })
    expect(right.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('the link of a password reset mail allows a new password', async () => {
    await confirmed('forgot@mantel.example')
    await client(stack).auth.resetPasswordForEmail('forgot@mantel.example', {
      redirectTo: `${SITE_URL}/auth`,
    })
    const user = client(stack)
    await pressLink(stack, mailTo('forgot@mantel.example')[0]?.link, user)
    expect((await user.auth.updateUser({ password: 'a-new-password' })).error).toBeNull()
    const { error } = await client(stack).auth.signInWithPassword({
      email: 'forgot@mantel.example',
      password: 'a-new-password',
    })
    expect(error).toBeNull()
  })
})

test('an expired or forged access token is refused', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mantel-test-'))
  const own = await startTestStack({ dataDir })
  try {
    const { jwtSecret } = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')) as {
      jwtSecret: string
    }
    const { data } = await client(own, own.secretKey).auth.admin.createUser({ email: 'a@mantel.example' })
    const read = async (secret: string, expires: number) => {
      const claims = {
        sub: data.user?.id,
        role: 'authenticated',
        exp: Math.floor(Date.now() / 1000) + expires,
      }
      const { status } = await fetch(`${own.url}/rest/v1/profiles?select=id`, {
        headers: { apikey: own.publishableKey, authorization: `Bearer ${signToken(claims, secret)}` },
      })
      return status
    }
    expect(await read(jwtSecret, 60)).toBe(200)
    expect(await read(jwtSecret, -60)).toBe(401)
    expect(await read('x'.repeat(40), 60)).toBe(401)
  } finally {
    await own.stop()
    await rm(dataDir, { recursive: true })
  }
})

function signToken(claims: object, secret: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
