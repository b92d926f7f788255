import { type Database, queryOn, SEARCH_PATH, TIMESTAMP_OID, TIMESTAMPTZ_OID, toIsoTime } from './database.ts'
import { connectPostgres } from './lite.ts'

const JSON_OID = 114
const JSONB_OID = 3802

/** Opens the PostgreSQL server at `databaseUrl`, whose user must be a superuser. */
export async function openPostgres(databaseUrl: string): Promise<Database> {
  const connection = await connectPostgres({
    url: databaseUrl,
    postgresOptions: {
      onnotice: () => {},
      connection: { search_path: SEARCH_PATH },
      types: {
        timestamp: timeType(TIMESTAMP_OID),
        timestamptz: timeType(TIMESTAMPTZ_OID),
        json: jsonType(JSON_OID),
        jsonb: jsonType(JSONB_OID),
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
