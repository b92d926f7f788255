import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PublicClient, publicClient } from '../../../src/backend/client.ts'
import { slugify } from '../../../src/domain/sections/slug.ts'
import { DEFAULT_PARAMS } from '../../../src/site/lists/browse-params.ts'
import { findStories } from '../../../src/site/islands/search/story-search.ts'
import { type Backend, addPerson, insertRow, openBackend, published } from '../support/backend.ts'

let backend: Backend
let client: PublicClient
beforeAll(async () => {
  backend = await openBackend()
  client = publicClient(backend.url, backend.publishableKey)
})
afterAll(() => backend.close())

const { signal } = new AbortController()

async function ask(filter: { category?: string; author?: string }) {
  const { stories, present = {} } = await findStories(client, { ...DEFAULT_PARAMS, ...filter }, signal)
  return { ids: stories.map(({ id }) => id), present }
}

describe('stories of a category', () => {
  async function rename(id: unknown, name: string) {
    const { error } = await backend.as.editor
      .from('categories')
      .update({ name, slug: slugify(name) })
      .eq('id', id)
    if (error) throw new Error(error.message)
  }

  test.each([
    ['Gardens & Yards', 'Green Rooms'],
    ['Łódź Homes', 'Café Corners'],
    ['Straße', 'Große Häuser'],
  ])('are found by its former name %s and by both in other spellings', async (former, present) => {
    const row = { name: former, slug: slugify(former) }
    const { id } = await insertRow(backend, 'categories', row)
    const story = await insertRow(backend, 'articles', published({ category_id: id }))
    const found = { ids: [story.id], present: { category: present } }
    await rename(id, 'In Between')
    await rename(id, present)
    expect(await ask({ category: present })).toEqual({ ids: [story.id], present: {} })
    for (const category of [former, former.toUpperCase(), former.normalize('NFD'), present.toLowerCase()])
      expect([category, await ask({ category })]).toEqual([category, found])
    expect((await ask({ category: 'In Between' })).ids).toEqual([story.id])
  })

  test('lead to the category that has the name now, whoever had it before', async () => {
    const first = await insertRow(backend, 'categories', { name: 'Attics', slug: 'attics' })
    await insertRow(backend, 'articles', published({ category_id: first.id }))
    await rename(first.id, 'Lofts')
    const second = await insertRow(backend, 'categories', { name: 'Attics', slug: 'attics' })
    const story = await insertRow(backend, 'articles', published({ category_id: second.id }))
    expect(await ask({ category: 'Attics' })).toEqual({ ids: [story.id], present: {} })
  })

  test.each(['Nowhere', '日本', '', '-', "'; drop"])('of no category: none for %o', async (category) => {
    const { present } = await ask({ category })
    expect(present).toEqual({})
    if (category !== '') expect((await ask({ category })).ids).toEqual([])
  })
})

describe('stories of an author', () => {
  async function writer(full_name: string, story = true) {
    const id = await addPerson(backend)
    await rename(id, full_name)
    const ids = story ? [(await insertRow(backend, 'articles', published({ author_id: id }))).id] : []
    return { id, ids }
  }
  async function rename(id: string, name: string) {
    await backend.sql('update public.profiles set full_name = $1 where id = $2::uuid', [name, id])
  }

  test.each([
    ['Marta Quill', 'Marta Quill-Brandt'],
    ['Анна Иванова', 'Anna Iwanowa'],
    ['Zoë Ångström', '東京 花子'],
  ])('are found by the former name %s, whether there is an author page or not', async (former, present) => {
    for (const withPage of [false, true]) {
      const name = withPage ? `${former} II` : former
      const { id, ids } = await writer(name)
      const now = withPage ? `${present} II` : present
      if (withPage) {
        const page = await insertRow(backend, 'author_profiles', { name, slug: '', profile_id: id })
        await backend.sql('update public.author_profiles set name = $1 where id = $2::uuid', [now, page.id])
      } else await rename(id, now)
      for (const author of [name, name.toUpperCase(), name.normalize('NFD'), now.toLowerCase()])
        expect([author, await ask({ author })]).toEqual([
          author,
          { ids, present: author === now ? {} : { author: now } },
        ])
      expect(await ask({ author: now })).toEqual({ ids, present: {} })
    }
  })

  test('lead to the person who has the name now, once they have published', async () => {
    const before = await writer('Jo Marsh')
    await rename(before.id, 'Jo Reed')
    const other = await writer('Jo Marsh', false)
    expect((await ask({ author: 'Jo Marsh' })).ids).toEqual(before.ids)
    const story = await insertRow(backend, 'articles', published({ author_id: other.id }))
    expect(await ask({ author: 'Jo Marsh' })).toEqual({ ids: [story.id], present: {} })
  })

  test('tell nobody the name of a person who has published nothing', async () => {
    const { id } = await writer('Secret Name', false)
    await rename(id, 'Other Secret')
    for (const author of ['Secret Name', 'other secret'])
      expect(await ask({ author })).toEqual({ ids: [], present: {} })
  })
})
