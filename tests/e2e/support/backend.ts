import { resolve } from 'node:path'
import { type SupabaseClient, createClient } from '@supabase/supabase-js'
import { backendFetch } from '../../../src/backend/backend-fetch.ts'
import { SERVER_REQUEST_TIMEOUT_MS } from '../../../src/backend/client.ts'
import { type Keys, loadKeys } from '../../../supabase/local/keys.ts'
import { magazine } from './magazine.ts'

/** The Supabase of the magazine under test. */
export const supabaseUrl = `http://127.0.0.1:${magazine.supabasePort}`

/** Its keys. */
export const magazineKeys = (): Promise<Keys> =>
  loadKeys(resolve(import.meta.dirname, '../../..', magazine.dataDir))

/** Reads rows as the product does, with the addresses of the files that they name. */
export const fetchRows = backendFetch(supabaseUrl, SERVER_REQUEST_TIMEOUT_MS)

/** A client with the secret key: for what a test needs to be there, never for what it tests. */
export async function secretClient(): Promise<SupabaseClient> {
  const { secretKey } = await magazineKeys()
  return createClient(supabaseUrl, secretKey, {
    auth: { persistSession: false },
    global: { fetch: fetchRows },
  })
}
