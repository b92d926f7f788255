/** A sender of letters that sends until nothing waits, then ends with 0. Tests kill it at any moment. */
import { secretClient } from '../../../src/backend/client.ts'
import type { LetterEnv } from '../../../src/backend/env/letter-env.ts'
import { LetterSender } from '../../../src/letters/sending/letter-sender.ts'
import { LetterStore } from '../../../src/letters/sending/letter-store.ts'
import { openAdapter } from '../../../src/publisher/letters/sending/open-adapter.ts'
import { ResendAdapter } from '../../../src/letters/sending/resend-adapter.ts'

export interface SenderJob {
  supabaseUrl: string
  secretKey: string
  env: LetterEnv
  /** The address of a provider in place of Resend's own. */
  api?: string
  /** For how long claims are a sender's, in s. */
  claimS: number
}

const { supabaseUrl, secretKey, env, api, claimS } = JSON.parse(process.argv[2] ?? '') as SenderJob
const adapter = api === undefined ? openAdapter(env, secretKey) : new ResendAdapter('re_test', api)
if (adapter === null) throw new Error('no adapter')
const sender = new LetterSender({
  store: new LetterStore(secretClient(supabaseUrl, secretKey), claimS),
  adapter,
  origins: { siteUrl: 'http://localhost:4321', apiUrl: supabaseUrl, bounceAddress: null },
  report: console.log,
})
while ((await sender.run()) !== null);
adapter.close()
