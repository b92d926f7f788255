import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0'
import type { Role } from '../../../src/domain/people/role.ts'

/**
 * The page of the site that an invitation leads to, to choose a password; undefined without an Origin. The auth server
 * accepts only addresses of the site.
 */
export function signInPage(request: Request): string | undefined {
  const origin = request.headers.get('Origin')
  return origin === null ? undefined : `${origin}/auth`
}

/** Gives a new account its name and role. */
export async function giveRole(
  service: SupabaseClient,
  { id, email }: { id: string; email?: string },
  full_name: string,
  role: Role,
): Promise<void> {
  const { error } = await service
    .from('profiles')
    .upsert({ id, email, full_name, role })
    .select('id')
    .single()
  if (error) throw error
}
