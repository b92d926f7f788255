import { publicClient } from '../../backend/client.ts'
import type { PublicClient } from '../../backend/client.ts'
import { PATIENCE } from './patience.ts'

/** The client of the islands. What it asks for is answered or has failed in time (in `PATIENCE` for each try). */
export function readerClient(): PublicClient {
  return publicClient(__SUPABASE_URL__, __SUPABASE_PUBLISHABLE_KEY__, PATIENCE)
}
