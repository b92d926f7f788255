import type { Connection } from '@supabase/lite'
import { CompiledQuery, Kysely } from 'kysely'
import { Mutex } from './mutex.ts'
import { pgliteDialect } from './pglite-dialect.ts'
import { emptyCluster, pgliteFolder } from './pglite-folder.ts'

/** A PostgreSQL, embedded or real, as its superuser sees it. */
export type Database = {
  /** What the API server works with. */
  connection: Connection
  /** One statement; waits for its turn between the transactions of requests. */
  sql: <T>(text: string, params?: unknown[]) => Promise<T[]>
  /** Several statements without parameters, all or none of them. */
  script: (text: string) => Promise<void>
  /** Hears `notify channel`; resolves with the function that stops listening. */
  listen: (channel: string, heard: (payload: string) => void) => Promise<() => Promise<void>>
  close: () => Promise<void>
}

/** As on a hosted project: extensions are found without their schema's name. */
const SEARCH_PATH = '"$user", public, extensions'

const JSON_OID = 114
const JSONB_OID = 3802
const TIMESTAMP = 1114
const TIMESTAMPTZ = 1184

/** Opens PGlite in `<dataDir>/postgres` (in memory when null), with the extensions the migrations may ask for. */
export async function openPglite(dataDir: string | null): Promise<Database> {
  const [{ createPgliteConnection }, { pg_trgm }, { unaccent }] = await Promise.all([
    import('@supabase/lite/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite/contrib/unaccent'),
  ])
  const folder = dataDir === null ? null : await pgliteFolder(dataDir)
  const connection = await createPgliteConnection({
    ...(folder === null ? {} : { url: folder.path }),
    pgliteOptions: {
      ...(folder === null || folder.fresh ? { loadDataDir: await emptyCluster() } : {}),
      extensions: { pg_trgm, unaccent },
      parsers: { [TIMESTAMP]: toIsoTime, [TIMESTAMPTZ]: toIsoTime },
    },
  })
  const pglite = connection.driver
  const mutex = new Mutex()
  connection.kysely = new Kysely({ dialect: pgliteDialect(pglite, mutex) })
  await pglite.exec(`set timezone = 'UTC'; set search_path = ${SEARCH_PATH}`)
  await folder?.filled()

  return {
    connection,
    sql: (text, params = []) => queryRows(connection, text, params),
    script: (text) =>
      mutex.run(async () => {
        await pglite.transaction((transaction) => transaction.exec(text))
      }),
    listen: async (channel, heard) => {
      const stop = await mutex.run(() => pglite.listen(channel, heard))
      return () => mutex.run(() => stop())
    },
    close: async () => {
      const release = await mutex.acquire()
      await connection.close().finally(release)
    },
  }
}

/** Opens a real PostgreSQL; the user of the address must be a superuser. */
export async function openPostgres(databaseUrl: string): Promise<Database> {
  const { createPostgresConnection } = await import('@supabase/lite/postgres')
  const connection = createPostgresConnection({
    url: databaseUrl,
    postgresOptions: {
      onnotice: () => {},
      connection: { search_path: SEARCH_PATH },
      types: {
        timestamp: timeType(TIMESTAMP),
        timestamptz: timeType(TIMESTAMPTZ),
        json: jsonType(JSON_OID),
        jsonb: jsonType(JSONB_OID),
      },
    },
  })
  const driver = connection.driver

  return {
    connection,
    sql: (text, params = []) => queryRows(connection, text, params),
    script: async (text) => {
      await driver.begin((transaction) => transaction.unsafe(text).simple())
    },
    listen: async (channel, heard) => (await driver.listen(channel, heard)).unlisten,
    close: () => connection.close(),
  }
}

async function queryRows<T>(connection: Connection, text: string, params: unknown[]): Promise<T[]> {
  const { rows } = await connection.kysely.executeQuery<T>(CompiledQuery.raw(text, params))
  return rows
}

/** PostgreSQL's `2026-11-21 03:20:12.7+00` as PostgREST writes it: `2026-11-21T03:20:12.7+00:00`. */
function toIsoTime(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
}

function timeType(oid: number) {
  return { to: oid, from: [oid], serialize: (value: string) => value, parse: toIsoTime }
}

/** A string is sent as it is, the text of a JSON value, as PGlite does; the API server relies on it. */
function jsonType(oid: number) {
  return {
    to: oid,
    from: [oid],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  }
}
