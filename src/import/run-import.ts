import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import { MEDIA_BUCKET, storedFileUrl, thumbnailPath } from '../domain/media/media-address.ts'
import {
  type Choices,
  type Counts,
  type DryRun,
  type Outcome,
  choicesSchema,
  storedReport,
} from '../domain/newsroom/import-report.ts'
import type { ImportProgress } from '../domain/newsroom/imports.ts'
import { cut } from '../domain/text/cut.ts'
import { forEachLimit } from '../node/for-each-limit.ts'
import { messageOf } from '../node/report.ts'
import { ProgressOfImport } from './import-progress.ts'
import { importedId } from './imported-id.ts'
import type { Magazine } from './plan/magazine.ts'
import { type PictureSource, readPicture, storePicture } from './pictures.ts'
import type { Plan } from './plan/plan.ts'
import type { PlannedPicture, PlannedRow } from './plan/planned.ts'
import { openSource } from './source-files.ts'

/** Rows of one transaction: few enough for the time of a request, since each has all triggers of a single save. */
const BATCH = 40
/** A transaction ends with the row that reaches this many characters: a request may have 20 MB, and a row 1 MB. */
const BATCH_CHARACTERS = 2_000_000
/** Pictures that are fetched at a time: more would be a burden to the old site. */
const PICTURES_AT_ONCE = 3

/** Of a source, in characters. */
const MAX_SOURCE = 1000

interface ImportOptions {
  service: SupabaseClient
  plan: Plan
  magazine: Magazine
  pictures: PictureSource
  format: string
  /** Its name, as people see it, and the digest of its content. */
  file: { name: string; digest: string }
  /** Kept with the import. */
  dryRun: DryRun
  /** The id of who starts it; null: the command line. */
  person?: string | null
  onProgress: (progress: ImportProgress) => void
  /** Stops the import after the batch that is being written; run again, it goes on. */
  signal?: AbortSignal
}

const outcomesSchema = z.array(z.string())
const KNOWN = new Set(['made', 'changed', 'same', 'kept'])

/**
 * Writes a plan: the pictures, then the rows. Killed at any moment and run again, it goes on where it was; run again after its
 * end, it changes nothing, and tries the pictures again that could not be read. Throws the reason of `signal` when that stops it.
 */
export async function runImport(options: ImportOptions): Promise<Outcome> {
  const { service, plan, format, file, dryRun } = options
  const id = importedId(plan.source, 'import', file.digest)
  const begun = {
    ...{ id, source: cut(plan.source, MAX_SOURCE), format, file_name: file.name },
    ...{ status: 'running', error: null, ended_at: null, person_id: options.person ?? null },
  }
  const kept = { choices: plan.choices, report: storedReport({ dryRun, outcome: null }) }
  check('The import could not be begun', await service.from('imports').upsert({ ...begun, ...kept }))
  const writer = new Writer(service, id, options.signal)
  const total = Object.values({ ...dryRun.rows, pictures: 0 }).reduce((sum, made) => sum + made, 0)
  const progress = new ProgressOfImport(service, id)
  const onProgress: ImportOptions['onProgress'] = (now) => {
    options.onProgress(now)
    progress.set(now)
  }
  try {
    const stored = await storePictures({ ...options, onProgress }, writer)
    let done = 0
    for (const row of plan.rows(stored)) {
      await writer.add(row)
      done += 1
      onProgress({ step: 'rows', done: Math.min(done, total), total })
    }
    await writer.flush()
  } finally {
    await progress.stop()
  }
  const report = storedReport({ dryRun, outcome: writer.outcome })
  const ended = { status: 'done', ended_at: new Date().toISOString(), progress: {}, report }
  check('The import could not be ended', await service.from('imports').update(ended).eq('id', id))
  return writer.outcome
}

/** The choices of the last import from a source; null: there was none. */
export async function earlierChoices(service: SupabaseClient, source: string): Promise<Choices | null> {
  const imports = service.from('imports').select('choices').eq('source', cut(source, MAX_SOURCE))
  const answer = await imports.not('choices', 'is', null).order('started_at', { ascending: false }).limit(1)
  check('The earlier imports could not be read', answer)
  return z.array(z.object({ choices: choicesSchema })).parse(answer.data)[0]?.choices ?? null
}

/**
 * Stores the pictures that the library does not have yet; returns where each is now, as a path: another host or port of the
 * API changes no row.
 */
