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

/** As on a hosted project: extensions are found without their schema's name. */
export const SEARCH_PATH = '"$user", public, extensions'

export const TIMESTAMP_OID = 1114
export const TIMESTAMPTZ_OID = 1184

/** PostgreSQL's `2026-11-21 03:20:12.7+00` as PostgREST writes it: `2026-11-21T03:20:12.7+00:00`. */
export function toIsoTime(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
}

/** The `sql` of a Database. */
export function queryOn(connection: Connection): Database['sql'] {
  return async <T>(text: string, params: unknown[] = []) => {
    const { rows } = await connection.kysely.executeQuery<T>(CompiledQuery.raw(text, params))
    return rows
  }
}
