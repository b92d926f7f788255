import { publicClient, secretClient } from '../../backend/client.ts'
import {
  type LetterEnv,
  readBounceMailbox,
  readDkimSelector,
  readLetterEnv,
} from '../../backend/env/letter-env.ts'
import type { SenderFinding } from '../../domain/letters/sender-check.ts'
import type { LetterTestResult } from '../../domain/letters/letter-requests.ts'
import { fillLetter } from '../../letters/fill-letter.ts'
import { loadFrame } from '../../letters/letter-frame.ts'
import { mailHtml } from '../../letters/mail-html.ts'
import { mailText } from '../../letters/mail-text.ts'
import { sendNote, serveTasks } from '../../node/worker-process.ts'
import { checkSender, publicKeyOf } from './check-sender.ts'
import type { Outcome } from './sending/adapter.ts'
import { freezeLetter } from './sending/freeze-letter.ts'
import { testMail } from './sending/letter-mail.ts'
import { LetterSender } from './sending/letter-sender.ts'
import { type Draft, LetterStore } from './sending/letter-store.ts'
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
        async freezeDue() {
          for (const { id } of (await store.due()).due)
            if (!signal.aborted) await freezeLetter(store, id, readers)
        },
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
    const [frame, { from_name, reply_to }, content] = await Promise.all([
      loadFrame(visitor, siteUrl),
      new LetterStore(library).state(),
      fillLetter(draft, visitor, library),
    ])
    const letter = {
      ...{ id: '', topic: '', from_name, reply_to, from_address: env.from },
      ...{
        subject: `[Test] ${content.subject}`,
        html: mailHtml(content, frame),
        plain_text: mailText(content, frame),
      },
    }
    try {
      const mails: LetterTestResult['mails'] = []
      for (const address of to) {
        const mail = testMail(letter, address, access)
        const batch = { claim: mail.id, claimedAt: Date.now(), mails: [mail] }
        const { outcomes, trouble } = await adapter.send(batch)
        mails.push({ to: address, problem: trouble?.words ?? problemOf(outcomes[0]) })
      }
      return { mails }
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
  return checkSender({
    ...{ from: env.from, linksUrl: apiUrl, dkimSelector: readDkimSelector(env.adapter), ownKey },
  })
}

/** Why a test mail was not taken; null: it was. */
function problemOf(outcome: Outcome | undefined): string | null {
  if (outcome?.outcome === 'accepted') return null
  return outcome !== undefined && 'reason' in outcome ? outcome.reason : 'No answer came: it may have arrived'
}

serveTasks(tasks)
