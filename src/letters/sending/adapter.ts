import type { AdapterName } from '../../domain/letters/letter-requests.ts'
import { cut } from '../../domain/text/cut.ts'
import type { LetterMail } from './letter-mail.ts'

/** The mails that one sender hands over together. */
export interface Batch {
  /** The id of the claim, the same at each attempt. */
  claim: string
  /** When it was claimed, in ms since 1970. */
  claimedAt: number
  mails: readonly LetterMail[]
}

/**
 * What became of a mail. `later`: the other server put this address off; `unknown`: it was handed over, and no answer came;
 * `back`: it was certainly not handed over; `alone`: nor was it, and the next time it goes as the only one of its claim.
 */
export type Outcome =
  | { id: string; outcome: 'accepted'; provider_id: string | null }
  | { id: string; outcome: 'failed' | 'later'; reason: string }
  | { id: string; outcome: 'unknown' | 'back' | 'alone' }

export interface BatchResult {
  outcomes: Outcome[]
  /**
   * Why the sender goes slower: the other side cannot be reached, or takes no more at the moment; `mustWait`: it said that
   * somebody has to look after it, such as a quota. Null: it goes on at once.
   */
  trouble: { words: string; mustWait: boolean } | null
}

/** By what mails are handed over. Nothing of it throws for what the other side answers, or does not. */
export interface Adapter {
  name: AdapterName
  /** Mails of one claim. */
  batchSize: number
  /** How often a mail is handed over again whose answer did not come. */
  repeats: number
  send(batch: Batch): Promise<BatchResult>
  /** Finds out what became of mails without an answer, or hands them over again so that none comes twice, where that can be. */
  resolve(batch: Batch): Promise<BatchResult>
  close(): void
}

/** The longest reason that a recipient has, in characters. */
const MAX_REASON = 500

/** The words of another server on one line. */
export const wordsOf = (text: string): string => cut(text.replace(/\s+/g, ' ').trim(), MAX_REASON)

/** The same outcome for all mails of a batch. */
export function all({ mails }: Batch, outcome: 'unknown' | 'back' | 'alone'): Outcome[] {
  return mails.map(({ id }) => ({ id, outcome }))
}
