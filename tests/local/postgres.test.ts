import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSystemSchema } from '../../supabase/local/database/migrations.ts'
import { openPostgres } from '../../supabase/local/database/postgres.ts'
import { startStack } from '../../supabase/local/stack.ts'
import { FIRST_COMMIT, migrateAsFormerCommit } from '../support/database/former-databases.ts'
import { type TestPostgres, startPostgres } from '../support/database/postgres.ts'
import { client, SITE_URL } from '../support/database/test-stack.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const start = () => startStack({ port: 0, dataDir: null, databaseUrl: postgres.url, siteUrl: SITE_URL })

test('a second start on the same PostgreSQL keeps rows, migrations and revoked grants', async () => {
  const migrations = 'select version from supabase_migrations.schema_migrations order by 1'
  const first = await start()
  await client(first, first.secretKey).from('tags').insert({ name: 'Oak', slug: 'oak' })
  const applied = await first.sql(migrations)
  await first.stop()

  const second = await start()
  expect(await second.sql(migrations)).toEqual(applied)
  expect((await client(second, second.secretKey).from('tags').select('name')).data).toEqual([{ name: 'Oak' }])
  const [granted] = await second.sql<{ any: boolean }>(
    `select bool_or(has_table_privilege('anon', oid, 'delete')) as any
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  expect(granted?.any).toBe(false)
  await second.stop()
})

test('a PostgreSQL from before the baseline opens with everything in it', async () => {
  const migrations = 'select version from supabase_migrations.schema_migrations order by 1'
  const current = await start()
  const applied = await current.sql(migrations)
  await current.sql('create database earlier')
  await current.stop()
  const databaseUrl = new URL('/earlier', postgres.url).href
  const earlier = await openPostgres(databaseUrl)
  await createSystemSchema(earlier)
  await migrateAsFormerCommit(earlier, FIRST_COMMIT)
  await earlier.sql(`insert into public.tags (name, slug) values ('Ash', 'ash')`)
  await earlier.close()

  const stack = await startStack({ port: 0, dataDir: null, databaseUrl, siteUrl: SITE_URL })
  expect(await stack.sql(migrations)).toEqual(applied)
  expect(await stack.sql(`select name from public.tags where slug = 'ash'`)).toEqual([{ name: 'Ash' }])
  const asks = await client(stack).from('site_settings').select('require_second_factor')
  expect(asks.error?.code).toBe('42501')
  await stack.stop()
})
