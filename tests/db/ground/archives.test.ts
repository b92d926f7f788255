import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, CALLERS, openBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

interface ListedTable {
  name: string
  part: string
  reason: string | null
}
const listed = () => backend.sql<ListedTable>('select name, part, reason from private.archive_tables()')

test('each table of the database is in one list: exported, or not with the reason', async () => {
  const tables = await backend.sql<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'private', 'auth', 'storage')`,
  )
  const names = (await listed()).map(({ name }) => name)
  expect(names.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  expect(new Set(names.map((name) => name.split('.')[1])).size).toBe(names.length)
  for (const { name, part, reason } of await listed()) expect(part === 'none', name).toBe(reason !== null)
})

test('the document lists the same tables, with the same reasons', async () => {
  const document = readFileSync(join(import.meta.dirname, '../../../.github/docs/exporting.md'), 'utf8')
  const [, section = ''] = document.split('\n## What is exported, and what is not\n')
  const inDocument = Array.from(section.matchAll(/^\| (.+?) \| (`.+`) \|$/gm), ([, part = '', names = '']) =>
    Array.from(names.matchAll(/`(.+?)`/g), ([, name = '']) => [
      name,
      part.startsWith('not: ') ? part.slice(5) : null,
    ]),
  ).flat()
  expect(inDocument.toSorted()).toEqual((await listed()).map(({ name, reason }) => [name, reason]).toSorted())
})

test('a table comes after all tables that it refers to, so that rows can be written in that order', async () => {
  const wrong = await backend.sql(
    `select t.name, c.confrelid::regclass::text as refers_to from private.archive_tables() t
     join pg_constraint c on c.conrelid = t.name::regclass and c.contype = 'f'
     left join private.archive_tables() r on r.name::regclass = c.confrelid
     where t.part <> 'none' and (r.place is null or r.place > t.place or r.part = 'none')`,
  )
  expect(wrong).toEqual([])
})

test('only the secret key exports and restores', async () => {
  const id = '2f1a8f9e-5b67-4c6e-9d0a-1f2e3d4c5b6a'
  for (const [name, values] of [
    ['describe_archive', { p_parts: ['content'] }],
    ['begin_export', { p_parts: ['content', 'private'] }],
    ['read_export', { p_archive: id, p_after: 0 }],
    ['add_archive_lines', { p_archive: id, p_lines: [] }],
    ['check_restore', { p_archive: id }],
    ['finish_restore', { p_archive: id, p_level: '', p_lines: 0 }],
    ['index_restored_stories', { p_most: 1 }],
    ['end_archive', { p_archive: id }],
  ] as const)
    for (const caller of CALLERS) {
      const { error } = await backend.as[caller].rpc(name, values)
      expect(error?.code, `${name} ${caller}`).toBe('42501')
    }
})

test('rows are written at the level of the database alone, and only when all have come', async () => {
  const { data } = await backend.service.rpc('describe_archive', { p_parts: [] })
  const { level } = data as { level: string }
  const p_archive = '2f1a8f9e-5b67-4c6e-9d0a-1f2e3d4c5b6a'
  const finish = async (values: object) =>
    (await backend.service.rpc('finish_restore', { p_archive, ...values })).error?.message
  expect(await finish({ p_level: '1', p_lines: 0 })).toContain('another level')
  expect(await finish({ p_level: level, p_lines: 3 })).toContain('has lost rows')
  expect(await finish({ p_level: level, p_lines: 0 })).toContain('The magazine is not empty: 5 in profiles')
})

test('times have six digits in UTC, whatever the zone of the session', async () => {
  await backend.service
    .from('tags')
    .insert({ name: 'chairs', slug: 'chairs', created_at: '2026-11-30T10:00:00.1+02:00' })
  const { data } = await backend.service.rpc('begin_export', { p_parts: ['content'] })
  const { archive } = data as { archive: string }
  const lines = await backend.sql<{ line: string }>(
    `select line from private.archive_lines where archive = $1::uuid and table_name = 'tags'`,
    [archive],
  )
  expect(lines[0]?.line).toContain('"created_at":"2026-11-30T08:00:00.100000Z"')
  await backend.service.rpc('end_archive', { p_archive: archive })
  expect(await backend.sql('select from private.archive_lines')).toEqual([])
})
