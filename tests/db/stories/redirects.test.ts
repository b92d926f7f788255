import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { siteFiles } from '../../../src/backend/site-files.ts'
import { magazineRecord } from '../../../src/backend/magazine-record.ts'
import { authorKeys } from '../../../src/domain/people/author.ts'
import { isSiteAddress, redirectType, siteAddressMessage } from '../../../src/domain/site/redirect.ts'
import { RESERVED_PAGE_SLUGS } from '../../../src/domain/sections/slug.ts'
import { type Backend, countFullScans, draft, insertRow, openBackend, published } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())
afterEach(() => backend.sql('delete from public.slug_redirects'))

const add = async (from: string, target: string) => {
  const row = { old_slug: from.slice(1), target }
  const { error } = await backend.as.editor.from('slug_redirects').insert(row)
  return error
}

async function added(from: string, target: string): Promise<void> {
  expect(await add(from, target)).toBeNull()
}

/** Where each redirect leads, as editors see it. */
async function redirects(): Promise<Record<string, string | null>> {
  const rows = await backend.sql<{ id: string; old_path: string }>(
    'select id, old_path from public.slug_redirects',
  )
  const ids = rows.map(({ id }) => Number(id))
  const { data, error } = await backend.as.editor.rpc('get_redirect_targets', { p_redirects: ids })
  if (error) throw new Error(error.message)
  const targets = new Map(
    (data as { id: number; target: string | null }[]).map((row) => [row.id, row.target]),
  )
  return Object.fromEntries(rows.map(({ id, old_path }) => [old_path, targets.get(Number(id)) ?? null]))
}

const story = async (slug: string, more: object = {}) =>
  (await insertRow(backend, 'articles', published({ slug, ...more }))).id
const page = async (slug: string, more: object = {}) =>
  (await insertRow(backend, 'pages', { title: 'Colophon', slug, status: 'published', ...more })).id

/** A tag with this number of published stories. */
async function tagWithStories(slug: string, stories: number): Promise<void> {
  const tag = (await insertRow(backend, 'tags', { name: slug, slug })).id
  for (let nth = 1; nth <= stories; nth += 1)
    await insertRow(backend, 'article_tags', { article_id: await story(`${slug}-${nth}`), tag_id: tag })
}

async function change(table: string, id: string, patch: object): Promise<void> {
  const { error } = await backend.service.from(table).update(patch).eq('id', id)
  if (error) throw new Error(error.message)
}

describe('the list of redirects', () => {
  test('has the redirects of everything renamed beside the ones added by hand, each with its present target', async () => {
    const article = await story('old-chair')
    const top = await page('old-house')
    await page('old-room', { parent_id: top })
    const tag = (await insertRow(backend, 'tags', { name: 'Old oak', slug: 'old-oak' })).id
    await change('articles', article, { slug: 'new-chair' })
    await change('pages', top, { slug: 'new-house' })
    await change('tags', tag, { slug: 'new-oak' })
    const category = (await insertRow(backend, 'categories', { name: 'Old gardens', slug: 'old-gardens' })).id
    await change('categories', category, { name: 'New gardens', slug: 'new-gardens' })
    const author = (await insertRow(backend, 'author_profiles', { name: 'Ada  Old', slug: 'ada' })).id
    await change('author_profiles', author, { name: 'Ada New', slug: 'ada-new' })
    await added('/summer-2019', 'https://elsewhere.example/?a=1')
    expect(await redirects()).toEqual({
      '/article/old-chair': '/article/new-chair',
      '/old-house': '/new-house',
      '/old-house/old-room': '/new-house/old-room',
      '/tag/old-oak': '/tag/new-oak',
      '/rss/old-gardens.xml': '/rss/new-gardens.xml',
      '/author/ada': '/author/ada-new',
      '/author/ada-old': '/author/ada-new',
      '/summer-2019': 'https://elsewhere.example/?a=1',
    })
    await change('articles', article, { status: 'draft' })
    await change('pages', top, { status: 'draft' })
    expect(await redirects()).toMatchObject({ '/article/old-chair': null, '/old-house': null })
  })

  test('has no targets for those who may not change it', async () => {
    await added('/gone', '/browse')
    const rows = await backend.sql<{ id: string }>('select id from public.slug_redirects')
    const ids = rows.map(({ id }) => Number(id))
    for (const caller of ['viewer', 'contributor'] as const) {
      const { data } = await backend.as[caller].rpc('get_redirect_targets', { p_redirects: ids })
      expect(data).toEqual([])
    }
  })
})

