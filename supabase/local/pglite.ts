import { existsSync, openAsBlob } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

const PACKAGES = join(import.meta.dirname, '..', '..', 'node_modules')

/**
 * A freshly initialised, empty PGlite as an archive to start from, which takes a tenth of initialising one. It is made
 * once for each version and kept with the installed packages.
 */
export async function emptyCluster(): Promise<Blob> {
  const manifest = await readFile(join(PACKAGES, '@electric-sql', 'pglite', 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const folder = join(PACKAGES, '.cache', 'mantel')
  const file = join(folder, `pglite-${version}.tar`)
  if (!existsSync(file)) {
    const pglite = await PGlite.create()
    const archive = await pglite.dumpDataDir('none')
    await pglite.close()
    await mkdir(folder, { recursive: true })
    const draft = `${file}.${process.pid}`
    await writeFile(draft, archive.stream())
    await rename(draft, file)
  }
  return openAsBlob(file)
}

/**
 * The PGlite folder of a data folder. `fresh` is true when it must be filled; `filled()` is then to be called, and
 * until it was, the next start takes the folder for the rest of an interrupted one and begins again.
 */
export async function pgliteFolder(
  dataDir: string,
): Promise<{ path: string; fresh: boolean; filled: () => Promise<void> }> {
  const path = join(dataDir, 'postgres')
  const unfinished = join(dataDir, 'postgres.unfinished')
  if (existsSync(unfinished)) await rm(path, { recursive: true, force: true })
  const fresh = !existsSync(join(path, 'PG_VERSION'))
  if (fresh) {
    await mkdir(path, { recursive: true })
    await writeFile(unfinished, '')
  }
  return { path, fresh, filled: () => rm(unfinished, { force: true }) }
}
