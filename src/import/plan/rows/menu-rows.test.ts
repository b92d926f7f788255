import { expect, test } from 'vitest'
import { EMPTY_MAGAZINE } from '../../../../tests/support/import/magazine.ts'
import { category, page, person, stageOf, story, tag } from '../../../../tests/support/import/items.ts'
import { linksOf, menuSchema } from '../../../domain/site/menu.ts'
import type { Choices } from '../../../domain/newsroom/import-report.ts'
import { defaultChoices } from '../../choices.ts'
import type { Item, Menu, MenuLink, Target } from '../../description.ts'
import { Plan } from '../plan.ts'

const link = (label: string, to: Target | string, links: MenuLink[] = []): MenuLink => ({
  ...{ label, links },
  to: typeof to === 'string' ? { kind: 'address', address: to } : to,
})
const menu = (name: string, at: Menu['at'], links: MenuLink[]): Menu => ({
  ...{ kind: 'menu', key: name, place: 'line 9', notes: [], name, at, links },
})

const CONTENT: Item[] = [
  ...[category('a', 'Rooms'), category('b', 'Kitchens', 'a'), tag('o', 'Oak'), tag('l', 'Lime')],
  ...[person('1', 'Ada'), page('p', { addresses: ['/studio/'] })],
  ...['1', '2', '3'].map((key) =>
    story(key, { slug: `s${key}`, categories: ['b'], tags: ['o'], people: ['1'], addresses: [`/${key}/`] }),
  ),
]

async function menus(own: Item[], choices: Partial<Choices> = {}) {
  const stage = await stageOf(...CONTENT, ...own)
  const proposed = defaultChoices(stage, EMPTY_MAGAZINE, 'file')
  const plan = new Plan(stage, EMPTY_MAGAZINE, 'file', { ...proposed, ...choices })
  const rows = [...plan.rows(new Map())]
  const made = rows
    .filter(({ table }) => table === 'menus')
    .map(({ key, values, notes }) => ({
      menu: menuSchema.parse({ id: key, items: values.items }),
      notes: notes.map(({ text }) => text),
    }))
  const leftOut = [...plan.leftOut()].map(({ title, why }) => [title, why])
  stage.close()
  const titleOf = (id: string) => rows.find(({ key }) => key === id)?.title
  return { made, leftOut, titleOf }
}

test.each<[Target | string, string]>([
  [{ kind: 'story', key: '2' }, 'story Clay'],
  [{ kind: 'page', key: 'p' }, 'page Studio'],
  [{ kind: 'category', key: 'a' }, 'section Rooms'],
  [{ kind: 'category', key: 'b' }, 'category Kitchens'],
  [{ kind: 'tag', key: 'o' }, 'tag Oak'],
  [{ kind: 'tag', key: 'l' }, 'address /browse?search=Lime'],
  [{ kind: 'person', key: '1' }, 'author Ada'],
  ['https://old.example/', 'site home'],
  ['/', 'site home'],
  ['/studio/', 'page Studio'],
  ['https://www.old.example/category/rooms', 'section Rooms'],
  ['/tag/oak/', 'tag Oak'],
  ['/2/#comments', 'address /article/s2#comments'],
  ['/about', 'site about'],
  ['https://elsewhere.example/shop', 'address https://elsewhere.example/shop'],
  ['mailto:ada@old.example', 'address mailto:ada@old.example'],
])('a link to %o leads to the %s', async (to, where) => {
  const { made, titleOf } = await menus([menu('Main', 'header', [link('Words', to)])])
  const [found] = linksOf(made.map((one) => one.menu))
  const { kind, ...rest } = found?.to ?? { kind: 'none' }
  const [name = ''] = Object.values(rest)
  expect(`${kind} ${titleOf(name) ?? name}`).toBe(where)
  expect(found?.label).toBe('Words')
})

test.each([
  ['https://old.example/gone/', 'The link “Gone” leads nowhere in the magazine'],
  ['http://elsewhere.example/', 'The link “Gone” leads nowhere in the magazine'],
  ['#', undefined],
])('a link to %s is left out, the ones below take its place', async (address, said) => {
  const { made } = await menus([
    menu('Main', 'header', [link('Gone', address, [link('Studio', '/studio/')])]),
  ])
  expect(linksOf(made.map((one) => one.menu)).map(({ label }) => label)).toEqual(['Studio'])
  expect(made[0]?.notes[0]).toBe(said)
})

test('what is below a link of the header, or past its twelfth, is named', async () => {
  const many = Array.from({ length: 13 }, (_, at) => link(`Link ${at + 1}`, '/studio/'))
  const [first, ...others] = many
  const below = link('Below', '/2/')
  const { made } = await menus([
    menu('Main', 'header', [link(first?.label ?? '', '/studio/', [below]), ...others]),
  ])
  expect(made[0]?.menu.items).toHaveLength(12)
  expect(made[0]?.notes).toEqual([
    'The link “Below” is below another one, and a menu has one level',
    '“Link 13” is left out: a menu has at most 12 items',
  ])
})

test('a footer has a group for each link with others below it, and one for the rest', async () => {
  const { made } = await menus([
    menu('Footer', 'footer', [
      link('Studio', '/studio/'),
      link('Stories', '#', [link('One', '/1/'), link('Two', '/2/')]),
    ]),
  ])
  const groups = made.flatMap((one) => (one.menu.id === 'footer' ? one.menu.items : []))
  expect(groups.map(({ title, links }) => [title, links.map(({ label }) => label)])).toEqual([
    ['Footer', ['Studio']],
    ['Stories', ['One', 'Two']],
  ])
})

test.each([
  [
    ['Main Menu', 'Blog'],
    'header: Main Menu',
    [['Blog', 'The file does not say where the old site showed it']],
  ],
  [['Blog'], 'header: Blog', []],
  [['Footer links', 'Blog'], 'header: Blog, footer: Footer links', []],
])('of menus called %o whose place is not known: %s', async (names, where, leftOut) => {
  const found = await menus(names.map((name) => menu(name, null, [link(name, '/studio/')])))
  const labels = found.made.map((one) => `${one.menu.id}: ${linksOf([one.menu])[0]?.label}`)
  expect([labels.join(', '), found.leftOut]).toEqual([where, leftOut])
})

test('menus and name that are not chosen are named as left out', async () => {
  const own = [menu('Main', 'header', [link('Studio', '/studio/')])]
  const { made, leftOut } = await menus(own, { menus: false, settings: false })
  expect(made).toEqual([])
  expect(leftOut).toEqual([
    ['Main', 'The magazine keeps its menus'],
    ['Old', 'The magazine keeps its name, tagline and language'],
  ])
})
