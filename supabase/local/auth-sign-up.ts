import { randomUUID } from 'node:crypto'
import { findUserByEmail, renewConfirmation, userJson } from './auth-users.ts'
import type { SupabaseConfig } from './config.ts'
import type { Database } from './database.ts'
import { type Route, refuseKey } from './gateway.ts'
import type { Handler } from './http-server.ts'
import type { Keys } from './keys.ts'
import type { Mailbox } from './mailbox.ts'

interface Services {
  database: Database
  keys: Keys
  mailbox: Mailbox
  config: SupabaseConfig
  /** Lite's own API. */
  api: Handler
}

/** What lite's sign-up lacks: addresses that are registered already, `resend`, invitations. */
export function signUpRoutes(services: Services): Route[] {
  return [
    { prefix: '/auth/v1/signup', answer: (request, url) => signUp(services, request, url) },
    { prefix: '/auth/v1/resend', answer: (request, url) => resend(services, request, url) },
    { prefix: '/auth/v1/verify', answer: (request, url) => verifyInvite(services, request, url) },
  ]
}

/**
 * As on a hosted project that confirms addresses: a sign-up with a registered address is answered with a made-up user
 * without identities, so that it does not reveal the account; an address that is not confirmed gets the mail again.
 */
async function signUp(services: Services, request: Request, url: URL): Promise<Response | null> {
  const { config, database, keys } = services
  if (request.method !== 'POST' || !config.auth.email.enable_confirmations) return null
  const email = await readEmail(request)
  const known = email === null ? null : await findUserByEmail(database, email)
  if (email === null || known === null) return null
  const refused = refuseKey(request, url, keys)
  if (refused !== null) return refused
  if (known.email_confirmed_at === null) {
    await sendAgain(services, known.id, email)
    return Response.json(userJson((await findUserByEmail(database, email)) ?? known))
  }
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

async function resend(services: Services, request: Request, url: URL): Promise<Response | null> {
  if ((await readBody(request)).type !== 'signup') return null
  const refused = refuseKey(request, url, services.keys)
  if (refused !== null) return refused
  const email = await readEmail(request)
  const known = email === null ? null : await findUserByEmail(services.database, email)
  if (email !== null && known !== null && known.email_confirmed_at === null)
    await sendAgain(services, known.id, email)
  return Response.json({})
}

async function sendAgain({ database, mailbox, config }: Services, id: string, email: string): Promise<void> {
  const token = await renewConfirmation(database, { id, email }, config.auth.email.otp_length)
  mailbox.send('confirmation', { to: email, ...token })
}

/** Accepts an invitation as lite confirms a sign-up: both use the user's confirmation token. */
async function verifyInvite({ api }: Services, request: Request, url: URL): Promise<Response | null> {
  if (request.method === 'POST') {
    const body = await readBody(request)
    if (body.type !== 'invite') return null
    const headers = new Headers(request.headers)
    headers.delete('content-length')
    return api(
      new Request(request.url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...body, type: 'signup' }),
      }),
    )
  }
  if (url.searchParams.get('type') !== 'invite') return null
  const asSignUp = new URL(url)
  asSignUp.searchParams.set('type', 'signup')
  const response = await api(new Request(asSignUp, { headers: request.headers }))
  const location = response.headers.get('location')
  if (location === null) return response
  const headers = new Headers(response.headers)
  headers.set('location', location.replace(/\btype=signup\b/, 'type=invite'))
  return new Response(null, { status: response.status, headers })
}

async function readEmail(request: Request): Promise<string | null> {
  const { email } = await readBody(request)
  return typeof email === 'string' ? email.trim().toLowerCase() : null
}

/** The fields of a JSON body, none when it is not an object. The request itself stays unread. */
async function readBody(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}
