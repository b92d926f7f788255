import type { PGlite } from '@electric-sql/pglite'
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'

/** Runs one task at a time, first come, first served. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()

  /** Resolves with the function that releases the mutex. */
  async acquire(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    return resolve
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    const release = await this.acquire()
    try {
      return await task()
    } finally {
      release()
    }
  }
}

/**
 * Kysely on PGlite, one transaction at a time.
 *
 * PGlite is a single database session. Lite's own dialect shares it between all requests, so that statements of one
 * request run in the transaction, and under the role, of another.
 */
export function pgliteDialect(pglite: PGlite, mutex: Mutex): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new ExclusiveDriver(pglite, mutex),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class ExclusiveDriver implements Driver {
  readonly #pglite: PGlite
  readonly #mutex: Mutex
  readonly #releases = new WeakMap<DatabaseConnection, () => void>()

  constructor(pglite: PGlite, mutex: Mutex) {
    this.#pglite = pglite
    this.#mutex = mutex
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const release = await this.#mutex.acquire()
    const connection = new Session(this.#pglite)
    this.#releases.set(connection, release)
    return connection
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#releases.get(connection)?.()
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {}
}

class Session implements DatabaseConnection {
  readonly #pglite: PGlite

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affectedRows } = await this.#pglite.query<R>(query.sql, [...query.parameters])
    return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) }
  }

  streamQuery(): never {
    throw new Error('PGlite does not stream')
  }
}
