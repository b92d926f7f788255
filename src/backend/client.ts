import { PostgrestClient } from '@supabase/postgrest-js'
import { isOpaqueKey } from './secret-key.ts'

/** PostgREST only, without accounts, storage and realtime (6 KB instead of 58). */
export type PublicClient = PostgrestClient

/**
 * A client with the rights of a visitor. `url` is the project's URL, `key` its publishable key. A request without an
 * answer after `timeout` milliseconds fails as a network error; no limit by default.
 */
export function publicClient(url: string, key: string, timeout = 0): PublicClient {
  return new PostgrestClient(`${url}/rest/v1`, { headers: { apikey: key }, timeout })
}

/** A client with the secret key `key`, which bypasses every policy. */
export function secretClient(url: string, key: string): PostgrestClient {
  const token = isOpaqueKey(key) ? {} : { authorization: `Bearer ${key}` }
  return new PostgrestClient(`${url}/rest/v1`, { headers: { apikey: key, ...token } })
}
