/** What the two files of an export have: .github/docs/exporting.md describes them. */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { ArchiveError } from './archive-error.ts'
import { type ByteSource, openFile } from './byte-source.ts'
import { isSealed } from './sealed.ts'
import { type TarEntry, readTar } from './tar.ts'

export const FORMAT = 'magazine archive'
export const VERSION = 1

export const MANIFEST = 'manifest.json'
/** The digest of the manifest, which has those of all others. */
export const MANIFEST_DIGEST = 'manifest.sha256'
export const FILE_LIST = 'files.jsonl'

/** The buckets whose files are exported. */
const BUCKETS = ['media', 'fonts']
/** Bytes of a row: a story has two million at most. */
const MAX_LINE = 64 * 1024 * 1024
const MAX_MANIFEST = 512 * 1024 * 1024
const READ = 256 * 1024

const sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const countSchema = z.int().check(z.nonnegative())

const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.int(),
  /** `first`: the magazine; `second`: what names addresses of people. */
  file: z.enum(['first', 'second']),
  /** The highest migration of the database. */
  level: z.string().check(z.regex(/^\d{1,20}$/)),
  /** What was asked for beside the content. */
  with: z.array(z.enum(['history', 'audit-log'])),
  /** Of a second file: the digest of the manifest of its first. */
  first: z.optional(sha256Schema),
  /** Rows by table. */
  rows: z.record(z.string().check(z.regex(/^[a-z_]{1,60}$/)), countSchema),
  /** Lines of files.jsonl. */
  files: countSchema,
  entries: z.record(z.string(), z.strictObject({ sha256: sha256Schema, size: countSchema })),
})
export type Manifest = z.infer<typeof manifestSchema>

const storedFileSchema = z.strictObject({
  bucket: z.enum(BUCKETS),
  path: z
    .string()
    // Inside the bucket, also on a disk.
    .check(
      z.maxLength(1000),
      z.refine((path) => path.split('/').every((part) => !['', '.', '..'].includes(part))),
      z.refine((path) => !/[\\\p{Cc}]/u.test(path)),
    ),
  sha256: sha256Schema,
  size: countSchema,
  type: z.string().check(z.maxLength(200)),
})
/** A file in the storage of the magazine. */
export type StoredFile = z.infer<typeof storedFileSchema>

export const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')

export const tableEntry = (table: string): string => `tables/${table}.jsonl`
export const fileEntry = (digest: string): string => `files/${digest}`

/** What manifest.sha256 has: as `sha256sum` writes and checks it. */
export const manifestDigestLine = (digest: string): string => `${digest}  ${MANIFEST}\n`

/** The order of the entries: the manifest, its digest, all others by name. */
export function entryOrder(names: Iterable<string>): string[] {
  return [MANIFEST, MANIFEST_DIGEST, ...[...names].toSorted()]
}

/** One file of an export whose manifest was read and whose entries are those of the manifest. Its contents are not checked yet. */
export interface OpenArchive {
  source: ByteSource
  manifest: Manifest
  /** The digest of the manifest. */
  digest: string
  /** Reads an entry; throws at its end where it has another digest. */
  bytes(name: string): AsyncGenerator<Buffer>
  /** The rows of a table, or the list of files: JSON, each with its line. Throws for what is no JSON object. */
  lines(name: string): AsyncGenerator<{ line: string; value: Record<string, unknown> }>
}

/** Opens the first file of an export. */
export async function openFirst(path: string, name: string): Promise<OpenArchive> {
  const source = await openFile(path, name)
  try {
    if (await isSealed(source))
      throw new ArchiveError(
        `${name} is the second file of an export: name the first one, and this one with --private`,
      )
    return await openArchive(source, 'first')
  } catch (error) {
    await source.close()
    throw error
  }
}

