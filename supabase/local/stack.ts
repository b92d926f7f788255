import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { siteFiles } from '../../src/backend/site-files.ts'
import { magazineRecord } from '../../src/backend/magazine-record.ts'
import { createDataFolder, lockFolder } from '../../src/node/folder-lock.ts'
import { authAdminRoutes } from './auth/admin.ts'
import { withAssurance } from './auth/assurance.ts'
import { emailChangeRoute } from './auth/email-change.ts'
import { factorRoutes } from './auth/factors.ts'
import { passwordRoute, signInRoute } from './auth/password.ts'
import { signUpRoutes } from './auth/sign-up.ts'
import { verifyRoute } from './auth/verify.ts'
import { readConfig } from './config.ts'
import { type Database, OPENED_AGAIN } from './database/database.ts'
import { createFullDiskCheck, describeFullDisk } from './database/free-space.ts'
import { serveFunctions } from './functions.ts'
import { callerOf } from './http/callers.ts'
import { createGateway } from './http/gateway.ts'
import { type Handler, listenHttp } from './http/http-server.ts'
import { loadKeys } from './keys.ts'
import { checkLiteVersion, createApi } from './auth/lite.ts'
import { type Mail, createMailbox, mailRoute } from './mailbox.ts'
import { applyMigrations, createSystemSchema, MIGRATIONS_FOLDER } from './database/migrations.ts'
import { migratedCluster, openPglite } from './database/pglite.ts'
import { openPostgres } from './database/postgres.ts'
import { folderStorage, publicFilesRoute, withheldFilesRoute } from './storage.ts'

export interface StackOptions {
  /** 0 takes any free port. */
  port: number
  /** The address to listen at; null or none: this machine only. */
  host?: string | null
  /** Proxies whose `X-Forwarded-For` is read: IP addresses or networks. */
  trustedProxies?: readonly string[]
  /** The data folder; null keeps everything in memory. */
  dataDir: string | null
  /** A PostgreSQL server to use instead of PGlite; its user must be a superuser. */
  databaseUrl?: string
  /** The site's address, for the links in mails. */
  siteUrl: string
  /** Where readers reach the API, for the links in mails; null or none: at its own address. */
  publicUrl?: string | null
  /** Mails that the mailbox keeps. */
  maxMails?: number
  onProgress?: (line: string) => void
  /** Called for each request with what looks like an access token, before the token is checked: strangers can cause it, too. */
  onSignedIn?: () => void
}

export interface Stack {
  /** http://127.0.0.1:<port>, for `createClient`. */
  url: string
  port: number
  publishableKey: string
  secretKey: string
  /** Runs one statement as superuser, without row level security. */
  sql: Database['sql']
  /** As `listen` of a Database. */
  listen: Database['listen']
  /** The mails sent so far, newest first. */
  mails: () => Mail[]
  stop: () => Promise<void>
}

/**
 * Starts a Supabase for this project in the calling process: REST, auth, storage and functions at
 * `http://127.0.0.1:<port>`, on PGlite or on the PostgreSQL of `databaseUrl`.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const {
    port,
    host = null,
    trustedProxies = [],
    dataDir,
    siteUrl,
    publicUrl = null,
    onProgress = () => {},
    onSignedIn = () => {},
  } = options
  checkLiteVersion()
  // Lite sends telemetry otherwise.
  process.env.DO_NOT_TRACK = '1'
  const config = readConfig()
  const gateway = Promise.withResolvers<Handler>()
  // Where no request waits, nothing else handles the error of a failed start.
  gateway.promise.catch(() => undefined)
  const closers: (() => Promise<unknown>)[] = []
  let closeServer = () => Promise.resolve()
  const stop = async () => {
    const failures: unknown[] = []
    for (const close of [...closers.splice(0), closeServer].reverse()) {
      await close().catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw new AggregateError(failures, 'The local Supabase did not stop cleanly')
  }

  try {
    if (dataDir !== null) {
      await createDataFolder(dataDir)
      const reason = await describeFullDisk(dataDir)
      if (reason !== null) throw new Error(`${reason} Free some space and start again.`)
      closers.push(await lockFolder(dataDir))
    }
    const keys = await loadKeys(dataDir)
    // Before the database is open, which takes seconds: a taken port fails at once, and requests wait.
    const server = await listenHttp({ port, host, trustedProxies }, async (request) => {
      if (callerOf(request, new URL(request.url), keys) === 'signedIn') onSignedIn()
      return (await gateway.promise)(request)
    })
    closeServer = server.close
    const url = `http://127.0.0.1:${server.port}`
    const database = await openDatabase(options)
    closers.push(() => database.close())
    const storageFolder = dataDir === null ? await temporaryFolder(closers) : join(dataDir, 'storage')

    const mailbox = createMailbox(siteUrl, database.sql, options.maxMails)
    await createSystemSchema(database)
    await applyMigrations(database, MIGRATIONS_FOLDER, onProgress)
    const magazine = { ...magazineRecord(), files: siteFiles() }
    await database.sql('select public.register_magazine($1::jsonb)', [JSON.stringify(magazine)])
    const api = await createApi({
      config,
      connection: database.connection,
      keys,
      mailer: mailbox.mailer,
      storage: folderStorage(storageFolder, database),
      siteUrl,
    })
    // As on a hosted project, `notify pgrst` reloads the schema.
    closers.push(
      await database.listen('pgrst', (payload) => {
        // The schema is the same then, and to read it again takes a second.
        if (payload !== OPENED_AGAIN) api.reloadSchema()
      }),
    )

    const functions = serveFunctions({ config, keys, siteUrl, apiUrl: url, publicUrl })
    closers.push(functions.stop)
    const services = { database, keys, mailbox, config, siteUrl }
    const authApi = { ...services, api: withAssurance(api.fetch, services) }
    const answer = createGateway(
      authApi.api,
      services,
      [
        mailRoute(mailbox, keys),
        publicFilesRoute(storageFolder, database),
        withheldFilesRoute(storageFolder, database, authApi.api),
        functions.route,
        ...authAdminRoutes(services),
        verifyRoute(authApi),
        emailChangeRoute(services),
        ...signUpRoutes(authApi),
        ...factorRoutes(services),
        signInRoute(services),
        passwordRoute(authApi),
      ],
      dataDir === null ? undefined : createFullDiskCheck(dataDir),
    )
    gateway.resolve(answer)
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
    gateway.reject(error)
    await stop()
    throw error
  }
}

function openDatabase({ dataDir, databaseUrl }: StackOptions): Promise<Database> {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl)
  return dataDir === null ? openPglite(null, migratedCluster) : openPglite(dataDir)
}

async function temporaryFolder(closers: (() => Promise<unknown>)[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mantel-storage-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}
