import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPageSlug } from '../../src/domain/page.ts'
import { isSlug, RESERVED_PAGE_SLUGS } from '../../src/domain/slug.ts'
import { openWorld, put } from './support/world.ts'
import type { Row, World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const page = (more: object = {}): Promise<Row> =>
  put(world, 'pages', { title: 'Colophon', slug: `page-${randomUUID()}`, ...more })

async function change(id: string, patch: object): Promise<string | null> {
  const { error } = await world.as.editor.from('pages').update(patch).eq('id', id)
  return error?.code ?? null
}

describe('parents', () => {
  test('a page is never below itself, however long the way round', async () => {
    const top = await page()
    const middle = await page({ parent_id: top.id })
    const bottom = await page({ parent_id: middle.id })
    expect(await change(top.id, { parent_id: top.id })).toBe('23514')
    expect(await change(top.id, { parent_id: middle.id })).toBe('23514')
    expect(await change(top.id, { parent_id: bottom.id })).toBe('23514')
    expect(await change(bottom.id, { parent_id: top.id })).toBeNull()
    expect(await change(middle.id, { parent_id: bottom.id })).toBeNull()
  })

  test('two moves at once do not make a circle', async () => {
    const [one, other] = [await page(), await page()]
    await Promise.all([change(one.id, { parent_id: other.id }), change(other.id, { parent_id: one.id })])
    const parents = await world.sql(
      'select 1 from public.pages where id = any ($1::uuid[]) and parent_id is not null',
      [`{${one.id},${other.id}}`],
    )
    expect(parents).toHaveLength(1)
  })

  test('the pages below one that is removed move up', async () => {
    const top = await page()
    const below = await page({ parent_id: top.id })
    await world.as.editor.from('pages').delete().eq('id', top.id)
    expect(await world.sql('select parent_id from public.pages where id = $1::uuid', [below.id])).toEqual([
      { parent_id: null },
    ])
  })
})

describe('addresses', () => {
  test('no two pages share one; below different parents they may', async () => {
    const top = await page({ slug: 'notes' })
    const add = (row: object) =>
      world.as.editor.from('pages').insert({ title: 'Notes', slug: 'notes', ...row })
    expect((await add({})).error?.code).toBe('23505')
    expect((await add({ parent_id: top.id })).error).toBeNull()
    expect((await add({ parent_id: top.id })).error?.code).toBe('23505')
  })

  test('a page takes no address that the site itself uses, unless it is below another', async () => {
    const top = await page()
    for (const slug of [...RESERVED_PAGE_SLUGS, 'colophon'].filter(isSlug)) {
      const { error } = await world.as.editor.from('pages').insert({ title: 'Taken', slug })
      expect(error?.code ?? null, slug).toBe(isPageSlug(slug) ? null : '23514')
      const below = await world.as.editor.from('pages').insert({ title: 'Free', slug, parent_id: top.id })
      expect(below.error, slug).toBeNull()
    }
  })

  test('a published address that changes leaves a redirect, until a page takes it', async () => {
    const { id } = await page({ slug: 'imprint', status: 'published' })
    await change(id, { slug: 'legal-notice' })
    const leads = () =>
      world.sql(`select page_id from public.slug_redirects where kind = 'page' and old_slug = 'imprint'`)
    expect(await leads()).toEqual([{ page_id: id }])
    await page({ slug: 'imprint' })
    expect(await leads()).toEqual([])
  })

  test('a published page that moves below another leaves one, until it is back', async () => {
    const top = await page({ status: 'published' })
    const { id } = await page({ slug: 'printing', status: 'published' })
    const leads = () => world.sql(`select page_id from public.slug_redirects where old_slug = 'printing'`)
    await change(id, { parent_id: top.id })
    expect(await leads()).toEqual([{ page_id: id }])
    await change(id, { parent_id: null })
    expect(await leads()).toEqual([])
  })

  test('a draft leaves none', async () => {
    const { id } = await page({ slug: 'unseen' })
    await change(id, { slug: 'unseen-too' })
    expect(await world.sql(`select 1 from public.slug_redirects where old_slug = 'unseen'`)).toEqual([])
  })
})

test('every write moves the version', async () => {
  const { id, version } = await page()
  expect(version).toBe(1)
  await change(id, { title: 'Changed', version: 70 })
  expect(await world.sql('select version from public.pages where id = $1::uuid', [id])).toEqual([
    { version: 2 },
  ])
})

test('there is one row of each kind of settings', async () => {
  for (const table of ['global_styles', 'site_settings', 'deploy_settings']) {
    await put(world, table, { id: randomUUID() })
    const { error } = await world.as.super_admin.from(table).insert({ id: randomUUID() })
    expect(error?.code, table).toBe('23505')
  }
})
