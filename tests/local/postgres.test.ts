import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStack, type Stack } from '../../supabase/local/stack.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { client, openLink, roundTripJson, signedIn, SITE_URL } from './support.ts'

let postgres: TestPostgres
let stack: Stack

const start = () => startStack({ port: 0, dataDir: null, databaseUrl: postgres.url, siteUrl: SITE_URL })

beforeAll(async () => {
  postgres = await startPostgres()
  stack = await start()
})
afterAll(async () => {
  await stack.stop()
  await postgres.stop()
})

test('the roles and schemas of Supabase are there', async () => {
  const roles = await stack.sql<{ rolname: string; rolbypassrls: boolean }>(
    `select rolname, rolbypassrls from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'authenticator') order by 1`,
  )
  expect(roles.map((role) => role.rolname)).toEqual([
    'anon',
    'authenticated',
    'authenticator',
    'service_role',
  ])
  expect(roles.filter((role) => role.rolbypassrls).map((role) => role.rolname)).toEqual(['service_role'])
})

test('sign-up, sign-in, policies and storage work as on PGlite', async () => {
  const visitor = client(stack)
  await visitor.auth.signUp({
    email: 'ines@mantel.example',
    password: 'long-enough',
    options: { data: { full_name: 'Ines' } },
  })
  await openLink(stack.mails()[0]?.link ?? '')
  await visitor.auth.signInWithPassword({ email: 'ines@mantel.example', password: 'long-enough' })
  expect((await visitor.from('profiles').select('full_name, role')).data).toEqual([
    { full_name: 'Ines', role: 'viewer' },
  ])
  expect((await visitor.from('tags').insert({ name: 'Oak', slug: 'oak' })).error?.code).toBe('42501')

  const editor = await signedIn(stack, 'editor')
  const { data: tag } = await editor.client
    .from('tags')
    .insert({ name: 'Oak', slug: 'oak' })
    .select('name, created_at')
    .single()
  expect(tag?.created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/)
  const path = `${editor.id}/a.txt`
  expect(
    (
      await editor.client.storage
        .from('media')
        .upload(path, new File(['hello'], 'a.txt', { type: 'text/plain' }))
    ).error,
  ).toBeNull()
  expect(await (await fetch(`${stack.url}/storage/v1/object/public/media/${path}`)).text()).toBe('hello')
  expect((await editor.client.functions.invoke<unknown>('sync-authors')).data).toEqual({
    invitedCount: 0,
    createdCount: 0,
  })
})

test('JSON comes back as it was sent', async () => {
  for (const [sent, got] of await roundTripJson(stack)) expect(got).toEqual(sent)
})

test('notifications of committed writes are heard', async () => {
  const heard: string[] = []
  const stop = await stack.listen('news', (payload) => heard.push(payload))
  await stack.sql(`select pg_notify('news', 'first')`)
  await expect.poll(() => heard).toEqual(['first'])
  await stop()
})

test('a second start changes nothing', async () => {
  const before = await stack.sql('select version from supabase_migrations.schema_migrations order by 1')
  const again = await start()
  expect(await again.sql('select version from supabase_migrations.schema_migrations order by 1')).toEqual(
    before,
  )
  expect((await client(again, again.secretKey).from('tags').select('name')).data).toEqual([{ name: 'Oak' }])
  const [granted] = await again.sql<{ any: boolean }>(
    `select bool_or(has_table_privilege('anon', oid, 'delete')) as any
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  expect(granted?.any).toBe(false)
  await again.stop()
})
