import { join } from 'node:path'
import type { PostgrestClient } from '@supabase/postgrest-js'
import * as z from 'zod/mini'
import { secretClient } from '../../backend/client.ts'
import type { PartialChoices } from '../../domain/newsroom/import-report.ts'
import {
  type FileUse,
  type ImportAct,
  type ImporterStatus,
  type ImportStatus,
  type ReadExport,
  importRowSchema,
  isAtWork,
} from '../../domain/newsroom/imports.ts'
import { type Report, messageOf } from '../../node/report.ts'
import { WorkerProcess } from '../../node/worker-process.ts'
import { Refusal, problemOf } from '../server/refusal.ts'
import type { ImportFolder, Part } from './import-folder.ts'
import type { ImportTasks } from './import-process.ts'

/** How long the process of imports stays without work, in ms: it holds what it has read of the file. */
const MAX_IDLE_MS = 10 * 60_000
const ENDED =
  'The process that reads the file has ended, perhaps for want of memory. Import it with npm run import'
/** The memory for JavaScript objects, in MB. */
const MAX_HEAP_MB = 1024

const statusSchema = z.pick(importRowSchema, { status: true, beat_at: true })

export interface ImporterOptions {
  supabaseUrl: string
  secretKey: string
  report: Report
}

/** An import that is being carried out or undone; `over` resolves when its row says what became of it. */
interface Work {
  id: string
  isPaused: boolean
  over: Promise<void>
}

/** The status of an import whose process has ended before it: because somebody paused it, or for another reason. */
interface EndStatuses {
  paused: ImportStatus
  failed: ImportStatus
}

const OF_IMPORT: EndStatuses = { paused: 'paused', failed: 'failed' }
/** What is left of it can be undone. */
const OF_UNDO: EndStatuses = { paused: 'undoing', failed: 'done' }

/**
 * What one publisher does with imports: it keeps the files of one, reads them, and carries the import out in a process of
 * its own, so that publishing stays quick. What becomes of an import is in its row; this holds only what is on the way.
 */
export class Importer {
  readonly #options: ImporterOptions
  readonly #folder: ImportFolder
  readonly #database: PostgrestClient
  readonly #worker: WorkerProcess<ImportTasks>
  #state: ImporterStatus['state'] = { kind: 'empty' }
  /** The import that is being carried out or undone. */
  #work: Work | null = null
  /** Counts what was begun: an answer to something earlier is dropped. */
  #turn = 0

