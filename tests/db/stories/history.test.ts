import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Caller,
  type Row,
  type Backend,
  draft,
  openBackend,
  published,
  insertRow,
} from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

async function save(
  id: string,
  version: number,
  article: object,
  tags: string[] | null = null,
  copyVersion: number | null = null,
) {
  const { data, error } = await backend.as.editor.rpc('save_article', {
    p_id: id,
    p_version: version,
    p_article: article,
    p_tags: tags,
    p_copy_version: copyVersion,
  })
  return { version: (data as Row | null)?.version, code: error?.code ?? null }
}

const tag = async (name: string) => (await insertRow(backend, 'tags', { name, slug: name })).id

interface Listed {
  id: number
  kind: string
  created_by: string | null
  author_name: string | null
  status: string
  changed: string[]
  is_first: boolean
}

async function history(article: string, more: object = {}, caller: Caller = 'editor'): Promise<Listed[]> {
  const { data, error } = await backend.as[caller].rpc('list_article_revisions', {
    p_article: article,
    ...more,
  })
  if (error) throw new Error(`${error.code} ${error.message}`)
  return data as Listed[]
}

/** The texts kept of an article, the oldest first. */
const kept = (article: string) =>
  backend.sql<{ kind: string; version: number; data: { title: string; tag_ids: string[] } }>(
    'select kind, version, data from public.article_revisions where article_id = $1::uuid order by id',
    [article],
  )

describe('tags', () => {
  test('a change of tags alone raises the version, and a save from the old version is refused', async () => {
    const [oak, ash] = [await tag('oak'), await tag('ash')]
    const { id } = await insertRow(backend, 'articles', draft())
    expect(await save(id, 1, {}, [oak])).toEqual({ version: 2, code: null })
    expect((await save(id, 1, {}, [ash])).code).toBe('PT409')
    expect(await save(id, 2, {}, [oak])).toEqual({ version: 2, code: null })
    expect(await save(id, 2, {}, [oak, ash, oak])).toEqual({ version: 3, code: null })
    expect((await kept(id)).map(({ version, data }) => [version, data.tag_ids.toSorted()])).toEqual([
      [1, []],
      [2, [oak]],
      [3, [oak, ash].toSorted()],
    ])
  })

  test('are stored with the revision they were saved in', async () => {
    const elm = await tag('elm')
    const { id } = await insertRow(backend, 'articles', draft())
    await save(id, 1, { title: 'With a tag' }, [elm])
    await save(id, 2, { title: 'Without' }, [])
    expect((await kept(id)).map(({ data }) => [data.title, data.tag_ids])).toEqual([
      ['A chair by the window', []],
      ['With a tag', [elm]],
      ['Without', []],
    ])
  })
})

describe('the history', () => {
  test('lists author, status and changed fields, newest first', async () => {
    const { id } = await insertRow(backend, 'articles', draft())
    await save(id, 1, { title: 'Second', excerpt: 'Now with one' })
    await save(id, 2, { status: 'review' })
    expect(await history(id, { p_every: true })).toMatchObject([
      { created_by: backend.id.editor, author_name: 'The editor', status: 'review', changed: ['status'] },
      { status: 'draft', changed: ['excerpt', 'title'], is_first: false },
      { created_by: null, status: 'draft', changed: [], is_first: true },
    ])
  })

  test('does not list a column that is newer than the revision before', async () => {
    const { id } = await insertRow(backend, 'articles', draft())
    await backend.sql(
      `update public.article_revisions set data = data - 'publish_at' where article_id = $1::uuid`,
      [id],
    )
    await save(id, 1, { title: 'Second' })
    const [listed] = await history(id, { p_every: true })
    expect(listed?.changed).toEqual(['title'])
  })

  test('lists only the last save of a person in each quarter of an hour, unless p_every', async () => {
    const { id } = await insertRow(backend, 'articles', draft())
    for (const [version, title] of ['One', 'Two', 'Three', 'Four'].entries()) {
      await save(id, version + 1, { title })
    }
    await backend.sql(
      `update public.article_revisions set created_at = '2026-01-05T10:00:00Z'
       where article_id = $1::uuid and data ->> 'title' <> 'Four'`,
      [id],
    )
    const listed = await history(id)
    expect(listed.map(({ changed }) => changed)).toEqual([['title'], ['title'], []])
    const every = await history(id, { p_every: true })
    expect(every).toHaveLength(5)
    expect((await history(id, { p_every: true, p_before: every[1]?.id })).map((entry) => entry.id)).toEqual(
      every.slice(2).map((entry) => entry.id),
    )
  })

  test('is readable by writers only', async () => {
    const { id } = await insertRow(backend, 'articles', published())
    expect(await history(id, {}, 'contributor')).toHaveLength(1)
    expect(await history(id, {}, 'viewer')).toEqual([])
    const { error } = await backend.as.anon.rpc('list_article_revisions', { p_article: id })
    expect(error?.code).toBe('42501')
  })
})

