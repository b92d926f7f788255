import { type SupabaseClient, createClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'

let client: SupabaseClient<Database> | null = null

/**
 * The Supabase client of the admin, one per page: accounts, tables, storage and functions. The session is kept in
 * local storage and renewed before it expires. Browser only.
 */
export function adminClient(): SupabaseClient<Database> {
  client ??= createClient<Database>(__SUPABASE_URL__, __SUPABASE_PUBLISHABLE_KEY__, {
    auth: {
      storage: localStorage,
      persistSession: true,
      autoRefreshToken: true,
      // A session in the address replaces no other one without asking: src/admin/session/session.ts reads it.
      detectSessionInUrl: false,
    },
  })
  return client
}
