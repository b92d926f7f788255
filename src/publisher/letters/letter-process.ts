import { publicClient, secretClient } from '../../backend/client.ts'
import { type LetterEnv, readBounceMailbox, readLetterEnv } from '../../backend/env/letter-env.ts'
import { readDkimSelector } from '../../backend/env/provider-env.ts'
import type { SenderFinding } from '../../domain/letters/sender-check.ts'
import type { LetterTestResult } from '../../domain/letters/letter-requests.ts'
import { sendTestLetter } from '../../letters/sending/test-letter.ts'
import { sendNote, serveTasks } from '../../node/worker-process.ts'
import { checkSender } from '../../letters/sending/check-sender.ts'
import { freezeDue } from '../../letters/sending/freeze-letter.ts'
import { LetterSender } from '../../letters/sending/letter-sender.ts'
import { type Draft, LetterStore } from '../../letters/sending/letter-store.ts'
import { askDns, publicKeyOf } from './ask-dns.ts'
import { openAdapter } from './sending/open-adapter.ts'
import { takeReturned } from './returned/take-returned.ts'
import { END_EARLY, type LetterAccess } from './letter-access.ts'

interface Test extends LetterAccess {
  draft: Draft
  to: string[]
}

let ending: AbortController | null = null
process.on(END_EARLY, () => ending?.abort())

const tasks = {
  /** Freezes what is due, and sends until nothing more is due now. Resolves with the ms until something may be; null: nothing waits. */
  async work(access: LetterAccess): Promise<number | null> {
    const { adapter, env } = opened(access)
    if (adapter === null || env.adapter === 'none') return null
    const { supabaseUrl, publishableKey, secretKey, siteUrl } = access
    const library = secretClient(supabaseUrl, secretKey)
    const visitor = publicClient(supabaseUrl, publishableKey)
    const readers = { visitor, library, siteUrl, checkSender: () => check(env, access) }
    const origins = { ...access, bounceAddress: readBounceMailbox()?.address ?? null }
    const store = new LetterStore(library)
    ending = new AbortController()
    const { signal } = ending
    try {
      return await new LetterSender({
        ...{ store, adapter, origins, report: sendNote, signal },
        freezeDue: () => freezeDue(store, readers, signal),
      }).run()
    } finally {
      adapter.close()
    }
  },

  /** What mail hosts will find of the sender. */
  check(access: LetterAccess): Promise<SenderFinding[]> {
    const { env } = opened(access)
    return env.adapter === 'none' ? Promise.resolve([]) : check(env, access)
  },

  /** Carries out what came to the mailbox of letters. */
  async returned({ supabaseUrl, secretKey }: LetterAccess): Promise<void> {
    const mailbox = readBounceMailbox()
    if (mailbox !== null) await takeReturned(mailbox, secretClient(supabaseUrl, secretKey))
  },

  /** Sends a letter as it would be now to a few addresses of the staff. */
  async test({ draft, to, ...access }: Test): Promise<LetterTestResult> {
    const { adapter, env } = opened(access)
    if (adapter === null || env.adapter === 'none') throw new Error('No mail server is set up for letters')
    const { supabaseUrl, publishableKey, secretKey, siteUrl } = access
    const library = secretClient(supabaseUrl, secretKey)
    const visitor = publicClient(supabaseUrl, publishableKey)
    try {
      return await sendTestLetter({ draft, to, from: env.from, adapter, visitor, library, siteUrl })
    } finally {
      adapter.close()
    }
  },
}

export type LetterTasks = typeof tasks

function opened({ mailbox, secretKey }: LetterAccess): {
  env: LetterEnv
  adapter: ReturnType<typeof openAdapter>
} {
  const env = readLetterEnv(mailbox)
  return { env, adapter: openAdapter(env, secretKey) }
}

function check(
  env: Exclude<LetterEnv, { adapter: 'none' }>,
  { apiUrl }: LetterAccess,
): Promise<SenderFinding[]> {
  const ownKey = env.adapter === 'smtp' && env.dkim !== null ? publicKeyOf(env.dkim.privateKey) : null
  const dkimSelector = readDkimSelector(env.adapter)
  return checkSender({ from: env.from, linksUrl: apiUrl, dkimSelector, ownKey }, askDns())
}

serveTasks(tasks)
