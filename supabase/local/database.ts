import { CompiledQuery } from 'kysely'
import type { Connection } from './lite.ts'

/** A PostgreSQL database, embedded or on a server, used as superuser. */
export interface Database {
  /** The connection of lite's API. */
  connection: Connection
  /** Runs one statement, never inside the transaction of a request. */
  sql: <T>(text: string, params?: unknown[]) => Promise<T[]>
  /** Runs several statements without parameters in one transaction. */
  script: (text: string) => Promise<void>
  /** Listens to `notify channel`; resolves with the function that stops listening. */
  listen: (channel: string, onNotify: (payload: string) => void) => Promise<() => Promise<void>>
  close: () => Promise<void>
}

/** The `sql` of a Database. */
export function queryOn(connection: Connection): Database['sql'] {
  return async <T>(text: string, params: unknown[] = []) => {
    const { rows } = await connection.kysely.executeQuery<T>(CompiledQuery.raw(text, params))
    return rows
  }
}
