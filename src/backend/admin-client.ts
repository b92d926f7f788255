import { type SupabaseClient, createClient } from '@supabase/supabase-js'
import { apiUrl } from './api-url.ts'
import type { Database } from './database.types.ts'
import { backendFetch } from './backend-fetch.ts'
import { type PublicClient, publicClient } from './client.ts'

/** Milliseconds after which a request of the admin fails. */
const REQUEST_TIMEOUT_MS = 30_000
/** The same of an edge function, which may write many mails: as long as Supabase lets one run. */
const FUNCTION_TIMEOUT_MS = 150_000

let client: SupabaseClient<Database> | null = null

/**
 * The Supabase client of the admin, one per page: accounts, tables, storage and functions. The session is kept in
 * local storage and renewed before it expires. A request that is not answered in time fails as one without a connection.
 * Browser only.
 */
export function adminClient(): SupabaseClient<Database> {
  client ??= createClient<Database>(apiUrl(), __SUPABASE_PUBLISHABLE_KEY__, {
    auth: {
      storage: localStorage,
      persistSession: true,
      autoRefreshToken: true,
      // A session in the address replaces no other one without asking: src/admin/session/session.ts reads it.
      detectSessionInUrl: false,
    },
    // React Query already retries reads; with both, one read could be tried 16 times.
    db: { retry: false },
    global: { fetch: fetchInTime },
  })
  return client
}

let visitor: PublicClient | null = null

/** A client that reads what visitors read: for accounts that may not read the columns of the staff beside it. */
export function visitorClient(): PublicClient {
  visitor ??= publicClient(apiUrl(), __SUPABASE_PUBLISHABLE_KEY__, REQUEST_TIMEOUT_MS)
  return visitor
}

/** A client that keeps no session: what it signs in leaves the session of the page alone. */
export function sessionlessClient(): SupabaseClient<Database> {
  return createClient<Database>(apiUrl(), __SUPABASE_PUBLISHABLE_KEY__, {
    auth: {
      storageKey: 'mailed-link',
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
    global: { fetch: fetchInTime },
  })
}

const fetchInTime: typeof fetch = (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  const isFunction = pathname.startsWith('/functions/')
  return backendFetch(apiUrl(), isFunction ? FUNCTION_TIMEOUT_MS : REQUEST_TIMEOUT_MS)(input, init)
}
