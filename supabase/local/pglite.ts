import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { writeFileAtomic } from '../../src/publisher/write-file-atomic.ts'
import { type Database, queryOn, SEARCH_PATH, TIMESTAMP_OID, TIMESTAMPTZ_OID, toIsoTime } from './database.ts'
import { connectPglite } from './lite.ts'
import { Mutex, pgliteDialect } from './pglite-dialect.ts'

const PACKAGES = join(import.meta.dirname, '..', '..', 'node_modules')

/** Opens PGlite in `<dataDir>/postgres`, or in memory when null, with the extensions the migrations use. */
export async function openPglite(dataDir: string | null): Promise<Database> {
  const [{ pg_trgm }, { unaccent }] = await Promise.all([
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite/contrib/unaccent'),
  ])
  const folder = dataDir === null ? null : await prepareFolder(dataDir)
  const mutex = new Mutex()
  const connection = await connectPglite(
    {
      ...(folder === null ? {} : { url: folder.path }),
      pgliteOptions: {
        ...(folder === null || folder.isNew ? { loadDataDir: await emptyCluster() } : {}),
        extensions: { pg_trgm, unaccent },
        parsers: { [TIMESTAMP_OID]: toIsoTime, [TIMESTAMPTZ_OID]: toIsoTime },
      },
    },
    (driver) => pgliteDialect(driver, mutex),
  )
  const pglite = connection.driver
  await pglite.exec(`set timezone = 'UTC'; set search_path = ${SEARCH_PATH}`)
  await folder?.markComplete()

  return {
    connection,
    sql: queryOn(connection),
    script: (text) =>
      mutex.run(async () => {
        await pglite.transaction((transaction) => transaction.exec(text))
      }),
    listen: async (channel, onNotify) => {
      const stop = await mutex.run(() => pglite.listen(channel, onNotify))
      return () => mutex.run(() => stop())
    },
    close: async () => {
      const release = await mutex.acquire()
      await connection.close().finally(release)
    },
  }
}

/**
 * An initialised, empty cluster as an archive: loading it takes a tenth of the time of `initdb`. Made once per version
 * of PGlite and cached in node_modules.
 */
async function emptyCluster(): Promise<Blob> {
  const manifest = await readFile(join(PACKAGES, '@electric-sql', 'pglite', 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const file = join(PACKAGES, '.cache', 'mantel', `pglite-${version}.tar`)
  if (!existsSync(file)) {
    const pglite = await PGlite.create()
    const archive = await pglite.dumpDataDir('none')
    await pglite.close()
    await writeFileAtomic(file, archive.stream())
  }
  // Not openAsBlob, which fails when another process replaces the file meanwhile.
  return new Blob([await readFile(file)])
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
  const isNew = !existsSync(join(path, 'PG_VERSION'))
  if (isNew) {
    await mkdir(path, { recursive: true })
    await writeFile(unfinished, '')
  }
  return { path, isNew, markComplete: () => rm(unfinished, { force: true }) }
}
