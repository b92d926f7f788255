import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import type { Extra } from '../domain/newsroom/exports.ts'
import { forEachLimit } from '../node/for-each-limit.ts'
import type { Report } from '../node/report.ts'
import { ArchiveError } from './archive-error.ts'
import { canonicalJson, parseJson } from './canonical-json.ts'
import {
  type Manifest,
  FILE_LIST,
  FORMAT,
  MANIFEST,
  MANIFEST_DIGEST,
  VERSION,
  entryOrder,
  fileEntry,
  manifestDigestLine,
  sha256,
  tableEntry,
} from './format.ts'
import { requirePassphrase, seal } from './sealed.ts'
import { tarOf } from './tar.ts'

export interface ExportOptions {
  /** The audit log goes into the second file. */
  with: readonly Extra[]
  /** Where the second file goes, encrypted: accounts, subscribers, messages and what else names addresses of people. */
  private?: { output: Writable; passphrase: string }
  /** An existing folder with room for all files; what is written there is removed again. None: the folder for temporary files. */
  folder?: string
  report: Report
  signal?: AbortSignal
}

export interface Exported {
  /** The highest migration of the database. */
  level: string
  /** Rows of each table, of both files. */
  rows: Record<string, number>
  /** All rows of each file. */
  rowsOf: { first: number; second: number }
  /** Stored files. Several may have the same bytes. */
  files: number
  /** Files that the storage names but has no bytes of, as `bucket/path`: they are not in the archive. */
  missing: string[]
}

/** Files that are read at a time. */
const FILES_AT_ONCE = 4

const begunSchema = z.object({
  archive: z.string(),
  level: z.string(),
  tables: z.array(z.object({ table: z.string(), in_second_file: z.boolean(), rows: z.int() })),
})
const pageSchema = z.array(z.tuple([z.int(), z.boolean(), z.string(), z.string()]))
const listedFileSchema = z.object({ bucket: z.string(), path: z.string(), type: z.nullable(z.string()) })
type ListedFile = z.infer<typeof listedFileSchema>

/** What was read for one of the two files: its entries are in a folder. */
interface Collected {
  folder: string
  rows: Record<string, number>
  files: number
  entries: Manifest['entries']
}

/**
 * Writes the magazine as one archive: one state of the database, and the stored files. Nothing is written to the outputs before
 * everything was read. The outputs are ended. Rejects when the database refuses, an output fails or the signal says so.
 */
