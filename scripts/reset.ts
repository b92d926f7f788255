/** `npm run reset`: empties the data folder, but not the database of DATABASE_URL. */
import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readLocalEnv } from '../src/backend/env.ts'
import { folderHolder } from '../supabase/local/folder-lock.ts'

const { dataDir } = readLocalEnv()
const entries = await readdir(dataDir).catch((): string[] => [])

// DATA_DIR may be any folder: refuse one that is not a data folder.
if (entries.length > 0 && basename(dataDir) !== '.local' && !entries.includes('keys.json')) {
  fail(`${dataDir} does not look like a data folder of this project, so nothing was deleted.`)
}
const holder = (await folderHolder(dataDir)) ?? (await folderHolder(join(dataDir, 'publisher')))
if (holder !== null) fail(`${dataDir} is in use by process ${holder}. Stop it first.`)

for (const entry of entries) await rm(join(dataDir, entry), { recursive: true, force: true })
console.log(`${dataDir} is empty`)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
