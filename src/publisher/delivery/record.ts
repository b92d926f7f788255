import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ListedObject } from './bucket.ts'

const VERSION = 1

/** A file of the site folder as it is now. `headers`: the digest of those it is to be stored with. */
export interface FolderFile {
  key: string
  size: number
  /** Time of its last change, in ms. */
  mtime: number
  headers: string
}

/** What the bucket holds under a key, as far as this machine knows. */
export type DeliveredFile = FolderFile & { etag: string }

/** A change that has yet to reach the bucket or, when it is there, the cache before it. */
export interface PendingChange {
  key: string
  /** Its place in the order of delivery. */
  stage: number
  /** Rises with each change: what changed again meanwhile is delivered again. */
  seq: number
}

/** A file that is perhaps not in the bucket as it is in the folder. */
export interface Candidate extends FolderFile {
  /** ETag in the bucket's list; null when the bucket does not have the key. */
  listedEtag: string | null
  /** As delivered from this machine; null when it never was. */
  etag: string | null
  deliveredHeaders: string | null
  /** Of the change of this key that waits. */
  pendingSeq: number | null
}

const SCHEMA = `
  create table if not exists setting (name text primary key, value text not null) without rowid;
  create table if not exists delivered (
    key text primary key, size integer not null, mtime real not null, headers text not null, etag text not null
  ) without rowid;
  create table if not exists pending (
    key text primary key, stage integer not null, seq integer not null, delivered integer not null
  ) without rowid;
  create index if not exists pending_order on pending (delivered, stage, seq);
  create index if not exists pending_seq on pending (seq);
`
/** Filled for one comparison. On disk, as all temporary tables: the site may have a hundred thousand files. */
const COMPARISON = `
  drop table if exists temp.folder;
  drop table if exists temp.listed;
  create temp table folder (
    key text primary key, size integer not null, mtime real not null, headers text not null
  ) without rowid;
  create temp table listed (key text primary key, etag text not null) without rowid;
`
/** Rows read at once. */
const PAGE_ROWS = 500

export type DeliveryRecord = ReturnType<typeof openRecord>

/**
 * Opens the record of deliveries in an SQLite file: what the bucket holds, and the changes that are pending. A process
 * killed at any moment leaves it whole. When it is missing, broken or of another `target`, it begins empty, and
 * `isNew`.
 */
