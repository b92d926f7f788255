import {
  SERVER_REQUEST_TIMEOUT_MS,
  publicClient,
  secretClient,
  userClient,
} from '../../../src/backend/client.ts'
import { type ProviderEnv, providerOf } from '../../../src/backend/env/provider-env.ts'
import { type LetterTest, letterRequestSchema, mayTest } from '../../../src/domain/letters/letter-requests.ts'
import { can } from '../../../src/domain/people/role.ts'
import { checkProvider } from '../../../src/letters/sending/check-sender.ts'
import { draftOf } from '../../../src/letters/sending/letter-store.ts'
import { openProvider } from '../../../src/letters/sending/open-provider.ts'
import { sendTestLetter } from '../../../src/letters/sending/test-letter.ts'
import { askDns } from '../_shared/ask-dns.ts'
import {
  publicApiUrl,
  publishableKey,
  requireRole,
  secretKey,
  serviceClient,
  setting,
} from '../_shared/clients.ts'
import { HttpError, servePost } from '../_shared/http.ts'

const WRITERS = ['super_admin', 'editor', 'contributor'] as const

/**
 * Answers staff about letters where no publisher sends them: test mails, of any letter for editors, to themselves only for
 * contributors; and, for editors, what mail hosts will find of the sender.
 */
servePost(async (request) => {
  const service = serviceClient()
  const caller = await requireRole(service, request, WRITERS)
  const asked = letterRequestSchema.safeParse(await request.json().catch(() => null)).data
  if (asked === undefined)
    throw new HttpError(400, 'Name a letter and up to five addresses, or ask for a check')
  if ('check' in asked) {
    if (!can(caller.role, 'letters.send')) throw new HttpError(403, 'Only editors check the sender')
    const { source, provider } = environment()
    return { findings: await checkProvider(provider, publicApiUrl(), source, askDns) }
  }
  const { data: own, error } = await service.from('profiles').select('email').eq('id', caller.id).single()
  if (error) throw error
  if (!mayTest({ email: (own as { email: string | null }).email, role: caller.role }, asked.test.to))
    throw new HttpError(403, 'You may send a test to your own address only')
  return test(asked.test, (request.headers.get('Authorization') ?? '').replace('Bearer ', ''))
})

/** Sends a letter that the caller may read. */
async function test({ letterId, to }: LetterTest, token: string) {
  const url = setting('SUPABASE_URL')
  const draft = await draftOf(userClient(url, publishableKey(), token, SERVER_REQUEST_TIMEOUT_MS), letterId)
  if (draft === null) throw new HttpError(404, 'This letter is gone')
  const { provider } = environment()
  return sendTestLetter({
    ...{ draft, to, from: provider.from, adapter: openProvider(provider) },
    visitor: publicClient(url, publishableKey()),
    library: secretClient(url, secretKey()),
    siteUrl: new URL(setting('SITE_URL')).origin,
  })
}

function environment(): { source: Record<string, string>; provider: ProviderEnv } {
  const source = Deno.env.toObject()
  const provider = providerOf(source)
  if (typeof provider === 'string') throw new HttpError(409, provider)
  return { source, provider }
}