async function storePictures(
  { service, plan, magazine, pictures, onProgress, signal }: ImportOptions,
  writer: Writer,
): Promise<Map<string, string>> {
  const stored = new Map<string, string>()
  const known = new Map(magazine.media.map(({ id, storage_path }) => [id, storage_path]))
  const missing: PlannedPicture[] = []
  for (const picture of plan.pictures()) {
    const path = known.get(picture.id)
    if (path === undefined) missing.push(picture)
    else stored.set(picture.id, storedFileUrl('', MEDIA_BUCKET, path))
  }
  let done = 0
  await forEachLimit(missing, PICTURES_AT_ONCE, async (picture) => {
    signal?.throwIfAborted()
    const row = { table: 'media' as const, key: picture.id, title: picture.address, place: '', notes: [] }
    try {
      const values = await storePicture(service, picture, await readPicture(picture, pictures))
      await writer.add({ ...row, values })
      stored.set(picture.id, storedFileUrl('', MEDIA_BUCKET, String(values.storage_path)))
    } catch (error) {
      writer.refuse(row, messageOf(error))
    }
    done += 1
    onProgress({ step: 'pictures', done, total: missing.length })
  })
  await writer.flush()
  for (const id of writer.refusedKeys) stored.delete(id)
  return stored
}

type Written = Omit<PlannedRow, 'table'> & { table: PlannedRow['table'] | 'media' }

/** Sends rows in batches and counts what became of them. */
class Writer {
  readonly outcome: Outcome = { tables: {}, refused: [] }
  /** The rows of `outcome.refused` by their keys. */
  readonly refusedKeys = new Set<string>()
  readonly #service: SupabaseClient
  readonly #id: string
  readonly #signal: AbortSignal | undefined
  #waiting: Written[] = []
  /** The characters of the ones that wait. */
  #size = 0

  constructor(service: SupabaseClient, id: string, signal: AbortSignal | undefined) {
    this.#service = service
    this.#id = id
    this.#signal = signal
  }

  async add(row: Written): Promise<void> {
    this.#waiting.push(row)
    this.#size += JSON.stringify(row.values).length
    if (this.#waiting.length >= BATCH || this.#size >= BATCH_CHARACTERS) await this.flush()
  }

  refuse({ table, key, title, place }: Omit<Written, 'values'>, why: string): void {
    this.refusedKeys.add(key)
    this.outcome.refused.push({ table, title, place, why })
  }

  async flush(): Promise<void> {
    const rows = this.#waiting
    this.#waiting = []
    this.#size = 0
    if (rows.length === 0) return
    this.#signal?.throwIfAborted()
    const p_rows = rows.map(({ table, key, values }) => ({ table, key, values }))
    const answer = await this.#service.rpc('write_imported_rows', { p_import: this.#id, p_rows })
    check('The database did not take the rows', answer)
    const outcomes = outcomesSchema.parse(answer.data)
    rows.forEach((row, at) => this.#count(row, outcomes[at] ?? ''))
  }

  #count(row: Written, outcome: string): void {
    const counts = (this.outcome.tables[row.table] ??= { made: 0, changed: 0, same: 0, kept: 0 })
    if (KNOWN.has(outcome)) counts[outcome as keyof Counts] += 1
    else this.refuse(row, outcome)
  }
}

/**
 * Takes an import back, with the files of its pictures; answers how many rows it took back, and how many it left because
 * somebody has changed them since. Killed at any moment and run again, it goes on.
 */
export async function undoImport(
  service: SupabaseClient,
  id: string,
  { onProgress, signal }: Partial<Pick<ImportOptions, 'onProgress' | 'signal'>> = {},
): Promise<{ taken: number; kept: number }> {
  const total = { taken: 0, kept: 0 }
  let before: string[] = []
  const progress = new ProgressOfImport(service, id)
  try {
    for (;;) {
      signal?.throwIfAborted()
      const answer = await service.rpc('undo_import', { p_import: id })
      check('The import could not be taken back', answer)
      const { taken, kept, remaining, files } = undoSchema.parse(answer.data)
      total.taken += taken
      total.kept += kept
      const done = total.taken + total.kept
      const now: ImportProgress = { step: 'undo', done, total: done + remaining }
      onProgress?.(now)
      progress.set(now)
      if (remaining === 0) return total
      if (files.some((file) => before.includes(file)))
        throw new Error(`The file ${files[0]} could not be removed from the bucket`)
      if (files.length > 0) {
        const paths = files.flatMap((path) => [thumbnailPath(path), path])
        check(
          'The files of pictures could not be removed',
          await service.storage.from(MEDIA_BUCKET).remove(paths),
        )
      }
      before = files
    }
  } finally {
    await progress.stop()
  }
}

const undoSchema = z.object({
  taken: z.int(),
  kept: z.int(),
  remaining: z.int(),
  files: z.array(z.string()),
})

function check(what: string, { error }: { error: { message: string } | null }): void {
  if (error !== null) throw new Error(`${what}: ${error.message}`, { cause: error })
}

/** The digest of a file's content, or of all files of a folder with their paths. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  if (!(await stat(path)).isDirectory()) {
    for await (const part of createReadStream(path)) hash.update(part as Buffer)
    return hash.digest('hex')
  }
  const files = await openSource(path)
  try {
    for (const name of files.paths) hash.update(JSON.stringify(name)).update(await files.bytes(name))
  } finally {
    files.close()
  }
  return hash.digest('hex')
}
