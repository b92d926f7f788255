import { resolve } from 'node:path'
import { type SupabaseClient, createClient } from '@supabase/supabase-js'
import { type Keys, loadKeys } from '../../../supabase/local/keys.ts'
import { magazine } from './magazine.ts'

/** The Supabase of the magazine under test. */
export const supabaseUrl = `http://127.0.0.1:${magazine.supabasePort}`

/** Its keys. */
export const magazineKeys = (): Promise<Keys> =>
  loadKeys(resolve(import.meta.dirname, '../../..', magazine.dataDir))

/** A client with the secret key: for what a test needs to be there, never for what it tests. */
export async function secretClient(): Promise<SupabaseClient> {
  const { secretKey } = await magazineKeys()
  return createClient(supabaseUrl, secretKey, { auth: { persistSession: false } })
}
