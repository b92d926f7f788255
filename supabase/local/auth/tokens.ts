import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type { Database } from '../database/database.ts'
import { AuthError } from './error.ts'
import type { AuthServices } from './users.ts'

const claimsSchema = z.looseObject({
  sub: z.guid(),
  session_id: z.guid(),
  exp: z.number(),
  email: z.string().optional(),
})
export type Claims = z.infer<typeof claimsSchema>

const HEADER = encode({ alg: 'HS256', typ: 'JWT' })

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function signatureOf(content: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(content).digest()
}

/** An access token with these claims. */
export function signToken(claims: object, secret: string): string {
  const content = `${HEADER}.${encode(claims)}`
  return `${content}.${signatureOf(content, secret).toString('base64url')}`
}

/** The claims of an access token, whose signature is not checked; null when it has none. */
export function readToken(token: string): Claims | null {
  try {
    return claimsSchema.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
  } catch {
    return null
  }
}

/** Whether a token was made with the secret. */
export function isSigned(token: string, secret: string): boolean {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(`${header}.${payload}`, secret)
  return header === HEADER && given.length === expected.length && timingSafeEqual(given, expected)
}

export interface Session {
  userId: string
  id: string
  /** Whether a second factor was given. */
  isAal2: boolean
  claims: Claims
}

/** The session of a request. Throws an AuthError for a token that is not valid, or whose session has ended. */
export async function requireSession(
  request: Request,
  { database, keys }: Pick<AuthServices, 'database' | 'keys'>,
): Promise<Session> {
  const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  if (token === undefined)
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const claims = readToken(token)
  if (!isSigned(token, keys.jwtSecret) || claims === null || claims.exp * 1000 <= Date.now())
    throw new AuthError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature')
  const [session] = await database.sql<{ aal: string | null }>(
    'select aal from auth.sessions where id = $1::uuid and user_id = $2::uuid',
    [claims.session_id, claims.sub],
  )
  if (session === undefined)
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  return { userId: claims.sub, id: claims.session_id, isAal2: session.aal === 'aal2', claims }
}

/** The claims `aal` and `amr` of a session: how strongly and by what its person has signed in. */
export async function assuranceOf(database: Database, sessionId: string) {
  const [found] = await database.sql<{ aal: string; amr: { method: string; timestamp: number }[] }>(
    `select coalesce(s.aal, 'aal1') as aal, coalesce((
       select jsonb_agg(jsonb_build_object('method', c.authentication_method,
         'timestamp', extract(epoch from c.updated_at)::bigint) order by c.updated_at desc)
       from auth.mfa_amr_claims c where c.session_id = s.id), '[]') as amr
     from auth.sessions s where s.id = $1::uuid`,
    [sessionId],
  )
  return found ?? { aal: 'aal1', amr: [] }
}
