/** Calls a function, so that Deno runs, reports it and runs until it is killed. */
import { readConfig } from '../../supabase/local/config.ts'
import { serveFunctions } from '../../supabase/local/functions.ts'
import { loadKeys } from '../../supabase/local/keys.ts'

const url = new URL('http://127.0.0.1/functions/v1/create-user')
const { route } = serveFunctions({
  config: readConfig(),
  keys: await loadKeys(null),
  siteUrl: 'http://localhost:4321',
  apiUrl: url.origin,
})
await route.answer(new Request(url, { method: 'POST' }), url)
process.send?.('called')
