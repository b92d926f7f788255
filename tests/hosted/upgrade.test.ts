import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { differentNames, readCatalog } from '../../scripts/migration/catalog.ts'
import { ROOT } from '../../supabase/local/config.ts'
import type { Database } from '../../supabase/local/database/database.ts'
import { openPostgres } from '../../supabase/local/database/postgres.ts'
import { readFormerMigrations } from '../../supabase/upgrades/former-migrations.ts'
import { FIRST_COMMIT, migrateAsFormerCommit } from '../support/database/former-databases.ts'
import {
  asPostgres,
  createHostedDatabase,
  createHostedTemplate,
  createMigrationsTable,
  SUPERUSER,
} from '../support/database/hosted-layout.ts'
import { isLongRun } from '../support/long-run.ts'
import { type TestPostgres, startPostgres } from '../support/database/postgres.ts'
import { runSupabase } from './supabase-cli.ts'

const GUIDE = await readFile(join(ROOT, '.github', 'docs', 'upgrading-a-hosted-project.md'), 'utf8')
const [LIST = [], FROM_FIRST = [], FORMER_PUSH = [], UPGRADE = []] = GUIDE.split('```sh\n')
  .slice(1)
  .map((part) => part.split('```')[0]?.trim().split('\n'))

let postgres: TestPostgres
/** A project of now. */
let current: Database
/** What `git checkout dc12c1ad` gives the Supabase CLI. */
let formerClone: string
beforeAll(async () => {
  postgres = await startPostgres(SUPERUSER)
  current = await openPostgres(await createHostedTemplate(postgres.url, 'closed'))
  formerClone = await mkdtemp(join(tmpdir(), 'mantel-former-'))
  const migrations = join(formerClone, 'supabase', 'migrations')
  await mkdir(migrations, { recursive: true })
  for (const name of ['config.toml', 'templates'])
    await cp(join(ROOT, 'supabase', name), join(formerClone, 'supabase', name), { recursive: true })
  for (const { name, text } of await readFormerMigrations()) await writeFile(join(migrations, name), text)
})
afterAll(async () => {
  await current.close()
  await postgres.stop()
  await rm(formerClone, { recursive: true })
})

test.each([
  [FIRST_COMMIT, [...FROM_FIRST, ...FORMER_PUSH]],
  // Its commands are among those of the first commit.
  ...(isLongRun ? [['a73383f8', FORMER_PUSH] as const] : []),
  ['dc12c1ad', []],
] as const)(
  'the commands of the guide bring a project of %s up to date, with its rows',
  async (commit, atFormerCommit) => {
    const url = await createHostedDatabase(postgres.url, `from-${commit}`, 'closed')
    const project = await openPostgres(asPostgres(url))
    await createMigrationsTable(project)
    await migrateAsFormerCommit(project, commit)
    await project.sql(`insert into public.tags (name, slug) values ('Oak', 'oak')`)
    const run = (line: string, folder?: string) => {
      const words = line.replace(/^npx supabase /, '').split(' ')
      const remote = `--remote=${asPostgres(url)}?sslmode=disable`
      return runSupabase([...words.map((word) => (word === '--remote' ? remote : word)), '--yes'], folder)
    }
    const succeed = async (line: string, folder?: string) => {
      const { status, output } = await run(line, folder)
      expect(status, output).toBe(0)
      return output
    }

    expect((await run('db push --remote')).status).not.toBe(0)
    for (const line of atFormerCommit) await succeed(line, formerClone)
    for (const line of LIST) expect((await succeed(line)).match(/\d{14}/g)?.at(-1)).toBe('20261209020000')
    expect((await run('db push --remote')).status).not.toBe(0)
    expect(UPGRADE).toHaveLength(3)
    for (const line of UPGRADE) await succeed(line)

    const migrations = 'select version, name from supabase_migrations.schema_migrations order by version'
    expect(await project.sql(migrations)).toEqual(await current.sql(migrations))
    expect(await project.sql('select name from public.tags')).toEqual([{ name: 'Oak' }])
    const different = differentNames(await readCatalog(project), await readCatalog(current))
    expect(different.filter((name) => !/^rows of (public\.|private\.search)/.test(name))).toEqual([])
    await project.close()
  },
)
