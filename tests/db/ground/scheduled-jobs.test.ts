import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../../supabase/local/config.ts'
import type { Stack } from '../../../supabase/local/stack.ts'
import { startTestStack } from '../../support/database/test-stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack()
  // pg_cron, as far as it keeps its jobs.
  await stack.sql('create schema cron')
  await stack.sql('create table cron.job (jobname text primary key, schedule text, command text)')
  await stack.sql(`create function cron.schedule(job_name text, schedule text, command text) returns bigint
    language sql as 'insert into cron.job values (job_name, schedule, command)
      on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command returning 1'`)
})
afterAll(() => stack.stop())

const guide = readFileSync(join(ROOT, '.github/docs/going-live.md'), 'utf8')
const blocks = [...guide.matchAll(/^```sql\n([^`]*)^```$/gm)].map(([, sql = '']) => sql)

/** The statements of the guide that schedule jobs. */
const statements = blocks
  .flatMap((block) => block.split(/;\s*$/m))
  .filter((part) => /run_every|cron/.test(part))

test('every job that the guide schedules has a limit of time', async () => {
  for (const statement of statements) await stack.sql(statement)
  const jobs = await stack.sql<{ jobname: string; schedule: string; command: string }>(
    'select * from cron.job order by 1',
  )
  expect(jobs.map(({ jobname }) => jobname)).toEqual([
    'mantel-build-hook',
    'mantel-letters',
    'mantel-mails',
    'mantel-notifications',
    'mantel-readings',
    'mantel-search',
  ])
  for (const { schedule, command } of jobs) {
    expect([schedule, command]).toEqual([
      '* * * * *',
      expect.stringMatching(/^set statement_timeout = '50s'; select /),
    ])
    const [, work = ''] = command.split('; ')
    // Only jobs that call nothing but the database are run.
    if (!work.includes(' net.')) await stack.sql(work)
  }
})
