import type { SupabaseClient } from '@supabase/supabase-js'
import { readLocalEnv, readSecretKey, readUrl } from '../src/backend/env/env.ts'
import type { Report } from '../src/node/report.ts'
import { loadKeys } from '../supabase/local/keys.ts'
import { serviceClient } from '../supabase/seed/service.ts'
import { startLocalStack } from './local-content.ts'

export interface OpenMagazine {
  /** With the secret key. */
  service: SupabaseClient
  url: string
  publishableKey: string
  stop: () => Promise<void>
}

const nothing = () => Promise.resolve()

/**
 * The magazine that a command works on: of SUPABASE_URL and SUPABASE_SECRET_KEY, else of the running `npm start`, else of the
 * data folder, whose local Supabase runs until `stop`.
 */
export async function openMagazine(report: Report): Promise<OpenMagazine> {
  if (process.env.SUPABASE_URL) {
    const url = readUrl(process.env, 'SUPABASE_URL')
    const publishableKey = process.env.SUPABASE_PUBLISHABLE_KEY?.trim() ?? ''
    return { service: serviceClient(url, readSecretKey()), url, publishableKey, stop: nothing }
  }
  const { dataDir, supabasePort } = readLocalEnv()
  const { secretKey, publishableKey } = await loadKeys(dataDir)
  const url = `http://127.0.0.1:${supabasePort}`
  const running = serviceClient(url, secretKey)
  const { error } = await running.from('site_settings').select('id').limit(1)
  if (error === null) return { service: running, url, publishableKey, stop: nothing }
  const stack = await startLocalStack(report)
  return { ...stack, service: serviceClient(stack.url, stack.secretKey), stop: () => stack.stop() }
}
