/** The thread that PGlite runs in: answers the calls of pglite-session.ts, one after the other. */
import { type PGliteOptions, PGlite, protocol } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { sendNote, serveCalls } from '../../../src/node/call-thread.ts'
import { SEARCH_PATH, toIsoTime, TYPES } from './sql-session.ts'

/** PGlite fills its buffers with zeros when it starts, 128 MB by default; Node and the system keep its files in memory, too. */
const SHARED_BUFFERS = '16MB'
/** The types of which arrays are read as arrays. */
const ARRAY_ELEMENTS =
  'bool int2 int4 int8 oid float4 float8 numeric char name text varchar uuid json jsonb date time timestamp timestamptz'
/** PGlite reads their number as one with a sign. */
const MAX_PARAMETERS = 32_767
const INVALID_TEXT = '22P02'
const LIMIT_EXCEEDED = '54000'

const asText = (text: string): string => text

/** How values are read where PGlite reads them differently from lite. JSON is read by the thread that asks for it. */
const PARSERS: PGliteOptions['parsers'] = {
  [TYPES.int8]: toInteger,
  [TYPES.numeric]: toNumber,
  [TYPES.json]: asText,
  [TYPES.jsonb]: asText,
  [TYPES.date]: asText,
  [TYPES.time]: asText,
  [TYPES.timetz]: asText,
  [TYPES.timestamp]: toIsoTime,
  [TYPES.timestamptz]: toIsoTime,
}

function toInteger(text: string): number | bigint {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

/** A number that has more digits than JavaScript keeps stays text. */
function toNumber(text: string): number | string {
  const value = Number(text)
  return Number.isFinite(value) && String(value) === text ? value : text
}

export interface OpenOptions {
  /** The folder of the cluster; null keeps it in memory. */
  folder: string | null
  /** The archive of the cluster that a new folder begins with. */
  cluster?: Blob
  channels: readonly string[]
}

export interface QueryResult {
  rows: Record<string, unknown>[]
  /** The columns whose values are JSON text. */
  jsonColumns: string[]
  affectedRows: number | undefined
}

let opened: PGlite | null = null

function pglite(): PGlite {
  if (opened === null) throw new Error('The database is not open')
  return opened
}

/** What the thread can be asked for. */
const calls = {
  /** Resolves with the processor time that it has taken, in ms. */
  open: async ({ folder, cluster, channels }: OpenOptions): Promise<number> => {
    const database = await PGlite.create({
      ...(folder === null ? {} : { dataDir: folder }),
      ...(cluster === undefined ? {} : { loadDataDir: cluster }),
      extensions: { pg_trgm },
      startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
      parsers: PARSERS,
    })
    refuseUnreadableValues(database)
    await keepFewParsers(database)
    await database.exec(`set timezone = 'UTC'; set search_path = ${SEARCH_PATH}`)
    for (const channel of channels) await listen(database, channel)
    opened = database
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  },

  query: async (text: string, parameters: readonly unknown[]): Promise<QueryResult> => {
    if (parameters.length > MAX_PARAMETERS)
      throw errorOf(LIMIT_EXCEEDED, `a statement has at most ${MAX_PARAMETERS} parameters`)
    const { rows, fields, affectedRows } = await pglite().query<Record<string, unknown>>(text, [
      ...parameters,
    ])
    const isJson = ({ dataTypeID }: { dataTypeID: number }) =>
      dataTypeID === TYPES.json || dataTypeID === TYPES.jsonb
    return { rows, jsonColumns: fields.filter(isJson).map(({ name }) => name), affectedRows }
  },

  /** Runs several statements without parameters. */
  exec: async (text: string): Promise<void> => {
    await pglite().exec(text)
  },

  listen: (channel: string): Promise<void> => listen(pglite(), channel),

  /** Rolls back what is still open, so that nothing of a caller is left to the next. Rejects when that cannot be done. */
  reset: async (): Promise<void> => {
    if (!(await isIdle())) await pglite().exec('rollback')
    if (!(await isIdle())) throw new Error('The transaction cannot be rolled back')
  },

  /** The whole cluster as an archive. */
  dump: (): Promise<Blob> => pglite().dumpDataDir('none'),

  close: (): Promise<void> => pglite().close(),
}

export type PgliteCalls = typeof calls

/** What `notify` sent to one of the channels. */
export interface Notification {
  channel: string
  payload: string
}

/** Whether no transaction is open. */
async function isIdle(): Promise<boolean> {
  const { messages } = await pglite().execProtocol(protocol.serialize.sync(), { syncToFs: false })
  return messages.some((message) => 'status' in message && message.status === 'I')
}

async function listen(database: PGlite, channel: string): Promise<void> {
  await database.listen(channel, (payload) => sendNote({ channel, payload } satisfies Notification))
}

/**
 * Refuses parameters that PGlite cannot write as text. It would write them unreadably, and PostgreSQL then ignores all that
 * follows, a rollback, too.
 */
function refuseUnreadableValues({ serializers }: PGlite): void {
  for (const [type, serialize] of Object.entries(serializers)) {
    serializers[type] = (value: unknown) => {
      const written = attempt(() => serialize(value) as unknown)
      if (typeof written === 'string') return written
      throw errorOf(INVALID_TEXT, `invalid input syntax for a parameter of type ${type}`)
    }
  }
}

/** PGlite copies its parsers for each statement: with parsers for all 300 array types, that takes longer than most statements. */
async function keepFewParsers(database: PGlite): Promise<void> {
  const { rows } = await database.query<{ oid: number; typarray: number }>(
    'select oid::integer, typarray::integer from pg_catalog.pg_type where typname = any ($1)',
    [ARRAY_ELEMENTS.split(' ')],
  )
  const kept = rows.flatMap(({ oid, typarray }) => [oid, typarray])
  const all = database.parsers
  database.parsers = { ...PARSERS, ...Object.fromEntries(kept.map((type) => [type, all[type] ?? asText])) }
}

function attempt<T>(task: () => T): T | null {
  try {
    return task()
  } catch {
    return null
  }
}

function errorOf(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

/** The addresses of PostgreSQL's variables by which a signal cancels a statement; PGlite itself gets no signals. */
interface CancelAddresses {
  _InterruptPending: number
  _QueryCancelPending: number
}

/** Has PostgreSQL cancel the statement that it runs, where it looks for this next. Between statements it does nothing. */
function cancel(): void {
  const { wasmMemory, _InterruptPending, _QueryCancelPending } = pglite().Module as PGlite['Module'] &
    CancelAddresses
  const memory = new DataView(wasmMemory.buffer)
  memory.setInt32(_QueryCancelPending, 1, true)
  memory.setInt32(_InterruptPending, 1, true)
}

serveCalls(calls, cancel)
