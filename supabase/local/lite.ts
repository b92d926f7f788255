import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import {
  type Connection,
  type VarsContext,
  App,
  generateApiKey,
  getAuthSchemaSql,
  getStorageSchemaSql,
  setExperimental,
  SUPABASE_AUTH_HELPERS_SQL,
} from '@supabase/lite'
import type { createPgliteConnection } from '@supabase/lite/pglite'
import type { createPostgresConnection } from '@supabase/lite/postgres'
import { type Dialect, Kysely, sql } from 'kysely'
import type { SupabaseConfig } from './config.ts'
import { type Handler, currentRequest } from './http-server.ts'
import type { Keys } from './keys.ts'

/**
 * The seam to `@supabase/lite`: the only file that imports it, uses its undocumented members and checks its version.
 * What is changed here and why is listed in the README beside it.
 */
const TESTED_VERSION = '0.10.0'

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
    `@supabase/lite ${installed} is installed, but supabase/local/lite.ts was tested with ${TESTED_VERSION}. ` +
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
  setRequestSettings(connection)
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
      const printed: string[] = []
      const response = await captureConsole(printed, async () => app.fetch(request))
      if (response.status >= 500) {
        const { pathname } = new URL(request.url)
        console.error(`supabase: ${request.method} ${pathname} ${response.status} ${printed[0] ?? ''}`)
      }
      return response
    },
    reloadSchema: () => void connection.clearSchemaCache(),
  }
}

/** The SQL of the schemas `auth` and `storage`; may run again on a database that has them. */
export function serviceSchemasSql(): string {
  return [getAuthSchemaSql(), SUPABASE_AUTH_HELPERS_SQL, getStorageSchemaSql()].join('\n')
}

/** A new key, `sb_publishable_…` or `sb_secret_…`. */
export async function newApiKey(kind: 'publishable' | 'secret'): Promise<string> {
  return (await generateApiKey(kind)).key
}

type PgliteConnection = Awaited<ReturnType<typeof createPgliteConnection>>

/** A connection to PGlite that uses the Kysely dialect of `makeDialect` in place of its own. */
export async function connectPglite(
  options: Parameters<typeof createPgliteConnection>[0],
  makeDialect: (pglite: PgliteConnection['driver']) => Dialect,
): Promise<PgliteConnection> {
  const pglite = await import('@supabase/lite/pglite')
  const connection = await pglite.createPgliteConnection(options)
  connection.kysely = new Kysely({ dialect: makeDialect(connection.driver) })
  return connection
}

/** A connection to a PostgreSQL server. */
export async function connectPostgres(options: Parameters<typeof createPostgresConnection>[0]) {
  const postgres = await import('@supabase/lite/postgres')
  return postgres.createPostgresConnection(options)
}

/** SQLSTATEs that PostgREST answers with status 400 and lite with a 500 without a code. */
const BAD_REQUEST_CODES: ReadonlySet<unknown> = new Set(['23514', '23P01', 'P0001'])

/**
 * Answers failed checks and raised exceptions as PostgREST does: status 400 with PostgreSQL's code. Uses the error with
 * which SQL itself may set the whole response (`raise sqlstate 'PGRST'`).
 */
function passOnErrorCodes(connection: Connection): void {
  const normalize = connection.normalizeDbError.bind(connection)
  connection.normalizeDbError = (thrown) => {
    const error: unknown = normalize(thrown)
    if (!(error instanceof Error) || !('code' in error) || !BAD_REQUEST_CODES.has(error.code)) return error
    const { message, code } = error
    const details = 'detail' in error ? (error.detail ?? null) : null
    const hint = 'hint' in error ? (error.hint ?? null) : null
    return Object.assign(new Error(JSON.stringify({ code, message, details, hint })), {
      code: 'PGRST',
      detail: JSON.stringify({ status: 400, headers: {} }),
    })
  }
}

type Row = Record<string, unknown>

/**
 * Stores a string or boolean sent for a json column as that JSON value, as PostgREST does. Lite parses such a string as
 * JSON text first.
 */
function keepJsonValues(connection: Connection): void {
  const prepare = connection.onPostgrestAST.bind(connection)
  connection.onPostgrestAST = async (original, vars) => {
    const ast = await prepare(original, vars)
    const { from, values } = ast as { from?: string; values?: Row | Row[] }
    if (from === undefined || values === undefined) return ast
    const { columns } = await connection.introspect({ useCache: true })
    const jsonColumns = columns
      .filter(({ table, type }) => table === from && (type === 'json' || type === 'jsonb'))
      .map(({ name }) => name)
    const encode = (row: Row) => encodeJson(row, jsonColumns)
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

interface PrivateConnection {
  applyJwtSessionContext: (db: Kysely<unknown>, vars: VarsContext, knownRole: boolean) => Promise<void>
  rlsState: string
}

/**
 * Gives the SQL of a request the settings `request.headers`, `request.method` and `request.path`, as PostgREST does.
 *
 * Also skips lite's own preparation on the first request, which grants everything on every table to every role and so
 * undoes what the migrations revoke.
 */
function setRequestSettings(connection: Connection): void {
  const target = connection as unknown as PrivateConnection
  target.rlsState = 'active'
  const setRole = target.applyJwtSessionContext.bind(connection)
  target.applyJwtSessionContext = async (db, ...context) => {
    await setRole(db, ...context)
    const request = currentRequest.getStore()
    if (request === undefined) return
    await sql`select set_config('request.method', ${request.method}, true),
      set_config('request.path', ${new URL(request.url).pathname}, true),
      set_config('request.headers', ${JSON.stringify(Object.fromEntries(request.headers))}, true)`.execute(db)
  }
}

const METHODS = ['log', 'info', 'warn', 'error'] as const

const captured = new AsyncLocalStorage<string[]>()
let installed = false

/** Runs the task. What it prints goes into `lines` instead of the console: the first line of each call, no stacks. */
function captureConsole<T>(lines: string[], task: () => Promise<T>): Promise<T> {
  install()
  return captured.run(lines, task)
}

function install(): void {
  if (installed) return
  installed = true
  for (const method of METHODS) {
    const print = console[method].bind(console)
    console[method] = (...args: unknown[]) => {
      const lines = captured.getStore()
      if (lines === undefined) print(...args)
      else lines.push(args.map(oneLine).join(' '))
    }
  }
}

function oneLine(value: unknown): string {
  const message = value instanceof Error ? value.message : readMessage(value)
  return message.split('\n', 1)[0] ?? ''
}

function readMessage(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'message' in value) return String(value.message)
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
}
