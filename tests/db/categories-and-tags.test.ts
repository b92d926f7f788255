import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { draft, openWorld, published, put } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const named = () => ({ name: `name ${randomUUID()}`, slug: randomUUID() })

async function stored(id: string): Promise<{ category_id: string | null; tags: string[] }> {
  const [row] = await world.sql<{ category_id: string | null; tags: string[] }>(
    `select category_id, (select coalesce(json_agg(tag_id), '[]') from public.article_tags where article_id = a.id) as tags
     from public.articles a where id = $1::uuid`,
    [id],
  )
  if (row === undefined) throw new Error(`The article ${id} is gone`)
  return row
}

describe('removing', () => {
  test('a category leaves its articles, without it', async () => {
    const category = await put(world, 'categories', named())
    const article = await put(world, 'articles', published({ category_id: category.id }))
    const { error } = await world.as.editor.from('categories').delete().eq('id', category.id)
    expect(error).toBeNull()
    expect(await stored(article.id)).toEqual({ category_id: null, tags: [] })
  })

  test('a tag leaves its articles, also when a contributor removes it', async () => {
    const tag = await put(world, 'tags', named())
    const article = await put(world, 'articles', published())
    await put(world, 'article_tags', { article_id: article.id, tag_id: tag.id })
    await world.as.contributor.from('tags').delete().eq('id', tag.id)
    expect((await stored(article.id)).tags).toEqual([])
  })
})

test('a text that was open when its category and tag were removed is saved without them', async () => {
  const [category, gone, tag] = [
    await put(world, 'categories', named()),
    await put(world, 'tags', named()),
    await put(world, 'tags', named()),
  ]
  const article = await put(world, 'articles', draft({ category_id: category.id }))
  await world.as.editor.from('tags').delete().eq('id', gone.id)
  await world.as.editor.from('categories').delete().eq('id', category.id)
  const { error } = await world.as.editor.rpc('save_article', {
    p_id: article.id,
    p_version: article.version + 1,
    p_article: { title: 'Saved', category_id: category.id },
    p_tags: [gone.id, tag.id],
  })
  expect(error).toBeNull()
  expect(await stored(article.id)).toEqual({ category_id: null, tags: [tag.id] })
})

test('two of the same name or slug are refused, and a colour that is none', async () => {
  for (const table of ['categories', 'tags']) {
    const row = named()
    await put(world, table, row)
    for (const twin of [
      { ...named(), name: row.name },
      { ...named(), slug: row.slug },
    ]) {
      expect((await world.as.editor.from(table).insert(twin)).error?.code, table).toBe('23505')
    }
  }
  const { error } = await world.as.editor.from('categories').insert({ ...named(), color: 'indigo' })
  expect(error?.code).toBe('23514')
})
