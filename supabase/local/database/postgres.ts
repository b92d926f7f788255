import { connectPostgres } from '../auth/lite.ts'
import { type Database, queryOn } from './database.ts'
import { SEARCH_PATH, toIsoTime, TYPES } from './sql-session.ts'

/** Opens the PostgreSQL server at `databaseUrl`, whose user must be a superuser. */
export async function openPostgres(databaseUrl: string): Promise<Database> {
  const connection = await connectPostgres({
    url: databaseUrl,
    postgresOptions: {
      onnotice: () => {},
      connection: { search_path: SEARCH_PATH },
      types: {
        timestamp: timeType(TYPES.timestamp),
        timestamptz: timeType(TYPES.timestamptz),
        json: jsonType(TYPES.json),
        jsonb: jsonType(TYPES.jsonb),
      },
    },
  })
  const { driver } = connection

  return {
    connection,
    sql: queryOn(connection),
    script: async (text) => {
      await driver.begin((transaction) => transaction.unsafe(text).simple())
    },
    listen: async (channel, onNotify) => (await driver.listen(channel, onNotify)).unlisten,
    close: () => connection.close(),
  }
}

function timeType(oid: number) {
  return { to: oid, from: [oid], serialize: (value: string) => value, parse: toIsoTime }
}

/** Sends a string unchanged, as JSON text, which PGlite does and lite relies on. */
function jsonType(oid: number) {
  return {
    to: oid,
    from: [oid],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  }
}
