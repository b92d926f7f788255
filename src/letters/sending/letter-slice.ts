import { publicClient, secretClient } from '../../backend/client.ts'
import { type ProviderEnv, providerOf } from '../../backend/env/provider-env.ts'
import type { Source } from '../../backend/env/read-variable.ts'
import { SLICE_MAILS, SLICE_MS } from '../../domain/letters/letter-slices.ts'
import { letterPath } from '../../domain/letters/letter.ts'
import { type AskDns, checkProvider } from './check-sender.ts'
import { freezeDue } from './freeze-letter.ts'
import { LetterSender } from './letter-sender.ts'
import { LetterStore } from './letter-store.ts'
import { openProvider } from './open-provider.ts'

export interface SliceAccess {
  supabaseUrl: string
  publishableKey: string
  secretKey: string
  /** The API as readers reach it, without a slash at the end. */
  apiUrl: string
  /** The variables of the environment: SITE_URL, and what a provider needs. */
  source: Source
  askDns: AskDns
  /** Prints a line for a person. */
  report: (line: string) => void
  /** The address of the provider, where that is not its own. */
  api?: string
}

/** In s: so long after the beginning of a slice no other begins. */
const APART_S = 50
/** How long the mails of a letter wait for its page, in ms: a static host builds that. The pictures of mails are at its address. */
const PAGE_WAIT_MS = 15 * 60_000
/** How long an answer of the site is waited for, in ms. */
const PAGE_ANSWER_MS = 10_000

/**
 * Sends letters where no publisher does: a part of the mails each minute, by a provider. Tells the database by what it could send, and
 * resolves with the work of a slice; null: there is nothing to do, or no provider.
 */
export async function beginSlice(access: SliceAccess): Promise<(() => Promise<void>) | null> {
  const { supabaseUrl, secretKey, source } = access
  const store = new LetterStore(secretClient(supabaseUrl, secretKey))
  const provider = providerOf(source)
  const siteUrl = URL.parse(source.SITE_URL ?? '')?.origin
  if (typeof provider === 'string' || siteUrl === undefined) {
    const problem =
      typeof provider === 'string' ? provider : 'SITE_URL is not among the secrets of the functions.'
    await store.beginSlice('none', null, problem, APART_S)
    return null
  }
  const { adapter, from } = provider
  if (!(await store.beginSlice(adapter, from, null, APART_S))) return null
  return () => sendSlice(store, provider, siteUrl, access)
}

async function sendSlice(
  store: LetterStore,
  provider: ProviderEnv,
  siteUrl: string,
  { supabaseUrl, publishableKey, secretKey, apiUrl, source, askDns, report, api }: SliceAccess,
): Promise<void> {
  // The last request takes another minute at most: that is over before the claim is anybody else's.
  const signal = AbortSignal.timeout(SLICE_MS)
  const readers = {
    visitor: publicClient(supabaseUrl, publishableKey),
    library: secretClient(supabaseUrl, secretKey),
    siteUrl,
    checkSender: () => checkProvider(provider, apiUrl, source, askDns),
  }
  const freeze = () => freezeDue(store, readers, signal)
  await freeze()
  const fresh = await store.frozenSince(new Date(Date.now() - PAGE_WAIT_MS))
  if (!(await arePagesOut(fresh.map((slug) => siteUrl + letterPath(slug))))) return
  const adapter = openProvider(provider, api)
  const origins = { siteUrl, apiUrl, bounceAddress: null }
  await new LetterSender({
    store,
    adapter,
    origins,
    report,
    signal,
    maxMails: SLICE_MAILS,
    freezeDue: freeze,
  }).run()
}

/** Whether readers get all of some pages of the site. */
async function arePagesOut(urls: readonly string[]): Promise<boolean> {
  const answers = await Promise.all(
    urls.map((url) =>
      fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(PAGE_ANSWER_MS) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  )
  return answers.every(Boolean)
}
