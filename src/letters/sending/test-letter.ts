import type { PostgrestClient } from '@supabase/postgrest-js'
import type { LetterTestResult } from '../../domain/letters/letter-requests.ts'
import { fillLetter } from '../fill-letter.ts'
import { loadFrame } from '../letter-frame.ts'
import { mailHtml } from '../mail-html.ts'
import { mailText } from '../mail-text.ts'
import type { Adapter, Outcome } from './adapter.ts'
import { testMail } from './letter-mail.ts'
import { type Draft, LetterStore } from './letter-store.ts'

export interface TestLetter {
  draft: Draft
  to: readonly string[]
  /** The address that letters come from. */
  from: string
  adapter: Adapter
  /** The database as a visitor has it. */
  visitor: PostgrestClient
  /** With the secret key. */
  library: PostgrestClient
  siteUrl: string
}

/** Sends a letter as it would be now to a few addresses of the staff. */
export async function sendTestLetter(test: TestLetter): Promise<LetterTestResult> {
  const { draft, to, from, adapter, visitor, library, siteUrl } = test
  const [frame, { from_name, reply_to }, content] = await Promise.all([
    loadFrame(visitor, siteUrl),
    new LetterStore(library).state(),
    fillLetter(draft, visitor, library),
  ])
  const letter = {
    ...{ id: '', topic: '', from_name, reply_to, from_address: from, subject: `[Test] ${content.subject}` },
    ...{ html: mailHtml(content, frame), plain_text: mailText(content, frame) },
  }
  const mails: LetterTestResult['mails'] = []
  for (const address of to) {
    const mail = testMail(letter, address, { siteUrl })
    const { outcomes, trouble } = await adapter.send({
      ...{ claim: mail.id, claimedAt: Date.now(), mails: [mail] },
    })
    mails.push({ to: address, problem: trouble?.words ?? problemOf(outcomes[0]) })
  }
  return { mails }
}

/** Why a test mail was not taken; null: it was. */
function problemOf(outcome: Outcome | undefined): string | null {
  if (outcome?.outcome === 'accepted') return null
  return outcome !== undefined && 'reason' in outcome ? outcome.reason : 'No answer came: it may have arrived'
}