export async function exportMagazine(
  service: SupabaseClient,
  output: Writable,
  options: ExportOptions,
): Promise<Exported> {
  const sealing = options.private
  const temporary = await mkdtemp(join(options.folder ?? tmpdir(), 'export-'))
  try {
    if (sealing !== undefined) requirePassphrase(sealing.passphrase)
    else if (options.with.includes('audit-log'))
      throw new ArchiveError(
        'The audit log names addresses of people: it is exported into the second file only',
      )
    let read = await readAll(service, join(temporary, '1'), options)
    // A file that was deleted meanwhile: in a new copy of the database it is not named any more, or its bytes are lost.
    if (read.missing.length > 0) {
      await rm(join(temporary, '1'), { recursive: true })
      read = await readAll(service, join(temporary, '2'), options)
    }
    const { level, first, second, missing } = read
    const manifest = { format: FORMAT, version: VERSION, level } as const
    const written = bytesOf(first, {
      ...manifest,
      ...{ file: 'first', with: options.with.filter((extra) => extra === 'history') },
    })
    await pipeline(Readable.from(written.bytes), output, { signal: options.signal })
    if (sealing !== undefined) {
      const { bytes } = bytesOf(second, {
        ...manifest,
        ...{
          file: 'second',
          first: written.digest,
          with: options.with.filter((extra) => extra === 'audit-log'),
        },
      })
      await pipeline(Readable.from(seal(bytes, sealing.passphrase)), sealing.output, {
        signal: options.signal,
      })
    }
    const rows = { ...first.rows }
    for (const [table, count] of Object.entries(second.rows)) rows[table] ??= count
    const rowsOf = { first: sumOf(first.rows), second: sumOf(second.rows) }
    return { level, rows, rowsOf, files: first.files, missing }
  } catch (error) {
    output.destroy()
    sealing?.output.destroy()
    throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

const sumOf = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Copies the rows in the database and writes them and the files into a folder. */
async function readAll(
  service: SupabaseClient,
  folder: string,
  { with: extras, private: sealing, report, signal }: ExportOptions,
) {
  const parts = ['content', ...extras, ...(sealing === undefined ? [] : ['private'])]
  report('Copying the rows')
  const begun = begunSchema.parse(await call(service, 'begin_export', { p_parts: parts }))
  const first: Collected = { folder: join(folder, 'first'), rows: {}, files: 0, entries: {} }
  const second: Collected = { folder: join(folder, 'second'), rows: {}, files: 0, entries: {} }
  for (const part of [first, second])
    for (const place of ['tables', 'files']) await mkdir(join(part.folder, place), { recursive: true })
  let listed: ListedFile[]
  try {
    listed = await readRows(service, begun, { first, second }, signal)
  } finally {
    await call(service, 'end_archive', { p_archive: begun.archive })
  }
  const missing = await readFiles(service, first, listed, report, signal)
  return { level: begun.level, first, second, missing }
}

async function readRows(
  service: SupabaseClient,
  begun: z.infer<typeof begunSchema>,
  { first, second }: { first: Collected; second: Collected },
  signal: AbortSignal | undefined,
): Promise<ListedFile[]> {
  const files: ListedFile[] = []
  const isList = ({ table }: { table: string }) => table === 'files'
  const pages = pagesOf(service, begun.archive, signal)
  let page = await pages.next()
  for (const { table, in_second_file, rows } of begun.tables) {
    let left = rows
    const part = in_second_file ? second : first
    async function* lines(): AsyncGenerator<string> {
      while (left > 0) {
        if (page.done || page.value[2] !== table)
          throw new Error('The database has lost rows of the export: it was restarted. Export again.')
        const [, , , line] = page.value
        yield line
        left -= 1
        page = await pages.next()
      }
    }
    if (isList({ table }))
      for await (const line of lines()) files.push(listedFileSchema.parse(JSON.parse(line)))
    else {
      const write = async function* () {
        for await (const line of lines()) yield Buffer.from(`${canonicalJson(parseJson(line))}\n`)
      }
      await collect(part, tableEntry(table), write())
      part.rows[table] = rows
    }
  }
  return files
}

/** The lines of an export in their order. */
async function* pagesOf(service: SupabaseClient, archive: string, signal: AbortSignal | undefined) {
  for (let after = 0; ;) {
    signal?.throwIfAborted()
    const page = pageSchema.parse(await call(service, 'read_export', { p_archive: archive, p_after: after }))
    if (page.length === 0) return
    yield* page
    after = page.at(-1)?.[0] ?? after
  }
}

/** Writes an entry into the folder, with its digest and size. */
async function collect(part: Collected, name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const hash = createHash('sha256')
  let size = 0
  async function* measured() {
    for await (const chunk of bytes) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  await pipeline(measured(), createWriteStream(join(part.folder, name), { mode: 0o600 }))
  part.entries[name] = { sha256: hash.digest('hex'), size }
}

/** Reads the stored files and writes their list. Returns the ones that the storage has lost. */
async function readFiles(
  service: SupabaseClient,
  part: Collected,
  listed: readonly ListedFile[],
  report: Report,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const missing: string[] = []
  const lines = new Map<ListedFile, string>()
  await forEachLimit(listed, FILES_AT_ONCE, async (file) => {
    signal?.throwIfAborted()
    const { bucket, path, type } = file
    const { data, error } = await service.storage.from(bucket).download(path).asStream()
    if (error !== null) {
      if (![400, 404].includes(Number((error as { status?: unknown }).status)))
        throw new Error(`The file ${bucket}/${path} could not be read: ${error.message}`, { cause: error })
      missing.push(`${bucket}/${path}`)
      return
    }
    const temporary = `files/${lines.size}-${crypto.randomUUID()}`
    await collect(part, temporary, Readable.fromWeb(data as Parameters<typeof Readable.fromWeb>[0]))
    const entry = part.entries[temporary]
    delete part.entries[temporary]
    if (entry === undefined) return
    await rename(join(part.folder, temporary), join(part.folder, fileEntry(entry.sha256)))
    part.entries[fileEntry(entry.sha256)] = entry
    lines.set(
      file,
      `${canonicalJson({ bucket, path, ...entry, type: type ?? 'application/octet-stream' })}\n`,
    )
    if (lines.size % 100 === 0) report(`${lines.size} of ${listed.length} files`)
  })
  const inOrder = listed.flatMap((file) => lines.get(file) ?? [])
  part.files = inOrder.length
  await collect(part, FILE_LIST, Readable.from(inOrder.map((line) => Buffer.from(line))))
  return missing
}

/** The bytes of one of the two files, and the digest of its manifest. */
function bytesOf(
  { folder, rows, files, entries }: Collected,
  head: Omit<Manifest, 'rows' | 'files' | 'entries'>,
): { bytes: AsyncGenerator<Buffer>; digest: string } {
  const manifest = Buffer.from(`${canonicalJson({ ...head, rows, files, entries } satisfies Manifest)}\n`)
  const digest = sha256(manifest)
  const digestLine = Buffer.from(manifestDigestLine(digest))
  const made = (name: string, bytes: Buffer) => ({
    name,
    size: bytes.length,
    bytes: () => Readable.from([bytes]),
  })
  const bytes = tarOf(
    entryOrder(Object.keys(entries)).map((name) => {
      if (name === MANIFEST) return made(name, manifest)
      if (name === MANIFEST_DIGEST) return made(name, digestLine)
      return { name, size: entries[name]?.size ?? 0, bytes: () => createReadStream(join(folder, name)) }
    }),
  )
  return { bytes, digest }
}

/** The answer of a function of the database. */
export async function call(service: SupabaseClient, name: string, values: object): Promise<unknown> {
  const { data, error } = await service.rpc(name, values)
  if (error === null) return data
  if (error.code === 'PGRST202')
    throw new ArchiveError('The database lacks the latest migrations: bring it up to date first')
  if (error.code === 'PT409') throw new ArchiveError(error.message)
  throw new Error(`The database refused ${name}: ${error.message}`, { cause: error })
}
