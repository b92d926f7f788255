import { randomBytes, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { peekBody } from './auth-body.ts'
import { AuthError } from './auth-error.ts'
import { requireStrongPassword } from './auth-password.ts'
import { type AuthServices, findUserByEmail, sendConfirmation } from './auth-users.ts'
import type { Database } from './database.ts'
import type { Route } from './gateway.ts'
import type { Handler } from './http-server.ts'

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
 * As on a hosted project that confirms addresses: a sign-up with a registered address is answered with a made-up user
 * without identities, so that it does not reveal the account; an address that is not confirmed gets the mail again.
 */
async function signUp(services: Services, request: Request): Promise<Response | null> {
  const { email = '', password } = (await peekBody(request, bodySchema)) ?? {}
  if (request.method === 'POST' && password !== undefined)
    await requireStrongPassword(services.database, password)
  const known = await findUserByEmail(services.database, email)
  if (request.method === 'POST' && known === null) await refuseWhileClosed(services.database)
  if (request.method !== 'POST' || known === null || !services.config.auth.email.enable_confirmations)
    return null
  if (!known.isConfirmed)
    return Response.json((await sendConfirmation(services, 'confirmation', known, email)).json)
  const now = new Date().toISOString()
  return Response.json({
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  })
}

/**
 * Answers a request for a sign-in link or code for an address without a confirmed account, by a sign-up with a random
 * password: a closed sign-up stays closed, and only the mail confirms the address. Lite would create the account at once
 * and as confirmed.
 */
async function signUpByMail(services: Services, request: Request, url: URL): Promise<Response | null> {
  const { email = '', create_user = true, data } = (await peekBody(request, bodySchema)) ?? {}
  const known = await findUserByEmail(services.database, email)
  if (request.method !== 'POST' || email === '' || known?.isConfirmed) return null
  if (known === null && !create_user) return null
  if (known === null) await refuseWhileClosed(services.database)
  if (known !== null) {
    await sendConfirmation(services, 'confirmation', known, email)
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
  if (known?.isConfirmed === false) await sendConfirmation(services, 'confirmation', known, email)
  return Response.json({})
}

const bodySchema = z.object({
  type: z.string().optional().catch(undefined),
  email: z.string().trim().toLowerCase().optional().catch(undefined),
  password: z.string().optional().catch(undefined),
  create_user: z.boolean().optional().catch(undefined),
  data: z.record(z.string(), z.unknown()).optional().catch(undefined),
})
