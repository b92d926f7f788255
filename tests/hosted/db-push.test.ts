import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSchemaFiles } from '../../scripts/migration/schema-files.ts'
import { ROOT } from '../../supabase/local/config.ts'
import { MIGRATIONS_FOLDER } from '../../supabase/local/database/migrations.ts'
import { openPostgres } from '../../supabase/local/database/postgres.ts'
import {
  asPostgres,
  createHostedDatabase,
  DEFAULT_PRIVILEGES,
  PASSWORD,
  SUPERUSER,
} from '../support/database/hosted-layout.ts'
import { type TestPostgres, startPostgres } from '../support/database/postgres.ts'
import { runSupabase } from './supabase-cli.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres(SUPERUSER)
})
afterAll(() => postgres.stop())

/** Findings that stay: .github/decisions/0017-accepted-advisor-findings.md says why. */
const ACCEPTED = new Set(['multiple_permissive_policies', 'rls_enabled_no_policy', 'unused_index'])

describe.each(DEFAULT_PRIVILEGES)('on a hosted project whose default privileges are %s', (privileges) => {
  let url: string
  const remote = () => `--remote=${asPostgres(url)}?sslmode=disable`

  test('supabase db push applies every migration, and config.toml gives no warning', async () => {
    url = await createHostedDatabase(postgres.url, `push-${privileges}`, privileges)
    const first = await runSupabase(['db', 'push', remote(), '--yes'])
    expect(first.status, first.output).toBe(0)
    expect(first.output).not.toMatch(/warn|deprecat|no longer|unknown/i)
    for (const name of readdirSync(MIGRATIONS_FOLDER)) expect(first.output).toContain(name)
    const second = await runSupabase(['db', 'push', remote(), '--yes'])
    expect(second.output).toContain('up to date')
  })

  test('supabase db advisors finds nothing that is not accepted', async () => {
    const { status, output } = await runSupabase([
      'db',
      'advisors',
      remote(),
      '--level',
      'info',
      '-o',
      'json',
    ])
    expect(status, output).toBe(0)
    const findings = JSON.parse(output.slice(output.indexOf('['), output.lastIndexOf(']') + 1)) as {
      name: string
      detail: string
    }[]
    expect(findings.filter(({ name }) => !ACCEPTED.has(name)).map(({ detail }) => detail)).toEqual([])
  })

  test('the auth server, as its own role, makes users who get a profile, and sessions that are logged', async () => {
    const address = new URL(url)
    address.username = 'supabase_auth_admin'
    address.password = PASSWORD
    const auth = await openPostgres(address.href)
    await auth.sql(`insert into auth.users (id, email) values (gen_random_uuid(), 'reader@mantel.example')`)
    await auth.sql(
      `update auth.users set email = 'other@mantel.example' where email = 'reader@mantel.example'`,
    )
    const database = await openPostgres(asPostgres(url))
    const profiles = await database.sql('select email, role from public.profiles')
    expect(profiles).toEqual([{ email: 'other@mantel.example', role: 'viewer' }])
    await database.sql(`update public.profiles set role = 'editor'`)
    await auth.sql(`insert into auth.sessions (id, user_id) select gen_random_uuid(), id from auth.users`)
    await auth.sql(`update auth.users set invited_at = now()`)
    await auth.sql(`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      select gen_random_uuid(), id, 'totp', 'unverified', now(), now() from auth.users`)
    await auth.sql(`update auth.mfa_factors set status = 'verified'`)
    await auth.sql('delete from auth.users')
    await auth.close()
    const log = await database.sql<{ kind: string }>('select kind from public.audit_log order by id')
    await database.close()
    expect(log.map(({ kind }) => kind)).toEqual([
      ...['account-created', 'role', 'sign-in', 'account-invited', 'second-factor', 'account-deleted'],
    ])
  })
})

test('schemas and migrations change nothing of auth and storage that their services own', () => {
  // What a hosted project allows: triggers on users, policies for stored files, rows of buckets.
  const allowed =
    /^(create (constraint )?trigger|(create|drop) policy|insert into storage\.buckets|update storage\.buckets)\b/
  const owned =
    /^(alter|comment on|create (unique )?index|create table|create function|create or replace function|drop|grant|revoke|insert into|update|delete from|truncate)\b[^;(']*\b(auth|storage)\./
  const migrations = readdirSync(MIGRATIONS_FOLDER).map((name) =>
    readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8'),
  )
  for (const file of [...readSchemaFiles(join(ROOT, 'supabase')).map(({ text }) => text), ...migrations]) {
    const text = file
      .replace(/\$\$.*?\$\$/gs, '')
      .replace(/--.*$/gm, '')
      .replace(/\/\*.*?\*\//gs, '')
    for (const statement of text.split(';').map((part) => part.trim().replace(/\s+/g, ' '))) {
      if (!allowed.test(statement)) expect(statement).not.toMatch(owned)
    }
  }
})
