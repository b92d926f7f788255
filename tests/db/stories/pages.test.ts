import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPageSlug, reservedSlugMessage } from '../../../src/domain/sections/page.ts'
import { isSlug, RESERVED_PAGE_SLUGS } from '../../../src/domain/sections/slug.ts'
import { STANDARD_THEME } from '../../../src/domain/theme/theme.ts'
import { type Caller, type Row, type Backend, openBackend, insertRow } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

const page = (more: object = {}): Promise<Row> =>
  insertRow(backend, 'pages', { title: 'Colophon', slug: `page-${randomUUID()}`, ...more })

async function change(id: string, patch: object): Promise<string | null> {
  const { error } = await backend.as.editor.from('pages').update(patch).eq('id', id)
  return error?.code ?? null
}

describe('parents', () => {
  test('a page cannot be its own ancestor', async () => {
    const top = await page()
    const middle = await page({ parent_id: top.id })
    const bottom = await page({ parent_id: middle.id })
    expect(await change(top.id, { parent_id: top.id })).toBe('23514')
    expect(await change(top.id, { parent_id: middle.id })).toBe('23514')
    expect(await change(top.id, { parent_id: bottom.id })).toBe('23514')
    expect(await change(bottom.id, { parent_id: top.id })).toBeNull()
    expect(await change(middle.id, { parent_id: bottom.id })).toBeNull()
  })

  test('two simultaneous moves make no circle', async () => {
    const [one, other] = [await page(), await page()]
    await Promise.all([change(one.id, { parent_id: other.id }), change(other.id, { parent_id: one.id })])
    const parents = await backend.sql(
      'select 1 from public.pages where id = any ($1::uuid[]) and parent_id is not null',
      [`{${one.id},${other.id}}`],
    )
    expect(parents).toHaveLength(1)
  })

  test('the pages below a deleted page move up', async () => {
    const top = await page()
    const below = await page({ parent_id: top.id })
    await backend.as.editor.from('pages').delete().eq('id', top.id)
    expect(await backend.sql('select parent_id from public.pages where id = $1::uuid', [below.id])).toEqual([
      { parent_id: null },
    ])
  })
})

describe('addresses', () => {
  test('are unique below the same parent', async () => {
    const top = await page({ slug: 'notes' })
    const add = (row: object) =>
      backend.as.editor.from('pages').insert({ title: 'Notes', slug: 'notes', ...row })
    expect((await add({})).error?.code).toBe('23505')
    expect((await add({ parent_id: top.id })).error).toBeNull()
    expect((await add({ parent_id: top.id })).error?.code).toBe('23505')
  })

  test('reserved slugs are refused at the root, and only `index` below another page', async () => {
    const top = await page()
    for (const slug of [...RESERVED_PAGE_SLUGS, 'colophon'].filter(isSlug)) {
      const { error } = await backend.as.editor.from('pages').insert({ title: 'Taken', slug })
      expect(error?.code ?? null, slug).toBe(isPageSlug(slug) ? null : '23514')
      const below = await backend.as.editor.from('pages').insert({ title: 'Free', slug, parent_id: top.id })
      expect(below.error?.code ?? null, slug).toBe(isPageSlug(slug, 1) ? null : '23514')
    }
  })

  test('the database reserves the same slugs as the site', async () => {
    const rows = await backend.sql<{ slug: string }>('select slug from private.reserved_page_slugs')
    const reserved = [...RESERVED_PAGE_SLUGS].filter((slug) => isSlug(slug) && !isPageSlug(slug))
    expect(rows.map(({ slug }) => slug).toSorted()).toEqual(reserved.toSorted())
  })

  test('the database and the dialog use the same message', async () => {
    const { error } = await backend.as.editor.from('pages').insert({ title: 'Taken', slug: 'browse' })
    expect(error?.message).toBe(reservedSlugMessage('browse'))
  })
})

