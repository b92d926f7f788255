import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import {
  type Connection,
  App,
  generateApiKey,
  getAuthSchemaSql,
  getStorageSchemaSql,
  setExperimental,
  SUPABASE_AUTH_HELPERS_SQL,
} from '@supabase/lite'
import type { createPostgresConnection } from '@supabase/lite/postgres'
import { type Dialect, type InsertQueryNode, type KyselyPlugin, type ValuesNode, Kysely, sql } from 'kysely'
import { currentCaller, STATEMENT_MS } from '../http/callers.ts'
import type { SupabaseConfig } from '../config.ts'
import { type Handler, currentRequest } from '../http/http-server.ts'
import { inputErrorMessage } from '../http/input-errors.ts'
import type { Keys } from '../keys.ts'
import { checkQuery } from '../database/query-checks.ts'
import { refuseInput, serviceOf } from '../http/request-checks.ts'
import { unmasked } from '../database/rewrite-filters.ts'
import { FACTOR_TABLES_SQL } from './schema.ts'
import { redirectOf } from './redirects.ts'

/**
 * The seam to `@supabase/lite`: the only file that imports it, uses its undocumented members and checks its version.
 * What is changed here and why is listed in the README beside it.
 */
const TESTED_VERSION = '0.10.0'

const MAX_USER_AGENT = 500

export type { Connection }
export type LiteMailer = NonNullable<App['_mailer']>
export type StorageAdapter = NonNullable<App['_storageAdapter']>

interface ApiOptions {
  config: SupabaseConfig
  connection: Connection
  keys: Keys
  mailer: LiteMailer
  storage: StorageAdapter
  siteUrl: string
}

export interface LiteApi {
  /** Answers a request to `/rest/v1`, `/auth/v1` or `/storage/v1`. Prints one line for a status of 500 or more. */
  fetch: Handler
  reloadSchema(): void
}

/** Throws when the installed version is not the one this file was tested with. */
export function checkLiteVersion(installed = installedVersion()): void {
  if (installed === TESTED_VERSION) return
  throw new Error(
    `@supabase/lite ${installed} is installed, but supabase/local/auth/lite.ts was tested with ${TESTED_VERSION}. ` +
      'Run `npm ci`, or go through supabase/local/README.md, run `npm run test:functions` and change TESTED_VERSION.',
  )
}

function installedVersion(): string {
  const manifest = new URL('../package.json', import.meta.resolve('@supabase/lite'))
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

/** The REST, auth and storage API with this project's settings. */
export async function createApi(options: ApiOptions): Promise<LiteApi> {
  const { config, connection, keys, mailer, storage, siteUrl } = options
  // Lite knows the older name of the setting, which the Supabase CLI refuses.
  const { enabled: enable_signup, ...email } = config.auth.email
  passOnErrorCodes(connection)
  keepJsonValues(connection)
  checkQueries(connection)
  setRequestSettings(connection)
  passOnResponseStatus(connection)
  readSchemaWithoutLimit(connection)
  connection.kysely = connection.kysely.withPlugin(recordUserAgent)
  setExperimental('storage', true)
  const app = new App({
    api: config.api,
    auth: {
      ...config.auth,
      email: { ...email, enable_signup },
      enabled: true,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
      site_url: siteUrl,
      additional_redirect_urls: [...config.auth.additional_redirect_urls, `${siteUrl}/**`],
    },
    storage: { enabled: true, file_size_limit: config.storage.file_size_limit },
    studio: { enabled: false },
    connection,
    options: { server: { admin: false, disableStudio: true } },
  })
  app._mailer = mailer
  app._storageAdapter = storage
  await captureConsole([], () => app.init())

  return {
    fetch: async (request) => {
      const printed: unknown[][] = []
      const response = await captureConsole(printed, async () =>
        app.fetch(withAllowedRedirect(request, config, siteUrl)),
      )
      if (response.status < 500) return response
      const url = new URL(request.url)
      const message = inputErrorMessage(printed.flat().find((value) => value instanceof Error))
      const service = serviceOf(url)
      if (message !== null && service !== undefined) return refuseInput(service, message)
      const [line = []] = printed
      console.error(
        `supabase: ${request.method} ${url.pathname} ${response.status} ${line.map(oneLine).join(' ')}`,
      )
      return response
    },
    reloadSchema: () => void connection.clearSchemaCache(),
  }
}

/** The request with the site in place of an address that it may not be led to. Lite's own check takes some of them. */
function withAllowedRedirect(request: Request, config: SupabaseConfig, siteUrl: string): Request {
  const url = new URL(request.url)
  if (!url.pathname.startsWith('/auth/v1/') || !url.searchParams.has('redirect_to')) return request
  url.searchParams.set('redirect_to', redirectOf(url, config, siteUrl))
  return new Request(url, request)
}

/** The SQL of the schemas `auth` and `storage`; may run again on a database that has them. */
export function serviceSchemasSql(): string {
  return [getAuthSchemaSql(), FACTOR_TABLES_SQL, SUPABASE_AUTH_HELPERS_SQL, getStorageSchemaSql()].join('\n')
}

/** A new key, `sb_publishable_…` or `sb_secret_…`. */
export async function newApiKey(kind: 'publishable' | 'secret'): Promise<string> {
  return (await generateApiKey(kind)).key
}

/** A connection that runs its statements on a Kysely dialect. */
export async function connectDialect(dialect: Dialect): Promise<Connection> {
  // Its own connection is never opened: nothing asks for it.
  const connection = await connectPostgres({ url: 'postgres://localhost' })
  connection.kysely = new Kysely({ dialect })
  return connection
}

/** A connection to a PostgreSQL server. */
export async function connectPostgres(options: Parameters<typeof createPostgresConnection>[0]) {
  const postgres = await import('@supabase/lite/postgres')
  return postgres.createPostgresConnection(options)
}

/** The status that PostgREST answers SQLSTATEs with for which lite has a 500 without a code. */
const STATUS_OF_CODES: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['23514', '23P01', 'P0001'].map((code) => [code, 400])),
  // Program limits, such as too many columns: an error of the request, here.
  ...Object.fromEntries(['54000', '54001', '54011', '54023'].map((code) => [code, 400])),
  '57014': 500,
  '25P03': 503,
  '57P01': 503,
}