describe('unpublished changes', () => {
  const begin = (id: string, patch: object | undefined) =>
    backend.as.editor
      .from('article_working_copies')
      .insert({ article_id: id, base_version: 1, data: { form: { title: 'A form' }, base: {}, patch } })

  test('become a revision when they are discarded', async () => {
    const { id } = await insertRow(backend, 'articles', published())
    const oak = randomUUID()
    await begin(id, {
      title: 'Discarded',
      content: { html: '<p>Later.</p>' },
      meta_keywords: ['oak', 'ash'],
      tag_ids: [oak],
      hero: true,
    })
    await backend.as.editor.from('article_working_copies').delete().eq('article_id', id)
    expect(await history(id)).toMatchObject([
      { kind: 'working-copy', created_by: backend.id.editor },
      { kind: 'saved' },
    ])
    const [saved, discarded] = await kept(id)
    expect(discarded?.data).toEqual({
      ...saved?.data,
      title: 'Discarded',
      content: { html: '<p>Later.</p>' },
      meta_keywords: ['oak', 'ash'],
      tag_ids: [oak],
    })
  })

  test('become no revision when they change nothing or have no patch', async () => {
    const { id } = await insertRow(backend, 'articles', published())
    for (const patch of [undefined, {}, { title: 'A chair by the window' }]) {
      expect((await begin(id, patch)).error).toBeNull()
      const dropped = await backend.as.editor.from('article_working_copies').delete().eq('article_id', id)
      expect(dropped.error).toBeNull()
    }
    expect(await kept(id)).toHaveLength(1)
  })

  test('become no revision of their own when they are published or the article is deleted', async () => {
    const { id } = await insertRow(backend, 'articles', published())
    await begin(id, { title: 'Carried out' })
    await save(id, 1, { title: 'Carried out' }, null, 1)
    expect((await kept(id)).map(({ kind }) => kind)).toEqual(['saved', 'saved'])
    await begin(id, { title: 'Again' })
    expect((await backend.as.super_admin.from('articles').delete().eq('id', id)).error).toBeNull()
    expect(await kept(id)).toEqual([])
  })
})

test('a history is thinned to a day of all revisions, the last of each day before, and each published one', async () => {
  const { id } = await insertRow(backend, 'articles', draft())
  await backend.sql('delete from public.article_revisions where article_id = $1::uuid', [id])
  const saved = async (daysAgo: number, status: string, kind = 'saved') => {
    const [row] = await backend.sql<{ id: number }>(
      `insert into public.article_revisions (article_id, version, kind, data, created_at)
       values ($1::uuid, 1, $2, jsonb_build_object('status', $3::text),
         date_trunc('day', now() at time zone 'utc') at time zone 'utc' - $4 * interval '1 day')
       returning id`,
      [id, kind, status, daysAgo],
    )
    return row?.id
  }
  await saved(10, 'draft')
  const kept = [
    await saved(10, 'published'),
    await saved(10, 'draft', 'working-copy'),
    await saved(10, 'draft'),
    await saved(9, 'draft'),
  ]
  await backend.as.editor.from('articles').update({ title: 'Today' }).eq('id', id)
  await backend.as.editor.from('articles').update({ title: 'Today, again' }).eq('id', id)
  const left = await backend.sql<{ id: number }>(
    'select id from public.article_revisions where article_id = $1::uuid order by id',
    [id],
  )
  expect(left.map((row) => row.id).slice(0, -2)).toEqual(kept)
})
