import { basename } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import { forEachLimit } from '../node/for-each-limit.ts'
import { type Report, messageOf } from '../node/report.ts'
import { ArchiveError } from './archive-error.ts'
import { openFile } from './byte-source.ts'
import { call } from './export.ts'
import {
  type OpenArchive,
  type StoredFile,
  fileEntry,
  openArchive,
  openFirst,
  tableEntry,
  verifyArchive,
} from './format.ts'
import { openSealed } from './sealed.ts'

export interface RestoreOptions {
  /** The second file of the same export; null: nobody of the archive can sign in, and there are no subscribers. */
  private: { path: string; passphrase: string } | null
  report: Report
  signal?: AbortSignal
}

export interface Restored {
  level: string
  /** Rows of each table. */
  rows: Record<string, number>
  files: number
  /** Accounts whose people choose a new password to sign in. */
  accounts: number
}

/** What one request sends, in characters. */
const BATCH = 1_000_000
const LINES_OF_BATCH = 2000
const FILES_AT_ONCE = 3
/** Stories that are indexed in one request. */
const STORIES_AT_ONCE = 100

/** An account of the archive. */
interface Account {
  id: string
  email: string
  isConfirmed: boolean
}

/**
 * Puts the archive at a path into an empty magazine. All of it is checked before anything is written, and all rows are written
 * in one transaction. Accounts and files, which are made before, are removed again when that fails; where the process was
 * killed, the same restore goes on. Rejects with an ArchiveError, whose message says why the archive or the magazine was refused.
 */
export async function restoreMagazine(
  service: SupabaseClient,
  path: string,
  options: RestoreOptions,
): Promise<Restored> {
  const first = await openFirst(path, basename(path))
  let second: OpenArchive | null = null
  try {
    second = options.private === null ? null : await openSecond(first, options.private)
    return await restoreOpen(service, first, second, options)
  } finally {
    await first.source.close()
    await second?.source.close()
  }
}

async function openSecond(first: OpenArchive, { path, passphrase }: { path: string; passphrase: string }) {
  const source = await openFile(path, basename(path))
  try {
    const second = await openArchive(await openSealed(source, passphrase), 'second')
    if (second.manifest.first !== first.digest || second.manifest.level !== first.manifest.level)
      throw new ArchiveError(`${source.name} belongs to another export than ${first.source.name}`)
    return second
  } catch (error) {
    await source.close()
    throw error
  }
}

async function restoreOpen(
  service: SupabaseClient,
  first: OpenArchive,
  second: OpenArchive | null,
  { report, signal }: RestoreOptions,
): Promise<Restored> {
  for (const archive of [first, second]) if (archive !== null) await requireLevel(service, archive)
  report('Checking the archive')
  const { files, accounts } = await verify(first, second)
  signal?.throwIfAborted()

  report('Sending the rows')
  const archive = crypto.randomUUID()
  const undo = new Undo(service)
  let mayUndo = true
  try {
    const sent = await sendLines(service, archive, [first, second], signal)
    const present = z.array(z.string()).parse(await call(service, 'check_restore', { p_archive: archive }))
    await makeAccounts(
      service,
      accounts.filter(({ id }) => !present.includes(id)),
      undo,
      signal,
    )
    await storeFiles(service, first, files, undo, { report, ...(signal && { signal }) })
    signal?.throwIfAborted()
    report('Writing the rows')
    const finish = { p_archive: archive, p_level: first.manifest.level, p_lines: sent }
    const { error } = await service.rpc('finish_restore', finish)
    if (error !== null) {
      // Without an answer of the database nobody knows whether the rows are there.
      mayUndo = error.code !== ''
      throw refusalOf(error)
    }
  } catch (error) {
    if (mayUndo) await undo.run(archive)
    throw error
  }
  report('Indexing the stories for the search')
  // The schedule of the database does it, too, in its time.
  while (Number(await call(service, 'index_restored_stories', { p_most: STORIES_AT_ONCE })) > 0);
  const rows = { ...second?.manifest.rows, ...first.manifest.rows }
  return { level: first.manifest.level, rows, files: files.length, accounts: accounts.length }
}

function refusalOf({ code, message }: { code: string; message: string }): Error {
  if (code === '')
    return new Error(
      `The connection was lost while the rows were written (${message}). Run it again: it goes on, or says that the magazine is not empty, because they are there.`,
    )
  return new ArchiveError(
    code === 'PT409' ? message : `The database did not take the rows of the archive: ${message}`,
  )
}

const describedSchema = z.object({
  level: z.string(),
  first: z.array(z.string()),
  second: z.array(z.string()),
})

