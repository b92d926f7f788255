import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { type AuthServices, findUserByEmail, sendConfirmation } from './auth-users.ts'
import type { Route } from './gateway.ts'
import type { Handler } from './http-server.ts'

interface Services extends AuthServices {
  /** Lite's own API. */
  api: Handler
}

/** What lite's sign-up lacks: addresses that are registered already, `resend`, invitations. */
export function signUpRoutes(services: Services): Route[] {
  return [
    { prefix: '/auth/v1/signup', answer: (request) => signUp(services, request) },
    { prefix: '/auth/v1/resend', answer: (request) => resend(services, request) },
    { prefix: '/auth/v1/verify', answer: (request, url) => verifyInvite(services, request, url) },
  ]
}

/**
 * As on a hosted project that confirms addresses: a sign-up with a registered address is answered with a made-up user
 * without identities, so that it does not reveal the account; an address that is not confirmed gets the mail again.
 */
async function signUp(services: Services, request: Request): Promise<Response | null> {
  const { email = '' } = await readBody(request)
  const known = await findUserByEmail(services.database, email)
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

async function resend(services: Services, request: Request): Promise<Response | null> {
  const { type, email = '' } = await readBody(request)
  if (type !== 'signup') return null
  const known = await findUserByEmail(services.database, email)
  if (known?.isConfirmed === false) await sendConfirmation(services, 'confirmation', known, email)
  return Response.json({})
}

/** Accepts the link of an invitation as lite confirms a sign-up: both use the user's confirmation token. */
async function verifyInvite({ api }: Services, request: Request, url: URL): Promise<Response | null> {
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

const bodySchema = z.object({
  type: z.string().optional().catch(undefined),
  email: z.string().trim().toLowerCase().optional().catch(undefined),
})

/** The fields of a JSON body, none when it is not an object. The request itself stays unread. */
async function readBody(request: Request): Promise<z.infer<typeof bodySchema>> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null)
  return bodySchema.safeParse(body).data ?? {}
}
