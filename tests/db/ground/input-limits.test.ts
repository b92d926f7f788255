import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STANDARD_THEME } from '../../../src/domain/theme/theme.ts'
import { type Backend, draft, insertRow, openBackend } from '../support/backend.ts'

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
  branding: () => ({}),
  front_versions: () => ({ page: `/${randomUUID()}`, live_from: '2099-01-01' }),
  letter_sender: () => ({}),
  letters: () => ({ subject: 'A' }),
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
  sections: () => ({ title: randomUUID(), slug: randomUUID() }),
  slug_redirects: () => ({ old_slug: randomUUID(), target: '/browse' }),
  subscribers: () => ({ email: email() }),
  tags: () => ({ name: randomUUID(), slug: randomUUID() }),
  theme: () => STANDARD_THEME,
}

/** More than any text has, in characters; than any list, in entries; than any JSON, in characters. */
const TOO_LONG = 100_000
const TOO_MANY = 20_000
const TOO_LARGE = 2_000_000
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
  if (['site_settings', 'deploy_settings', 'theme', 'branding', 'letter_sender'].includes(table))
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
       -- The API cannot pass any number of arguments.
       and p.provariadic = 0
       and exists (select from unnest(p.proargtypes) t where format_type(t, null) ~ '^(text|jsonb?)$|\\[\\]$')
     order by 1`,
  )
  expect(functions.length).toBeGreaterThan(20)
  const failed: string[] = []
  for (const { name, arguments: names, types, anon } of functions) {
    for (const [at, type] of types.entries()) {
      for (const value of LONG[type] ?? []) {
        const given = names.map((argument, other) => [
          argument,
          other === at ? value : SHORT[types[other] ?? ''],
        ])
        // Who may do most gets furthest.
        for (const caller of anon ? (['anon', 'super_admin'] as const) : (['super_admin'] as const)) {
          const { error, status } = await backend.as[caller].rpc(name, Object.fromEntries(given))
          if (status >= 500 || /normalizes|timeout/.test(error?.message ?? ''))
            failed.push(`${name} (${names[at]}) as ${caller}: ${error?.message}`)
        }
      }
    }
  }
  expect(failed).toEqual([])
  const without = functions.flatMap(({ types }) => types).filter((type) => SHORT[type] === undefined)
  expect([...new Set(without)]).toEqual([])
})

const LONG_TEXT = `a${'\u0301\u0316'.repeat(50_000)}`
const many = <Entry>(entry: (at: number) => Entry) => Array.from({ length: 20_000 }, (_, at) => entry(at))

/** Far too much, by type. */
const LONG: Readonly<Record<string, readonly unknown[]>> = {
  text: [LONG_TEXT],
  jsonb: [
    {
      title: LONG_TEXT,
      name: LONG_TEXT,
      body: LONG_TEXT,
      article_id: randomUUID(),
      ids: many(() => randomUUID()),
    },
    many((at) => ({ id: randomUUID(), kind: `Words ${at}`, title: 'A' })),
    many((at) => [`%a${at}%`]),
    [[LONG_TEXT]],
  ],
  'text[]': [many((at) => `a ${at}`), [LONG_TEXT]],
  'uuid[]': [many(() => randomUUID())],
  'bigint[]': [many((at) => at)],
  'public.notification_kind[]': [many(() => 'comment')],
}

/** Values of the other arguments, which name nothing. */
const SHORT: Readonly<Record<string, unknown>> = {
  boolean: false,
  date: '2026-01-05',
  integer: 1,
  bigint: 1,
  jsonb: {},
  text: 'a',
  uuid: randomUUID(),
  'timestamp with time zone': '2026-01-05T10:00:00Z',
  'text[]': [],
  'uuid[]': [],
  'bigint[]': [],
  'public.notification_kind[]': [],
}

// Tables without a limit of rows a day, and what bounds them.
const BOUNDED = {
  article_template_tags: 'the tags of a template',
  article_working_copies: 'one an article',
  branding: 'one row',
  deploy_settings: 'one row',
  global_styles: 'one row',
  name_requests: 'one a person',
  notification_choices: 'one a kind of notification and person',
  site_settings: 'one row',
  theme: 'one row',
}

test('each table that accounts add rows to has a limit of what a person adds in a day', async () => {
  const open = await backend.sql<{ name: string; isLimited: boolean }>(
    `select c.relname as name, exists (
       select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'private.limit_added_rows'::regproc) as "isLimited"
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (
       has_any_column_privilege('authenticated', c.oid, 'insert')
       -- What accounts do adds rows to these.
       or c.relname in ('article_revisions', 'audit_log', 'preview_links', 'publish_outbox'))
     order by 1`,
  )
  expect(open.length).toBeGreaterThan(20)
  expect(open.filter(({ isLimited }) => !isLimited).map(({ name }) => name)).toEqual(Object.keys(BOUNDED))
})

test('an import of many files is taken; a script that adds without end is refused, and told so', async () => {
  const files = (number: number) =>
    backend.as.contributor.from('media').insert(
      Array.from({ length: number }, () => ({
        filename: 'a.webp',
        original_filename: 'a.webp',
        mime_type: 'image/webp',
        size_bytes: 1,
        storage_path: `${backend.id.contributor}/${randomUUID()}.webp`,
        uploaded_by: backend.id.contributor,
      })),
    )
  for (let time = 0; time < 4; time += 1) expect((await files(500)).error).toBeNull()
  expect(
    await backend.sql(`select sum(number)::int as added from private.added_rows where table_name = 'media'`),
  ).toEqual([{ added: 2000 }])
  await backend.sql('update private.added_rows set number = 4900')
  const { error, status } = await files(500)
  expect([status, error?.message]).toEqual([429, 'Nobody can add more than 5,000 files in 24 hours'])
  // What is refused is not counted, and other people and the next day are not concerned.
  expect((await files(1)).error).toBeNull()
  await backend.sql('update private.added_rows set number = 5000')
  expect((await files(1)).status).toBe(429)
  expect(
    (await backend.as.contributor.from('tags').insert({ name: 'A', slug: randomUUID() })).error,
  ).toBeNull()
  await backend.sql(`update private.added_rows set hour = hour - interval '25 hours'`)
  expect((await files(1)).error).toBeNull()
  // What is a day old is not kept.
  expect(await backend.sql(`select number from private.added_rows where table_name = 'media'`)).toHaveLength(
    1,
  )
})
