import type { PostgrestClient } from '@supabase/postgrest-js'
import { errorMessage } from '../../backend/error-message.ts'
import { BackendError } from '../../backend/errors.ts'
import type { SenderFinding } from '../../domain/letters/sender-check.ts'
import { fillLetter } from '../fill-letter.ts'
import { loadFrame } from '../letter-frame.ts'
import { mailHtml } from '../mail-html.ts'
import { mailText } from '../mail-text.ts'
import { slugify } from '../../domain/sections/slug.ts'
import type { LetterStore } from './letter-store.ts'

export interface LetterReaders {
  /** The database as a visitor has it: a draft of a story cannot be in a mail. */
  visitor: PostgrestClient
  /** With the secret key: files that no page shows yet. */
  library: PostgrestClient
  siteUrl: string
  /** What mail hosts will find of the sender. */
  checkSender: () => Promise<readonly SenderFinding[]>
}

/** Freezes the letters that are due, until `signal` ends it. */
export async function freezeDue(
  store: LetterStore,
  readers: LetterReaders,
  signal: AbortSignal,
): Promise<void> {
  for (const { id } of (await store.due()).due) if (!signal.aborted) await freezeLetter(store, id, readers)
}

/** Freezes a letter that is due: its mails show from then on what its blocks show now. What cannot be drawn is held. */
export async function freezeLetter(store: LetterStore, id: string, readers: LetterReaders): Promise<void> {
  const { visitor, library, siteUrl, checkSender } = readers
  const draft = await store.draft(id)
  if (draft === null) return
  try {
    const findings = (await store.needsCheck(id)) ? await checkSender() : []
    const bad = findings.filter(({ state }) => state !== 'good')
    if (bad.length > 0) return await store.hold(id, bad.map(({ what, says }) => `${what}: ${says}`).join(' '))
    const slug = await store.freeSlug(id, slugify(draft.subject))
    const frame = await loadFrame(visitor, siteUrl, slug)
    const content = await fillLetter(draft, visitor, library)
    if (content.blocks.length === 0) throw new Error('None of its blocks has anything to show')
    const parts = { slug, content, html: mailHtml(content, frame), plainText: mailText(content, frame) }
    await store.freeze(id, draft.version, parts)
  } catch (error) {
    // Without an answer of the database it is tried again; another letter may have taken its address meanwhile.
    if (error instanceof BackendError && error.kind !== 'invalid' && error.code !== '23514') throw error
    await store.hold(id, `The letter could not be prepared: ${errorMessage(error)}`)
  }
}
