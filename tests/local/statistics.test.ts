import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPglite } from '../../supabase/local/database/pglite.ts'

test('statistics of a table that has grown are gathered at the next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mantel-statistics-'))
  const first = await openPglite(folder)
  await first.script(
    `create table public.grown as select n, repeat('x', 100) from generate_series(1, 2000) n`,
  )
  const countKnown = `select reltuples::int as rows from pg_class where relname = 'grown'`
  expect(await first.sql(countKnown)).toEqual([{ rows: -1 }])
  await first.close()
  const next = await openPglite(folder)
  expect(await next.sql(countKnown)).toEqual([{ rows: 2000 }])
  await next.close()
  await rm(folder, { recursive: true })
})