/** Messages of the two drivers for a parameter that is not of its type. */
const BAD_PARAMETER = /^Invalid input for \w+ type$|^The "\w+" argument must be of type /

/**
 * Answers failed checks, raised exceptions and time limits as PostgREST does, with PostgreSQL's code.
 */
function passOnErrorCodes(connection: Connection): void {
  const normalize = connection.normalizeDbError.bind(connection)
  connection.normalizeDbError = (thrown) => {
    const error: unknown = normalize(thrown)
    if (error instanceof Error && BAD_PARAMETER.test(error.message))
      return Object.assign(error, { code: '22P02' })
    if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error
    const { message, code } = error
    const status = STATUS_OF_CODES[code]
    if (status === undefined) return error
    const details = 'detail' in error ? (error.detail ?? null) : null
    const hint = 'hint' in error ? (error.hint ?? null) : null
    return answerError(status, { code, message, details, hint })
  }
}

/** The error with which SQL itself may set the whole response (`raise sqlstate 'PGRST'`). */
function answerError(status: number, body: Row): Error {
  return Object.assign(new Error(JSON.stringify(body)), {
    code: 'PGRST',
    detail: JSON.stringify({ status, headers: {} }),
  })
}

/** Refuses what a request may not ask for, as lite has parsed it. */
function checkQueries(connection: Connection): void {
  const prepare = connection.onPostgrestAST.bind(connection)
  connection.onPostgrestAST = async (original, vars) => {
    const { select, where } = original
    const ast = { ...original, ...unmasked({ ...(select && { select }), ...(where && { where }) }) }
    // Requests to Storage are queries that lite itself has written.
    if (!('storage' in (vars ?? {}))) {
      const refusal = checkQuery(ast, currentCaller.getStore() ?? 'visitor')
      if (refusal !== null) {
        const { status, code, message } = refusal
        throw answerError(status, { code, message, details: null, hint: null })
      }
    }
    return prepare(ast, vars)
  }
}

type Row = Record<string, unknown>

/**
 * Stores a string or boolean sent for a json column as that JSON value, as PostgREST does; lite parses such a string as
 * JSON text first. An object, list or boolean sent for a column of text is its JSON text, which lite fails on.
 */
function keepJsonValues(connection: Connection): void {
  const prepare = connection.onPostgrestAST.bind(connection)
  connection.onPostgrestAST = async (original, vars) => {
    const ast = await prepare(original, vars)
    const { from, values } = ast as { from?: string; values?: Row | Row[] }
    if (from === undefined || values === undefined) return ast
    const { columns } = await connection.introspect({ useCache: true })
    const own = columns.filter(({ table }) => table === from)
    const namesOf = (types: readonly string[]) =>
      own.filter(({ type }) => types.includes(type)).map(({ name }) => name)
    const [jsonColumns, textColumns] = [namesOf(['json', 'jsonb']), namesOf(TEXT_TYPES)]
    const encode = (row: Row) => encodeText(encodeJson(row, jsonColumns), textColumns)
    return { ...ast, values: Array.isArray(values) ? values.map(encode) : encode(values) }
  }
}

function encodeJson(row: Row, jsonColumns: string[]): Row {
  const encoded = { ...row }
  for (const name of jsonColumns) {
    const value = row[name]
    if (typeof value !== 'string' && typeof value !== 'boolean') continue
    // Twice: lite decodes once, the database once more.
    encoded[name] = JSON.stringify(JSON.stringify(value))
  }
  return encoded
}

const TEXT_TYPES = ['text', 'varchar', 'character varying', 'uuid', 'timestamptz', 'timestamp with time zone']

function encodeText(row: Row, textColumns: string[]): Row {
  const encoded = { ...row }
  for (const name of textColumns) {
    const value = row[name]
    if ((typeof value === 'object' && value !== null) || typeof value === 'boolean')
      encoded[name] = JSON.stringify(value)
  }
  return encoded
}

