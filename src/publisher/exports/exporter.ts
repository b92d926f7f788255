import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgrestClient } from '@supabase/postgrest-js'
import * as z from 'zod/mini'
import { ArchiveError } from '../../archive/archive-error.ts'
import type { Exported } from '../../archive/export.ts'
import { requirePassphrase } from '../../archive/sealed.ts'
import { formatBytes } from '../../domain/media/media.ts'
import {
  EXPORT_PATH,
  type ExportChoice,
  type ExporterStatus,
  type ExportFile,
} from '../../domain/newsroom/exports.ts'
import { fileMoment } from '../../node/file-moment.ts'
import { freeRoom } from '../../node/free-room.ts'
import { type Report, messageOf } from '../../node/report.ts'
import { WorkerProcess } from '../../node/worker-process.ts'
import { Refusal, problemOf } from '../server/refusal.ts'
import type { ExportTasks } from './export-process.ts'
import { Tickets } from './tickets.ts'

/** How long the files of an export stay, in ms. */
const KEPT_MS = 60 * 60_000
const ENDED =
  'The process that makes the export has ended, perhaps for want of memory. Make it with npm run export'
/** The memory for JavaScript objects, in MB. */
const MAX_HEAP_MB = 512

const totalsSchema = z.array(z.object({ bytes: z.number() }))
const nameSchema = z.object({ full_name: z.nullable(z.string()) })

type Ready = Extract<ExporterStatus, { kind: 'ready' }>
type Person = Ready['by']

export interface ExporterOptions {
  supabaseUrl: string
  secretKey: string
  /** Where the files of an export are, and nothing else. */
  folder: string
  report: Report
}

/** A person who asks, whom the database has let in. */
export interface Asking {
  id: string
  /** The database as this person. */
  client: PostgrestClient
}

/**
 * The export that one publisher makes or has made, in a process of its own, so that publishing stays quick. The files stay for
 * an hour; nothing of them outlives the publisher. The passphrase is in the memory of the two processes only.
 */
export class Exporter {
  readonly #options: ExporterOptions
  readonly #worker: WorkerProcess<ExportTasks>
  readonly #tickets = new Tickets<ExportFile>()
  #status: ExporterStatus = { kind: 'none' }
  #timer: NodeJS.Timeout | undefined
  /** Counts what was begun and dropped: an answer to something earlier is dropped. */
  #turn = 0
  /** Resolves when the files of what was before are gone. */
  #cleared: Promise<void>