/** Throws unless a file of an export has the level of this database, and the tables that such files have at it. */
async function requireLevel(service: SupabaseClient, { manifest, source }: OpenArchive): Promise<void> {
  const p_parts = [manifest.file === 'first' ? 'content' : 'private', ...manifest.with]
  const described = describedSchema.parse(await call(service, 'describe_archive', { p_parts }))
  const { level } = described
  if (manifest.level > level)
    throw new ArchiveError(
      `${source.name} is of a newer version: its level is ${manifest.level}, and the database has ${level}. Update this magazine first.`,
    )
  if (manifest.level < level)
    throw new ArchiveError(
      `${source.name} is of an earlier version: its level is ${manifest.level}, and the database has ${level}. Restore it with that version into an empty data folder or project, and then update.`,
    )
  const tables = new Set(described[manifest.file])
  const others = [...tables.symmetricDifference(new Set(Object.keys(manifest.rows)))]
  if (others.length > 0)
    throw new ArchiveError(
      `${source.name} has other tables than an archive of its level: ${others.join(', ')}`,
    )
}

/** Checks both files whole. Returns the stored files and the accounts. */
async function verify(first: OpenArchive, second: OpenArchive | null) {
  const confirmed = new Map<unknown, boolean>()
  const files = await verifyArchive(first, (table, row) => {
    if (table === 'profiles') confirmed.set(row.id, row.email_confirmed === true)
  })
  const accounts: Account[] = []
  if (second !== null)
    await verifyArchive(second, (table, row) => {
      if (table === 'profiles') accounts.push(accountOf(row, confirmed, second.source.name))
    })
  return { files, accounts }
}

const accountSchema = z.object({ id: z.uuid(), email: z.email() })

function accountOf(row: unknown, confirmed: ReadonlyMap<unknown, boolean>, name: string): Account {
  const account = accountSchema.safeParse(row)
  const isConfirmed = confirmed.get(account.data?.id)
  if (!account.success || isConfirmed === undefined)
    throw new ArchiveError(`${name} has an account that the first file does not have`)
  return { ...account.data, isConfirmed }
}

/** Sends the lines of all tables to where the database keeps them until all are there. Returns how many. */
async function sendLines(
  service: SupabaseClient,
  archive: string,
  archives: readonly (OpenArchive | null)[],
  signal: AbortSignal | undefined,
): Promise<number> {
  let place = 0
  let size = 0
  let batch: [place: number, inSecondFile: boolean, table: string, line: string][] = []
  const send = async () => {
    signal?.throwIfAborted()
    await call(service, 'add_archive_lines', { p_archive: archive, p_lines: batch })
    batch = []
    size = 0
  }
  for (const one of archives) {
    if (one === null) continue
    const tables = [...Object.keys(one.manifest.rows).map((table) => [table, tableEntry(table)] as const)]
    if (one.manifest.file === 'first') tables.push(['files', 'files.jsonl'])
    for (const [table, entry] of tables) {
      for await (const { line } of one.lines(entry)) {
        place += 1
        batch.push([place, one.manifest.file === 'second', table, line])
        size += line.length
        if (size >= BATCH || batch.length >= LINES_OF_BATCH) await send()
      }
    }
  }
  await send()
  return place
}

/** Removes the accounts and files that a restore has made when its rows are refused. */
class Undo {
  readonly accounts: string[] = []
  readonly files: StoredFile[] = []
  readonly #service: SupabaseClient

  constructor(service: SupabaseClient) {
    this.#service = service
  }

  async run(archive: string): Promise<void> {
    const service = this.#service
    for (const id of this.accounts) await service.auth.admin.deleteUser(id)
    for (const { bucket, path } of this.files) await service.storage.from(bucket).remove([path])
    await service.rpc('end_archive', { p_archive: archive })
  }
}

/** Accounts without a password, which their people choose by a mail that they ask for. */
async function makeAccounts(
  service: SupabaseClient,
  accounts: readonly Account[],
  undo: Undo,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const { id, email, isConfirmed } of accounts) {
    signal?.throwIfAborted()
    const { error } = await service.auth.admin.createUser({
      ...{ id, email, email_confirm: isConfirmed },
      // The database refuses others while sign-up is closed.
      app_metadata: { created_by: 'restore' },
    })
    if (error !== null) throw new ArchiveError(`The account ${email} could not be made: ${error.message}`)
    undo.accounts.push(id)
  }
}

async function storeFiles(
  service: SupabaseClient,
  archive: OpenArchive,
  files: readonly StoredFile[],
  undo: Undo,
  { report, signal }: { report: Report; signal?: AbortSignal },
): Promise<void> {
  let done = 0
  await forEachLimit(files, FILES_AT_ONCE, async (file) => {
    signal?.throwIfAborted()
    const parts: Buffer[] = []
    for await (const part of archive.bytes(fileEntry(file.sha256))) parts.push(part)
    const options = { contentType: file.type, cacheControl: '31536000', upsert: true }
    undo.files.push(file)
    const { error } = await service.storage.from(file.bucket).upload(file.path, Buffer.concat(parts), options)
    if (error !== null)
      throw new ArchiveError(`The storage did not take ${file.bucket}/${file.path}: ${messageOf(error)}`)
    done += 1
    if (done % 100 === 0) report(`${done} of ${files.length} files`)
  })
}
