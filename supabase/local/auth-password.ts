import * as z from 'zod'
import { MIN_PASSWORD_LENGTH, passwordProblem } from '../../src/domain/password.ts'
import { AuthError } from './auth-error.ts'
import { type AuthServices, endSessions } from './auth-users.ts'
import type { Database } from './database.ts'
import type { Route } from './gateway.ts'
import type { Handler } from './http-server.ts'

const bodySchema = z.object({ password: z.string() })
const claimsSchema = z.object({ sub: z.guid(), session_id: z.guid() })

/** Throws for a new password that is too short for the settings of the site, or one of the most used. */
export async function requireStrongPassword(database: Database, password: string): Promise<void> {
  const [settings] = await database.sql<{ min: number }>(
    'select min_password_length as min from public.site_settings',
  )
  const problem = passwordProblem(password, settings?.min ?? MIN_PASSWORD_LENGTH)
  if (problem !== null) throw new AuthError(422, 'weak_password', problem)
}

/**
 * A new password has to be strong enough, ends the other sessions of the account and voids the links and codes it was
 * mailed; in lite it does not.
 */
export function passwordRoute({ database, api }: AuthServices & { api: Handler }): Route {
  return {
    prefix: '/auth/v1/user',
    answer: async (request) => {
      if (request.method !== 'PUT') return null
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => null)
      const { data } = bodySchema.safeParse(body)
      if (data === undefined) return null
      await requireStrongPassword(database, data.password)
      const response = await api(request)
      if (!response.ok) return response
      // Lite has checked the token.
      const { sub, session_id } = readClaims(request.headers.get('authorization') ?? '')
      await endSessions(database, sub, session_id)
      await database.sql(
        `update auth.users set confirmation_token = null, recovery_token = null, reauthentication_token = null
         where id = $1::uuid`,
        [sub],
      )
      return response
    },
  }
}

/** The claims of an access token. Throws when there are none. */
function readClaims(authorization: string): z.infer<typeof claimsSchema> {
  const payload = authorization.split('.')[1] ?? ''
  return claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
}