  constructor(options: ExporterOptions) {
    this.#options = options
    this.#worker = new WorkerProcess<ExportTasks>({
      file: join(import.meta.dirname, 'export-process.ts'),
      ...{ maxHeapMb: MAX_HEAP_MB, hasLowPriority: true },
      onNote: (doing) => {
        if (this.#status.kind === 'running') this.#status = { ...this.#status, doing: String(doing) }
      },
    })
    this.#cleared = this.#clear()
  }

  show(): ExporterStatus {
    return this.#status
  }

  /** Begins an export. Rejects with a Refusal. */
  async begin(choice: ExportChoice, asking: Asking): Promise<void> {
    if (this.#status.kind === 'running')
      throw new Refusal(409, `${this.#status.by.name} is making an export. Wait until it is over`)
    refuseChoice(choice)
    const by = await personOf(asking)
    await this.drop()
    await this.#refuseWithoutRoom(asking.client)
    const turn = this.#turn
    this.#status = { kind: 'running', by, doing: 'Starting' }
    const { supabaseUrl, secretKey, folder, report } = this.#options
    this.#worker
      .run('make', { ...choice, supabaseUrl, secretKey, folder }, Infinity)
      .then((exported) => this.#readyStatus(exported, choice, by))
      .then(
        (ready) => {
          if (turn !== this.#turn) return
          this.#status = ready
          this.#timer = setTimeout(() => void this.drop(), KEPT_MS).unref()
          this.#worker.stop()
        },
        (error: unknown) => {
          if (turn !== this.#turn) return
          report(`an export failed: ${messageOf(error)}`)
          this.#status = { kind: 'failed', by, why: problemOf(error, ENDED) }
          this.#worker.stop()
          this.#cleared = this.#clear()
        },
      )
  }

  /** Gives up the export that runs, and removes the files. */
  async drop(): Promise<void> {
    this.stop()
    this.#status = { kind: 'none' }
    this.#cleared = this.#clear()
    await this.#cleared
  }

  /** An address of a file, for one download. It is in the audit log first. Rejects with a Refusal. */
  async ticket(file: ExportFile, { client }: Asking): Promise<string> {
    const status = this.#status
    const found = status.kind === 'ready' ? status.files.find((one) => one.file === file) : undefined
    if (status.kind !== 'ready' || found === undefined) throw new Refusal(409, 'This file is no longer here')
    const { error } = await client.rpc('log_export', { p_what: subjectOf(file, status), p_rows: found.rows })
    if (error !== null) throw new Error(error.message, { cause: error })
    return `${EXPORT_PATH}/${this.#tickets.give(file)}/${found.name}`
  }

  /** The path of the file that an address opens, which then opens nothing more; null: it opens nothing. */
  redeem(ticket: string, name: string): string | null {
    const file = this.#tickets.redeem(ticket)
    if (file === null || this.#status.kind !== 'ready') return null
    const isIts = this.#status.files.some((one) => one.file === file && one.name === name)
    return isIts ? join(this.#options.folder, file) : null
  }

  /** Ends what it does. The files go at the next start. */
  stop(): void {
    this.#turn += 1
    this.#tickets.clear()
    clearTimeout(this.#timer)
    this.#worker.stop()
  }

  /** Removes what an export has left; one that was killed may be writing still. */
  #clear(): Promise<void> {
    const { folder, report } = this.#options
    return rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch((error: unknown) =>
      report(`the files of an export could not be removed: ${messageOf(error)}`),
    )
  }

  /** The files are written twice: first each for itself, then into the archive. */
  async #refuseWithoutRoom(client: PostgrestClient): Promise<void> {
    const { folder } = this.#options
    await this.#cleared
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { data, error } = await client.rpc('media_totals')
    if (error !== null) throw new Error(error.message, { cause: error })
    const [totals] = totalsSchema.parse(data)
    const needed = 2 * (totals?.bytes ?? 0)
    const free = await freeRoom(folder)
    if (needed > free)
      throw new Refusal(
        507,
        `The disk of the publisher has room for ${formatBytes(free)}, and the export needs ${formatBytes(needed)}. Export with npm run export, on a machine with more room`,
      )
  }

  async #readyStatus(exported: Exported, choice: ExportChoice, by: Person): Promise<Ready> {
    const { missing, rowsOf } = exported
    const now = new Date()
    const moment = fileMoment(now)
    const file = async (kind: ExportFile, name: string) => {
      const { size } = await stat(join(this.#options.folder, kind))
      return { file: kind, name, bytes: size, rows: rowsOf[kind] }
    }
    const files = [await file('first', `magazine-${moment}.tar`)]
    if (choice.passphrase !== null) files.push(await file('second', `people-${moment}.sealed`))
    return {
      ...{ kind: 'ready', by, with: choice.with, files, missing },
      ...{ madeAt: now.toISOString(), until: new Date(now.getTime() + KEPT_MS).toISOString() },
    }
  }
}

function refuseChoice({ with: extras, passphrase }: ExportChoice): void {
  if (passphrase === null) {
    if (extras.includes('audit-log'))
      throw new Refusal(422, 'The audit log names addresses of people: it is in the second file only')
    return
  }
  try {
    requirePassphrase(passphrase)
  } catch (error) {
    throw error instanceof ArchiveError ? new Refusal(422, error.message) : error
  }
}

async function personOf({ id, client }: Asking): Promise<Person> {
  const { data, error } = await client.from('profiles').select('full_name').eq('id', id).single()
  if (error !== null) throw new Error(error.message, { cause: error })
  return { id, name: nameSchema.parse(data).full_name ?? 'Another super admin' }
}

/** What a file is in the audit log. */
function subjectOf(file: ExportFile, { with: extras }: Ready): string {
  if (file === 'first')
    return `Archive of the magazine${extras.includes('history') ? ', with earlier versions of stories' : ''}`
  return `People and subscribers${extras.includes('audit-log') ? ', with the audit log' : ''}`
}
