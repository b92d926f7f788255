/** `npm run reset`: empties the data folder, but not the database of DATABASE_URL. */
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readLocalEnv } from '../src/backend/env/env.ts'
import { FolderInUse, lockFolder } from '../src/node/folder-lock.ts'
import { failStart } from './start-error.ts'

/**
 * What Mantel makes in a data folder beside `lock` and `publisher`: the local Supabase, pictures, unfinished files, and in
 * `.local` the site's bundle and the data folders of benches and tests.
 */
const OWN_ENTRY =
  /^(lock\.[0-9a-f-]{36}|keys\.json(\.[0-9a-f-]{36})?|postgres(\.unfinished)?|storage|pictures|social-cards|bundles|(bench|cold|e2e)-.+)$/

try {
  const { dataDir, distDir } = readLocalEnv()
  const left = await emptyFolder(dataDir, distDir)
  console.log(left.length === 0 ? `${dataDir} is empty` : `${dataDir} is empty, but for ${left.join(', ')}`)
} catch (error) {
  failStart(error)
}

/** Deletes what Mantel made in a data folder, the built site if that is in there, too. Resolves with the names of the rest. */
async function emptyFolder(dataDir: string, distDir: string): Promise<string[]> {
  const entries = await readdir(dataDir).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (entries.length === 0) return []
  // DATA_DIR may be any folder. A publisher's data folder has no keys.
  const publisherDir = join(dataDir, 'publisher')
  if (!entries.includes('keys.json') && !existsSync(join(publisherDir, 'id')))
    throw new Error(`${dataDir} does not look like a data folder of this project, so nothing was deleted.`)

  const unlockers: (() => Promise<void>)[] = []
  try {
    for (const folder of [dataDir, publisherDir]) unlockers.push(await lockFolder(folder))
    for (const entry of entries)
      if (OWN_ENTRY.test(entry) || join(dataDir, entry) === distDir)
        await rm(join(dataDir, entry), { recursive: true, force: true })
    await rm(publisherDir, { recursive: true, force: true })
  } catch (error) {
    if (error instanceof FolderInUse)
      throw new Error(`${dataDir} is in use by process ${error.pid}. Stop it first.`, { cause: error })
    throw error
  } finally {
    for (const unlock of unlockers.reverse()) await unlock()
  }
  return readdir(dataDir)
}
