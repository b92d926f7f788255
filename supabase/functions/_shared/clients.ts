import { type SupabaseClient, createClient } from 'npm:@supabase/supabase-js@2.119.0'
import { fetchWithoutKeyAsToken } from '../../../src/backend/env/secret-key.ts'
import type { Role } from '../../../src/domain/people/role.ts'
import { HttpError } from './http.ts'

const OPTIONS = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }

/** A client with the secret key, which bypasses row level security: check the caller before using it. */
export function serviceClient(headers: Record<string, string> = {}): SupabaseClient {
  return createClient(setting('SUPABASE_URL'), secretKey(), {
    ...OPTIONS,
    global: { headers, fetch: fetchWithoutKeyAsToken },
  })
}

/**
 * The user of the request's access token. Throws HttpError 401 without a valid token, 403 for a role not allowed, and 403
 * in a session that lacks its second factor, which has no role in the database.
 */
export async function requireRole(
  service: SupabaseClient,
  request: Request,
  allowed: readonly Role[],
): Promise<{ id: string; role: Role }> {
  const authorization = request.headers.get('Authorization') ?? ''
  const token = /^Bearer (.+)$/.exec(authorization)?.[1]
  const auth = token === undefined ? null : await service.auth.getUser(token)
  const user = auth?.data.user
  if (!user) throw new HttpError(401, 'Please sign in')

  const caller = createClient(setting('SUPABASE_URL'), publishableKey(), {
    ...OPTIONS,
    global: { headers: { Authorization: authorization } },
  })
  const { data, error } = await caller.rpc('current_role_name')
  if (error) throw error
  const role = allowed.find((known) => known === data)
  if (role === undefined) throw new HttpError(403, 'You do not have permission to do this')
  return { id: user.id, role }
}

/**
 * Tells the audit log who is about to change an account (`account`: its id or e-mail address): the auth server carries
 * the change out without knowing the caller.
 */
export async function announceActor(
  service: SupabaseClient,
  account: string,
  caller: { id: string },
): Promise<void> {
  const { error } = await service.rpc('announce_actor', { p_account: account, p_actor: caller.id })
  if (error) throw error
}

/** The project's secret key. */
export function secretKey(): string {
  return key('SUPABASE_SECRET_KEYS', 'SUPABASE_SERVICE_ROLE_KEY')
}

/** The project's publishable key, with which a visitor asks. */
export function publishableKey(): string {
  return key('SUPABASE_PUBLISHABLE_KEYS', 'SUPABASE_ANON_KEY')
}

/** The project's default key, or the legacy key of a project without new keys. */
function key(dictionary: string, legacy: string): string {
  const keys: unknown = JSON.parse(Deno.env.get(dictionary) ?? '{}')
  const found = (keys as Record<string, unknown>).default
  return typeof found === 'string' ? found : setting(legacy)
}

/** Where readers reach the API: not at SUPABASE_URL where that names the machine, or a network of its own. */
export function publicApiUrl(): string {
  return Deno.env.get('SUPABASE_PUBLIC_URL') || setting('SUPABASE_URL')
}

/** An environment variable of the function. Throws when it is not set. */
export function setting(name: string): string {
  const value = Deno.env.get(name)
  if (!value) throw new Error(`${name} is not set`)
  return value
}
