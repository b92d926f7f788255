import { errorMessage } from '../../backend/error-message.ts'
import type { Adapter, Batch, BatchResult } from './adapter.ts'
import { type FrozenLetter, type LinkOrigins, letterMail } from './letter-mail.ts'
import type { LetterStore, TakenClaim } from './letter-store.ts'
import { pause } from './pause.ts'

export interface LetterSenderOptions {
  store: LetterStore
  adapter: Adapter
  origins: LinkOrigins
  /** Prints a line for a person. */
  report: (line: string) => void
  /** Claims no more when it has handed over this many mails. */
  maxMails?: number
  /** Ends it after the mails that are being handed over. */
  signal?: AbortSignal
  /** Freezes letters that are due; called before mails are claimed, and every few seconds. */
  freezeDue?: () => Promise<void>
}

/** How often it looks for letters that are due, and for claims that others have left. */
const TEND_MS = 3_000
/** Where the other side takes nothing, it waits this long, and twice as long each time. */
const FIRST_REST_MS = 1_000
const MAX_REST_MS = 60_000
/** In a row: then a person has to see to it. */
const MAX_TROUBLES = 8
/** Mails refused for good in a row, of which one claim after the other is full: something else is wrong than the addresses. */
const MAX_REFUSED = 20
/** In ms: what became of mails is written, also where the database is away for a minute. */
const WRITE_AGAIN_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 20_000]

/**
 * Hands over the mails of letters that go out: claims a few, hands them over, says what became of them, and begins again. Several
 * at once get no mail in common. A killed one loses nothing: what it had claimed is taken over, by what the adapter can find out.
 */
export class LetterSender {
  readonly #id = crypto.randomUUID()
  readonly #options: LetterSenderOptions
  #letter: FrozenLetter | null = null
  #tendedAt = -Infinity
  #handedOver = 0
  #troubles = 0
  #refused = 0

  constructor(options: LetterSenderOptions) {
    this.#options = options
  }

  /** Sends until nothing more is due now. Resolves with the ms until something may be; null: nothing waits. */
  async run(): Promise<number | null> {
    const { store, adapter, signal, maxMails = Infinity } = this.#options
    while (signal?.aborted !== true && this.#handedOver < maxMails) {
      await this.#tend()
      const claim = await store.claim(this.#id, adapter.batchSize)
      if (!('claim' in claim)) {
        if (claim.wait_ms === null || claim.wait_ms > TEND_MS) return claim.wait_ms
        await pause(claim.wait_ms, signal)
        continue
      }
      await this.#carry({ ...claim, claimed_at: new Date().toISOString() }, 'send')
    }
    return null
  }

  async #tend(): Promise<void> {
    if (performance.now() - this.#tendedAt < TEND_MS) return
    const { store, adapter, freezeDue, signal } = this.#options
    await freezeDue?.()
    for (const claim of await store.takeOver(this.#id, adapter.repeats)) {
      if (signal?.aborted !== true) await this.#carry(claim, 'resolve')
    }
    this.#tendedAt = performance.now()
  }

  async #carry({ claim, letter, claimed_at, mails }: TakenClaim, how: 'send' | 'resolve'): Promise<void> {
    const { adapter, origins } = this.#options
    const frozen = await this.#frozen(letter)
    const batch: Batch = {
      claim,
      claimedAt: Date.parse(claimed_at),
      mails: (mails ?? []).map((mail) => letterMail(frozen, mail, origins)),
    }
    this.#handedOver += batch.mails.length
    const result = how === 'send' ? await adapter.send(batch) : stillUnknown(await adapter.resolve(batch))
    await this.#finish(batch, result, this.#problemOf(result))
    const restMs = Math.min(FIRST_REST_MS * 2 ** (this.#troubles - 1), MAX_REST_MS)
    if (this.#troubles > 0) await pause(restMs, this.#options.signal)
  }

  /** Why the letter is held after this; null: it goes on. */
  #problemOf({ outcomes, trouble }: BatchResult): string | null {
    // Where some of the mails are taken, the other side is there.
    const isReached = outcomes.some(({ outcome }) => outcome === 'accepted')
    this.#troubles = trouble === null || isReached ? 0 : this.#troubles + 1
    for (const { outcome } of outcomes) this.#refused = outcome === 'failed' ? this.#refused + 1 : 0
    if (trouble !== null && (trouble.mustWait || this.#troubles >= MAX_TROUBLES)) {
      this.#troubles = 0
      return trouble.words
    }
    if (this.#refused < MAX_REFUSED) return null
    this.#refused = 0
    const last = outcomes.findLast((one) => one.outcome === 'failed')
    return `The last ${MAX_REFUSED} mails were refused: ${last && 'reason' in last ? last.reason : ''}`
  }

  async #finish({ claim }: Batch, { outcomes }: BatchResult, problem: string | null): Promise<void> {
    const { store, report } = this.#options
    if (problem !== null) report(`a letter is held: ${problem}`)
    for (const waitMs of [...WRITE_AGAIN_MS, null]) {
      try {
        return await store.finish(claim, outcomes, problem)
      } catch (error) {
        if (waitMs === null) throw error
        report(`what became of mails is written later: ${errorMessage(error)}`)
        await pause(waitMs)
      }
    }
  }

  async #frozen(id: string): Promise<FrozenLetter> {
    if (this.#letter?.id !== id) this.#letter = await this.#options.store.frozen(id)
    return this.#letter
  }
}

/** A mail that was handed over before, and now was not taken, is as unknown as it was: it does not go back to the queue. */
function stillUnknown({ outcomes, trouble }: BatchResult): BatchResult {
  return {
    outcomes: outcomes.map((one) =>
      one.outcome === 'back' || one.outcome === 'later' ? { id: one.id, outcome: 'unknown' } : one,
    ),
    trouble,
  }
}