export function openRecord(file: string, target: string) {
  let db: DatabaseSync
  try {
    db = openDatabase(file)
  } catch (error) {
    if (!isUseless(error)) throw error
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
    db = openDatabase(file)
  }
  const readSetting = db.prepare('select value from setting where name = ?')
  const writeSetting = db.prepare('insert or replace into setting values (?, ?)')
  const setting = (name: string) => (readSetting.get(name)?.value ?? null) as string | null
  const isKnownTarget = setting('target') === target
  if (!isKnownTarget) {
    transaction(() => {
      db.exec('delete from delivered; delete from pending; delete from setting')
      writeSetting.run('target', target)
    })
  }
  db.exec(COMPARISON)

  const insertFile = db.prepare('insert or replace into folder values (:key, :size, :mtime, :headers)')
  const insertListed = db.prepare('insert or replace into listed values (?, ?)')
  const candidates = db.prepare(`
    select f.*, l.etag as listedEtag, d.etag, d.headers as deliveredHeaders, p.seq as pendingSeq
    from folder f left join listed l using (key) left join delivered d using (key)
      left join pending p using (key)
    where f.key > ? and (
      l.etag is null or d.etag is null or d.etag <> l.etag
      or d.size <> f.size or d.mtime <> f.mtime or d.headers <> f.headers
    ) order by f.key limit ${PAGE_ROWS}`)
  const unknown = db.prepare(
    `select key from listed where key > ? and key not in (select key from folder) order by key limit ${PAGE_ROWS}`,
  )
  const has = db.prepare('select 1 from delivered where key = ?')
  const insertDelivered = db.prepare(
    'insert or replace into delivered values (:key, :size, :mtime, :headers, :etag)',
  )
  const deleteDelivered = db.prepare('delete from delivered where key = ?')
  const insertPending = db.prepare(
    `insert into pending select ?, ?, coalesce(max(seq), 0) + 1, 0 from pending where true
     on conflict (key) do update set seq = excluded.seq, delivered = 0,
       stage = iif(delivered, excluded.stage, min(stage, excluded.stage))`,
  )
  const setStage = db.prepare('update pending set stage = ? where key = ? and seq = ?')
  const mark = db.prepare('update pending set delivered = 1 where key = ? and seq = ?')
  const undelivered = db.prepare(
    `select key, stage, seq from pending where delivered = 0
       and stage = (select min(stage) from pending where delivered = 0) order by seq limit ?`,
  )
  const deliveredKeys = db.prepare(
    `select key, seq from pending where delivered = 1 and key > ? order by key limit ${PAGE_ROWS}`,
  )
  const counts = db.prepare('select count(*) as total, coalesce(sum(delivered), 0) as delivered from pending')
  const deletePending = db.prepare('delete from pending where key = ? and seq = ? and delivered = 1')

  function transaction(work: () => void): void {
    db.exec('begin')
    try {
      work()
      db.exec('commit')
    } catch (error) {
      db.exec('rollback')
      throw error
    }
  }

  return {
    /** Whether nothing is known of the target. */
    isNew: !isKnownTarget,
    setting,
    setSetting: (name: string, value: string): void => void writeSetting.run(name, value),

    /** Begins a comparison of the folder with the bucket's list. */
    beginComparison: (): void => db.exec(COMPARISON),
    addFiles: (files: Iterable<FolderFile>): void =>
      transaction(() => {
        for (const entry of files) insertFile.run({ ...entry })
      }),
    addListed: (objects: Iterable<ListedObject>): void =>
      transaction(() => {
        for (const { key, etag } of objects) insertListed.run(key, etag)
      }),
    /** Files that the bucket does not have, or has in another state than this machine delivered. */
    *candidates(): Generator<Candidate> {
      const read = (after: string) => candidates.all(after) as unknown as Candidate[]
      yield* pages(read, '', ({ key }) => key)
    },
    /** Keys that the bucket has and the folder does not. */
    *unknownKeys(): Generator<string> {
      const read = (after: string) => unknown.all(after) as unknown as { key: string }[]
      for (const { key } of pages(read, '', (row) => row.key)) yield key
    },
    /** Ends a comparison, and gives its memory and disk space back. */
    endComparison: (): void => db.exec(COMPARISON),

    has: (key: string): boolean => has.get(key) !== undefined,
    /** Records changes that are to be delivered, in their order. One that waits already waits no longer for it. */
    addPending: (changes: Iterable<Omit<PendingChange, 'seq'>>): void =>
      transaction(() => {
        for (const { key, stage } of changes) insertPending.run(key, stage)
      }),
    /** Records that the bucket has a file as it is in the folder: the change of it that waits is only purged. */
    confirm: (entry: DeliveredFile, pendingSeq: number | null): void =>
      transaction(() => {
        insertDelivered.run({ ...entry })
        mark.run(entry.key, pendingSeq)
      }),
    /** Of the changes that have yet to reach the bucket, the next ones: all of the same stage. */
    undelivered: (limit: number) => undelivered.all(limit) as unknown as PendingChange[],
    /** Records that changes reached the bucket; those without `entry` are removals. */
    markDelivered: (changes: Iterable<{ change: PendingChange; entry: DeliveredFile | null }>): void =>
      transaction(() => {
        for (const { change, entry } of changes) {
          if (entry) insertDelivered.run({ ...entry })
          else deleteDelivered.run(change.key)
          mark.run(change.key, change.seq)
        }
      }),
    /** Puts a change off until a later stage. */
    setStage: ({ key, seq }: PendingChange, stage: number): void => void setStage.run(stage, key, seq),
    /** Changes that are in the bucket, but perhaps not yet purged. */
    *delivered(): Generator<Pick<PendingChange, 'key' | 'seq'>> {
      const read = (after: string) => deliveredKeys.all(after) as unknown as PendingChange[]
      yield* pages(read, '', ({ key }) => key)
    },
    /** Forgets changes that readers see now. */
    markDone: (changes: Iterable<Pick<PendingChange, 'key' | 'seq'>>): void =>
      transaction(() => {
        for (const { key, seq } of changes) deletePending.run(key, seq)
      }),
    /** How many changes wait, and how many of them only for the purge. */
    counts: () => counts.get() as unknown as { total: number; delivered: number },
    close: (): void => db.close(),
  }
}

class OtherVersionError extends Error {}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const BROKEN = new Set([11, 26])

/** Whether a record that cannot be opened is good for nothing. A full disk or a lock passes. */
function isUseless(error: unknown): boolean {
  if (error instanceof OtherVersionError) return true
  return error instanceof Error && 'errcode' in error && BROKEN.has(Number(error.errcode))
}

function openDatabase(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true })
  const db = new DatabaseSync(file)
  try {
    // Without a sync to the disk at each change: it holds when the process is killed; after a power cut the list of
    // the bucket tells.
    db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma temp_store = file')
    const { user_version: version } = db.prepare('pragma user_version').get() as { user_version: number }
    if (version !== 0 && version !== VERSION) throw new OtherVersionError()
    db.exec(`${SCHEMA} pragma user_version = ${VERSION}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Rows page by page, by a column in rising order. */
function* pages<T, Position>(
  read: (after: Position) => T[],
  start: Position,
  positionOf: (row: T) => Position,
): Generator<T> {
  for (let after = start; ;) {
    const rows = read(after)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_ROWS) return
    after = positionOf(last)
  }
}
