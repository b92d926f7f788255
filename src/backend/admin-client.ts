import { createClient, type SupabaseClient } from '@supabase/supabase-js'

let client: SupabaseClient | null = null

/**
 * The staff's client of Supabase, one for the page: accounts, tables, storage and functions. The session is kept in
 * local storage and renewed before it runs out (admin spec §9). Only for the browser.
 */
export function adminClient(): SupabaseClient {
  client ??= createClient(__SUPABASE_URL__, __SUPABASE_PUBLISHABLE_KEY__, {
    auth: { storage: localStorage, persistSession: true, autoRefreshToken: true },
  })
  return client
}