/** Reads the manifest and the list of entries. Throws an ArchiveError for what is no archive, or one with other entries. */
export async function openArchive(source: ByteSource, file: Manifest['file']): Promise<OpenArchive> {
  const entries = new Map<string, TarEntry>()
  let manifest: Manifest | null = null
  let digest = ''
  for await (const entry of readTar(source)) {
    if (entries.has(entry.name)) throw new ArchiveError(`${source.name} has ${entry.name} twice`)
    entries.set(entry.name, entry)
    if (entries.size === 1) {
      if (entry.name !== MANIFEST || entry.size > MAX_MANIFEST)
        throw new ArchiveError(
          `${source.name} is no archive of a magazine: it does not begin with ${MANIFEST}`,
        )
      const bytes = await source.read(entry.start, entry.size)
      digest = sha256(bytes)
      manifest = readManifest(bytes, source.name, file)
    } else if (
      manifest !== null &&
      entry.name !== MANIFEST_DIGEST &&
      !Object.hasOwn(manifest.entries, entry.name)
    ) {
      throw new ArchiveError(
        `${source.name} has ${JSON.stringify(entry.name)}, which its manifest does not name`,
      )
    }
  }
  if (manifest === null) throw new ArchiveError(`${source.name} is no archive of a magazine: it is empty`)
  await requireManifestDigest(source, entries.get(MANIFEST_DIGEST), digest)
  for (const [name, { size }] of Object.entries(manifest.entries)) {
    const entry = entries.get(name)
    if (entry === undefined) throw new ArchiveError(`${source.name} lacks ${name}, which its manifest names`)
    if (entry.size !== size)
      throw new ArchiveError(`${name} in ${source.name} has ${entry.size} bytes, not ${size}`)
  }
  return {
    ...{ source, manifest, digest },
    bytes: (name) => readEntry(source, entries.get(name), manifest.entries[name]?.sha256),
    lines: (name) => readLines(readEntry(source, entries.get(name), manifest.entries[name]?.sha256), name),
  }
}

function readManifest(bytes: Buffer, name: string, file: Manifest['file']): Manifest {
  let json: unknown
  try {
    json = JSON.parse(bytes.toString())
  } catch {
    throw new ArchiveError(`${MANIFEST} in ${name} is damaged: it is no JSON`)
  }
  const known = z.object({ format: z.literal(FORMAT), version: z.int() }).safeParse(json)
  if (!known.success) throw new ArchiveError(`${name} is no archive of a magazine: ${MANIFEST} says so`)
  if (known.data.version !== VERSION)
    throw new ArchiveError(
      `${name} is written in version ${known.data.version} of the format, and this is for version ${VERSION}`,
    )
  const manifest = manifestSchema.safeParse(json)
  if (!manifest.success)
    throw new ArchiveError(`${MANIFEST} in ${name} is damaged: ${z.prettifyError(manifest.error)}`)
  if (manifest.data.file !== file)
    throw new ArchiveError(`${name} is the ${manifest.data.file} file of an export, not the ${file}`)
  return manifest.data
}

async function requireManifestDigest(
  source: ByteSource,
  entry: TarEntry | undefined,
  digest: string,
): Promise<void> {
  if (entry === undefined) throw new ArchiveError(`${source.name} lacks ${MANIFEST_DIGEST}`)
  const line = manifestDigestLine(digest)
  const isRight =
    entry.size === line.length && (await source.read(entry.start, entry.size)).toString() === line
  if (!isRight)
    throw new ArchiveError(
      `${MANIFEST} in ${source.name} is damaged: its digest is not the one in ${MANIFEST_DIGEST}`,
    )
}

async function* readEntry(
  source: ByteSource,
  entry: TarEntry | undefined,
  digest: string | undefined,
): AsyncGenerator<Buffer> {
  if (entry === undefined) return
  const hash = createHash('sha256')
  for (let at = 0; at < entry.size; at += READ) {
    const part = await source.read(entry.start + at, Math.min(READ, entry.size - at))
    hash.update(part)
    yield part
  }
  if (hash.digest('hex') !== digest)
    throw new ArchiveError(
      `${entry.name} in ${source.name} is damaged: its digest is not the one in the manifest`,
    )
}

