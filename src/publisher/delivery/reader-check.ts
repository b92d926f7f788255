import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LeaseError } from '../database/lease.ts'
import type { Readers } from '../database/outbox.ts'
import { type Report, messageOf } from '../../node/report.ts'
import { keyOf, pathsOf } from './keys.ts'

/** How many pages of a build are asked for. */
const MAX_PAGES = 4
const REQUEST_TIMEOUT_MS = 5_000
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 60_000
/** How often it is asked again, with growing pauses: for about ten minutes, and for half a minute. */
const MAX_ATTEMPTS: Readonly<Record<Readers, number>> = { seen: 0, old: 15, unreachable: 5 }

/** Every redirect page contains this. */
const REDIRECT = 'http-equiv="refresh"'

interface ReaderCheckOptions {
  /** The public address, without a slash at the end. */
  siteUrl: string
  /** The built site, with what the address has to answer. */
  folder: string
  /** Purges the cache before the site again. */
  purge(files: readonly string[]): Promise<unknown>
  report: Report
  /** For tests: the first pause between two attempts. */
  firstWaitMs?: number
}

/** The pages to ask for, of the files that a build changed: the first ones, and the home page. */
export function pagesToAsk(files: readonly string[]): string[] {
  const pages = files.filter((file) => file.endsWith('.html') && file !== '404.html')
  return pages.includes('index.html')
    ? [...pages.filter((file) => file !== 'index.html').slice(0, MAX_PAGES - 1), 'index.html']
    : pages.slice(0, MAX_PAGES)
}

/**
 * What one answer of the public address says of a page. `written` are the page's bytes, null when it was removed;
 * `answered` the bytes of the answer.
 */
export function judgeAnswer(status: number, answered: Buffer, written: Buffer | null): Readers {
  // The host leads on by _redirects, where the page would.
  if (status === 301 && written?.includes(REDIRECT)) return 'seen'
  const isPage = status === 200
  const isMissing = status === 404 || status === 410
  // Access is refused, the server is broken or leads elsewhere: what readers get is not known.
  if (!isPage && !isMissing) return written === null && status < 400 ? 'seen' : 'unreachable'
  if (written === null) return isMissing ? 'seen' : 'old'
  return isPage && answered.equals(written) ? 'seen' : 'old'
}

/** Asks the public address for pages of each build, until it answers with them. Never holds up a build. */
export class ReaderChecks {
  readonly #options: ReaderCheckOptions
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<void>>()

  constructor(options: ReaderCheckOptions) {
    this.#options = options
  }

  /** Begins to ask for the pages of a build; `record` gets each new answer. */
  begin(files: readonly string[], record: (readers: Readers) => Promise<void>): void {
    const job: Promise<void> = this.#check(files, record)
      .catch((error: unknown) => {
        if (this.#stopping.signal.aborted) return
        this.#options.report(`what readers see is asked no more: ${messageOf(error)}`)
      })
      .finally(() => this.#running.delete(job))
    this.#running.add(job)
  }

  /** Aborts what is running. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running)
  }

  async #check(files: readonly string[], record: (readers: Readers) => Promise<void>): Promise<void> {
    const { purge, report, firstWaitMs = FIRST_WAIT_MS } = this.#options
    const { signal } = this.#stopping
    const pages = pagesToAsk(files)
    const startedAt = performance.now()
    let last: Readers | null = null
    let recorded: Readers | null = null
    for (let attempt = 0; ; attempt += 1) {
      const { readers, oldPages } = await this.#ask(pages)
      if (signal.aborted) return
      // An old page is recorded each time: that tells how long readers have had it.
      if (readers !== recorded || readers === 'old') {
        recorded = (await this.#tryToRecord(readers, record)) ? readers : null
      }
      if (readers === 'old' && last !== 'old') {
        report(`readers still get an old ${oldPages.join(', ')}: the cache is purged again`)
      }
      if (readers === 'seen' && last === 'old') {
        report(`readers get the new pages after ${Math.round((performance.now() - startedAt) / 1_000)} s`)
      }
      last = readers
      if (attempt >= MAX_ATTEMPTS[recorded === readers ? readers : 'old']) return
      if (readers === 'old') {
        await purge(files).catch((error: unknown) => report(`purging again failed: ${messageOf(error)}`))
      }
      await sleep(Math.min(MAX_WAIT_MS, firstWaitMs * 2 ** attempt), undefined, { signal })
    }
  }

  async #ask(pages: readonly string[]): Promise<{ readers: Readers; oldPages: string[] }> {
    const found = await Promise.all(pages.map((page) => this.#askPage(page)))
    const oldPages = pages.filter((_, index) => found[index] === 'old')
    const readers = oldPages.length > 0 ? 'old' : found.includes('unreachable') ? 'unreachable' : 'seen'
    return { readers, oldPages }
  }

  async #askPage(file: string): Promise<Readers> {
    const { siteUrl, folder } = this.#options
    const [path = '/'] = pathsOf(keyOf(file))
    try {
      const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
      const response = await fetch(siteUrl + path, {
        redirect: 'manual',
        signal: AbortSignal.any([this.#stopping.signal, timeout]),
      })
      const answered = Buffer.from(await response.arrayBuffer())
      // Read only now: a later build may have written the file again.
      const written = await readFile(join(folder, file)).catch(() => null)
      return judgeAnswer(response.status, answered, written)
    } catch {
      return 'unreachable'
    }
  }

  /** False when the answer could not be recorded; it is asked again then. Rejects when another publisher is at work. */
  async #tryToRecord(readers: Readers, record: (readers: Readers) => Promise<void>): Promise<boolean> {
    try {
      await record(readers)
      return true
    } catch (error) {
      if (error instanceof LeaseError) throw error
      this.#options.report(`what readers see cannot be recorded: ${messageOf(error)}`)
      return false
    }
  }
}
