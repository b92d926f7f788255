import { GoTrueClient } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { apiUrl } from './env/api-url.ts'
import type { Database } from './database.types.ts'
import { backendFetch } from './backend-fetch.ts'
import { type PublicClient, publicClient } from './client.ts'

/** Milliseconds after which a request of the admin fails. */
const REQUEST_TIMEOUT_MS = 30_000
/** The same of an edge function, which may write many mails: as long as Supabase lets one run. */
const FUNCTION_TIMEOUT_MS = 150_000

/**
 * The backend as the signed-in person: tables and functions of the database (`from`, `rpc`), accounts (`auth`). Two parts of
 * supabase-js: the whole would load its storage and realtime clients before the first screen, a sixth of that screen's script.
 */
export class AdminClient extends PostgrestClient<Database> {
  readonly auth: GoTrueClient
  /** `fetch` with the person's token, for what has no client of its own: storage and edge functions. */
  readonly request: typeof fetch

  constructor(auth: GoTrueClient) {
    const request: typeof fetch = async (input, init) => {
      const { data } = await auth.getSession()
      const headers = new Headers(init?.headers)
      headers.set('apikey', __SUPABASE_PUBLISHABLE_KEY__)
      if (data.session !== null) headers.set('authorization', `Bearer ${data.session.access_token}`)
      return fetchInTime(input, { ...init, headers })
    }
    // React Query already retries reads; with both, one read could be tried 16 times.
    super(`${apiUrl()}/rest/v1`, { schema: 'public', fetch: request, retry: false })
    this.auth = auth
    this.request = request
  }
}

let client: AdminClient | null = null

/**
 * The client of the admin, one per page. The session is kept in local storage and renewed before it expires. A request that
 * is not answered in time fails as one without a connection. Browser only.
 */
export function adminClient(): AdminClient {
  client ??= new AdminClient(
    authClient({
      // The name that supabase-js gives it: sessions outlast a change of client.
      storageKey: `sb-${new URL(apiUrl()).hostname.split('.')[0]}-auth-token`,
      storage: localStorage,
    }),
  )
  return client
}

/** Accounts without a session that is kept: what it signs in leaves the session of the page alone. */
export const sessionlessAuth = (): GoTrueClient =>
  authClient({ storageKey: 'mailed-link', persistSession: false, autoRefreshToken: false })

function authClient(options: ConstructorParameters<typeof GoTrueClient>[0]): GoTrueClient {
  return new GoTrueClient({
    url: `${apiUrl()}/auth/v1`,
    headers: {
      apikey: __SUPABASE_PUBLISHABLE_KEY__,
      Authorization: `Bearer ${__SUPABASE_PUBLISHABLE_KEY__}`,
    },
    fetch: fetchInTime,
    // A session in the address replaces no other one without asking: src/admin/session/session.ts reads it.
    detectSessionInUrl: false,
    ...options,
  })
}

let visitor: PublicClient | null = null

/** A client that reads what visitors read: for accounts that may not read the columns of the staff beside it. */
export function visitorClient(): PublicClient {
  visitor ??= publicClient(apiUrl(), __SUPABASE_PUBLISHABLE_KEY__, REQUEST_TIMEOUT_MS)
  return visitor
}

const fetchInTime: typeof fetch = (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  const isFunction = pathname.startsWith('/functions/')
  return backendFetch(apiUrl(), isFunction ? FUNCTION_TIMEOUT_MS : REQUEST_TIMEOUT_MS)(input, init)
}
