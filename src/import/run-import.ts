import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import { MEDIA_BUCKET } from '../domain/media/media-address.ts'
import { forEachLimit } from '../node/for-each-limit.ts'
import { type Report, messageOf } from '../node/report.ts'
import { importedId } from './imported-id.ts'
import type { Magazine } from './plan/magazine.ts'
import { type PictureSource, readPicture, storePicture } from './pictures.ts'
import type { Plan } from './plan/plan.ts'
import type { PlannedPicture, PlannedRow } from './plan/planned.ts'
import { openSource } from './source-files.ts'

/** Rows of one transaction: few enough for the time of a request, since each has all triggers of a single save. */
const BATCH = 40
/** Pictures that are fetched at a time: more would be a burden to the old site. */
const PICTURES_AT_ONCE = 3

/** What became of the rows of a table: made, changed, as they were, left because somebody has changed them here. */
export type Counts = Record<'made' | 'changed' | 'same' | 'kept', number>

export interface Outcome {
  tables: Record<string, Counts>
  /** Rows that the database did not take, and pictures that could not be read: what, and why. */
  refused: { title: string; place: string; why: string }[]
}

interface ImportOptions {
  service: SupabaseClient
  plan: Plan
  magazine: Magazine
  pictures: PictureSource
  format: string
  /** Its name, as people see it, and the digest of its content. */
  file: { name: string; digest: string }
  report: Report
}

const outcomesSchema = z.array(z.string())
const KNOWN = new Set(['made', 'changed', 'same', 'kept'])

/**
 * Writes a plan: the pictures, then the rows. Killed at any moment and run again, it goes on where it was; run again after its
 * end, it changes nothing, and tries the pictures again that could not be read.
 */
export async function runImport(options: ImportOptions): Promise<Outcome> {
  const { service, plan, format, file, report } = options
  const id = importedId(plan.source, 'import', file.digest)
  const begin = { id, source: plan.source.slice(0, 1000), format, file_name: file.name, status: 'running' }
  check('The import could not be begun', await service.from('imports').upsert(begin))
  const writer = new Writer(service, id)
  const stored = await storePictures(options, writer)
  let count = 0
  for (const row of plan.rows(stored)) {
    await writer.add(row)
    count += 1
    if (count % 200 === 0) report(`${count} rows written`)
  }
  await writer.flush()
  const ended = { status: 'done', ended_at: new Date().toISOString(), report: writer.outcome }
  check('The import could not be ended', await service.from('imports').update(ended).eq('id', id))
  return writer.outcome
}

/** Stores the pictures that the library does not have yet; returns the address of each that it has now. */
async function storePictures(
  { service, plan, magazine, pictures, report }: ImportOptions,
  writer: Writer,
): Promise<Map<string, string>> {
  const bucket = service.storage.from(MEDIA_BUCKET)
  const stored = new Map<string, string>()
  const known = new Map(magazine.media.map(({ id, storage_path }) => [id, storage_path]))
  const missing: PlannedPicture[] = []
  for (const picture of plan.pictures()) {
    const path = known.get(picture.id)
    if (path === undefined) missing.push(picture)
    else stored.set(picture.id, bucket.getPublicUrl(path).data.publicUrl)
  }
  let done = 0
  await forEachLimit(missing, PICTURES_AT_ONCE, async (picture) => {
    try {
      const values = await storePicture(service, picture, await readPicture(picture, pictures))
      await writer.add({ ...MEDIA, key: picture.id, title: picture.address, values })
      stored.set(picture.id, bucket.getPublicUrl(String(values.storage_path)).data.publicUrl)
    } catch (error) {
      writer.refuse({ title: picture.address, place: '', why: messageOf(error) })
    }
    done += 1
    if (done % 20 === 0 || done === missing.length) report(`${done} of ${missing.length} pictures`)
  })
  await writer.flush()
  return stored
}

const MEDIA = { table: 'media' as const, place: '', notes: [] }

type Written = Omit<PlannedRow, 'table'> & { table: PlannedRow['table'] | 'media' }

/** Sends rows in batches and counts what became of them. */
class Writer {
  readonly outcome: Outcome = { tables: {}, refused: [] }
  readonly #service: SupabaseClient
  readonly #id: string
  #waiting: Written[] = []

  constructor(service: SupabaseClient, id: string) {
    this.#service = service
    this.#id = id
  }

  async add(row: Written): Promise<void> {
    this.#waiting.push(row)
    if (this.#waiting.length >= BATCH) await this.flush()
  }

  refuse(refused: Outcome['refused'][number]): void {
    this.outcome.refused.push(refused)
  }

  async flush(): Promise<void> {
    const rows = this.#waiting
    this.#waiting = []
    if (rows.length === 0) return
    const p_rows = rows.map(({ table, key, values }) => ({ table, key, values }))
    const answer = await this.#service.rpc('write_imported_rows', { p_import: this.#id, p_rows })
    check('The database did not take the rows', answer)
    const outcomes = outcomesSchema.parse(answer.data)
    rows.forEach((row, at) => this.#count(row, outcomes[at] ?? ''))
  }

  #count({ table, title, place }: Written, outcome: string): void {
    const counts = (this.outcome.tables[table] ??= { made: 0, changed: 0, same: 0, kept: 0 })
    if (KNOWN.has(outcome)) counts[outcome as keyof Counts] += 1
    else this.refuse({ title, place, why: outcome })
  }
}

/** Takes an import back; answers how many rows it took back, and how many it left because somebody has changed them since. */
export async function undoImport(
  service: SupabaseClient,
  id: string,
): Promise<{ taken: number; kept: number }> {
  const total = { taken: 0, kept: 0 }
  for (;;) {
    const answer = await service.rpc('undo_import', { p_import: id })
    check('The import could not be taken back', answer)
    const { taken, kept, done } = undoSchema.parse(answer.data)
    total.taken += taken
    total.kept += kept
    if (done) return total
  }
}

const undoSchema = z.object({ taken: z.int(), kept: z.int(), done: z.boolean() })

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
