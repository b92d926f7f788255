/**
 * `npm run types`: writes src/backend/database.types.ts from a database with all migrations. With `--check` it writes
 * nothing and ends with 1 when the file is not what it would write.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startStack } from '../supabase/local/stack.ts'
import { databaseTypes } from './database-types.ts'

const file = join(import.meta.dirname, '..', 'src', 'backend', 'database.types.ts')

/** The types of a new database with all migrations. */
async function currentTypes(): Promise<string> {
  const stack = await startStack({ port: 0, dataDir: null, siteUrl: 'http://localhost:4321' })
  try {
    return await databaseTypes(stack.sql)
  } finally {
    await stack.stop()
  }
}

const text = await currentTypes()

if (!process.argv.includes('--check')) {
  await writeFile(file, text)
} else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
  console.error('src/backend/database.types.ts is stale: run `npm run types`.')
  process.exitCode = 1
}
