/** `npm run keys`: prints address and keys of the local Supabase as shell assignments. Creates missing keys. */
import { readLocalEnv } from '../src/backend/env/env.ts'
import { loadKeys } from '../supabase/local/keys.ts'
import { failStart } from './start-error.ts'

try {
  const { dataDir, supabasePort } = readLocalEnv()
  const { publishableKey, secretKey } = await loadKeys(dataDir)
  console.log(`SUPABASE_URL=http://127.0.0.1:${supabasePort}`)
  console.log(`SUPABASE_PUBLISHABLE_KEY=${publishableKey}`)
  console.log(`SUPABASE_SECRET_KEY=${secretKey}`)
} catch (error) {
  failStart(error)
}
