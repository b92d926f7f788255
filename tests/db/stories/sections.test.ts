import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SectionRow } from '../../../src/domain/sections/section.ts'
import { type Backend, insertRow, openBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

let count = 0
const nextSlug = () => `section-${(count += 1)}`

beforeEach(() => backend.sql('delete from public.sections'))

async function section(row: Partial<SectionRow> = {}): Promise<SectionRow> {
  const slug = nextSlug()
  return (await insertRow(backend, 'sections', {
    slug,
    title: `The ${slug}`,
    ...row,
  })) as unknown as SectionRow
}

const category = async (sections: string[]) => {
  const name = `Category ${(count += 1)}`
  return (await insertRow(backend, 'categories', { name, slug: `category-${count}`, sections })) as {
    id: string
  }
}
const sectionsOf = async (id: string) =>
  (await backend.sql<{ sections: string[] }>('select sections from public.categories where id = $1', [id]))[0]
    ?.sections

const save = ({ id, version }: Pick<SectionRow, 'id' | 'version'>, change: Partial<SectionRow>) =>
  backend.as.editor.rpc('save_section', { p_id: id, p_version: version, p_section: change })
const remove = (row: SectionRow, into: string | null = null) =>
  backend.as.editor.rpc('remove_section', { p_id: row.id, p_version: row.version, p_into: into })

/** Where an address of before leads now. */
async function leads(path: string): Promise<string | null> {
  const [found] = await backend.sql<{ target: string }>(
    'select private.redirect_target(r) as target from public.slug_redirects r where r.old_path = $1',
    [path],
  )
  return found?.target ?? null
}

test('editors make, change, order and remove sections; contributors, viewers and visitors only read them', async () => {
  const one = await section()
  for (const who of ['contributor', 'viewer', 'anon'] as const) {
    const as = backend.as[who]
    expect((await as.from('sections').select('slug').eq('id', one.id)).data).toEqual([{ slug: one.slug }])
    const tried = await Promise.all([
      as.from('sections').insert({ slug: nextSlug(), title: 'A section' }),
      as.rpc('order_sections', { p_ids: [one.id] }),
      as.rpc('remove_section', { p_id: one.id, p_version: 1 }),
      as.rpc('restore_section', { p_id: one.id }),
    ])
    for (const { error } of tried) expect(error?.code, who).toBe('42501')
    await as.from('sections').update({ title: 'Mine' }).eq('id', one.id)
    await as.from('sections').delete().eq('id', one.id)
  }
  expect((await backend.as.anon.from('sections').select('title')).data).toEqual([{ title: one.title }])
  expect((await save(one, { title: 'Rooms' })).error).toBeNull()
  expect((await save(one, { title: 'Other rooms' })).error?.code).toBe('PT409')
})

test('an accent is a colour as #rrggbb, or none', async () => {
  const one = await section()
  for (const accent of ['red', '#abc', '#ABCDEF', '#2f6b3c;', ''])
    expect((await save(one, { accent })).error?.code, accent).toBe('23514')
  expect((await save(one, { accent: '#2f6b3c' })).error).toBeNull()
  expect((await save({ ...one, version: 2 }, { accent: null })).error).toBeNull()
})

test('a section gets the last place, and an order that misses one is refused', async () => {
  const [one, other] = [await section(), await section()]
  expect(other.position).toBe(one.position + 1)
  const order = (p_ids: string[], p_home = false) =>
    backend.as.editor.rpc('order_sections', { p_ids, p_home })
  expect((await order([other.id])).error?.code).toBe('PT409')
  expect((await order([other.id, one.id])).error).toBeNull()
  expect((await order([one.id], true)).error).toBeNull()
  const rows = await backend.sql(
    'select slug, position, home_position from public.sections order by position',
  )
  expect(rows).toEqual([
    { slug: other.slug, position: 1, home_position: null },
    { slug: one.slug, position: 2, home_position: 1 },
  ])
})

describe('an address', () => {
  test('that is taken is refused, with its owner', async () => {
    await insertRow(backend, 'pages', { title: 'Our press', slug: 'press' })
    await insertRow(backend, 'slug_redirects', { old_slug: 'summer', target: '/browse' })
    const messages = await Promise.all(
      ['press', 'summer', 'browse', 'media'].map(async (slug) => {
        const { error } = await backend.as.editor.from('sections').insert({ slug, title: 'A section' })
        return error?.message
      }),
    )
    expect(messages).toEqual([
      'The address "/press" is taken by the page “Our press”',
      'The address "/summer" is taken by a redirect to /browse',
      'The address "/browse" is used by the site itself',
      'The address "/media" is used by the site itself',
    ])
  })

  test('of a section is given to no page and no redirect', async () => {
    const { slug } = await section()
    const { as } = backend
    expect((await as.editor.from('pages').insert({ title: 'A page', slug })).error?.code).toBe('23514')
    const redirect = await as.editor.from('slug_redirects').insert({ old_slug: slug, target: '/browse' })
    expect(redirect.error?.message).toContain('is in use')
  })

  test('that changes leaves a redirect, and categories and fronts follow it', async () => {
    const one = await section()
    const listed = await category([one.slug, 'elsewhere'])
    const block = {
      kind: 'stories',
      id: 'b',
      items: [],
      by_rule: true,
      count: 3,
      section: one.slug,
      title: null,
    }
    for (const page of ['/', `/${one.slug}`])
      await insertRow(backend, 'front_versions', { page, blocks: [block], live_from: '2026-01-01T00:00:00Z' })
    const moved = nextSlug()
    expect((await save(one, { slug: moved })).error).toBeNull()
    expect(await sectionsOf(listed.id)).toEqual([moved, 'elsewhere'])
    expect(await leads(`/${one.slug}`)).toBe(`/${moved}`)
    const fronts = await backend.sql(
      `select page, blocks -> 0 ->> 'section' as section from public.front_versions where page in ('/', $1) order by page`,
      [`/${moved}`],
    )
    expect(fronts).toEqual([
      { page: '/', section: moved },
      { page: `/${moved}`, section: moved },
    ])
    // Back again: nothing leads away from the address.
    expect((await save({ ...one, version: 2 }, { slug: one.slug })).error).toBeNull()
    expect(await leads(`/${one.slug}`)).toBeNull()
    expect(await leads(`/${moved}`)).toBe(`/${one.slug}`)
  })
})

describe('a section that is removed', () => {
  test('gives its categories and all its addresses to another one', async () => {
    const [one, other] = [await section(), await section()]
    const [only, both] = [await category([one.slug]), await category([one.slug, other.slug])]
    const moved = nextSlug()
    await save(one, { slug: moved })
    expect((await remove({ ...one, version: 2 }, other.id)).error).toBeNull()
    expect([await sectionsOf(only.id), await sectionsOf(both.id)]).toEqual([[other.slug], [other.slug]])
    expect([await leads(`/${one.slug}`), await leads(`/${moved}`)]).toEqual([
      `/${other.slug}`,
      `/${other.slug}`,
    ])
  })

  test('leaves its categories, and its address leads to all stories', async () => {
    const one = await section()
    const listed = await category([one.slug])
    expect((await remove(one)).error).toBeNull()
    expect(await sectionsOf(listed.id)).toEqual([])
    expect(await leads(`/${one.slug}`)).toBe('/browse')
  })

  test('comes back as it was, with its categories and its front', async () => {
    const one = await section()
    const listed = await category([one.slug])
    const front = {
      page: `/${one.slug}`,
      blocks: [{ kind: 'letter', id: 'l' }],
      live_from: '2026-01-01T00:00:00Z',
    }
    await insertRow(backend, 'front_versions', front)
    await remove(one)
    expect((await backend.as.editor.rpc('restore_section', { p_id: one.id })).error).toBeNull()
    expect(await backend.sql('select * from public.sections where id = $1', [one.id])).toMatchObject([
      { slug: one.slug, title: one.title, position: one.position },
    ])
    expect(await sectionsOf(listed.id)).toEqual([one.slug])
    expect(await leads(`/${one.slug}`)).toBeNull()
    const fronts = () => backend.sql('select id from public.front_versions where page = $1', [front.page])
    expect(await fronts()).toHaveLength(1)
    // Another section at the address has no front yet.
    await backend.sql('delete from public.sections where id = $1', [one.id])
    await section({ slug: one.slug })
    expect(await fronts()).toEqual([])
  })
})

test('filter buttons follow their tags: renamed, merged, deleted', async () => {
  const [oak, elm, ash] = await Promise.all(
    ['Oak', 'Elm', 'Ash'].map((name) =>
      insertRow(backend, 'tags', { name, slug: `${name}-${nextSlug()}`.toLowerCase() }),
    ),
  )
  const one = await section({ buttons: 'tags', button_tags: ['Oak', 'Elm', 'Ash', 'Not a tag'] })
  const buttons = async () =>
    (
      await backend.sql<{ button_tags: string[] }>('select button_tags from public.sections where id = $1', [
        one.id,
      ])
    )[0]?.button_tags
  await backend.as.editor.from('tags').update({ name: 'Old oak' }).eq('id', oak?.id)
  expect(await buttons()).toEqual(['Old oak', 'Elm', 'Ash', 'Not a tag'])
  await backend.as.editor.rpc('merge_tags', { p_from: elm?.id, p_into: oak?.id })
  expect(await buttons()).toEqual(['Old oak', 'Ash', 'Not a tag'])
  await backend.as.editor.from('tags').delete().eq('id', ash?.id)
  expect(await buttons()).toEqual(['Old oak', 'Not a tag'])
})

/** A change of sections or pages, over few addresses, so that changes meet. */
const addresses = ['attic', 'barn', 'cellar', 'den']
const change = fc.record({
  what: fc.constantFrom('add', 'move', 'remove', 'remove into', 'add page', 'move page'),
  which: fc.nat(9),
  address: fc.constantFrom(...addresses),
})

test('no address that readers ever had of a section is dead, whatever is moved and removed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 14 }), async (changes) => {
      await backend.sql('delete from public.sections')
      await backend.sql('delete from public.slug_redirects')
      await backend.sql('delete from public.pages')
      const had = new Set<string>()
      for (const { what, which, address } of changes) {
        const rows = await backend.sql<SectionRow>('select * from public.sections order by slug')
        const pages = await backend.sql<{ id: string }>('select id from public.pages order by slug')
        const [row, page] = [rows[which % rows.length], pages[which % pages.length]]
        const other = rows.find(({ id }) => id !== row?.id)
        const { editor } = backend.as
        // A change that is refused changes nothing.
        if (what === 'add') await editor.from('sections').insert({ slug: address, title: 'A section' })
        else if (what === 'add page')
          await editor.from('pages').insert({ slug: address, title: 'A page', status: 'published' })
        else if (what === 'move page' && page)
          await editor.from('pages').update({ slug: address }).eq('id', page.id)
        else if (what === 'move' && row) await save(row, { slug: address })
        else if (row) await remove(row, what === 'remove into' ? (other?.id ?? null) : null)

        const live = await backend.sql<{ path: string }>(
          `select '/' || slug as path from public.sections union all select '/' || slug from public.pages`,
        )
        const paths = new Set([...live.map(({ path }) => path), '/browse'])
        expect(paths.size, 'two pages at one address').toBe(live.length + 1)
        const present = await backend.sql<{ path: string }>(`select '/' || slug as path from public.sections`)
        for (const { path } of present) had.add(path)
        for (const path of had) {
          const target = paths.has(path) ? path : await leads(path)
          expect(target !== null && paths.has(target), `${path} leads to ${target}`).toBe(true)
        }
      }
    }),
    { numRuns: 25 },
  )
})
