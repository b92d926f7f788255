import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { secretClient } from '../../backend/client.ts'
import { BackendError } from '../../backend/errors.ts'
import { type Report, messageOf } from '../../node/report.ts'
import { writeFileAtomic } from '../../node/write-file-atomic.ts'
import { callFunction } from './call-function.ts'

const RENEW_MS = 2_500
/**
 * How long the lease is relied on after a renewal was sent: a second less than it lasts in the database, so that a write
 * that has just begun ends before it does.
 */
const VALID_MS = 7_000
/** How often a publisher that waits asks for the lease. */
const WAIT_MS = 1_000
/** How long a renewal is waited for. A database that is slow for a while costs a publish time, and does not end it. */
const RENEWAL_TIMEOUT_MS = 20_000
const MAX_RENEWALS = 3

const NOT_RENEWED = 'the publisher cannot renew its lease'

/** Thrown in place of a write: the lease is another publisher's (kind `conflict`), or cannot be renewed now. */
export class LeaseError extends BackendError {}

export interface LeaseOptions {
  supabaseUrl: string
  secretKey: string
  /** The data folder, which this publisher has locked: its next process takes the lease over at once. */
  dataDir: string
  report: Report
  /** Ends the wait for the lease. */
  signal: AbortSignal
  /** Called when another publisher is at work, whose end is waited for. */
  onWait(): void
  /** Called when another publisher has taken the lease. */
  onLost(): void
}

/** What a write asks of the lease, without which it may not be made. */
export interface HeldLease {
  /** Call it right before a write. Renews the lease when that is overdue. Rejects with a LeaseError. */
  confirm(): Promise<void>
  /** Aborted when the lease has not been renewed in time: ends a write that was begun before. */
  signal(): AbortSignal
}

const claimSchema = z.object({ number: z.nullable(z.number()), holder: z.string() })

/** A successful claim. `sentAt`: when it was sent. */
interface Claim {
  number: number
  previousHolder: string
  sentAt: Instant
}

/**
 * The lease of the database, by which one publisher is at work at a time. It is renewed until it is released, or another
 * publisher has taken it because this process was paused or cut off.
 */
export class Lease implements HeldLease {
  /** Grows with each publisher; every write to the database carries it. */
  readonly number: number
  /** Whether another publisher was at work before this one. */
  readonly isTakenOver: boolean
  readonly #client
  readonly #onLost: () => void
  readonly #renewals: NodeJS.Timeout
  #renewedAt: Instant
  /** Why it is not held any more. */
  #end: LeaseError | null = null
  #renewal: Promise<void> | null = null
  #released: Promise<void> | null = null
  /** Aborted when the lease is not renewed in time; a renewal makes another. */
  #validity = new AbortController()
  #validityTimer: NodeJS.Timeout | undefined

  private constructor(options: LeaseOptions, claim: Claim, isTakenOver: boolean) {
    this.number = claim.number
    this.isTakenOver = isTakenOver
    this.#client = secretClient(options.supabaseUrl, options.secretKey, RENEWAL_TIMEOUT_MS)
    this.#onLost = () => options.onLost()
    this.#renewedAt = claim.sentAt
    this.#renewals = setInterval(() => void this.#renew().catch(() => undefined), RENEW_MS).unref()
    this.#extend(claim.sentAt)
  }

  /** Takes the lease; waits while another publisher holds it. */
  static async take(options: LeaseOptions): Promise<Lease> {
    const holder = await holderOf(options.dataDir)
    const claim = await claimWhenFree(options, holder)
    const { previousHolder } = claim
    return new Lease(options, claim, previousHolder !== '' && previousHolder !== holder)
  }

  isLost(): boolean {
    return this.#end !== null
  }