test.each([
  ['tags', 'tag'],
  ['categories', 'category'],
  ['author_profiles', 'author'],
])(
  'the redirect of renamed %s ends when its address is taken, and when they are deleted',
  async (table, kind) => {
    const rowsOf = (id: string) =>
      backend.sql<{ old_slug: string }>(
        'select old_slug from public.slug_redirects where kind = $1 and entity_id = $2::uuid order by old_slug',
        [kind, id],
      )
    const add = async (slug: string) =>
      (await insertRow(backend, table, { name: `A ${table} ${slug}`, slug })).id
    const [first, second] = [await add('one-address'), await add('another-address')]
    await change(table, first, { slug: 'first-address' })
    await change(table, second, { slug: 'second-address' })
    expect(await rowsOf(first)).toEqual([{ old_slug: 'one-address' }])
    await change(table, second, { slug: 'one-address' })
    expect(await rowsOf(first)).toEqual([])
    expect(await rowsOf(second)).toEqual([{ old_slug: 'another-address' }, { old_slug: 'second-address' }])
    await change(table, second, { slug: 'second-address' })
    expect(await rowsOf(second)).toEqual([{ old_slug: 'another-address' }, { old_slug: 'one-address' }])
    await backend.sql(`delete from public.${table} where id = any (array[$1, $2]::uuid[])`, [first, second])
    expect(await rowsOf(second)).toEqual([])
  },
)

