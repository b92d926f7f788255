import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { differentNames, readCatalog } from '../../scripts/migration/catalog.ts'
import { ROOT } from '../../supabase/local/config.ts'
import type { Database } from '../../supabase/local/database.ts'
import { openPostgres } from '../../supabase/local/postgres.ts'
import { migrateAsBeforeBaseline } from '../support/before-baseline.ts'
import {
  asPostgres,
  createHostedDatabase,
  createHostedTemplate,
  createMigrationsTable,
  SUPERUSER,
} from '../support/hosted-layout.ts'
import { type TestPostgres, startPostgres } from '../support/postgres.ts'
import { runSupabase } from './supabase-cli.ts'

const GUIDE = readFileSync(join(ROOT, '.github', 'docs', 'upgrading-a-hosted-project.md'), 'utf8')
const [, LIST = '', UPGRADE = ''] = GUIDE.split('```sh\n').map((part) => part.split('```')[0])

let postgres: TestPostgres
/** A project from before the baseline, and one of now. */
let url: string
let project: Database
let current: Database
beforeAll(async () => {
  postgres = await startPostgres(SUPERUSER)
  url = await createHostedDatabase(postgres.url, 'earlier', 'closed')
  project = await openPostgres(asPostgres(url))
  await createMigrationsTable(project)
  await migrateAsBeforeBaseline(project)
  current = await openPostgres(await createHostedTemplate(postgres.url, 'closed'))
})
afterAll(async () => {
  await project.close()
  await current.close()
  await postgres.stop()
})

/** Runs a line of the guide on the project. */
function run(line: string): Promise<{ status: number; output: string }> {
  const words = line.replace(/^npx supabase /, '').split(' ')
  const remote = `--remote=${asPostgres(url)}?sslmode=disable`
  return runSupabase([...words.map((word) => (word === '--remote' ? remote : word)), '--yes'])
}

test('the commands of the guide bring a project from before the baseline up to date', async () => {
  const migrations = 'select version, name from supabase_migrations.schema_migrations order by version'
  expect((await run(LIST.trim())).output).toMatch(/20261122000091\D*20261126000000/)
  expect((await run('db push --remote')).status).not.toBe(0)

  const commands = UPGRADE.trim().split('\n')
  expect(commands).toHaveLength(3)
  for (const command of commands) {
    const { status, output } = await run(command)
    expect(status, output).toBe(0)
  }
  expect(await project.sql(migrations)).toEqual(await current.sql(migrations))
  expect(differentNames(await readCatalog(project), await readCatalog(current))).toEqual([])
})
