import type { SupabaseClient } from '@supabase/supabase-js'
import type { ImportProgress } from '../domain/newsroom/imports.ts'

/** How often the row of an import says how far it is, in ms. */
const WRITE_MS = 1_000
/** How often it gives a sign of life while nothing moves: well within `MAX_SILENCE_MS`. */
const BEAT_MS = 5_000

/** Keeps the row of an import up to date while a process carries it out. What cannot be written is left to the next time. */
export class ProgressOfImport {
  #now: ImportProgress = { step: 'reading', done: 0, total: null }
  #written = ''
  #writtenAt = 0
  #writing: Promise<unknown> = Promise.resolve()
  readonly #service: SupabaseClient
  readonly #id: string
  readonly #timer: NodeJS.Timeout

  constructor(service: SupabaseClient, id: string) {
    this.#service = service
    this.#id = id
    this.#timer = setInterval(() => this.#write(), WRITE_MS).unref()
  }

  set(now: ImportProgress): void {
    this.#now = now
  }

  /** Stops writing: what comes next says itself where the import is. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
  }

  #write(): void {
    const text = JSON.stringify(this.#now)
    if (text === this.#written && Date.now() - this.#writtenAt < BEAT_MS) return
    this.#written = text
    this.#writtenAt = Date.now()
    const row = this.#service.from('imports').update({ progress: this.#now }).eq('id', this.#id)
    this.#writing = this.#writing.then(() => row).catch(() => undefined)
  }
}
