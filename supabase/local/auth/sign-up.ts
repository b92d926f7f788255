import { randomBytes, randomUUID } from 'node:crypto'
import { hash } from 'bcryptjs'
import * as z from 'zod'
import { MAX_PASSWORD_BYTES } from '../../../src/domain/people/password.ts'
import type { Database } from '../database/database.ts'
import type { Route } from '../http/gateway.ts'
import type { Handler } from '../http/http-server.ts'
import { peekBody } from './body.ts'
import { AuthError } from './error.ts'
import { PASSWORD_HASH_ROUNDS, requireStrongPassword } from './password.ts'
import { type AuthServices, findUserByEmail, sendPendingMail } from './users.ts'

interface Services extends AuthServices {
  /** Lite's own API. */
  api: Handler
}

/** What lite's sign-up lacks: addresses that are registered already, `resend`, sign-up by mail alone. */
export function signUpRoutes(services: Services): Route[] {
  return [
    { prefix: '/auth/v1/signup', answer: (request) => signUp(services, request) },
    { prefix: '/auth/v1/otp', answer: (request, url) => signUpByMail(services, request, url) },
    { prefix: '/auth/v1/magiclink', answer: (request, url) => signUpByMail(services, request, url) },
    { prefix: '/auth/v1/resend', answer: (request) => resend(services, request) },
  ]
}

/**
 * As on a hosted project that confirms addresses: a sign-up with the address of an account is answered with a made-up user,
 * without identities if the account is confirmed. An unconfirmed address, perhaps of somebody who was invited, is answered
 * as a new one, and gets its mail again.
 */
async function signUp(services: Services, request: Request): Promise<Response | null> {
  if (request.method !== 'POST') return null
  const { email = '', password, data = {} } = (await peekBody(request, bodySchema)) ?? {}
  const { database, config } = services
  if (password !== undefined) await requireStrongPassword(database, password)
  await refuseWhileClosed(database)
  const known = await findUserByEmail(database, email)
  if (known === null || !config.auth.email.enable_confirmations) return null
  // Lite refuses these before it looks for the account.
  if (!password || password.length > MAX_PASSWORD_BYTES) return null
  const user = await madeUpUser(email, data, password)
  await database.sql('select private.check_user_metadata($1::text::jsonb)', [
    JSON.stringify(user.user_metadata),
  ])
  if (known.isConfirmed) return Response.json({ ...user, identities: [] })
  await sendPendingMail(services, known, email)
  return Response.json(user)
}

/** A UUID of version 7, as lite gives to a new account. */
function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** The answer to a sign-up with a new address, after the time that one takes. */
async function madeUpUser(email: string, data: Record<string, unknown>, password: string) {
  const id = newId()
  await hash(password, PASSWORD_HASH_ROUNDS)
  // As PostgreSQL writes times.
  const now = new Date().toISOString().replace(/\.?0*Z$/, '+00:00')
  const user_metadata = { ...data, email, email_verified: false, phone_verified: false, sub: id }
  const identity = {
    identity_id: newId(),
    id,
    user_id: id,
    identity_data: user_metadata,
    provider: 'email',
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
    email,
  }
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata,
    identities: [identity],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
    confirmation_sent_at: now,
  }
}

/**
 * Answers a request for a sign-in link or code for an address without a confirmed account, by a sign-up with a random
 * password: a closed sign-up stays closed, and only the mail confirms the address. Lite would create the account at once
 * and as confirmed. An address that is not confirmed is answered as an unknown one.
 */
async function signUpByMail(services: Services, request: Request, url: URL): Promise<Response | null> {
  const { email = '', create_user = true, data } = (await peekBody(request, bodySchema)) ?? {}
  const known = await findUserByEmail(services.database, email)
  if (request.method !== 'POST' || email === '' || known?.isConfirmed) return null
  if (!create_user) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
  await refuseWhileClosed(services.database)
  if (known !== null) {
    await sendPendingMail(services, known, email)
    return Response.json({})
  }
  const target = new URL(url)
  target.pathname = '/auth/v1/signup'
  const password = randomBytes(32).toString('base64url')
  const headers = { apikey: services.keys.publishableKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password, data })
  const response = await services.api(new Request(target, { method: 'POST', headers, body }))
  if (!response.ok) return response
  // Where addresses are not confirmed, lite mails the link to the new account.
  return services.config.auth.email.enable_confirmations ? Response.json({}) : null
}

/** The database refuses the account, too; lite would answer that with status 500 and without its reason. */
async function refuseWhileClosed(database: Database): Promise<void> {
  const [settings] = await database.sql<{ isOpen: boolean }>(
    'select sign_up_open as "isOpen" from public.site_settings',
  )
  if (settings?.isOpen === false) throw new AuthError(422, 'signup_disabled', 'Sign-up is closed')
}

async function resend(services: Services, request: Request): Promise<Response | null> {
  const { type, email = '' } = (await peekBody(request, bodySchema)) ?? {}
  if (type !== 'signup') return null
  const known = await findUserByEmail(services.database, email)
  if (known?.isConfirmed === false) await sendPendingMail(services, known, email)
  return Response.json({})
}

const bodySchema = z.object({
  type: z.string().optional().catch(undefined),
  email: z.string().toLowerCase().optional().catch(undefined),
  password: z.string().optional().catch(undefined),
  create_user: z.boolean().optional().catch(undefined),
  data: z.record(z.string(), z.unknown()).optional().catch(undefined),
})
