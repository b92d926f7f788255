import { apiUrl } from '../../backend/env/api-url.ts'
import { type PublicClient, publicClient } from '../../backend/client.ts'
import { REQUEST_TIMEOUT_MS } from './request-timeout.ts'

/** Supabase client of the islands; each request times out after `REQUEST_TIMEOUT_MS`. */
export function readerClient(): PublicClient {
  return publicClient(apiUrl(), __SUPABASE_PUBLISHABLE_KEY__, REQUEST_TIMEOUT_MS)
}
