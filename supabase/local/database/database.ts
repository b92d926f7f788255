import { CompiledQuery } from 'kysely'
import type { Connection } from '../auth/lite.ts'

/** A PostgreSQL database, embedded or on a server, used as superuser. */
export interface Database {
  /** The connection of lite's API. */
  connection: Connection
  /** Runs one statement, never inside the transaction of a request. */
  sql: <T>(text: string, params?: unknown[]) => Promise<T[]>
  /** Runs several statements without parameters in one transaction. */
  script: (text: string) => Promise<void>
  /**
   * Listens to `notify channel`; resolves with the function that stops listening. Also called with OPENED_AGAIN, when a
   * notification may have been missed.
   */
  listen: (channel: string, onNotify: (payload: string) => void) => Promise<() => Promise<void>>
  close: () => Promise<void>
}

/** What listeners are told when the embedded database ended and was opened again. */
export const OPENED_AGAIN = 'opened again'

/** The `sql` of a Database. */
export function queryOn(connection: Connection): Database['sql'] {
  return async <T>(text: string, params: unknown[] = []) => {
    const { rows } = await connection.kysely.executeQuery<T>(CompiledQuery.raw(text, params))
    return rows
  }
}
