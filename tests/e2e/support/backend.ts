import { join, resolve } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import { loadKeys } from '../../../supabase/local/keys.ts'

const dataDir = process.env.E2E_DATA_DIR ?? resolve(import.meta.dirname, '../../../.local/e2e')
const port = process.env.E2E_SUPABASE_PORT ?? '54399'

/** The magazine's Supabase under test. */
export const supabaseUrl = `http://127.0.0.1:${port}`

/** A client with the secret key: for what a test needs to be there, never for what it tests. */
export async function secretClient(): Promise<SupabaseClient> {
  const { secretKey } = await loadKeys(join(dataDir))
  return createClient(supabaseUrl, secretKey, { auth: { persistSession: false } })
}