describe('an old address', () => {
  test('is refused where readers find something', async () => {
    await story('a-kept-chair')
    await story('a-later-chair', { published_at: '2099-01-01T00:00:00Z' })
    const top = await page('studio')
    await page('light', { parent_id: top })
    await tagWithStories('rattan', 3)
    await insertRow(backend, 'categories', { name: 'Kitchens', slug: 'kitchens' })
    const author = (await insertRow(backend, 'author_profiles', { name: 'Ada M. Quill', slug: 'quill' })).id
    for (const path of [
      '/article/a-kept-chair',
      '/article/A-Kept-Chair',
      '/article/a-later-chair',
      '/studio',
      '/studio/light',
      '/tag/rattan',
      '/rss/tag/rattan.xml',
      '/rss/tag/rattan.json',
      '/rss/Tag/Rattan.xml',
      '/rss/kitchens.xml',
      '/rss/kitchens.json',
      ...authorKeys({ id: author, slug: 'quill', name: 'Ada M. Quill' }).map((key) => `/author/${key}`),
    ]) {
      const error = await add(path, '/browse')
      expect([error?.code, error?.message], path).toEqual([
        '23514',
        `The address "${path}" is in use: readers would no longer reach what is there`,
      ])
    }
  })

  test('is accepted where they find nothing, also below an address in use', async () => {
    await insertRow(backend, 'articles', draft({ slug: 'an-unfinished-chair' }))
    await page('unfinished', { status: 'draft' })
    // A tag has a page from its third story on.
    await tagWithStories('wicker', 2)
    for (const path of [
      '/tag/wicker',
      '/article/an-unfinished-chair',
      '/unfinished',
      '/browse/page-2',
      '/2019/05/Summer_rooms.html',
      '/feed',
      '/wp-content/a~b.pdf',
      '/2019/05/caf%C3%A9-z%C3%BCrich',
      '/blog/hello%20world',
      "/it's-here,a+b(c)",
      '/?p=123',
      '/index.php?p=12&lang=de',
    ])
      await added(path, '/browse')
  })

  test('is not the address of the site itself, by the same rule and in the same words as in the form', async () => {
    const paths = [
      '/',
      ...[...RESERVED_PAGE_SLUGS].flatMap((slug) => [`/${slug}`, `/${slug.toUpperCase()}`, `/${slug}/below`]),
      '/sitemap-2.xml',
      '/sitemap-news.xml',
      ...['/?p=1', '/browse?p=1', '/Admin/x?p=1', '/colophon?p=1'],
      '/administration',
      '/colophon',
    ]
    for (const path of paths) {
      const [row] = await backend.sql<{ is: boolean }>('select private.is_site_address($1) as is', [path])
      expect(row?.is, path).toBe(isSiteAddress(path))
    }
    expect((await add('/browse', '/authors'))?.message).toBe(siteAddressMessage('/browse'))
  })

  test('is not a file of the site, nor a page by the name of its file', async () => {
    await story('a-chair-on-file')
    for (const path of [
      ...siteFiles(),
      ...['/SHARE.jpg', '/share.jpg?a=1', '/index.html', '/admin.html', '/404.html', '/browse.html'],
      '/article/a-chair-on-file.html',
    ])
      expect((await add(path, '/colophon'))?.message, path).toMatch(/is (used by the site itself|in use)/)
    await added('/old-share.jpg', '/colophon')
  })

  test('gives way to a file that the site gets', async () => {
    await added('/new-file.pdf', '/colophon')
    const register = (files: string[]) =>
      backend.service.rpc('register_magazine', { p_magazine: { ...magazineRecord(), files } })
    expect((await register([...siteFiles(), '/New-file.pdf'])).error).toBeNull()
    expect(await redirects()).not.toHaveProperty('/new-file.pdf')
    expect((await add('/new-file.pdf', '/colophon'))?.message).toMatch(/is used by the site itself/)
    expect((await register(siteFiles())).error).toBeNull()
    await added('/new-file.pdf', '/colophon')
  })

  test('is stored in ASCII, whatever is sent, in the spelling in which requests are compared', async () => {
    for (const [target, stored] of [
      ['https://elsewhere.example/Straße?q=é#ü', 'https://elsewhere.example/Stra%C3%9Fe?q=%C3%A9#%C3%BC'],
      ['/browse?category=Küche#京', '/browse?category=K%C3%BCche#%E4%BA%AC'],
      ['https://elsewhere.example/a\u0001b', 'https://elsewhere.example/a%01b'],
    ] as const) {
      await added('/to-letters', target)
      expect((await redirects())['/to-letters']).toBe(stored)
      await backend.sql(`delete from public.slug_redirects where old_path = '/to-letters'`)
    }
    await added('/old?q=é', '/browse')
    expect(await redirects()).toHaveProperty('/old?q=%C3%A9')
    for (const path of ['/%61dmin', '/%41dmin', '/robots%2Etxt', '/%5Fastro/a.js', '/a%2D%7Eb'])
      expect((await add(path, '/browse'))?.code, path).toBe('23514')
  })

  test('is a path that a host can serve, and its target a path or an address elsewhere', async () => {
    await added('/fine', '/')
    const bad = [
      '',
      '/a//b',
      '/a/',
      '/a b',
      '/é',
      '/a%c3',
      '/a%',
      '/a?',
      '/a?b c',
      '/a?b#c',
      '/../a',
      '/./?a=1',
    ]
    bad.push(`/${'a'.repeat(201)}`, '/?')
    for (const path of bad) {
      expect((await add(path, '/browse'))?.code, path).toBe('23514')
      expect(redirectType.errors({ old_path: path, target: '/browse' }), path).toHaveProperty('old_path')
    }
    for (const [index, target] of [
      '/browse?category=Kitchen+Design#list',
      '/?a=1',
      '/#b',
      '/caf%C3%A9',
    ].entries()) {
      await added(`/fine-${index}`, target)
      expect(redirectType.errors({ old_path: '/from', target }), target).toEqual({})
    }
    for (const target of [
      '',
      'browse',
      '/a b',
      'http://a.example',
      'javascript:alert(1)',
      '/./a',
      '/a/..?b=1',
      '/é',
      '//a.example',
    ]) {
      expect((await add('/from', target))?.code, target).toBe('23514')
      expect(redirectType.errors({ old_path: '/from', target }), target).toHaveProperty('target')
    }
  })

  test('with a query is refused where readers find something', async () => {
    await story('a-queried-chair')
    expect((await add('/article/a-queried-chair?x=1', '/browse'))?.message).toMatch(/is in use/)
  })

  test('has one redirect, whether that was added or comes from a renamed story', async () => {
    await added('/twice', '/browse')
    await change('articles', await story('first-name'), { slug: 'second-name' })
    for (const path of ['/twice', '/article/first-name']) {
      const error = await add(path, '/authors')
      expect([error?.code, error?.message]).toEqual(['23505', `There is already a redirect from "${path}"`])
    }
  })

  test('gives way when a story or page is published there', async () => {
    await added('/article/returning', '/browse')
    await added('/atelier', '/browse')
    await added('/atelier/tools', '/browse')
    await story('returning', { published_at: '2099-01-01T00:00:00Z' })
    const top = await page('atelier', { status: 'draft' })
    const below = await page('tools', { parent_id: top, status: 'draft' })
    expect(Object.keys(await redirects())).toHaveLength(3)
    const { error } = await backend.service
      .from('articles')
      .update({ published_at: '2026-01-01T00:00:00Z' })
      .eq('slug', 'returning')
    expect(error).toBeNull()
    await change('pages', below, { status: 'published' })
    await change('pages', top, { status: 'published' })
    expect(await redirects()).not.toHaveProperty('/article/returning')
    expect(await redirects()).not.toHaveProperty('/atelier')
    expect(await redirects()).not.toHaveProperty('/atelier/tools')
  })

  test('gives way to a tag, a category and an author that get it', async () => {
    const paths = [
      '/tag/birch',
      '/rss/tag/birch.xml',
      '/tag/alder',
      '/rss/porches.xml',
      '/rss/sheds.xml',
      '/author/Noor-Haddad',
      '/author/noor-haddad-lind',
    ]
    for (const path of paths) await added(path, '/browse')
    await added('/tag/birches', '/browse')
    const tag = (await insertRow(backend, 'tags', { name: 'Birch', slug: 'birch' })).id
    const category = (await insertRow(backend, 'categories', { name: 'Porches', slug: 'porches' })).id
    const author = (await insertRow(backend, 'author_profiles', { name: 'Noor Haddad', slug: 'noor' })).id
    expect(Object.keys(await redirects()).toSorted()).toEqual([
      '/author/noor-haddad-lind',
      '/rss/sheds.xml',
      '/tag/alder',
      '/tag/birches',
    ])
    await change('tags', tag, { slug: 'alder' })
    await change('categories', category, { slug: 'sheds' })
    await change('author_profiles', author, { name: 'Noor Haddad Lind' })
    expect(await redirects()).toEqual({
      '/author/noor-haddad': '/author/noor',
      '/rss/porches.xml': '/rss/sheds.xml',
      '/tag/birch': '/tag/alder',
      '/tag/birches': '/browse',
    })
  })

  test('passes from a redirect by hand to the renamed story that was there', async () => {
    const id = await story('passing', { published_at: '2099-01-01T00:00:00Z', status: 'draft' })
    await added('/article/passing', '/browse')
    await backend.sql(
      `update public.articles set status = 'published', published_at = now() where id = $1::uuid`,
      [id],
    )
    await change('articles', id, { slug: 'passed' })
    expect(await redirects()).toEqual({ '/article/passing': '/article/passed' })
  })
})

