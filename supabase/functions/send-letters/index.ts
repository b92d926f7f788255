import { askDns } from '../_shared/ask-dns.ts'
import { inBackground } from '../_shared/background.ts'
import { publicApiUrl, publishableKey, secretKey, setting } from '../_shared/clients.ts'
import { servePost } from '../_shared/http.ts'
import { beginSlice } from '../../../src/letters/sending/letter-slice.ts'

/**
 * Sends letters where no publisher does, by POST: a slice of their mails, by a provider. pg_cron calls it while letters wait, and
 * the admin, so that the database knows whether it could send; what it sends is not the caller's choice.
 */
servePost(async () => {
  const slice = await beginSlice({
    ...{ supabaseUrl: setting('SUPABASE_URL'), publishableKey: publishableKey(), secretKey: secretKey() },
    ...{ apiUrl: publicApiUrl(), source: Deno.env.toObject(), askDns, report: console.log },
  })
  if (slice !== null) inBackground(slice())
  return {}
})
