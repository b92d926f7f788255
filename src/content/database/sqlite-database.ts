import { rmSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { errorMessage } from '../../backend/error-message.ts'

interface SqliteDatabaseOptions {
  /** SQL that makes the tables. */
  schema: string
  /** Changes with `schema`; not 0, which a new file has. */
  version: number
  /** SQL that sets up the connection. */
  settings: string
}

/** Opens what is kept in an SQLite file. One that cannot be read is made anew; a full disk or a lock passes. */
export function openOrReplace<T>(file: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (!isBroken(error)) throw error
    console.error(`${file} cannot be read and is made anew: ${errorMessage(error)}`)
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
    return open()
  }
}

/** SQLITE_CORRUPT, SQLITE_NOTADB, or text in it that is no JSON. */
function isBroken(error: unknown): boolean {
  if (error instanceof SyntaxError) return true
  return error instanceof Error && 'errcode' in error && [11, 26].includes(Number(error.errcode))
}

/** A SQLite database; its statements are prepared once. */
export class SqliteDatabase {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #options: SqliteDatabaseOptions

  /** `file` null: in a temporary file that ends with the process. A file of another version is emptied. */
  constructor(file: string | null, options: SqliteDatabaseOptions) {
    this.#db = new DatabaseSync(file ?? '')
    this.#options = options
    try {
      const journal = file === null ? 'off' : 'wal'
      this.#db.exec(`pragma journal_mode = ${journal}; pragma synchronous = normal; ${options.settings}`)
      const version = this.#db.prepare('pragma user_version').get()?.user_version
      if (version !== options.version) this.clear()
    } catch (error) {
      this.#db.close()
      throw error
    }
  }

  /** Removes everything. */
  clear(): void {
    this.#statements.clear()
    const tables = this.#db.prepare(`select name from sqlite_schema where type = 'table'`).all()
    for (const { name } of tables) this.#db.exec(`drop table ${String(name)}`)
    this.#db.exec(`${this.#options.schema} pragma user_version = ${this.#options.version}`)
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (statement === undefined) this.#statements.set(sql, (statement = this.#db.prepare(sql)))
    return statement
  }

  get<T>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.#prepare(sql).get(...values) as T | undefined
  }

  all<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.#prepare(sql).all(...values) as T[]
  }

  /** Rows one by one. Nothing may be written meanwhile. */
  iterate<T>(sql: string, ...values: SQLInputValue[]): Iterable<T> {
    return this.#prepare(sql).iterate(...values) as Iterable<T>
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#prepare(sql).run(...values)
  }

  /** Runs several statements that take no values. */
  exec(sql: string): void {
    this.#db.exec(sql)
  }

  /** Writes all or, when `work` throws, nothing. Within another transaction it is a part of that. */
  transaction<T>(work: () => T): T {
    if (this.#db.isTransaction) return work()
    this.#db.exec('begin')
    try {
      const result = work()
      this.#db.exec('commit')
      return result
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback')
      throw error
    }
  }

  /** Takes back what `work` wrote; only in a file, since a temporary database keeps no journal. */
  dryRun<T>(work: () => T): T {
    this.#db.exec('begin')
    try {
      return work()
    } finally {
      if (this.#db.isTransaction) this.#db.exec('rollback')
    }
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }
}
