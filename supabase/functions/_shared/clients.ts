import { createClient, type SupabaseClient } from 'npm:@supabase/supabase-js@2'
import { Refusal } from './http.ts'

export type Role = 'super_admin' | 'editor' | 'contributor' | 'viewer'

export const ROLES: readonly Role[] = ['super_admin', 'editor', 'contributor', 'viewer']

const OPTIONS = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }

/** The client with the secret key, past row level security: use it only after the caller was checked. */
export function serviceClient(headers: Record<string, string> = {}): SupabaseClient {
  return createClient(setting('SUPABASE_URL'), key('SUPABASE_SECRET_KEYS', 'SUPABASE_SERVICE_ROLE_KEY'), {
    ...OPTIONS,
    global: { headers },
  })
}

/** Who calls, by the access token of the request. Throws a 401 Refusal without a valid one, a 403 for other roles. */
export async function requireRole(
  service: SupabaseClient,
  request: Request,
  allowed: readonly Role[],
): Promise<{ id: string; role: Role }> {
  const token = /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1]
  const auth = token === undefined ? null : await service.auth.getUser(token)
  const user = auth?.data.user
  if (!user) throw new Refusal(401, 'Please sign in')

  const { data, error } = await service.from('profiles').select('role').eq('id', user.id).maybeSingle()
  if (error) throw error
  const role = ROLES.find((known) => known === data?.role)
  if (role === undefined || !allowed.includes(role))
    throw new Refusal(403, 'You do not have permission to do this')
  return { id: user.id, role }
}

/** The project's default key, or the legacy one of projects that have no new keys. */
function key(dictionary: string, legacy: string): string {
  const keys: unknown = JSON.parse(Deno.env.get(dictionary) ?? '{}')
  const found = (keys as Record<string, unknown>)['default']
  return typeof found === 'string' ? found : setting(legacy)
}

/** A variable of the function's environment. Throws when it is not set. */
export function setting(name: string): string {
  const value = Deno.env.get(name)
  if (!value) throw new Error(`${name} is not set`)
  return value
}
