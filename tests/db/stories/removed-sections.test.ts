import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomCases } from '../../support/long-run.ts'
import { type Backend, insertRow, openBackend } from '../support/backend.ts'

/* What remove_section changes, restore_section takes back. */

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

type Row = Record<string, unknown> & { id: string | number; version: number }

const TABLES = ['sections', 'categories', 'slug_redirects', 'menus', 'front_versions', 'pages']

async function tables(): Promise<Record<string, Row[]>> {
  const read = TABLES.map(async (table) => {
    const rows = await backend.sql<{ row: Row }>(
      `select to_jsonb(t) as row from public.${table} t order by id`,
    )
    return [table, rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

/** Each value of the tables by its place: `menus/header/items/1/to/id`. An item of a list is known by its id, or itself. */
async function values(): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>()
  const add = (place: string, value: unknown): void => {
    if (Array.isArray(value))
      for (const item of value)
        add(`${place}/${(item as Partial<Row> | null)?.id ?? JSON.stringify(item)}`, item)
    else if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) add(`${place}/${key}`, part)
    else if (!/\/(?:version|updated_at)$/.test(place)) found.set(place, value)
  }
  add('', await tables())
  return found
}

/** The tables as they are, without what each write counts up. */
async function written() {
  const skip = ([key]: [string, unknown]) => key !== 'version' && key !== 'updated_at'
  const plain = (row: Row) => Object.fromEntries(Object.entries(row).filter(skip))
  return Object.fromEntries(Object.entries(await tables()).map(([name, rows]) => [name, rows.map(plain)]))
}

const ADDRESSES = ['attic', 'barn', 'cellar', 'den']

/** A change that an editor makes. One that is refused changes nothing. */
const changeArbitrary = fc.record({
  what: fc.constantFrom(
    ...['add', 'move', 'remove', 'list', 'link', 'lead', 'end redirect', 'add page', 'front'],
    ...['delete category', 'title'],
  ),
  which: fc.nat(9),
  other: fc.nat(9),
  address: fc.constantFrom(...ADDRESSES),
})
type Change = typeof changeArbitrary extends fc.Arbitrary<infer C> ? C : never

async function make({ what, which, other, address }: Change): Promise<void> {
  const { editor } = backend.as
  const now = await tables()
  const of = (name: string, at = which) => now[name]?.[at % (now[name]?.length || 1)]
  const [section, category] = [of('sections'), of('categories')]
  if (what === 'add') await editor.from('sections').insert({ slug: address, title: address })
  else if (what === 'add page')
    await editor.from('pages').insert({ slug: address, title: 'A page', status: 'published' })
  else if (what === 'lead')
    await editor.from('slug_redirects').insert({ old_slug: `by-hand-${which}`, target: `/${address}` })
  else if (what === 'end redirect')
    await editor
      .from('slug_redirects')
      .delete()
      .eq('id', of('slug_redirects')?.id ?? 0)
  else if (what === 'delete category') await editor.from('categories').delete().eq('id', category?.id)
  else if (what === 'list' && category && section)
    await editor
      .from('categories')
      .update({ sections: [...new Set([of('sections', other)?.slug, section.slug])] })
      .eq('id', category.id)
  else if (section === undefined) return
  else if (what === 'move') await save(section, { slug: address })
  else if (what === 'title') await save(section, { title: `Title ${other}` })
  else if (what === 'remove') await remove(section, of('sections', other))
  else if (what === 'front')
    await insertRow(backend, 'front_versions', {
      page: other % 2 ? '/' : `/${String(section.slug)}`,
      blocks: [
        { kind: 'stories', id: 'b', items: [], by_rule: true, count: 3, section: section.slug, title: null },
      ],
      live_from: new Date(Date.UTC(2026, 0, 1, 0, 0, (fronts += 1))).toISOString(),
    })
  else if (what === 'link') await addLink(now, section, other % 2 ? 'header' : 'footer')
}
let fronts = 0

const save = ({ id, version }: Row, p_section: object) =>
  backend.as.editor.rpc('save_section', { p_id: id, p_version: version, p_section })
const remove = ({ id, version }: Row, into: Row | undefined) =>
  backend.as.editor.rpc('remove_section', {
    ...{ p_id: id, p_version: version },
    p_into: into === undefined || into.id === id ? null : into.id,
  })
const restore = (id: unknown) => backend.as.editor.rpc('restore_section', { p_id: id })

async function addLink({ menus = [] }: Record<string, Row[]>, { id }: Row, menu: 'header' | 'footer') {
  const stored = menus.find((one) => one.id === menu)
  const link = { id: randomUUID(), label: null, to: { kind: 'section', id } }
  const items = [
    ...((stored?.items as object[] | undefined) ?? []),
    menu === 'header' ? link : { id: randomUUID(), title: 'Rooms', links: [link] },
  ]
  const { error } = await backend.as.editor.rpc('save_menu', {
    ...{ p_menu: menu, p_version: stored?.version ?? null, p_items: items },
  })
  expect(error).toBeNull()
}

/** A magazine after some changes, with a section in it. */
async function begin(changes: readonly Change[]): Promise<Row[]> {
  for (const table of [...TABLES.map((name) => `public.${name}`).reverse(), 'private.added_rows'])
    await backend.sql(`delete from ${table}`)
  for (const slug of ['attic', 'barn']) await insertRow(backend, 'sections', { slug, title: slug })
  for (const [at, sections] of [['attic'], ['barn', 'attic'], []].entries())
    await insertRow(backend, 'categories', { name: `Category ${at}`, slug: `category-${at}`, sections })
  for (const change of changes) await make(change)
  return (await tables()).sections ?? []
}

const history = fc.array(changeArbitrary, { maxLength: 8 })
const pick = fc.record({ which: fc.nat(9), into: fc.option(fc.nat(9)) })

test('a section that is removed and restored at once leaves all as it was: categories, addresses, menus, fronts', async () => {
  await fc.assert(
    fc.asyncProperty(history, pick, async (changes, { which, into }) => {
      const rows = await begin(changes)
      const section = rows[which % rows.length]
      if (section === undefined) return
      const before = await written()
      const target = into === null ? undefined : rows[into % rows.length]
      expect((await remove(section, target)).error).toBeNull()
      expect((await restore(section.id)).error).toBeNull()
      expect(await written()).toEqual(before)
      // Once.
      expect((await restore(section.id)).error?.code).toBe('PT404')
    }),
    { numRuns: randomCases(200, 8) },
  )
})

test('what somebody has changed since the removal stays, and the rest is as it was', async () => {
  await fc.assert(
    fc.asyncProperty(history, pick, changeArbitrary, async (changes, { which, into }, meanwhile) => {
      const rows = await begin(changes)
      const section = rows[which % rows.length]
      if (section === undefined) return
      const before = await values()
      const target = into === null ? undefined : rows[into % rows.length]
      expect((await remove(section, target)).error).toBeNull()
      const removed = await values()
      await make(meanwhile)
      const changed = await values()
      const { error } = await restore(section.id)
      const restored = await values()
      if (error !== null) {
        // Somebody has taken its address.
        expect(error.message).toContain(`The address "/${String(section.slug)}" is taken by`)
        expect(restored).toEqual(changed)
        return
      }
      const rowOf = (place: string) => place.split('/').slice(0, 3).join('/')
      /** The redirect from the address of the section: a row that the removal has added. */
      const [added] = [...changed].filter(
        ([place, value]) => place.endsWith('/old_path') && value === `/${String(section.slug)}`,
      )
      for (const place of new Set([...before.keys(), ...changed.keys(), ...restored.keys()])) {
        const row = rowOf(place)
        const isDeleted = removed.has(`${row}/id`) && !changed.has(`${row}/id`)
        const isChanged = isDeleted || changed.get(place) !== removed.get(place)
        const expected = isChanged && row !== rowOf(added?.[0] ?? '') ? changed : before
        expect([place, restored.get(place)]).toEqual([place, expected.get(place)])
      }
    }),
    { numRuns: randomCases(400, 8) },
  )
})