  constructor(folder: ImportFolder, options: ImporterOptions) {
    this.#options = options
    this.#folder = folder
    this.#database = secretClient(options.supabaseUrl, options.secretKey)
    this.#worker = new WorkerProcess<ImportTasks>({
      file: join(import.meta.dirname, 'import-process.ts'),
      maxHeapMb: MAX_HEAP_MB,
      hasLowPriority: true,
      maxIdleMs: MAX_IDLE_MS,
      onNote: (items) => {
        if (this.#state.kind === 'reading') this.#state = { kind: 'reading', items: Number(items) }
      },
    })
    const { importId, export: file } = folder.kept
    if (importId !== null) this.#state = { kind: 'begun', id: importId }
    else if (file !== null) this.#read()
  }

  show(): ImporterStatus {
    const { export: file, pictures } = this.#folder.kept
    return { file, pictures, state: this.#state }
  }

  /** Takes a part of a file; resolves with where the next one begins. */
  async take(part: Part, body: Parameters<ImportFolder['take']>[1]): Promise<number> {
    await this.#refuseWhileAtWork()
    const next = await this.#folder.take(part, body)
    if (next === part.size) this.#changed(part.use)
    return next
  }

  /** Does what a person asks for. Rejects with a Refusal. */
  async act(act: ImportAct, person: string): Promise<ImporterStatus> {
    switch (act.act) {
      case 'show':
        break
      case 'choose':
        await this.#choose(act.choices)
        break
      case 'drop':
        await this.#drop(act.what)
        break
      case 'begin':
        await this.#begin(person)
        break
      case 'pause':
        await this.#pause(act.id)
        break
      case 'go-on':
        await this.#goOn(act.id, person)
        break
      case 'undo':
        await this.#undo(act.id, person)
    }
    return this.show()
  }

  /** Ends what it does; an import goes on when somebody asks for it. */
  stop(): void {
    if (this.#work !== null) this.#work.isPaused = true
    this.#turn += 1
    this.#worker.stop()
  }

  /** A file is there that was not. */
  #changed(use: FileUse): void {
    if (use === 'export') {
      this.#turn += 1
      this.#worker.stop()
      this.#read()
    }
  }

  /** Reads the export, and what would become of it with the present choices. */
  #read(): void {
    const turn = (this.#turn += 1)
    this.#state = { kind: 'reading', items: 0 }
    this.#worker.run('read', this.#job(), Infinity).then(
      (read) => this.#show(turn, { kind: 'ready', read }),
      (error: unknown) => this.#show(turn, { kind: 'unreadable', why: problemOf(error, ENDED) }),
    )
  }

  #show(turn: number, state: ImporterStatus['state']): void {
    if (turn === this.#turn) this.#state = state
  }

  async #choose(choices: PartialChoices): Promise<void> {
    const { kind } = this.#state
    if (kind !== 'ready' && kind !== 'reading') throw new Refusal(409, 'There is no file to choose for')
    await this.#folder.keep({ choices: { ...this.#folder.kept.choices, ...choices } })
    this.#read()
  }

  async #drop(what: 'upload' | 'pictures' | 'all'): Promise<void> {
    if (what === 'upload') return this.#folder.cancel()
    await this.#refuseWhileAtWork()
    if (what === 'pictures') return this.#folder.clearPictures()
    this.#turn += 1
    this.#worker.stop()
    await this.#folder.clear()
    this.#state = { kind: 'empty' }
  }

  async #begin(person: string): Promise<void> {
    if (this.#state.kind !== 'ready') throw new Refusal(409, 'The file has not been read yet')
    await this.#run(this.#state.read, person)
  }

  async #goOn(id: string, person: string): Promise<void> {
    const { data } = await this.#database.from('imports').select('status').eq('id', id).maybeSingle()
    if ((data as { status?: string } | null)?.status === 'undoing') return this.#undo(id, person)
    const { importId, export: file } = this.#folder.kept
    if (file === null || importId !== id)
      throw new Refusal(
        409,
        'The file of this import is no longer here. Choose the same file again, and it goes on where it was',
      )
    await this.#run({ id, ...(this.#state.kind === 'ready' ? this.#state.read : {}) }, person)
  }

  /** Begins an import, or goes on with it. */
  async #run(read: Pick<ReadExport, 'id'> & Partial<ReadExport>, person: string): Promise<void> {
    const { id, source, format } = read
    const { export: file } = this.#folder.kept
    const row = {
      ...(source === undefined ? {} : { source, format, file_name: file?.name }),
      ...{ status: 'running', progress: { step: 'reading' }, error: null, ended_at: null },
      person_id: person,
    }
    await this.#carry(id, row, OF_IMPORT, async () => {
      this.#turn += 1
      this.#state = { kind: 'begun', id }
      await this.#folder.keep({ importId: id })
      this.#options.report(`importing ${file?.name}`)
      await this.#worker.run('run', { ...this.#job(), person }, Infinity)
      this.#options.report(`imported ${file?.name}`)
    })
  }

  async #undo(id: string, person: string): Promise<void> {
    const row = {
      ...{ status: 'undoing', progress: { step: 'undo' }, error: null, ended_at: null },
      person_id: person,
    }
    await this.#carry(id, row, OF_UNDO, async () => {
      await this.#worker.run('undo', { ...this.#access(), id }, Infinity)
      // The same file makes everything anew: what becomes of it is read again.
      if (this.#folder.kept.importId !== id) return
      await this.#folder.keep({ importId: null })
      if (this.#folder.kept.export !== null) this.#read()
    })
  }

  async #pause(id: string): Promise<void> {
    if (this.#work?.id !== id) throw new Refusal(409, 'This import is not running here')
    this.#work.isPaused = true
    this.#worker.stop()
    await this.#work.over
  }

  /** Begins what takes long, when `row` is written; what became of it is in the row at the end. */
  async #carry(id: string, row: object, end: EndStatuses, carryOut: () => Promise<void>): Promise<void> {
    await this.#refuseWhileAtWork()
    const work: Work = { id, isPaused: false, over: Promise.resolve() }
    this.#work = work
    try {
      await this.#refuseWhileAnyIsAtWork()
      await this.#write(id, row)
    } catch (error) {
      this.#work = null
      throw error
    }
    work.over = carryOut()
      .catch((error: unknown) => this.#hasStopped(work, end, error))
      .finally(() => (this.#work = null))
  }

  /** Says in the row of an import why it does not go on. */
  async #hasStopped({ id, isPaused }: Work, end: EndStatuses, error: unknown): Promise<void> {
    if (!isPaused) this.#options.report(`an import failed: ${messageOf(error)}`)
    const values = isPaused ? { status: end.paused } : { status: end.failed, error: problemOf(error, ENDED) }
    await this.#write(id, values).catch((failure: unknown) =>
      this.#options.report(`what became of an import could not be written: ${messageOf(failure)}`),
    )
  }

  async #write(id: string, values: object): Promise<void> {
    const isNew = 'source' in values
    const { error } = isNew
      ? await this.#database.from('imports').upsert({ id, ...values })
      : await this.#database.from('imports').update(values).eq('id', id)
    if (error !== null) throw new Error(error.message, { cause: error })
  }

  /** An import whose row says that it is over ends in a moment. */
  async #refuseWhileAtWork(): Promise<void> {
    if (this.#work === null) return
    const { id, over } = this.#work
    const { data } = await this.#database.from('imports').select('status').eq('id', id).maybeSingle()
    const status = (data as { status?: ImportStatus } | null)?.status
    if (status !== 'running' && status !== 'undoing') await over
    if (this.#work !== null)
      throw new Refusal(409, 'An import is running. Wait until it is over, or pause it')
  }

  /** Also where npm run import carries it out. */
  async #refuseWhileAnyIsAtWork(): Promise<void> {
    const busy = this.#database.from('imports').select('status, beat_at').in('status', ['running', 'undoing'])
    const { data, error } = await busy
    if (error !== null) throw new Error(error.message, { cause: error })
    if (
      z
        .array(statusSchema)
        .parse(data)
        .some((row) => isAtWork(row, new Date()))
    )
      throw new Refusal(409, 'Another import is running. Wait until it is over')
  }

  #access() {
    const { supabaseUrl, secretKey } = this.#options
    return { supabaseUrl, secretKey }
  }

  #job() {
    const { export: file, pictures, choices } = this.#folder.kept
    return {
      ...this.#access(),
      path: this.#folder.path('export'),
      name: file?.name ?? '',
      pictures: pictures === null ? null : this.#folder.path('pictures'),
      choices,
    }
  }
}
