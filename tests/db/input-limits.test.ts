import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, CALLERS, draft, insertRow, openBackend } from './support/backend.ts'

// What accounts and visitors send is bounded where it enters the database: each column that they may write, and each
// function that they may call, found in the catalog.

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

const story = async () => (await insertRow(backend, 'articles', draft())).id
const email = () => `${randomUUID()}@readers.example`

/** The columns without which a row of a table is not taken. A new table needs its own here. */
const ROW_OF: Readonly<Record<string, () => object | Promise<object>>> = {
  article_templates: () => ({ name: randomUUID() }),
  article_working_copies: async () => ({ article_id: await story(), data: {} }),
  articles: () => draft(),
  author_profiles: () => ({ name: randomUUID() }),
  categories: () => ({ name: randomUUID(), slug: randomUUID() }),
  comment_threads: async () => ({
    article_id: await story(),
    kind: 'passage',
    quote: 'a',
    prefix: '',
    suffix: '',
  }),
  comments: async () => {
    const thread = await insertRow(backend, 'comment_threads', { article_id: await story(), kind: 'story' })
    return { thread_id: thread.id, author_id: backend.id.editor, body: 'a' }
  },
  contact_messages: () => ({ name: 'A reader', message: 'Hello', email: email() }),
  credit_roles: () => ({ name: randomUUID(), byline: 'by' }),
  deploy_settings: () => ({}),
  fonts: () => ({ font_name: randomUUID(), font_file_path: `https://x.example/${randomUUID()}.woff2` }),
  front_versions: () => ({ page: `/${randomUUID()}`, live_from: '2099-01-01' }),
  media: () => ({
    filename: 'a.webp',
    mime_type: 'image/webp',
    size_bytes: 1,
    storage_path: `${randomUUID()}.webp`,
  }),
  name_requests: () => ({ profile_id: backend.id.contributor, name: 'A' }),
  pages: () => ({ title: 'A', slug: randomUUID() }),
  plan_tasks: async () => ({
    plan_id: (await insertRow(backend, 'plans', { title: 'A' })).id,
    kind: 'Words',
  }),
  plans: () => ({ title: 'A' }),
  proposed_people: () => ({ name: randomUUID() }),
  site_settings: () => ({}),
  slug_redirects: () => ({ old_slug: randomUUID(), target: '/browse' }),
  subscribers: () => ({ email: email() }),
  tags: () => ({ name: randomUUID(), slug: randomUUID() }),
}

/** More than any text has, in characters; than any list, in entries; than any JSON, in characters. */
const TOO_LONG = 100_000
const TOO_MANY = 20_000
const TOO_LARGE = 5_000_000
/** What the longest column may hold that a trigger cuts or sets by itself, in characters. */
const MAX_KEPT = 2000

interface Column {
  table: string
  name: string
  type: string
  /** Of a list that may have certain entries: one of them. */
  entry: string | null
}

function valuesFor({ type, entry }: Column): unknown[] {
  if (type === 'text')
    return ['x'.repeat(TOO_LONG), `x${' '.repeat(TOO_LONG)}`, `a${'\u0301\u0316'.repeat(TOO_LONG / 10)}`]
  if (type === 'jsonb')
    return [{ html: 'x'.repeat(TOO_LARGE) }, Array.from({ length: TOO_LARGE / 10 }, () => ({ a: 'x' }))]
  return [Array.from({ length: TOO_MANY }, () => entry ?? (type === 'text[]' ? 'x' : 1))]
}

