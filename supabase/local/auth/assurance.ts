import type { Handler } from '../http/http-server.ts'
import { type AuthServices, factorsOf } from './users.ts'
import { assuranceOf, readToken, signToken } from './tokens.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/**
 * Lite's API with what its auth server does not know of second factors: access tokens say how strong their session is
 * (`aal`, `amr`), and users have their factors.
 */
export function withAssurance(api: Handler, services: AuthServices): Handler {
  const { database, keys } = services

  /** The token with the claims of its session, which is recorded to be of `method` when it is new. */
  const withClaims = async (token: string, method: string | null): Promise<string> => {
    const claims = readToken(token)
    if (claims === null) return token
    if (method !== null) {
      await database.sql(
        `insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
         select gen_random_uuid(), id, $2, now(), now() from auth.sessions where id = $1::uuid
         on conflict do nothing`,
        [claims.session_id, method],
      )
    }
    return signToken({ ...claims, ...(await assuranceOf(database, claims.session_id)) }, keys.jwtSecret)
  }

  const withFactors = async (user: Json): Promise<Json> => {
    const factors = await factorsOf(database, String(user.id))
    return factors.length === 0 ? user : { ...user, factors }
  }

  const rewriteBody = async (body: Json, url: URL): Promise<Json> => {
    const changed = { ...body }
    const token = body.access_token
    if (typeof token === 'string') changed.access_token = await withClaims(token, methodOf(url))
    if (isObject(body.user)) changed.user = await withFactors(body.user)
    return url.pathname === '/auth/v1/user' && 'id' in body ? withFactors(changed) : changed
  }

  return async (request) => {
    const response = await api(request)
    const url = new URL(request.url)
    if (!url.pathname.startsWith('/auth/v1/')) return response
    const headers = new Headers(response.headers)
    const isJson = headers.get('content-type')?.startsWith('application/json')
    if (!response.ok || !isJson || request.method === 'HEAD') return response
    const body: unknown = await response.json()
    headers.delete('content-length')
    return Response.json(isObject(body) ? await rewriteBody(body, url) : body, {
      status: response.status,
      headers,
    })
  }
}

/** How a request signs in, as the claim `amr` calls it; null for the renewal of a session. */
function methodOf({ pathname, searchParams }: URL): string | null {
  const grant = searchParams.get('grant_type')
  if (grant === 'refresh_token') return null
  return pathname === '/auth/v1/signup' || grant === 'password' ? 'password' : 'otp'
}
