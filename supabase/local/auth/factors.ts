import { randomUUID } from 'node:crypto'
import { renderSVG } from 'uqr'
import * as z from 'zod'
import type { Route } from '../http/gateway.ts'
import { readBody } from './body.ts'
import { AuthError } from './error.ts'
import { type Session, assuranceOf, requireSession, signToken } from './tokens.ts'
import { type AuthServices, factorsOf, getUser } from './users.ts'
import { matchTotp, newTotpSecret, totpUri } from './totp.ts'

const PREFIX = '/auth/v1/factors'
const CHALLENGE_SECONDS = 300
const MAX_FACTORS = 10

const enrollFields = z.object({
  factor_type: z.literal('totp'),
  friendly_name: z.string().default(''),
  issuer: z.string().default(''),
})
const verifyFields = z.object({ challenge_id: z.guid(), code: z.string() })

interface Factor {
  id: string
  secret: string
  isVerified: boolean
}

/** Second factors, time-based codes of an app: `/auth/v1/factors` enrolls, challenges, verifies and removes them. */
export function factorRoutes(services: AuthServices): Route[] {
  return [{ prefix: PREFIX, answer: (request, url) => answerFactors(services, request, url) }]
}

async function answerFactors(services: AuthServices, request: Request, url: URL): Promise<Response> {
  const session = await requireSession(request, services)
  const [id, action, ...rest] = url.pathname.slice(PREFIX.length + 1).split('/')
  const { method } = request
  if (!id && method === 'POST') return Response.json(await enroll(services, request, session))
  if (id && z.guid().safeParse(id).success && rest.length === 0) {
    const factor = await findFactor(services, id, session)
    if (action === undefined && method === 'DELETE')
      return Response.json(await unenroll(services, factor, session))
    if (action === 'challenge' && method === 'POST')
      return Response.json(await challenge(services, request, factor))
    if (action === 'verify' && method === 'POST')
      return Response.json(await verify(services, request, factor, session))
  }
  throw new AuthError(404, 'validation_failed', 'Not found')
}

async function findFactor({ database }: AuthServices, id: string, session: Session): Promise<Factor> {
  const [factor] = await database.sql<Factor>(
    `select id, secret, status = 'verified' as "isVerified" from auth.mfa_factors
     where id = $1::uuid and user_id = $2::uuid`,
    [id, session.userId],
  )
  if (factor === undefined) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}

async function enroll({ database, siteUrl }: AuthServices, request: Request, session: Session) {
  const { friendly_name, issuer } = await readBody(request, enrollFields)
  const known = await factorsOf(database, session.userId)
  if (!session.isAal2 && known.some(({ status }) => status === 'verified'))
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  if (known.length >= MAX_FACTORS)
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  if (friendly_name !== '' && known.some((factor) => factor.friendly_name === friendly_name))
    throw new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${friendly_name}" for this user already exists`,
    )
  const id = randomUUID()
  const secret = newTotpSecret()
  await database.sql(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values ($1::uuid, $2::uuid, $3, 'totp', 'unverified', now(), now(), $4)`,
    [id, session.userId, friendly_name, secret],
  )
  const uri = totpUri(secret, issuer || new URL(siteUrl).hostname, session.claims.email ?? '')
  return { id, type: 'totp', friendly_name, totp: { qr_code: renderSVG(uri), secret, uri } }
}

async function challenge({ database }: AuthServices, request: Request, { id: factorId }: Factor) {
  const id = randomUUID()
  await database.sql(
    `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
     values ($1::uuid, $2::uuid, now(), $3::inet)`,
    [id, factorId, addressOf(request)],
  )
  return { id, type: 'totp', expires_at: Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS }
}

const addressOf = (request: Request) => request.headers.get('x-forwarded-for') || '127.0.0.1'

const wrongCode = () => new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')

/**
 * Checks a code. The session then has the level aal2, and the account's sessions without it are ended, so that a factor
 * that is switched on counts at once.
 */
async function verify(services: AuthServices, request: Request, factor: Factor, session: Session) {
  const { database } = services
  const { challenge_id, code } = await readBody(request, verifyFields)
  const [open] = await database.sql<{ isExpired: boolean }>(
    `select created_at < now() - make_interval(secs => $3) as "isExpired" from auth.mfa_challenges
     where id = $1::uuid and factor_id = $2::uuid and verified_at is null`,
    [challenge_id, factor.id, CHALLENGE_SECONDS],
  )
  if (open === undefined)
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  if (open.isExpired)
    throw new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${challenge_id} has expired, verify against another challenge or create a new challenge.`,
    )
  const step = matchTotp(factor.secret, code, Date.now())
  if (step === null) throw wrongCode()
  // A code works once, also when it is sent twice at the same moment: the unique index refuses the second.
  const used = await database
    .sql(
      `update auth.mfa_challenges set verified_at = now(), otp_code = $3
       where id = $1::uuid and factor_id = $2::uuid and verified_at is null returning id`,
      [challenge_id, factor.id, String(step)],
    )
    .catch(() => [])
  if (used.length === 0) throw wrongCode()

  const refreshToken = randomUUID()
  await database.sql(
    `with factor as (
       update auth.mfa_factors set status = 'verified', updated_at = now()
       where id = $1::uuid and status <> 'verified'
     ), unfinished as (
       delete from auth.mfa_factors where user_id = $2::uuid and status = 'unverified' and id <> $1::uuid
     ), stronger as (
       update auth.sessions set aal = 'aal2', factor_id = $1::uuid, updated_at = now() where id = $3::uuid
     ), ended as (
       delete from auth.sessions where user_id = $2::uuid and id <> $3::uuid and coalesce(aal, 'aal1') = 'aal1'
     ), method as (
       insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
       values (gen_random_uuid(), $3::uuid, 'totp', now(), now())
       on conflict (session_id, authentication_method) do update set updated_at = now()
     ), renewed as (
       update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $3::uuid
     )
     insert into auth.refresh_tokens (id, token, user_id, session_id)
     values (gen_random_uuid()::text, $4, $2::uuid, $3::uuid)`,
    [factor.id, session.userId, session.id, refreshToken],
  )
  return sessionAnswer(services, session, refreshToken)
}

/** The session in the JSON format of the auth server, with a new access token. */
async function sessionAnswer(
  { database, keys, config }: AuthServices,
  { claims, id, userId }: Session,
  refreshToken: string,
) {
  const iat = Math.floor(Date.now() / 1000)
  const expires_in = config.auth.jwt_expiry
  const expires_at = iat + expires_in
  const assurance = await assuranceOf(database, id)
  return {
    access_token: signToken({ ...claims, ...assurance, iat, exp: expires_at }, keys.jwtSecret),
    token_type: 'bearer',
    expires_in,
    expires_at,
    refresh_token: refreshToken,
    user: (await getUser(database, userId)).json,
  }
}

async function unenroll({ database }: AuthServices, { id, isVerified }: Factor, session: Session) {
  if (isVerified && !session.isAal2)
    throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
  await removeFactor(database, id)
  return { id }
}

/** Deletes a factor. The sessions that it was given for are of the level aal1 from then on. */
export async function removeFactor({ sql }: AuthServices['database'], id: string): Promise<void> {
  await sql(
    `delete from auth.mfa_amr_claims where authentication_method = 'totp' and session_id in (
       select id from auth.sessions where factor_id = $1::uuid)`,
    [id],
  )
  await sql(`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1::uuid`, [id])
  await sql('delete from auth.mfa_factors where id = $1::uuid', [id])
}
