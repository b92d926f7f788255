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
/** For a renewal: a later answer is of no use. */
const RENEWAL_TIMEOUT_MS = 5_000

/** Thrown in place of a write: the lease is another publisher's (kind `conflict`), or cannot be renewed now. */
export class LeaseError extends BackendError {}

export interface LeaseOptions {
  supabaseUrl: string
  secretKey: string
  /** Of this publisher alone, which has locked it: its next process takes the lease over at once. */
  dataDir: string
  report: Report
  /** Gives up waiting for the lease. */
  signal: AbortSignal
  /** Called when another publisher is at work, whose end is waited for. */
  onWait(): void
  /** Called when another publisher has taken the lease. */
  onLost(): void
}

export type Lease = Awaited<ReturnType<typeof takeLease>>

/** What may be written only with the lease asks it before each write. */
export type HeldLease = Pick<Lease, 'confirm' | 'signal'>

const takenSchema = z.object({ number: z.nullable(z.number()), holder: z.string() })

/**
 * Takes the lease of the database, by which one publisher is at work at a time; waits while another holds it. It is
 * renewed until it is released, or another publisher has taken it because this process was paused or cut off.
 */
export async function takeLease(options: LeaseOptions) {
  const { supabaseUrl, secretKey, report, signal } = options
  const client = secretClient(supabaseUrl, secretKey, RENEWAL_TIMEOUT_MS)
  const holder = await holderOf(options.dataDir)
  const { number, previousHolder, takenAt } = await waitUntilFree()

  let renewedAt = takenAt
  /** Why it is not held any more. */
  let end: LeaseError | null = null
  let released: Promise<void> | null = null
  /** Aborted when the lease is not renewed in time; a renewal makes another. */
  let validity = new AbortController()
  let validityTimer: NodeJS.Timeout | undefined
  const renewals = setInterval(() => void renew().catch(() => undefined), RENEW_MS).unref()
  extend(takenAt)

  async function waitUntilFree() {
    for (let isFirst = true; ; isFirst = false) {
      signal.throwIfAborted()
      const sentAt = now()
      const what = 'the publisher cannot take its lease'
      const answer = await callFunction(secretClient(supabaseUrl, secretKey), what, 'take_publisher_lease', {
        p_holder: holder,
      })
      const taken = takenSchema.parse(answer)
      if (taken.number !== null) {
        if (!isFirst) report('the other publisher has ended: this one takes over')
        return { number: taken.number, previousHolder: taken.holder, takenAt: sentAt }
      }
      if (isFirst) {
        report(`another publisher is at work, this one waits for its end: ${describeHolder(taken.holder)}`)
        options.onWait()
      }
      await sleep(WAIT_MS, undefined, { signal })
    }
  }

  /** By both clocks: that of the processor stands still while a computer sleeps, the other one can be set back. */
  function isValid(): boolean {
    const { processor, wall } = now()
    return processor - renewedAt.processor < VALID_MS && wall - renewedAt.wall < VALID_MS
  }

  function extend(sentAt: Instant): void {
    if (end !== null) return
    renewedAt = sentAt
    if (validity.signal.aborted) validity = new AbortController()
    clearTimeout(validityTimer)
    const leftMs = Math.max(0, sentAt.processor + VALID_MS - now().processor)
    validityTimer = setTimeout(() => validity.abort(), leftMs).unref()
  }

  function endWith(error: LeaseError): void {
    end = error
    clearInterval(renewals)
    clearTimeout(validityTimer)
    validity.abort()
  }

  /** Notes that the database refused the number. Returns the error to be thrown. */
  function lose(): LeaseError {
    if (end !== null) return end
    const error = new LeaseError('conflict', 'PT409', 'Another publisher has taken over')
    endWith(error)
    options.onLost()
    return error
  }

  async function renew(): Promise<void> {
    const sentAt = now()
    try {
      const what = 'the publisher cannot renew its lease'
      await callFunction(client, what, 'renew_publisher_lease', { p_number: number })
    } catch (error) {
      if (!(error instanceof BackendError)) throw error
      if (error.code === 'PT409') throw lose()
      throw new LeaseError(error.kind, error.code, messageOf(error), error)
    }
    extend(sentAt)
  }

  async function release(): Promise<void> {
    if (end !== null) return
    endWith(new LeaseError('conflict', null, 'The publisher has stopped'))
    // If this fails, the lease expires by itself.
    await callFunction(client, '', 'release_publisher_lease', { p_number: number }).catch(() => undefined)
  }

  return {
    /** Grows with each publisher; every write to the database carries it. */
    number,
    /** Whether another publisher was at work before this one. */
    isTakenOver: previousHolder !== '' && previousHolder !== holder,
    isLost: () => end !== null,
    lose,
    /** To be called right before a write. Renews the lease when that is overdue. Rejects with a LeaseError. */
    async confirm(): Promise<void> {
      if (end === null && isValid()) return
      if (end === null) await renew()
      if (end !== null) throw end
    },
    /** Aborted when the lease has not been renewed in time: ends a write that was begun before. */
    signal: (): AbortSignal => validity.signal,
    /** Ends it, so that the next publisher need not wait. */
    release: (): Promise<void> => (released ??= release()),
  }
}

interface Instant {
  processor: number
  wall: number
}

/** In ms. */
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