test('each text, list and JSON that accounts and visitors may write has a limit', async () => {
  const columns = await backend.sql<Column>(
    `select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
       (select substring(pg_get_constraintdef(k.oid) from '<@ ARRAY\\[''([^'']+)''') from pg_constraint k
        where k.conrelid = c.oid and a.attnum = any (k.conkey) and pg_get_constraintdef(k.oid) like '%<@%' limit 1) as entry
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and format_type(a.atttypid, null) ~ '^(text|jsonb?|character varying)$|\\[\\]$'
       and exists (select from unnest(array['anon', 'authenticated']) caller, unnest(array['insert', 'update']) act
         where has_column_privilege(caller, c.oid, a.attnum, act))
     order by 1, 2`,
  )
  expect(columns.length).toBeGreaterThan(80)
  const unbounded: string[] = []
  for (const column of columns) {
    // An account writes its profile, and does not add one.
    const rowOf = column.table === 'profiles' ? null : ROW_OF[column.table]
    expect(rowOf, `ROW_OF has no row of ${column.table}`).not.toBeUndefined()
    for (const value of valuesFor(column)) {
      const kept = await keptOf(column, value, rowOf ?? null)
      if (kept !== null && kept > MAX_KEPT) unbounded.push(`${column.table}.${column.name}: ${kept}`)
    }
  }
  expect([...new Set(unbounded)]).toEqual([])
})

/** How long a column is that was given a value, null when it was refused. */
async function keptOf(
  { table, name }: Column,
  value: unknown,
  rowOf: (() => object | Promise<object>) | null,
) {
  const refused = (error: unknown) => {
    // Not by the time or memory that it takes.
    expect(String(error)).not.toMatch(/timeout|memory|recursion/i)
    return null
  }
  if (rowOf === null)
    return backend
      .sql(`update public.${table} set ${name} = $1 where id = $2::uuid`, [value, backend.id.viewer])
      .then(() => Infinity, refused)
  if (table === 'site_settings' || table === 'deploy_settings')
    await backend.sql(`delete from public.${table}`)
  if (table === 'name_requests') await backend.sql('delete from public.name_requests')
  const row: Record<string, unknown> = { ...(await rowOf()), [name]: value }
  return insertRow(backend, table, row).then(
    (inserted) => JSON.stringify(Reflect.get(inserted, name) ?? '').length,
    refused,
  )
}

test('no function that accounts and visitors may call reads a long argument to its end', async () => {
  // In place of the time that it takes to normalize them.
  await backend.sql(`create or replace function private.normalized(p_text text, p_form text) returns text
    language plpgsql immutable strict set search_path = '' as $$
    begin
      if length(p_text) > 1000 then raise exception 'normalizes % characters', length(p_text); end if;
      return pg_catalog.normalize(p_text, p_form);
    end $$`)
  const functions = await backend.sql<{
    name: string
    arguments: string[]
    types: string[]
    anon: boolean
  }>(
    `select p.proname as name, p.proargnames[:p.pronargs] as arguments,
       array(select format_type(t, null) from unnest(p.proargtypes) t) as types,
       has_function_privilege('anon', p.oid, 'execute') as anon
     from pg_proc p
     where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
       and exists (select from unnest(p.proargtypes) t where format_type(t, null) ~ '^(text|jsonb?)$|\\[\\]$')
     order by 1`,
  )
  expect(functions.length).toBeGreaterThan(20)
  const failed: string[] = []
  for (const { name, arguments: names, types, anon } of functions) {
    const given = names.map((argument, at) => [argument, longArgument(types[at] ?? '')] as const)
    for (const caller of CALLERS) {
      if (caller === 'anon' && !anon) continue
      const { error, status } = await backend.as[caller].rpc(name, Object.fromEntries(given))
      if (status >= 500 || /normalizes|timeout/.test(error?.message ?? ''))
        failed.push(`${name} as ${caller}: ${error?.message}`)
    }
  }
  expect(failed).toEqual([])
})

function longArgument(type: string): unknown {
  if (type === 'text') return `a${'\u0301\u0316'.repeat(50_000)}`
  if (type === 'uuid[]') return Array.from({ length: 20_000 }, () => randomUUID())
  if (type === 'bigint[]') return Array.from({ length: 20_000 }, (_, at) => at)
  if (type === 'jsonb')
    return {
      title: `a${'\u0301\u0316'.repeat(50_000)}`,
      ids: Array.from({ length: 20_000 }, () => randomUUID()),
    }
  if (type === 'uuid') return randomUUID()
  if (type === 'boolean') return false
  return type === 'integer' ? 1 : null
}
