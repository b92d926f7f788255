import { randomUUID } from 'node:crypto'
import { findUserByEmail, renewConfirmation, userJson } from './auth-users.ts'
import type { SupabaseConfig } from './config.ts'
import type { Database } from './database.ts'
import { refuseKey, type Route } from './gateway.ts'
import type { Keys } from './keys.ts'
import type { Mailbox } from './mailer.ts'
import { json } from './replies.ts'

type Services = {
  database: Database
  keys: Keys
  mailbox: Mailbox
  config: SupabaseConfig
  forward: (request: Request) => Promise<Response>
}

/** What the API server's sign-up lacks: addresses that are known already, sending again, invitations. */
export function signUpRoutes(services: Services): Route[] {
  return [
    { prefix: '/auth/v1/signup', answer: (request, url) => signUp(services, request, url) },
    { prefix: '/auth/v1/resend', answer: (request, url) => resend(services, request, url) },
    { prefix: '/auth/v1/verify', answer: (request, url) => verifyInvite(services, request, url) },
  ]
}

/**
 * As on a hosted project that confirms addresses: somebody who signs up with a registered address is told nothing and
 * gets a user without identities; one who has not confirmed yet gets the mail again.
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
    return json(userJson((await findUserByEmail(database, email)) ?? known))
  }
  const now = new Date().toISOString()
  return json({
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
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null)
  if ((body as { type?: unknown } | null)?.type !== 'signup') return null
  const refused = refuseKey(request, url, services.keys)
  if (refused !== null) return refused
  const email = await readEmail(request)
  const known = email === null ? null : await findUserByEmail(services.database, email)
  if (email !== null && known !== null && known.email_confirmed_at === null)
    await sendAgain(services, known.id, email)
  return json({})
}

async function sendAgain({ database, mailbox, config }: Services, id: string, email: string): Promise<void> {
  const token = await renewConfirmation(database, { id, email }, config.auth.email.otp_length)
  mailbox.send('confirmation', { to: email, ...token })
}

/** An invitation is accepted like a sign-up is confirmed: it is the same token of the user. */
async function verifyInvite({ forward }: Services, request: Request, url: URL): Promise<Response | null> {
  if (request.method === 'POST') {
    const body: unknown = await request
      .clone()
      .json()
      .catch(() => null)
    if ((body as { type?: unknown } | null)?.type !== 'invite') return null
    const headers = new Headers(request.headers)
    headers.delete('content-length')
    return forward(
      new Request(request.url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...(body as object), type: 'signup' }),
      }),
    )
  }
  if (url.searchParams.get('type') !== 'invite') return null
  const asSignUp = new URL(url)
  asSignUp.searchParams.set('type', 'signup')
  const response = await forward(new Request(asSignUp, { headers: request.headers }))
  const location = response.headers.get('location')
  if (location === null) return response
  const headers = new Headers(response.headers)
  headers.set('location', location.replace(/\btype=signup\b/, 'type=invite'))
  return new Response(null, { status: response.status, headers })
}

async function readEmail(request: Request): Promise<string | null> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null)
  const email = (body as { email?: unknown } | null)?.email
  return typeof email === 'string' ? email.trim().toLowerCase() : null
}