describe('the redirect of a renamed story', () => {
  const renamed = async () => {
    const id = await story('first-name')
    await change('articles', id, { slug: 'second-name' })
  }
  const REDIRECT = { '/article/first-name': '/article/second-name' }

  test.each(['contributor', 'editor'] as const)(
    'goes on when a %s gives its address to a draft',
    async (caller) => {
      await backend.sql('delete from public.articles')
      await renamed()
      const articles = () => backend.as[caller].from('articles')
      const row = draft({ slug: 'first-name', author_id: backend.id[caller] })
      const { data } = await articles().insert(row).select('id').single<{ id: string }>()
      expect(await redirects()).toEqual(REDIRECT)
      for (const slug of ['elsewhere', 'first-name']) {
        expect(
          (
            await articles()
              .update({ slug })
              .eq('id', data?.id ?? '')
          ).error,
        ).toBeNull()
        expect(await redirects()).toEqual(REDIRECT)
      }
      await change('articles', data?.id ?? '', { status: 'published', published_at: '2099-01-01T00:00:00Z' })
      expect(await redirects()).toEqual(REDIRECT)
      await change('articles', data?.id ?? '', { published_at: '2026-01-01T00:00:00Z' })
      expect(await redirects()).toEqual({})
    },
  )

  test('ends when a draft at its address is published', async () => {
    await backend.sql('delete from public.articles')
    await renamed()
    const { id } = await insertRow(backend, 'articles', draft({ slug: 'first-name' }))
    await change('articles', id, { status: 'published' })
    expect(await redirects()).toEqual({})
  })
})

