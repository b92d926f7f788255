import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { SqliteDatabase, openOrReplace } from '../../content/database/sqlite-database.ts'

/** Changes with the tables below: a file of another version is emptied. */
const SCHEMA_VERSION = 1

/** A file of the folder as it is now. `headers`: digest of the headers to store it with. */
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
  /** ETag of the last delivery from this machine; null when there was none. */
  etag: string | null
  deliveredHeaders: string | null
  /** `seq` of the pending change of this key; null when there is none. */
  pendingSeq: number | null
}

const SCHEMA = `
  create table setting (name text primary key, value text not null) without rowid;
  create table delivered (
    key text primary key, size integer not null, mtime real not null, headers text not null, etag text not null
  ) without rowid;
  create table pending (
    key text primary key, stage integer not null, seq integer not null, delivered integer not null
  ) without rowid;
  create index pending_order on pending (delivered, stage, seq);
  create index pending_seq on pending (seq);
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

/**
 * The record of deliveries in an SQLite file: what the bucket holds, and the changes that are pending. A process killed
 * at any moment leaves it whole; what a power cut took, the list of the bucket tells. When it is missing, broken, or of
 * another version or `target`, it begins empty, and `isNew`.
 */
export class DeliveryRecord {
  readonly #db: SqliteDatabase
  /** Whether nothing is known of the target. */
  readonly isNew: boolean

  constructor(file: string, target: string) {
    this.#db = openOrReplace(file, () => openDatabase(file))
    this.isNew = this.setting('target') !== target
    if (this.isNew) {
      this.#db.transaction(() => {
        this.#db.exec('delete from delivered; delete from pending; delete from setting')
        this.setSetting('target', target)
      })
    }
  }

  setting(name: string): string | null {
    return this.#db.get<{ value: string }>('select value from setting where name = ?', name)?.value ?? null
  }

  setSetting(name: string, value: string): void {
    this.#db.run('insert or replace into setting values (?, ?)', name, value)
  }

  /** Empties the tables of a comparison: before it, and after it to give memory and disk space back. */
  clearComparison(): void {
    this.#db.exec(COMPARISON)
  }

  addFiles(files: Iterable<FolderFile>): void {
    this.#db.transaction(() => {
      for (const { key, size, mtime, headers } of files)
        this.#db.run('insert or replace into folder values (?, ?, ?, ?)', key, size, mtime, headers)
    })
  }

  addListed(objects: Iterable<Pick<DeliveredFile, 'key' | 'etag'>>): void {
    this.#db.transaction(() => {
      for (const { key, etag } of objects)
        this.#db.run('insert or replace into listed values (?, ?)', key, etag)
    })
  }

  /** Files that the bucket does not have, or has in another state than this machine delivered. */
  candidates(): Generator<Candidate> {
    return this.#rowsByKey<Candidate>(`
      select f.*, l.etag as listedEtag, d.etag, d.headers as deliveredHeaders, p.seq as pendingSeq
      from folder f left join listed l using (key) left join delivered d using (key)
        left join pending p using (key)
      where f.key > ? and (
        l.etag is null or d.etag is null or d.etag <> l.etag
        or d.size <> f.size or d.mtime <> f.mtime or d.headers <> f.headers
      ) order by f.key`)
  }

  /** Keys that the bucket has and the folder does not. */
  unknownKeys(): IteratorObject<string> {
    const sql = 'select key from listed where key > ? and key not in (select key from folder) order by key'
    return this.#rowsByKey(sql).map(({ key }) => key)
  }

  has(key: string): boolean {
    return this.#db.get('select 1 from delivered where key = ?', key) !== undefined
  }

  /** Records changes to deliver, in their order. A change that is pending already is delivered only once. */
  addPending(changes: Iterable<Omit<PendingChange, 'seq'>>): void {
    this.#db.transaction(() => {
      for (const { key, stage } of changes) {
        this.#db.run(
          `insert into pending select ?, ?, coalesce(max(seq), 0) + 1, 0 from pending where true
           on conflict (key) do update set seq = excluded.seq, delivered = 0,
             stage = iif(delivered, excluded.stage, min(stage, excluded.stage))`,
          key,
          stage,
        )
      }
    })
  }

  /** Records that the bucket has a file as it is in the folder: the change of it that is pending is only purged. */
  confirm(entry: DeliveredFile, pendingSeq: number | null): void {
    this.#db.transaction(() => {
      this.#setDelivered(entry)
      this.#mark(entry.key, pendingSeq)
    })
  }

  /** The next changes that have yet to reach the bucket, all of the same stage. */
  undelivered(limit: number): PendingChange[] {
    return this.#db.all(
      `select key, stage, seq from pending where delivered = 0
         and stage = (select min(stage) from pending where delivered = 0) order by seq limit ?`,
      limit,
    )
  }

  /** Records that changes reached the bucket; those without `entry` are removals. */
  markDelivered(changes: Iterable<{ change: PendingChange; entry: DeliveredFile | null }>): void {
    this.#db.transaction(() => {
      for (const { change, entry } of changes) {
        if (entry) this.#setDelivered(entry)
        else this.#db.run('delete from delivered where key = ?', change.key)
        this.#mark(change.key, change.seq)
      }
    })
  }

  /** Puts a change off until a later stage. */
  setStage({ key, seq }: PendingChange, stage: number): void {
    this.#db.run('update pending set stage = ? where key = ? and seq = ?', stage, key, seq)
  }

  /** Changes that are in the bucket, but perhaps not yet purged. */
  delivered(): Generator<Pick<PendingChange, 'key' | 'seq'>> {
    return this.#rowsByKey('select key, seq from pending where delivered = 1 and key > ? order by key')
  }

  /** Forgets changes that readers see now. */
  markDone(changes: Iterable<Pick<PendingChange, 'key' | 'seq'>>): void {
    this.#db.transaction(() => {
      for (const { key, seq } of changes)
        this.#db.run('delete from pending where key = ? and seq = ? and delivered = 1', key, seq)
    })
  }

  /** How many changes are pending, and how many of them only for the purge. */
  counts(): { total: number; delivered: number } {
    const sql = 'select count(*) as total, coalesce(sum(delivered), 0) as delivered from pending'
    return this.#db.get<{ total: number; delivered: number }>(sql) ?? { total: 0, delivered: 0 }
  }

  close(): void {
    this.#db.close()
  }

  #setDelivered({ key, size, mtime, headers, etag }: DeliveredFile): void {
    this.#db.run('insert or replace into delivered values (?, ?, ?, ?, ?)', key, size, mtime, headers, etag)
  }

  #mark(key: string, seq: number | null): void {
    this.#db.run('update pending set delivered = 1 where key = ? and seq = ?', key, seq)
  }

  /** Rows page by page: `sql` reads those after a key. They may be written meanwhile. */
  *#rowsByKey<T extends { key: string }>(sql: string): Generator<T> {
    for (let after = ''; ;) {
      const rows = this.#db.all<T>(`${sql} limit ${PAGE_ROWS}`, after)
      yield* rows
      const last = rows.at(-1)
      if (last === undefined || rows.length < PAGE_ROWS) return
      after = last.key
    }
  }
}

function openDatabase(file: string): SqliteDatabase {
  mkdirSync(dirname(file), { recursive: true })
  return new SqliteDatabase(file, {
    schema: SCHEMA,
    version: SCHEMA_VERSION,
    settings: 'pragma temp_store = file',
  })
}