async function* readLines(
  bytes: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<{ line: string; value: Record<string, unknown> }> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let number = 0
  let waiting: Buffer[] = []
  let length = 0
  for await (const part of bytes) {
    let from = 0
    for (let end = part.indexOf(10); end >= 0; from = end + 1, end = part.indexOf(10, from)) {
      number += 1
      yield parseLine(
        Buffer.concat([...waiting, part.subarray(from, end)]),
        decoder,
        `Line ${number} of ${name}`,
      )
      waiting = []
      length = 0
    }
    waiting.push(part.subarray(from))
    length += part.length - from
    if (length > MAX_LINE) throw new ArchiveError(`Line ${number + 1} of ${name} is too long`)
  }
  if (length > 0) throw new ArchiveError(`${name} ends within a line`)
}

function parseLine(bytes: Buffer, decoder: TextDecoder, place: string) {
  let value: unknown
  let line: string
  try {
    line = decoder.decode(bytes)
    value = JSON.parse(line)
  } catch {
    throw new ArchiveError(`${place} is no JSON`)
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new ArchiveError(`${place} is no row`)
  return { line, value: value as Record<string, unknown> }
}

/**
 * Reads all of an archive and throws an ArchiveError for the first thing that is wrong: a digest, a line that is no row, other
 * counts than the manifest's, a file that a list names and the archive lacks, one that no list names. Returns the list of files.
 */
export async function verifyArchive(
  archive: OpenArchive,
  onRow?: (table: string, row: Record<string, unknown>) => void,
): Promise<StoredFile[]> {
  const { manifest, source } = archive
  // Before what is in them is read: what is damaged has no sense.
  for (const name of Object.keys(manifest.entries)) await readToEnd(archive.bytes(name))
  const files: StoredFile[] = []
  for (const [name, { sha256: digest }] of Object.entries(manifest.entries)) {
    const table = /^tables\/([a-z_]+)\.jsonl$/.exec(name)?.[1]
    if (table !== undefined) {
      let rows = 0
      for await (const { value } of archive.lines(name)) {
        rows += 1
        onRow?.(table, value)
      }
      if (rows !== manifest.rows[table])
        throw new ArchiveError(
          `${name} in ${source.name} has ${rows} rows, and the manifest says ${manifest.rows[table] ?? 'nothing of it'}`,
        )
    } else if (name === FILE_LIST) {
      for await (const { value } of archive.lines(name)) files.push(readStoredFile(value, source.name))
    } else if (name !== fileEntry(digest))
      throw new ArchiveError(`${source.name} has ${JSON.stringify(name)}, which no archive has`)
  }
  for (const table of Object.keys(manifest.rows))
    if (!Object.hasOwn(manifest.entries, tableEntry(table)))
      throw new ArchiveError(`${source.name} lacks ${tableEntry(table)}`)
  requireFiles(archive, files)
  return files
}

/** Reads bytes for their digest, which is checked at their end. */
async function readToEnd(bytes: AsyncGenerator<Buffer>): Promise<void> {
  while ((await bytes.next()).done !== true);
}

function readStoredFile(value: unknown, name: string): StoredFile {
  const file = storedFileSchema.safeParse(value)
  if (!file.success)
    throw new ArchiveError(
      `${FILE_LIST} in ${name} has a file that no storage takes: ${z.prettifyError(file.error)}`,
    )
  return file.data
}

function requireFiles({ manifest, source }: OpenArchive, files: readonly StoredFile[]): void {
  if (files.length !== manifest.files)
    throw new ArchiveError(
      `${FILE_LIST} in ${source.name} has ${files.length} files, and the manifest says ${manifest.files}`,
    )
  const named = new Set(files.map(({ sha256: digest }) => fileEntry(digest)))
  for (const { path, sha256: digest, size } of files) {
    const entry = manifest.entries[fileEntry(digest)]
    if (entry?.size !== size)
      throw new ArchiveError(`${source.name} lacks the file ${path}: ${fileEntry(digest)}`)
  }
  if (new Set(files.map(({ bucket, path }) => `${bucket}/${path}`)).size < files.length)
    throw new ArchiveError(`${FILE_LIST} in ${source.name} has a file twice`)
  for (const name of Object.keys(manifest.entries))
    if (name.startsWith('files/') && !named.has(name))
      throw new ArchiveError(`${source.name} has ${name}, which ${FILE_LIST} does not name`)
}