describe('redirects of pages', () => {
  const leads = async (old_slug: string) => {
    const found = await backend.sql<{ page_id: string }>(
      `select page_id from public.slug_redirects where kind = 'page' and old_slug = $1`,
      [old_slug],
    )
    return found[0]?.page_id ?? null
  }

  /** Three published pages, each below the one before: a, a/b, a/b/c. */
  async function family() {
    const slug = `a-${randomUUID()}`
    const top = await page({ slug, status: 'published' })
    const middle = await page({ slug: 'b', status: 'published', parent_id: top.id })
    const bottom = await page({ slug: 'c', status: 'published', parent_id: middle.id })
    return { slug, top, middle, bottom }
  }

  test('after a new slug, until a published page takes the path', async () => {
    const { id } = await page({ slug: 'imprint', status: 'published' })
    await change(id, { slug: 'legal-notice' })
    expect(await leads('imprint')).toBe(id)
    const taker = await page({ slug: 'imprint' })
    expect(await leads('imprint')).toBe(id)
    await change(taker.id, { status: 'published' })
    expect(await leads('imprint')).toBeNull()
  })

  test('after a move below another page, until it is back', async () => {
    const top = await page({ status: 'published' })
    const { id } = await page({ slug: 'printing', status: 'published' })
    await change(id, { parent_id: top.id })
    expect(await leads('printing')).toBe(id)
    await change(id, { parent_id: null })
    expect(await leads('printing')).toBeNull()
  })

  test('after a new slug of a parent, for all pages below it', async () => {
    const { slug, top, middle, bottom } = await family()
    await change(top.id, { slug: `${slug}-new` })
    expect(await leads(slug)).toBe(top.id)
    expect(await leads(`${slug}/b`)).toBe(middle.id)
    expect(await leads(`${slug}/b/c`)).toBe(bottom.id)
    await change(middle.id, { slug: 'd' })
    expect(await leads(`${slug}-new/b/c`)).toBe(bottom.id)
    await change(top.id, { slug })
    expect(await leads(slug)).toBeNull()
    expect(await leads(`${slug}-new/d/c`)).toBe(bottom.id)
  })

  test('after a parent was unpublished or deleted', async () => {
    const { slug, top, middle, bottom } = await family()
    const below = `b-${slug}`
    await change(middle.id, { slug: below })
    await change(top.id, { status: 'draft' })
    expect(await leads(`${slug}/${below}`)).toBe(middle.id)
    expect(await leads(`${slug}/${below}/c`)).toBe(bottom.id)
    await change(top.id, { status: 'published' })
    expect(await leads(below)).toBe(middle.id)
    expect(await leads(`${slug}/${below}`)).toBeNull()
    await backend.as.editor.from('pages').delete().eq('id', top.id)
    expect(await leads(`${slug}/${below}`)).toBe(middle.id)
    expect(await leads(`${slug}/${below}/c`)).toBe(bottom.id)
    expect(await leads(slug)).toBeNull()
  })

  test('none for a draft', async () => {
    const { id } = await page({ slug: 'unseen' })
    await change(id, { slug: 'unseen-too' })
    expect(await leads('unseen')).toBeNull()
  })
})

describe('saving a page', () => {
  const save = (caller: Caller, p_id: string | null, p_version: number | null, p_page: object) =>
    backend.as[caller].rpc('save_page', { p_id, p_version, p_page })

  test('inserts, and updates only the columns sent', async () => {
    const slug = `page-${randomUUID()}`
    const made = await save('editor', null, null, { title: 'Press', slug, excerpt: 'For the press' })
    expect(made.error).toBeNull()
    const { id, version, status } = made.data as Row & { status: string }
    expect([version, status]).toEqual([1, 'draft'])
    const changed = await save('editor', id, 1, { title: 'For the press' })
    expect(changed.data).toMatchObject({ title: 'For the press', excerpt: 'For the press', slug, version: 2 })
  })

  test('from an old version is refused with PT409', async () => {
    const { id } = await page()
    expect((await save('editor', id, 1, { title: 'Mine' })).error).toBeNull()
    expect((await save('super_admin', id, 1, { title: 'Yours' })).error?.code).toBe('PT409')
    expect(await backend.sql('select title from public.pages where id = $1::uuid', [id])).toEqual([
      { title: 'Mine' },
    ])
    expect((await save('editor', randomUUID(), 1, { title: 'Lost' })).error?.code).toBe('PT404')
  })

  test('is refused to everyone but editors', async () => {
    const { id } = await page({ status: 'published' })
    for (const caller of ['contributor', 'viewer', 'anon'] as const) {
      expect((await save(caller, id, 1, { title: 'Forged' })).error?.code, caller).toBe('42501')
      const made = await save(caller, null, null, { title: 'Forged', slug: randomUUID() })
      expect(made.error?.code, caller).toBe('42501')
    }
  })
})

test('every write raises the version', async () => {
  const { id, version } = await page()
  expect(version).toBe(1)
  await change(id, { title: 'Changed', version: 70 })
  expect(await backend.sql('select version from public.pages where id = $1::uuid', [id])).toEqual([
    { version: 2 },
  ])
})

test('each settings table has at most one row', async () => {
  for (const table of ['global_styles', 'site_settings', 'deploy_settings', 'theme', 'branding']) {
    const row = table === 'theme' ? STANDARD_THEME : {}
    await insertRow(backend, table, { id: randomUUID(), ...row })
    const { error } = await backend.as.super_admin.from(table).insert({ id: randomUUID(), ...row })
    expect(error?.code, table).toBe('23505')
  }
})

test('a page is modified when it is published and when its text changes, not when it moves', async () => {
  const modifiedAt = async (id: string): Promise<string> => {
    const { data } = await backend.as.editor
      .from('pages')
      .select('modified_at')
      .eq('id', id)
      .single<{ modified_at: string }>()
    return data?.modified_at ?? ''
  }
  const parent = await page({ status: 'published' })
  const { id } = await page()
  const modifies = async (patch: object): Promise<boolean> => {
    const before = await modifiedAt(id)
    expect(await change(id, patch)).toBeNull()
    return (await modifiedAt(id)) > before
  }
  expect(await modifies({ status: 'published' })).toBe(true)
  expect(await modifies({ parent_id: parent.id })).toBe(false)
  expect(await modifies({ author_id: backend.id.editor, slug: `moved-${randomUUID()}` })).toBe(false)
  expect(await modifies({ content: { html: '<p>Set in Newsreader.</p>' } })).toBe(true)
  expect(await modifies({ status: 'draft' })).toBe(false)
})