  /** Notes that the database refused the number. Returns the error to be thrown. */
  lose(): LeaseError {
    if (this.#end !== null) return this.#end
    const error = new LeaseError('conflict', 'PT409', 'Another publisher has taken over')
    this.#endWith(error)
    this.#onLost()
    return error
  }

  async confirm(): Promise<void> {
    for (let renewals = 0; this.#end === null && !this.#isValid(); renewals++) {
      // An answer that came too late says nothing of now.
      if (renewals === MAX_RENEWALS)
        throw new LeaseError('network', null, `${NOT_RENEWED}: no answer in time`)
      await this.#renew()
    }
    if (this.#end !== null) throw this.#end
  }

  signal(): AbortSignal {
    return this.#validity.signal
  }

  /** Ends it, so that the next publisher need not wait. */
  release(): Promise<void> {
    return (this.#released ??= this.#release())
  }

  /** By both clocks: the monotonic one stops while a computer sleeps, the wall clock can be set back. */
  #isValid(): boolean {
    const { processor, wall } = now()
    return processor - this.#renewedAt.processor < VALID_MS && wall - this.#renewedAt.wall < VALID_MS
  }

  #extend(sentAt: Instant): void {
    if (this.#end !== null) return
    this.#renewedAt = sentAt
    if (this.#validity.signal.aborted) this.#validity = new AbortController()
    clearTimeout(this.#validityTimer)
    const leftMs = Math.max(0, sentAt.processor + VALID_MS - now().processor)
    this.#validityTimer = setTimeout(() => this.#validity.abort(), leftMs).unref()
  }

  #endWith(error: LeaseError): void {
    this.#end = error
    clearInterval(this.#renewals)
    clearTimeout(this.#validityTimer)
    this.#validity.abort()
  }

  /** One at a time: more would keep a slow database only busier. */
  #renew(): Promise<void> {
    return (this.#renewal ??= this.#renewNow().finally(() => (this.#renewal = null)))
  }

  async #renewNow(): Promise<void> {
    const sentAt = now()
    try {
      await callFunction(this.#client, NOT_RENEWED, 'renew_publisher_lease', { p_number: this.number })
    } catch (error) {
      if (!(error instanceof BackendError)) throw error
      if (error.code === 'PT409') throw this.lose()
      throw new LeaseError(error.kind, error.code, messageOf(error), error)
    }
    this.#extend(sentAt)
  }

  async #release(): Promise<void> {
    if (this.#end !== null) return
    this.#endWith(new LeaseError('conflict', null, 'The publisher has stopped'))
    // If this fails, the lease expires by itself.
    const args = { p_number: this.number }
    await callFunction(this.#client, '', 'release_publisher_lease', args).catch(() => undefined)
  }
}

async function claimWhenFree(options: LeaseOptions, holder: string): Promise<Claim> {
  const { supabaseUrl, secretKey, report, signal } = options
  const client = secretClient(supabaseUrl, secretKey)
  for (let isFirst = true; ; isFirst = false) {
    signal.throwIfAborted()
    const sentAt = now()
    const what = 'the publisher cannot take its lease'
    const answer = await callFunction(client, what, 'take_publisher_lease', { p_holder: holder })
    const claim = claimSchema.parse(answer)
    if (claim.number !== null) {
      if (!isFirst) report('the other publisher has ended: this one takes over')
      return { number: claim.number, previousHolder: claim.holder, sentAt }
    }
    if (isFirst) {
      report(`another publisher is at work, this one waits for its end: ${describeHolder(claim.holder)}`)
      options.onWait()
    }
    await sleep(WAIT_MS, undefined, { signal })
  }
}

interface Instant {
  processor: number
  wall: number
}

/** The time by both clocks, in ms. */
const now = (): Instant => ({ processor: performance.now(), wall: Date.now() })

/** Names this machine and data folder; a copy of the folder elsewhere is another one. */
async function holderOf(dataDir: string): Promise<string> {
  const file = join(dataDir, 'publisher/id')
  let id = await readFile(file, 'utf8').catch(() => '')
  if (id === '') {
    id = randomUUID()
    await writeFileAtomic(file, id)
  }
  return JSON.stringify([hostname(), dataDir, id])
}

function describeHolder(holder: string): string {
  const [machine = '', dataDir = ''] = JSON.parse(holder) as string[]
  return `${dataDir} at ${machine}`
}
