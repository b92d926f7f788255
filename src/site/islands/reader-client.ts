import { publicClient } from '../../backend/client.ts'
import type { PublicClient } from '../../backend/client.ts'
import { REQUEST_TIMEOUT_MS } from './request-timeout.ts'

/** The client of the islands. What it asks for is answered or has failed in time (in `REQUEST_TIMEOUT_MS` for each try). */
export function readerClient(): PublicClient {
  return publicClient(__SUPABASE_URL__, __SUPABASE_PUBLISHABLE_KEY__, REQUEST_TIMEOUT_MS)
}
