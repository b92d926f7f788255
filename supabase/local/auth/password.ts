import { compare } from 'bcryptjs'
import * as z from 'zod'
import { MIN_PASSWORD_LENGTH, passwordProblem } from '../../../src/domain/people/password.ts'
import type { Database } from '../database/database.ts'
import type { Route } from '../http/gateway.ts'
import type { Handler } from '../http/http-server.ts'
import { peekBody } from './body.ts'
import { RequestCounter } from './rate-limits.ts'
import { AuthError } from './error.ts'
import { type Session, assuranceOf, requireSession } from './tokens.ts'
import { type AuthServices, endMailedLinks, endSessions, factorsOf } from './users.ts'

/** Of bcrypt, as the hosted auth server and lite hash passwords. */
export const PASSWORD_HASH_ROUNDS = 10

/** Has the form of a hash, but no password has it: a comparison with it takes as long as with another. */
const NO_PASSWORD_HASH = `$2b$${PASSWORD_HASH_ROUNDS}$${'.'.repeat(53)}`

/** Throws for a new password that is too short for the settings of the site, or one of the most used. */
export async function requireStrongPassword(database: Database, password: string): Promise<void> {
  const [settings] = await database.sql<{ min: number }>(
    'select min_password_length as min from public.site_settings',
  )
  const problem = passwordProblem(password, settings?.min ?? MIN_PASSWORD_LENGTH)
  if (problem !== null) throw new AuthError(422, 'weak_password', problem)
}

/** How a session begins that may set a password without the present one: by a link or code that was mailed. */
const MAILED = 'otp'

/**
 * Checks that lite does not make: a new password or address needs the second factor of an account that has one. A new
 * password has to be strong enough and needs the present one (`require_current_password`) except after a mailed link; it
 * ends the other sessions of the account and voids the links and codes mailed to it.
 */
export function passwordRoute(services: AuthServices & { api: Handler }): Route {
  const { database, api, config } = services
  const guesses = new RequestCounter()

  async function requireCurrentPassword(session: Session, current: string): Promise<void> {
    const [user] = await database.sql<{ hash: string | null }>(
      'select encrypted_password as hash from auth.users where id = $1::uuid',
      [session.userId],
    )
    if (!user?.hash) return
    const { amr } = await assuranceOf(database, session.id)
    if (amr.some(({ method }) => method === MAILED)) return
    const message = 'Current password required when setting new password.'
    if (current === '') throw new AuthError(400, 'current_password_required', message)
    if (guesses.begin(new Map([[session.userId, config.rateLimit.sign_in_sign_ups]])) !== null)
      throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
    if (!(await compare(current, user.hash))) throw new AuthError(400, 'current_password_invalid', message)
    guesses.takeBack([session.userId])
  }

  return {
    prefix: '/auth/v1/user',
    answer: async (request) => {
      if (request.method !== 'PUT') return null
      const { password, email, current_password = '' } = (await peekBody(request, bodySchema)) ?? {}
      if (password === undefined && email === undefined) return null
      const session = await requireSession(request, services)
      const factors = await factorsOf(database, session.userId)
      if (!session.isAal2 && factors.some(({ status }) => status === 'verified'))
        throw new AuthError(
          401,
          'insufficient_aal',
          'AAL2 session is required to update email or password when MFA is enabled.',
        )
      if (password === undefined) return null
      await requireStrongPassword(database, password)
      if (config.requireCurrentPassword) await requireCurrentPassword(session, current_password)
      const response = await api(request)
      if (!response.ok) return response
      await endSessions(database, session.userId, session.id)
      await endMailedLinks(database, session.userId)
      return response
    },
  }
}

const signInSchema = z.object({ email: z.string().toLowerCase(), password: z.string() })

/**
 * Sign-in by password with an address that is unknown or not confirmed. Lite says that an address is not confirmed to
 * whoever asks, as the hosted auth server does not: only to who knows the password.
 */
export function signInRoute({ database }: AuthServices): Route {
  return {
    prefix: '/auth/v1/token',
    answer: async (request, url) => {
      if (request.method !== 'POST' || url.searchParams.get('grant_type') !== 'password') return null
      const fields = await peekBody(request, signInSchema)
      if (fields === null || fields.password === '') return null
      const [user] = await database.sql<{ hash: string | null; isConfirmed: boolean }>(
        `select encrypted_password as hash, email_confirmed_at is not null as "isConfirmed"
         from auth.users where email = $1`,
        [fields.email],
      )
      if (user?.isConfirmed && user.hash) return null
      // Takes as long as for an account.
      const isRight = await compare(fields.password, user?.hash || NO_PASSWORD_HASH)
      if (!isRight) throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
      return null
    },
  }
}

const bodySchema = z.object({
  password: z.string().optional().catch(undefined),
  email: z.string().optional().catch(undefined),
  current_password: z.string().optional().catch(undefined),
})
