import { PostgrestClient } from '@supabase/postgrest-js'

/** The data interface of Supabase without accounts, storage or realtime (6 KB instead of 58). */
export type PublicClient = PostgrestClient

/**
 * A client that may read what any visitor may read, and insert what any visitor may insert.
 * `url` is the project's address, `key` its publishable key.
 */
export function publicClient(url: string, key: string): PublicClient {
  return new PostgrestClient(`${url}/rest/v1`, { headers: { apikey: key } })
}
