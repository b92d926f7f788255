import { PostgrestClient } from '@supabase/postgrest-js'
import { backendFetch } from './backend-fetch.ts'
import { isOpaqueKey } from './env/secret-key.ts'

/** Milliseconds after which a request of the publisher or of a build fails. */
export const SERVER_REQUEST_TIMEOUT_MS = 60_000

/** PostgREST only, without accounts, storage and realtime (6 KB instead of 58). */
export type PublicClient = PostgrestClient

/**
 * A client with the rights of a visitor. `url` is the project's URL, `key` its publishable key. A request without
 * its whole answer after `timeout` milliseconds fails as a network error.
 */
export function publicClient(url: string, key: string, timeout = SERVER_REQUEST_TIMEOUT_MS): PublicClient {
  return new PostgrestClient(`${url}/rest/v1`, {
    headers: { apikey: key },
    fetch: backendFetch(url, timeout),
  })
}

/** A client with the secret key `key`, which bypasses every policy. Its requests fail after `timeout`, too. */
export function secretClient(url: string, key: string, timeout = SERVER_REQUEST_TIMEOUT_MS): PostgrestClient {
  const headers: Record<string, string> = { apikey: key }
  if (!isOpaqueKey(key)) headers.authorization = `Bearer ${key}`
  return new PostgrestClient(`${url}/rest/v1`, { headers, fetch: backendFetch(url, timeout) })
}

/** A client with the rights of the person whose access token it is. */
export function userClient(url: string, key: string, token: string, timeout: number): PostgrestClient {
  const headers = { apikey: key, authorization: `Bearer ${token}` }
  return new PostgrestClient(`${url}/rest/v1`, { headers, fetch: backendFetch(url, timeout) })
}
