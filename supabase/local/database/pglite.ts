import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { type PostgresPoolClient, PostgresDialect } from 'kysely'
import { errorMessage } from '../../../src/backend/error-message.ts'
import { writeFileAtomic } from '../../../src/node/write-file-atomic.ts'
import { ROOT } from '../config.ts'
import { connectDialect } from '../auth/lite.ts'
import { type Database, queryOn } from './database.ts'
import { describeFullDisk } from './free-space.ts'
import { applyMigrations, createSystemSchema, MIGRATIONS_FOLDER, wholeSchemaSql } from './migrations.ts'
import { PgliteSession } from './pglite-session.ts'

/** The major version that PGlite is; it opens no cluster of another. */
const POSTGRES_VERSION = '17'
/** As PostgreSQL does by itself, but PGlite does not: without checkpoints its log grows for ever. */
const CHECKPOINT_MS = 5 * 60_000
/** Tables that have grown by a fifth (in pages) since their statistics were gathered; tables of a few pages need none. */
const GROWN_TABLES = `select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage')
    and pg_relation_size(c.oid) / current_setting('block_size')::int > 1.2 * c.relpages + 10`
const PACKAGES = join(ROOT, 'node_modules')
const CACHE = join(PACKAGES, '.cache/mantel')

interface PgliteDatabase extends Database {
  /** The whole cluster as an archive. */
  dump: () => Promise<Blob>
}

/**
 * Opens PGlite in `<dataDir>/postgres`, or in a temporary folder when null, in a thread of its own. A new one is a copy of the
 * cluster of `loadCluster`.
 */
export async function openPglite(
  dataDir: string | null,
  loadCluster: () => Promise<Blob> = emptyCluster,
): Promise<PgliteDatabase> {
  const temporary = dataDir === null ? await mkdtemp(join(tmpdir(), 'mantel-postgres-')) : null
  const folder = await prepareFolder(dataDir ?? temporary ?? '')
  const session = await PgliteSession.open(folder.path, folder.isNew ? await loadCluster() : undefined)
  await folder.markComplete()
  const connection = await connectDialect(dialectOn(session))

  /** What PostgreSQL does by itself, but PGlite does not: without statistics large tables are read from end to end. */
  async function analyzeGrownTables(): Promise<void> {
    const { rows } = await session.use((turn) => turn.query(GROWN_TABLES))
    for (const { name } of rows) await session.use((turn) => turn.call('exec', `analyze ${String(name)}`))
  }

  async function checkpoint(): Promise<void> {
    // On a full disk it could not be written, which PGlite does not survive.
    if ((await describeFullDisk(folder.path)) !== null) return
    await analyzeGrownTables()
    await session.use((turn) => turn.call('exec', 'checkpoint'))
  }
  if (dataDir !== null && (await describeFullDisk(folder.path)) === null) await analyzeGrownTables()
  const checkpoints = setInterval(() => {
    // One that fails is made up for by the next.
    checkpoint().catch((error: unknown) => console.error(`supabase: ${errorMessage(error)}`))
  }, CHECKPOINT_MS).unref()

  return {
    connection,
    sql: queryOn(connection),
    script: (text) =>
      session.use(async (turn) => {
        for (const part of ['begin', text, 'commit']) await turn.call('exec', part)
      }),
    listen: (channel, onNotify) => session.listen(channel, onNotify),
    dump: () => session.use((turn) => turn.call('dump')),
    close: async () => {
      clearInterval(checkpoints)
      await connection.close()
      await session.close()
      if (temporary !== null) await rm(temporary, { recursive: true, force: true })
    },
  }
}

/** Kysely on PGlite, which is a single session: each transaction, and each statement outside of one, has it for itself. */
function dialectOn(session: PgliteSession): PostgresDialect {
  const connect = async () => {
    const turn = await session.acquire()
    const query = async (text: string, parameters: readonly unknown[]) => {
      const { rows, affectedRows } = await turn.query(text, parameters)
      // Kysely counts the rows of any command but SELECT.
      const command = affectedRows === undefined ? 'SELECT' : 'UPDATE'
      return { command, rowCount: affectedRows ?? 0, rows }
    }
    // The second signature of `query` takes cursors, which only streams use.
    return { query: query as PostgresPoolClient['query'], release: () => turn.release() }
  }
  return new PostgresDialect({ pool: { connect, end: async () => {} } })
}

/**
 * The file with the cluster that a new data folder begins with: empty, as `initdb` makes it, which takes seconds.
 * scripts/empty-cluster.ts writes it, for one version of PGlite.
 */
export async function emptyClusterFile(): Promise<string> {
  return join(import.meta.dirname, `empty-cluster-${await pgliteVersion()}.tar.zst`)
}

async function emptyCluster(): Promise<Blob> {
  const file = await emptyClusterFile()
  if (!existsSync(file)) throw new Error(`There is no ${file}: run node scripts/empty-cluster.ts`)
  return new Blob([await unpack(await readFile(file))])
}

const unpack = promisify(zstdDecompress)

/**
 * A cluster with the system schema and all migrations of this version of the project. The archive is cached in
 * node_modules; one of another version is deleted.
 */
export async function migratedCluster(): Promise<Blob> {
  const source = `${await pgliteVersion()}\n${await wholeSchemaSql()}`
  const digest = createHash('sha256').update(source).digest('hex').slice(0, 16)
  const file = join(CACHE, `pglite-migrated-${digest}.tar`)
  if (!existsSync(file)) {
    const database = await openPglite(null)
    await createSystemSchema(database)
    await applyMigrations(database, MIGRATIONS_FOLDER, () => {})
    const archive = await database.dump()
    await database.close()
    await writeFileAtomic(file, archive.stream())
    for (const other of await readdir(CACHE)) {
      if (/^pglite-.*\.tar$/.test(other) && join(CACHE, other) !== file)
        await rm(join(CACHE, other), { force: true })
    }
  }
  // Not openAsBlob, which fails when another process replaces the file meanwhile.
  return new Blob([await readFile(file)])
}

async function pgliteVersion(): Promise<string> {
  const manifest = await readFile(join(PACKAGES, '@electric-sql', 'pglite', 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

interface PgliteFolder {
  path: string
  /** True for a folder without a cluster; call `markComplete` when it has one. */
  isNew: boolean
  markComplete: () => Promise<void>
}

/** The folder of the cluster. One that was never marked as complete, because its first start was cut off, is emptied. */
async function prepareFolder(dataDir: string): Promise<PgliteFolder> {
  const path = join(dataDir, 'postgres')
  const unfinished = join(dataDir, 'postgres.unfinished')
  if (existsSync(unfinished)) await rm(path, { recursive: true, force: true })
  const version = await readFile(join(path, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version !== null && version.trim() !== POSTGRES_VERSION) {
    throw new Error(
      `The data folder ${dataDir} was made by another version of Mantel (its database is of PostgreSQL ${version.trim()}, not ${POSTGRES_VERSION}); nothing was changed. ` +
        'Start that version, or set DATA_DIR to another folder.',
    )
  }
  const isNew = version === null
  if (isNew) {
    await mkdir(path, { recursive: true })
    await writeFile(unfinished, '')
  }
  return { path, isNew, markComplete: () => rm(unfinished, { force: true }) }
}
