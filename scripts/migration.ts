/**
 * `npm run migration <name>`: writes the migration that brings databases to what supabase/schemas says, says what of it is left
 * for a person to write, and ends with 1 when the database refuses what was written.
 */
import { join, relative } from 'node:path'
import { ROOT } from '../supabase/local/config.ts'
import { writeNewMigration } from './migration/new-migration.ts'
import { failStart } from './start-error.ts'

const [, , name = ''] = process.argv

async function run(): Promise<void> {
  if (!/^[a-z][a-z0-9_]*$/.test(name))
    throw new Error(
      'Name what changes in small letters, digits and underscores: npm run migration rate_limits',
    )
  const made = await writeNewMigration(join(ROOT, 'supabase'), name, new Date())
  if (made.kind === 'equal') {
    console.log('supabase/schemas and supabase/migrations make the same database: there is nothing to write.')
    return
  }
  console.log(`Written: ${relative(ROOT, made.file)}. Read it before you commit it.`)
  if (made.kind === 'failing') throw new Error(`It does not run as it is. ${made.error}`)
  console.log(
    made.left.length === 0
      ? 'With it both make the same database.'
      : `Left to write by hand (WRITE HERE in the file):\n  ${made.left.join('\n  ')}`,
  )
}

await run().catch(failStart)
