import { PostgrestClient } from '@supabase/postgrest-js'

/** The data interface of Supabase without accounts, storage or realtime (6 KB instead of 58). */
export type PublicClient = PostgrestClient

/**
 * A client that may read what any visitor may read, and insert what any visitor may insert.
 * `url` is the project's address, `key` its publishable key. A request that is not answered in `timeout` milliseconds
 * fails as one that found no network; by default there is no such limit.
 */
export function publicClient(url: string, key: string, timeout = 0): PublicClient {
  return new PostgrestClient(`${url}/rest/v1`, { headers: { apikey: key }, timeout })
}
