import { PostgrestClient } from '@supabase/postgrest-js'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { article, emptyRows, media, redirect, siteOf } from '../../tests/support/database/content-rows.ts'
import { type OnRows, loadChanged, loadDifferences, loadRows } from './load.ts'
import type { ReportSkipped, Rows } from './rows.ts'

type StoredRow = Record<string, unknown> & { id: string | number }

/** A fake of PostgREST for the queries of load.ts: at most `most` rows at a time. */
function fakeBackend(
  tables: Record<string, StoredRow[]>,
  most = 1_000,
  unsendable: readonly string[] = [],
  refusal: object = { message: 'Maximum call stack size exceeded' },
) {
  const requests: string[] = []
  const answer = (input: string | URL | Request): Response => {
    const url = new URL(input instanceof Request ? input.url : input)
    requests.push(`${url.pathname}${decodeURIComponent(url.search)}`)
    const table = url.pathname.slice(1).replace('rpc/get_public_author_profiles', 'author_profiles')
    let rows = tables[table] ?? []
    for (const [column, filter] of url.searchParams) {
      const [operator, value = ''] = filter.split(/\.(.*)/s)
      const list = new Set(value.replace(/[()"]/g, '').split(','))
      if (operator === 'gt') rows = rows.filter((row) => String(row[column]) > value)
      if (operator === 'in') rows = rows.filter((row) => list.has(String(row[column])))
    }
    const limit = Math.min(most, Number(url.searchParams.get('limit') ?? most))
    if (url.searchParams.get('select') !== 'id' && rows.some(({ id }) => unsendable.includes(String(id)))) {
      return Response.json(refusal, { status: 500 })
    }
    return Response.json(rows.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1)).slice(0, limit))
  }
  const client = new PostgrestClient('http://backend.test', {
    fetch: async (input) => answer(input),
    retry: false,
  })
  return { client, requests }
}

function storedArticle(id: string, row: Record<string, unknown> = {}): StoredRow {
  return { ...article({ id, title: id, slug: id }), article_tags: [], ...row }
}

const tag = (id: string) => ({ id, name: id, slug: id })

/** Everything that `loadRows` gives. */
async function loadedRows(client: PostgrestClient, reportSkipped?: ReportSkipped): Promise<Rows> {
  const all = emptyRows()
  const add: OnRows = (entity, rows) => void (all[entity] as unknown[]).push(...rows)
  await loadRows(client, add, reportSkipped)
  return all
}

let warnings: string[] = []
beforeEach(() => {
  warnings = []
  vi.spyOn(console, 'warn').mockImplementation((line: string) => warnings.push(line))
})

test('an empty answer is an error, as if there was no connection', async () => {
  const client = new PostgrestClient('http://backend.test', {
    fetch: async () => new Response(''),
    retry: false,
  })
  await expect(loadRows(client, () => undefined)).rejects.toMatchObject({ kind: 'network' })
})

describe('all rows', () => {
  test('are all read, even from a backend whose row limit is smaller than the page size', async () => {
    const tags = Array.from({ length: 25 }, (_, index) => tag(`t${100 + index}`))
    const { client } = fakeBackend({ tags }, 10)
    expect((await loadedRows(client)).tags).toEqual(tags)
  })

  test('come without the rows that cannot be read, which are logged', async () => {
    const { client } = fakeBackend({
      articles: [storedArticle('a'), storedArticle('b', { gallery: 'broken' }), storedArticle('c')],
    })
    expect((await loadedRows(client)).articles.map(({ id }) => id)).toEqual(['a', 'c'])
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('articles b')
  })

  test('come without the rows that the backend fails to send', async () => {
    const tags = Array.from({ length: 250 }, (_, index) => tag(`t${1000 + index}`))
    const { client } = fakeBackend({ tags }, 1_000, ['t1007', 't1203'])
    const skipped: unknown[] = []
    const rows = await loadedRows(client, (row) => skipped.push(row))
    expect(rows.tags).toEqual(tags.filter(({ id }) => id !== 't1007' && id !== 't1203'))
    const reason = 'the database does not send it'
    expect(skipped).toEqual([
      { entity: 'tags', id: 't1007', reason },
      { entity: 'tags', id: 't1203', reason },
    ])
  })

  test('are not given up as gone when the backend only has no time for one of them', async () => {
    const slow = { code: '57014', message: 'canceling statement due to statement timeout' }
    const { client } = fakeBackend({ tags: [tag('a'), tag('b')] }, 1_000, ['b'], slow)
    await expect(loadedRows(client)).rejects.toMatchObject({ code: '57014' })
  })

  test('are not read in parts when the backend answers nothing at all', async () => {
    const fail = async () => Response.json({ message: 'out of order' }, { status: 500 })
    const client = new PostgrestClient('http://backend.test', { fetch: fail, retry: false })
    await expect(loadedRows(client)).rejects.toMatchObject({ kind: 'unknown' })
  })

  test('a page of unreadable rows is not the end', async () => {
    const rows = [storedArticle('a', { slug: 1 }), storedArticle('b', { slug: 1 }), storedArticle('c')]
    const { client } = fakeBackend({ articles: rows }, 2)
    expect((await loadedRows(client)).articles.map(({ id }) => id)).toEqual(['c'])
  })

  test('never ask for what visitors may not read', async () => {
    const { client, requests } = fakeBackend({})
    await loadedRows(client)
    const text = requests.join('\n')
    expect(text).not.toMatch(/uploaded_by|\*|status|\/profiles\?.*email|sign_up_open/)
    expect(text).not.toContain('/author_profiles')
  })

  test('a backend that refuses is a typed error', async () => {
    const refuse = async () => Response.json({ code: '42501', message: 'permission denied' }, { status: 401 })
    const client = new PostgrestClient('http://backend.test', { fetch: refuse })
    await expect(loadedRows(client)).rejects.toMatchObject({ kind: 'denied', code: '42501' })
  })
})

describe('changed rows', () => {
  const event = (entity: string, entity_id: string) => ({ entity, entity_id })

  test('are read again, and what does not come back is gone', async () => {
    const { client } = fakeBackend({ tags: [tag('a'), tag('b'), tag('c')] })
    const changes = await loadChanged(client, [event('tags', 'a'), event('tags', 'x'), event('tags', 'a')])
    expect(changes).toEqual({ tags: { put: [tag('a')], gone: ['x'] } })
  })

  test('an unreadable row is gone too, as it would be from a cold build', async () => {
    const { client } = fakeBackend({ articles: [storedArticle('a', { title: null })] })
    expect((await loadChanged(client, [event('articles', 'a')])).articles).toEqual({ put: [], gone: ['a'] })
  })

  test('count as gone when the backend fails to send them', async () => {
    const tags = [tag('a'), tag('b'), tag('c')]
    const { client } = fakeBackend({ tags }, 1_000, ['b'])
    const events = tags.map(({ id }) => event('tags', id))
    expect((await loadChanged(client, events)).tags).toEqual({ put: [tag('a'), tag('c')], gone: ['b'] })
  })

  test('bring with an article the name of its author and its old addresses', async () => {
    const row = redirect({ old_slug: 'old', article_id: 'a' })
    const { client } = fakeBackend({
      articles: [storedArticle('a', { author_id: 'p' })],
      profiles: [
        { id: 'p', full_name: 'Ann Berg', name_confirmed: true },
        { id: 'q', full_name: 'Someone', name_confirmed: true },
      ],
      slug_redirects: [{ ...row, id: 7 }],
    })
    const changes = await loadChanged(client, [event('articles', 'a'), event('slug_redirects', '8')])
    expect(changes.profiles).toEqual({
      put: [{ id: 'p', full_name: 'Ann Berg', name_confirmed: true }],
      gone: [],
    })
    expect(changes.slug_redirects).toEqual({ put: [{ ...row, id: '7' }], gone: ['8'] })
  })

  test('bring the files of the library that they show, which readers did not see before', async () => {
    const stored = 'http://backend.test/storage/v1/object/public/media'
    const file = (id: string, storage_path: string) => media({ id, storage_path })
    const { client } = fakeBackend({
      articles: [
        storedArticle('a', {
          featured_image: `${stored}/u/1.webp`,
          gallery: ['/uploads/two.jpg'],
          content: { html: `<img src="${stored}/u/3%20b.webp">` },
        }),
      ],
      media: [
        file('one', 'u/1.webp'),
        file('two', 'uploads/two.jpg'),
        file('three', 'u/3 b.webp'),
        file('other', 'u/4.webp'),
      ],
    })
    const changes = await loadChanged(client, [{ entity: 'articles', entity_id: 'a' }])
    expect(changes.media?.put.map(({ id }) => id)).toEqual(['one', 'three', 'two'])
  })

  test('are asked for in addresses that a server takes, however long their paths are', async () => {
    const paths = Array.from({ length: 120 }, (_, index) => `${'ü'.repeat(200)}/${index}.webp`)
    const { client, requests } = fakeBackend({
      articles: [storedArticle('a', { gallery: paths.map((path) => `/${path}`) })],
    })
    await loadChanged(client, [event('articles', 'a')])
    expect(requests.length).toBeGreaterThan(3)
    expect(Math.max(...requests.map((request) => encodeURI(request).length))).toBeLessThan(8_000)
  })

  test('of a table that is not content are passed over', async () => {
    const { client, requests } = fakeBackend({})
    expect(await loadChanged(client, [event('subscribers', 'a'), event('toString', 'a')])).toEqual({})
    expect(requests).toEqual([])
  })

  test('of many rows are read in several requests', async () => {
    const tags = Array.from({ length: 250 }, (_, index) => tag(`t${1000 + index}`))
    const { client, requests } = fakeBackend({ tags })
    const changes = await loadChanged(
      client,
      tags.map(({ id }) => event('tags', id)),
    )
    expect(changes.tags?.put).toHaveLength(250)
    expect(requests.length).toBeGreaterThan(1)
    for (const request of requests) expect(request.length).toBeLessThan(8_000)
  })
})

describe('differences from what is stored', () => {
  const stored = siteOf({
    tags: [tag('kept'), tag('renamed'), tag('removed')],
    articles: ['same', 'edited', 'tagged', 'removed'].map((id) => article({ id, title: id, slug: id })),
  })
  const backend = fakeBackend({
    tags: [tag('kept'), { ...tag('renamed'), name: 'new' }, tag('added')],
    articles: [
      storedArticle('same'),
      storedArticle('edited', { title: 'New', updated_at: '2026-05-01T00:00:00Z' }),
      storedArticle('tagged', { article_tags: [{ tag_id: 'kept' }] }),
      storedArticle('added'),
    ],
  })

  test('are new, changed and missing rows; the texts of unchanged articles are not read', async () => {
    const changes = await loadDifferences(backend.client, stored.content)
    expect(changes.tags).toEqual({
      put: [tag('added'), tag('kept'), { ...tag('renamed'), name: 'new' }],
      gone: ['removed'],
    })
    expect(changes.articles?.put.map(({ id }) => id).sort()).toEqual(['added', 'edited', 'tagged'])
    expect(changes.articles?.gone).toEqual(['removed'])
    const read = backend.requests.filter((request) => /\/articles.*content/.test(request))
    expect(read).toHaveLength(1)
    expect(read[0]).not.toContain('same')
  })
})