describe('a chain of redirects', () => {
  test('is shortened, whichever part is added first', async () => {
    await added('/a', '/b')
    await added('/b', '/c')
    await added('/z', '/a')
    expect(await redirects()).toEqual({ '/a': '/c', '/b': '/c', '/z': '/c' })
  })

  test('is shortened through renamed stories and pages', async () => {
    const id = await story('chain-one')
    const top = await page('chain-page')
    await added('/to-story', '/article/chain-one')
    await added('/to-page', '/chain-page')
    await change('articles', id, { slug: 'chain-two' })
    await change('articles', id, { slug: 'chain-three' })
    await change('pages', top, { slug: 'chain-leaf' })
    await added('/later', '/article/chain-one')
    expect(await redirects()).toMatchObject({
      '/to-story': '/article/chain-three',
      '/to-page': '/chain-leaf',
      '/later': '/article/chain-three',
    })
    await change('articles', id, { slug: 'chain-one' })
    expect(await redirects()).toMatchObject({ '/to-story': '/article/chain-one' })
  })

  test('never leads back to its beginning', async () => {
    expect((await add('/a', '/a'))?.message).toBe('A redirect cannot lead to its own address')
    await added('/a', '/b')
    await added('/b', '/c')
    for (const target of ['/a', '/b']) {
      const error = await add('/c', target)
      expect([error?.code, error?.message]).toEqual([
        '23514',
        `The redirects from "/c" and "${target}" would lead to each other`,
      ])
    }
  })

  test('never leads back to its beginning through a story that gets its address', async () => {
    const id = await story('loop-one')
    await added('/article/loop-two', '/article/loop-one')
    await change('articles', id, { slug: 'loop-two' })
    expect(await redirects()).toEqual({ '/article/loop-one': '/article/loop-two' })
  })

  test('is not made by two editors at once', async () => {
    const [first, second] = await Promise.all([add('/left', '/right'), add('/right', '/left')])
    expect([first, second].filter((error) => error === null)).toHaveLength(1)
    expect([first, second].find((error) => error !== null)?.message).toMatch(/would lead to each other/)
    await Promise.all([add('/one', '/two'), add('/two', '/three')])
    expect(await redirects()).toMatchObject({ '/one': '/three', '/two': '/three' })
  })
})

test('a redirect that is added or deleted is published', async () => {
  const events = async () =>
    (await backend.sql(`select 1 from public.publish_outbox where entity = 'slug_redirects'`)).length
  const before = await events()
  const path = `/${randomUUID()}`
  await added(path, '/browse')
  expect(await events()).toBe(before + 1)
  const { error } = await backend.as.editor.from('slug_redirects').delete().eq('old_path', path)
  expect(error).toBeNull()
  expect(await events()).toBe(before + 2)
})

test('a publish and a renamed tag look up the redirects from their address, however many there are', async () => {
  await backend.sql('alter table public.slug_redirects disable trigger user')
  await backend.sql(`insert into public.slug_redirects (kind, old_slug, target)
    select 'custom', 'many/' || n, '/browse' from generate_series(1, 3000) n`)
  await backend.sql('alter table public.slug_redirects enable trigger user')
  const { id } = await insertRow(backend, 'articles', draft())
  const publish = `update public.articles set status = 'published' where id = '${id}'`
  expect(await countFullScans(backend, 'public.slug_redirects', publish)).toBe(0)
  const tag = await insertRow(backend, 'tags', { name: 'Shakers', slug: 'shakers' })
  const rename = `update public.tags set slug = 'shaker' where id = '${tag.id}'`
  expect(await countFullScans(backend, 'public.slug_redirects', rename)).toBe(0)
  await backend.sql('truncate public.slug_redirects')
})
