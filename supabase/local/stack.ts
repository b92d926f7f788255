import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authAdminRoutes } from './auth-admin.ts'
import { signUpRoutes } from './auth-sign-up.ts'
import { createApiServer } from './api-server.ts'
import { readConfig } from './config.ts'
import { openPglite, openPostgres, type Database } from './database.ts'
import { passOnErrorCodes } from './error-codes.ts'
import { lockFolder } from './folder-lock.ts'
import { serveFunctions } from './functions.ts'
import { createGateway } from './gateway.ts'
import { listenHttp } from './http-server.ts'
import { keepJsonValues } from './json-values.ts'
import { loadKeys } from './keys.ts'
import { answerMail } from './mail-page.ts'
import { createMailbox, type Mail } from './mailer.ts'
import { applyMigrations } from './migrations.ts'
import { captureConsole } from './quiet-console.ts'
import { applyRequestContext } from './request-context.ts'
import { publicFiles } from './storage-public.ts'
import { createSystemSchema } from './system-schema.ts'

export type StackOptions = {
  /** 0 takes any free port. */
  port: number
  /** Where the data lives; null keeps everything in memory. */
  dataDir: string | null
  /** A PostgreSQL to use in place of PGlite; its user must be a superuser. */
  databaseUrl?: string
  /** The site that mails link back to. */
  siteUrl: string
  /** Run the pending migrations first; true unless told otherwise. */
  migrate?: boolean
  onProgress?: (line: string) => void
}

export type Stack = {
  /** http://127.0.0.1:<port>, to be given to `createClient`. */
  url: string
  port: number
  publishableKey: string
  secretKey: string
  /** One statement as superuser, past row level security. */
  sql: <T>(text: string, params?: unknown[]) => Promise<T[]>
  /** Hears `pg_notify`; resolves with the function that stops listening. */
  listen: (channel: string, heard: (payload: string) => void) => Promise<() => Promise<void>>
  /** The mails sent so far, newest first. */
  mails: () => Mail[]
  stop: () => Promise<void>
}

const ROOT = join(import.meta.dirname, '..', '..')

/**
 * Starts a Supabase for this project in the calling process: REST, auth, storage and functions at
 * `http://127.0.0.1:<port>`, on PGlite or on the PostgreSQL of `databaseUrl`.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { dataDir, databaseUrl, siteUrl, migrate = true, onProgress = () => {} } = options
  process.env['DO_NOT_TRACK'] = '1'
  const config = readConfig(ROOT)
  const closers: (() => Promise<unknown>)[] = []
  const stop = async () => {
    const failures: unknown[] = []
    for (const close of closers.splice(0).reverse()) {
      await close().catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw new AggregateError(failures, 'The local Supabase did not stop cleanly')
  }

  try {
    if (dataDir !== null) closers.push(await lockFolder(dataDir))
    const keys = await loadKeys(dataDir)
    const database = databaseUrl === undefined ? await openPglite(dataDir) : await openPostgres(databaseUrl)
    closers.push(() => database.close())
    const storageFolder = dataDir === null ? await temporaryFolder(closers) : join(dataDir, 'storage')

    let url = ''
    const mailbox = createMailbox(ROOT, config, () => url, siteUrl)
    await prepareDatabase(database, migrate, onProgress)
    // As on a hosted project, `notify pgrst` makes the API look at the schema anew.
    closers.push(await database.listen('pgrst', () => void database.connection.clearSchemaCache()))
    passOnErrorCodes(database.connection)
    keepJsonValues(database.connection)
    applyRequestContext(database.connection, config.api.extra_search_path.join(', '))
    const app = await captureConsole([], () =>
      createApiServer({ config, database, keys, mailbox, siteUrl, storageFolder }),
    )

    const functions = serveFunctions({ root: ROOT, config, keys, siteUrl, apiUrl: () => url })
    closers.push(functions.stop)
    const services = { database, keys, mailbox, config }
    const gateway = createGateway(app, keys, (forward) => [
      { prefix: '/_local/mail', answer: async (request) => answerMail(request, mailbox.mails()) },
      { prefix: '/storage/v1/object/public/', answer: publicFiles(storageFolder, database) },
      functions.route,
      ...authAdminRoutes(services),
      ...signUpRoutes({ ...services, forward }),
    ])
    const server = await listenHttp(options.port, gateway)
    closers.push(server.close)
    url = `http://127.0.0.1:${server.port}`

    return {
      url,
      port: server.port,
      publishableKey: keys.publishableKey,
      secretKey: keys.secretKey,
      sql: database.sql,
      listen: database.listen,
      mails: mailbox.mails,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function prepareDatabase(database: Database, migrate: boolean, onProgress: (line: string) => void) {
  await createSystemSchema(database)
  if (!migrate) return
  await applyMigrations(database, join(ROOT, 'supabase', 'migrations'), onProgress)
}

async function temporaryFolder(closers: (() => Promise<unknown>)[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mantel-storage-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}