/** The request that reads the schema first does it for all: it takes more than the request may. */
function readSchemaWithoutLimit(connection: Connection): void {
  const introspect = connection.introspect.bind(connection)
  connection.introspect = (options) => currentCaller.exit(() => introspect(options))
}

/** Lets SQL set the status of the answer (`response.status`) in every request, as PostgREST does; lite does in calls. */
function passOnResponseStatus(connection: Connection): void {
  const run = connection.withContext.bind(connection)
  connection.withContext = (vars, task, options) =>
    run(
      vars,
      async (db) => {
        const result = await task(db)
        const request = currentRequest.getStore()
        if (!(result instanceof Response) || request?.method !== 'POST') return result
        if (new URL(request.url).pathname.startsWith('/rest/v1/rpc/')) return result
        const set = await sql<{ status: string | null }>`
          select nullif(current_setting('response.status', true), '') as status`.execute(db)
        const status = Number(set.rows[0]?.status ?? result.status)
        return new Response(result.body, { status, headers: result.headers }) as typeof result
      },
      options,
    )
}

/** Writes the user agent of the request into a new session, as the hosted auth server does; lite leaves it out. */
const recordUserAgent: KyselyPlugin = {
  transformQuery({ node }) {
    const { into, columns, values } = node as InsertQueryNode
    const userAgent = currentRequest.getStore()?.headers.get('user-agent')
    if (node.kind !== 'InsertQueryNode' || into?.table.identifier.name !== 'sessions' || !userAgent)
      return node
    const at = columns?.findIndex(({ column }) => column.name === 'user_agent') ?? -1
    const [row] = (values as ValuesNode | undefined)?.values ?? []
    if (at < 0 || row?.kind !== 'PrimitiveValueListNode') return node
    const changed = { ...row, values: row.values.with(at, userAgent.slice(0, MAX_USER_AGENT)) }
    return { ...node, values: { kind: 'ValuesNode', values: [changed] } } as InsertQueryNode
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

/** What lite knows of the sender of a request. */
interface RequestVars {
  auth?: { role?: string; uid?: string; jwt?: object | null }
  storage?: { operation?: string }
}

interface PrivateConnection {
  applyJwtSessionContext: (db: Kysely<unknown>, vars: RequestVars) => Promise<void>
  applyRpcRequestGucs: (db: Kysely<unknown>) => Promise<void>
  rlsState: string
}

/**
 * Gives the SQL of a request its role and settings as PostgREST does, and the time limit that its role has on a hosted
 * project (which PGlite, a single thread, cannot keep). In one statement: lite takes up to eleven, more time than most
 * requests themselves, and leaves `request.headers`, `method` and `path` out of requests for rows.
 *
 * Also skips lite's own preparation on the first request, which grants everything on every table to every role and so
 * undoes what the migrations revoke.
 */
function setRequestSettings(connection: Connection): void {
  const target = connection as unknown as PrivateConnection
  target.rlsState = 'active'
  target.applyJwtSessionContext = async (db, { auth, storage }) => {
    const role = auth?.role || 'anon'
    const request = currentRequest.getStore()
    const settings: Record<string, string> = {
      role,
      'request.jwt.claim.sub': auth?.uid ?? '',
      'request.jwt.claim.role': role,
      'request.jwt.claims': auth?.jwt ? JSON.stringify(auth.jwt) : '',
      'request.method': request?.method ?? '',
      'request.path': request === undefined ? '' : new URL(request.url).pathname,
      'request.headers': request === undefined ? '' : JSON.stringify(Object.fromEntries(request.headers)),
      'response.status': '',
      'response.headers': '',
      'storage.operation': storage?.operation ?? '',
      statement_timeout: STATEMENT_TIMEOUTS[role] ?? '0',
    }
    const calls = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
    await sql`select ${sql.join(calls)}`.execute(db)
  }
  target.applyRpcRequestGucs = () => Promise.resolve()
}

const STATEMENT_TIMEOUTS: Readonly<Record<string, string>> = {
  anon: `${STATEMENT_MS.visitor}ms`,
  authenticated: `${STATEMENT_MS.signedIn}ms`,
}

const METHODS = ['log', 'info', 'warn', 'error'] as const

const captured = new AsyncLocalStorage<unknown[][]>()
const capturing = new WeakSet<typeof console.log>()

/** Runs the task. What it prints goes into `calls` instead of the console: the arguments of each call. */
function captureConsole<T>(calls: unknown[][], task: () => Promise<T>): Promise<T> {
  for (const method of METHODS) {
    // Again when something else has taken its place.
    if (!capturing.has(console[method])) console[method] = capturingPrint(console[method].bind(console))
  }
  return captured.run(calls, task)
}

function capturingPrint(print: typeof console.log): typeof console.log {
  const capture = (...args: unknown[]): void => {
    const calls = captured.getStore()
    if (calls === undefined) print(...args)
    else calls.push(args)
  }
  capturing.add(capture)
  return capture
}

function oneLine(value: unknown): string {
  const message = value instanceof Error ? value.message : readMessage(value)
  return message.split('\n', 1)[0] ?? ''
}

function readMessage(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'message' in value) return String(value.message)
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
}
