import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MenuLink, type MenuTarget, addressProblem } from '../../../src/domain/site/menu.ts'
import { menuRows } from '../../../supabase/seed/menus.ts'
import { type Backend, insertRow, openBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())
beforeEach(() => backend.sql('delete from public.menus'))

const save = (p_menu: string, p_version: number | null, p_items: unknown) =>
  backend.as.editor.rpc('save_menu', { p_menu, p_version, p_items })

const link = (to: object, label: string | null = null) => ({ id: 'l', label, to })
const messageOf = async (to: object, label: string | null = 'A link') =>
  (await save('header', null, [link(to, label)])).error?.message ?? null

test('editors save menus; others read them', async () => {
  expect((await save('header', null, [])).error).toBeNull()
  for (const who of ['contributor', 'viewer', 'anon'] as const) {
    const as = backend.as[who]
    expect((await as.from('menus').select('id, items')).data).toEqual([{ id: 'header', items: [] }])
    const tried = await Promise.all([
      as.rpc('save_menu', { p_menu: 'header', p_version: 1, p_items: [] }),
      as.from('menus').update({ items: [] }).eq('id', 'header'),
      as.from('menus').delete().eq('id', 'header'),
    ])
    for (const { error } of tried) expect(error?.code, who).toBe('42501')
  }
})

test('a menu that somebody else has saved since is not saved over, and goes back to the standard one', async () => {
  expect((await save('searches', null, ['lamps'])).error).toBeNull()
  expect((await save('searches', null, ['rugs'])).error?.code).toBe('PT409')
  expect((await save('searches', 1, ['rugs'])).error).toBeNull()
  expect((await save('searches', 1, null)).error?.code).toBe('PT409')
  expect((await save('searches', 2, null)).error).toBeNull()
  expect(await backend.sql('select id from public.menus')).toEqual([])
})

test('the menus of the demo content can be saved', async () => {
  for (const { id, items } of menuRows()) expect((await save(id, null, items)).error, id).toBeNull()
})

test('a link leads to a row, a page of the site or an address, by the same rule as in the form', async () => {
  for (const to of [
    {},
    { kind: 'shop' },
    { kind: 'section', id: 'x' },
    { kind: 'site' },
    { kind: 'address' },
  ])
    expect(await messageOf(to), JSON.stringify(to)).toMatch(/^A link needs what it leads to/)
  for (const url of [
    '/about',
    'https://a.example/b?c#d',
    'mailto:a@b.example',
    'javascript:alert(1)',
    'about',
    '/a b',
    '/"',
  ]) {
    const to: MenuTarget = { kind: 'address', url }
    expect((await messageOf(to)) === null, url).toBe(addressProblem(url) === null)
    await backend.sql('delete from public.menus')
  }
  expect(await messageOf({ kind: 'address', url: '/about' }, null)).toBe('A link to an address needs a label')
  expect(await messageOf({ kind: 'site', page: 'about' }, 'x'.repeat(81))).toBe(
    'A label must be at most 80 characters',
  )
})

test('menus have bounds', async () => {
  const links: MenuLink[] = Array.from({ length: 13 }, (_, at) => ({
    id: `${at}`,
    label: null,
    to: { kind: 'site', page: 'about' },
  }))
  const group = (title: string, some: MenuLink[]) => ({ id: 'g', title, links: some })
  const messages = await Promise.all(
    (
      [
        ['header', links],
        ['header', {}],
        ['footer', [group('', [])]],
        ['footer', [group('Explore', links)]],
        ['searches', ['']],
        ['searches', ['x'.repeat(81)]],
      ] as const
    ).map(async ([id, items]) => (await save(id, null, items)).error?.message),
  )
  expect(messages).toEqual([
    'A menu has at most 12 items',
    'A menu must be a list of items',
    'A group of links needs a title of 1 to 80 characters',
    'A group has at most 12 links',
    'A search is a text of 1 to 80 characters',
    'A search is a text of 1 to 80 characters',
  ])
})

test('a link to a row that another one takes the place of leads to that one', async () => {
  const [oak, elm] = await Promise.all(
    ['Oak', 'Elm'].map((name) => insertRow(backend, 'tags', { name, slug: name.toLowerCase() })),
  )
  await save('header', null, [link({ kind: 'tag', id: oak?.id })])
  expect((await backend.as.editor.rpc('merge_tags', { p_from: oak?.id, p_into: elm?.id })).error).toBeNull()
  const rows = await backend.sql(`select items -> 0 -> 'to' ->> 'id' as id from public.menus`)
  expect(rows).toEqual([{ id: elm?.id }])
})
