/**
 * `npm run bench:editor`: in the editor of a running magazine (PORT, SUPABASE_PORT and DATA_DIR say which), from a key to
 * its paint in a story of 5,000 words and 30 pictures, at full speed and with the processor slowed four times, and
 * from a key to the page in the preview beside the text, by its parts.
 */
import { readLocalEnv } from '../../src/backend/env/env.ts'
import { loadKeys } from '../../supabase/local/keys.ts'
import { serviceClient } from '../../supabase/seed/service.ts'
import { measurePreview } from './preview.ts'
import { launchBrowser, signIn } from './support.ts'
import { measureTyping } from './typing.ts'

const { dataDir, port, supabasePort } = readLocalEnv()
const baseURL = `http://localhost:${port}`
const { secretKey } = await loadKeys(dataDir)
const service = serviceClient(`http://127.0.0.1:${supabasePort}`, secretKey)
const browser = await launchBrowser()
try {
  const editor = { browser, baseURL, service, storageState: await signIn(browser, baseURL) }
  console.table(await measureTyping(editor))
  console.table(await measurePreview(editor))
} finally {
  await browser.close()
}
