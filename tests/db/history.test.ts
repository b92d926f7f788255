import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { draft, openWorld, published, put } from './support/world.ts'
import type { Caller, Row, World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function save(
  id: string,
  version: number,
  article: object,
  tags: string[] | null = null,
  copyVersion: number | null = null,
) {
  const { data, error } = await world.as.editor.rpc('save_article', {
    p_id: id,
    p_version: version,
    p_article: article,
    p_tags: tags,
    p_copy_version: copyVersion,
  })
  return { version: (data as Row | null)?.version, code: error?.code ?? null }
}

const tag = async (name: string) => (await put(world, 'tags', { name, slug: name })).id

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
  const { data, error } = await world.as[caller].rpc('list_article_revisions', {
    p_article: article,
    ...more,
  })
  if (error) throw new Error(`${error.code} ${error.message}`)
  return data as Listed[]
}

/** The texts kept of an article, the oldest first. */
const kept = (article: string) =>
  world.sql<{ kind: string; version: number; data: { title: string; tag_ids: string[] } }>(
    'select kind, version, data from public.article_revisions where article_id = $1::uuid order by id',
    [article],
  )

describe('tags', () => {
  test('alone they are a change: the version moves, and a second save from the old one is refused', async () => {
    const [oak, ash] = [await tag('oak'), await tag('ash')]
    const { id } = await put(world, 'articles', draft())
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

  test('belong to the version they were saved with', async () => {
    const elm = await tag('elm')
    const { id } = await put(world, 'articles', draft())
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
  test('names who, the status and the fields that changed, the newest first', async () => {
    const { id } = await put(world, 'articles', draft())
    await save(id, 1, { title: 'Second', excerpt: 'Now with one' })
    await save(id, 2, { status: 'review' })
    expect(await history(id, { p_every: true })).toMatchObject([
      { created_by: world.id.editor, author_name: 'The editor', status: 'review', changed: ['status'] },
      { status: 'draft', changed: ['excerpt', 'title'], is_first: false },
      { created_by: null, status: 'draft', changed: [], is_first: true },
    ])
  })

  test('tells of a person’s many saves in a quarter of an hour only the last, unless each is asked for', async () => {
    const { id } = await put(world, 'articles', draft())
    for (const [version, title] of ['One', 'Two', 'Three'].entries()) await save(id, version + 1, { title })
    await world.sql(
      `update public.article_revisions set created_at = '2026-01-05T10:00:00Z' where article_id = $1::uuid`,
      [id],
    )
    await save(id, 4, { title: 'Four' })
    const listed = await history(id)
    expect(listed.map(({ changed }) => changed)).toEqual([['title'], ['title'], []])
    const every = await history(id, { p_every: true })
    expect(every).toHaveLength(5)
    expect((await history(id, { p_every: true, p_before: every[1]?.id })).map((entry) => entry.id)).toEqual(
      every.slice(2).map((entry) => entry.id),
    )
  })

  test('is for those who write', async () => {
    const { id } = await put(world, 'articles', published())
    expect(await history(id, {}, 'contributor')).toHaveLength(1)
    expect(await history(id, {}, 'viewer')).toEqual([])
    const { error } = await world.as.anon.rpc('list_article_revisions', { p_article: id })
    expect(error?.code).toBe('42501')
  })
})

describe('unpublished changes', () => {
  const begin = (id: string, patch: object | undefined) =>
    world.as.editor
      .from('article_working_copies')
      .insert({ article_id: id, base_version: 1, data: { form: { title: 'A form' }, base: {}, patch } })

  test('stay in the history when they are discarded', async () => {
    const { id } = await put(world, 'articles', published())
    const oak = randomUUID()
    await begin(id, {
      title: 'Discarded',
      content: { html: '<p>Later.</p>' },
      meta_keywords: ['oak', 'ash'],
      tag_ids: [oak],
      hero: true,
    })
    await world.as.editor.from('article_working_copies').delete().eq('article_id', id)
    expect(await history(id)).toMatchObject([
      { kind: 'working-copy', created_by: world.id.editor },
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

  test('that change nothing, or that an older editor stored without a patch, are discarded without a trace', async () => {
    const { id } = await put(world, 'articles', published())
    for (const patch of [undefined, {}, { title: 'A chair by the window' }]) {
      expect((await begin(id, patch)).error).toBeNull()
      const dropped = await world.as.editor.from('article_working_copies').delete().eq('article_id', id)
      expect(dropped.error).toBeNull()
    }
    expect(await kept(id)).toHaveLength(1)
  })

  test('are in it as the article when they are carried out, and go with an article that is deleted', async () => {
    const { id } = await put(world, 'articles', published())
    await begin(id, { title: 'Carried out' })
    await save(id, 1, { title: 'Carried out' }, null, 1)
    expect((await kept(id)).map(({ kind }) => kind)).toEqual(['saved', 'saved'])
    await begin(id, { title: 'Again' })
    expect((await world.as.super_admin.from('articles').delete().eq('id', id)).error).toBeNull()
    expect(await kept(id)).toEqual([])
  })
})
