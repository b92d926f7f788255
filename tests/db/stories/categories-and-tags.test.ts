import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isTagShown } from '../../../src/domain/sections/tag.ts'
import {
  type Backend,
  type Caller,
  addPerson,
  draft,
  insertRow,
  openBackend,
  published,
} from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

const named = () => ({ name: `name ${randomUUID()}`, slug: randomUUID() })

async function stored(id: string): Promise<{ category_id: string | null; tags: string[] }> {
  const [row] = await backend.sql<{ category_id: string | null; tags: string[] }>(
    `select category_id, (select coalesce(json_agg(tag_id), '[]') from public.article_tags where article_id = a.id) as tags
     from public.articles a where id = $1::uuid`,
    [id],
  )
  if (row === undefined) throw new Error(`The article ${id} is gone`)
  return row
}

describe('deleting', () => {
  test('a category keeps its articles, without a category', async () => {
    const category = await insertRow(backend, 'categories', named())
    const article = await insertRow(backend, 'articles', published({ category_id: category.id }))
    const { error } = await backend.as.editor.from('categories').delete().eq('id', category.id)
    expect(error).toBeNull()
    expect(await stored(article.id)).toEqual({ category_id: null, tags: [] })
  })

  test('a tag keeps its articles, also when a contributor deletes it', async () => {
    const tag = await insertRow(backend, 'tags', named())
    const article = await insertRow(backend, 'articles', published())
    await insertRow(backend, 'article_tags', { article_id: article.id, tag_id: tag.id })
    await backend.as.contributor.from('tags').delete().eq('id', tag.id)
    expect((await stored(article.id)).tags).toEqual([])
  })
})

test.for([0, 1, 2, 3, 4, 5])(
  'a tag with %i stories has a page for the database as for readers',
  async (stories) => {
    const tag = await insertRow(backend, 'tags', named())
    const articles = [draft(), ...Array.from({ length: stories }, () => published())]
    for (const article of articles) {
      const { id } = await insertRow(backend, 'articles', article)
      await insertRow(backend, 'article_tags', { article_id: id, tag_id: tag.id })
    }
    const found = await backend.sql('select private.has_tag_page($1::uuid) as has_page', [tag.id])
    expect(found).toEqual([{ has_page: isTagShown(stories) }])
  },
)

describe('redirects of tags', () => {
  const target = async (slug: string) => {
    const { data } = await backend.as.anon
      .from('slug_redirects')
      .select('entity_id')
      .eq('kind', 'tag')
      .eq('old_slug', slug)
      .maybeSingle()
    return data?.entity_id ?? null
  }
  const rename = (id: string, slug: string) =>
    backend.as.contributor
      .from('tags')
      .update({ name: `name ${slug}`, slug })
      .eq('id', id)

  test('lead from every old slug, until a tag has it again', async () => {
    const { id } = await insertRow(backend, 'tags', { name: 'Light', slug: 'light' })
    await rename(id, 'lights')
    await rename(id, 'lamps')
    expect([await target('light'), await target('lights'), await target('lamps')]).toEqual([id, id, null])
    await rename(id, 'light')
    expect([await target('light'), await target('lamps')]).toEqual([null, id])
    await insertRow(backend, 'tags', { name: 'Lamps', slug: 'lamps' })
    expect(await target('lamps')).toBeNull()
  })

  test('go with the tag', async () => {
    const { id } = await insertRow(backend, 'tags', { name: 'Oak', slug: 'oak' })
    await rename(id, 'oaks')
    await backend.as.contributor.from('tags').delete().eq('id', id)
    expect(await target('oak')).toBeNull()
  })
})

describe('merging tags', () => {
  const merge = (caller: Caller, p_from: string, p_into: string) =>
    backend.as[caller].rpc('merge_tags', { p_from, p_into })

  test('moves articles, templates and working copies, and leads every old slug to the other tag', async () => {
    const from = await insertRow(backend, 'tags', { name: 'Lamp', slug: 'lamp' })
    const into = await insertRow(backend, 'tags', named())
    await backend.as.editor.from('tags').update({ name: 'Lampe', slug: 'lampe' }).eq('id', from.id)
    const [one, both] = [
      await insertRow(backend, 'articles', published()),
      await insertRow(backend, 'articles', published()),
    ]
    const template = await insertRow(backend, 'article_templates', { name: `template ${randomUUID()}` })
    for (const { id } of [one, both])
      await insertRow(backend, 'article_tags', { article_id: id, tag_id: from.id })
    await insertRow(backend, 'article_tags', { article_id: both.id, tag_id: into.id })
    await insertRow(backend, 'article_template_tags', { template_id: template.id, tag_id: from.id })
    await insertRow(backend, 'article_working_copies', {
      article_id: one.id,
      data: { patch: { tag_ids: [from.id] } },
      base_version: 1,
    })

    expect((await merge('contributor', from.id, into.id)).error).toBeNull()
    expect([(await stored(one.id)).tags, (await stored(both.id)).tags]).toEqual([[into.id], [into.id]])
    const rows = await backend.sql(
      `select (select tag_id from public.article_template_tags where template_id = $1::uuid) as template,
         (select data #>> '{patch,tag_ids,0}' from public.article_working_copies where article_id = $2::uuid) as copy,
         (select array_agg(old_slug order by old_slug) from public.slug_redirects where entity_id = $3::uuid) as slugs,
         exists (select 1 from public.tags where id = $4::uuid) as still_there`,
      [template.id, one.id, into.id, from.id],
    )
    expect(rows).toEqual([{ template: into.id, copy: into.id, slugs: ['lamp', 'lampe'], still_there: false }])
  })

  test('reaches articles and templates that were open meanwhile, over several merges', async () => {
    const [one, two, last] = [
      await insertRow(backend, 'tags', named()),
      await insertRow(backend, 'tags', named()),
      await insertRow(backend, 'tags', named()),
    ]
    const article = await insertRow(backend, 'articles', draft())
    await insertRow(backend, 'article_tags', { article_id: article.id, tag_id: one.id })
    const template = await insertRow(backend, 'article_templates', { name: `template ${randomUUID()}` })
    await insertRow(backend, 'article_template_tags', { template_id: template.id, tag_id: one.id })
    expect((await merge('editor', one.id, two.id)).error).toBeNull()
    expect((await merge('editor', two.id, last.id)).error).toBeNull()
    // As both showed it before the merges.
    const saves = [
      backend.as.editor.rpc('save_article', {
        p_id: article.id,
        p_version: article.version,
        p_article: { title: 'Saved' },
        p_tags: [one.id, two.id],
      }),
      backend.as.editor.rpc('save_template', {
        p_id: template.id,
        p_version: template.version,
        p_template: { description: 'Saved' },
        p_tags: [one.id, two.id],
      }),
    ]
    for (const { error } of await Promise.all(saves)) expect(error).toBeNull()
    expect((await stored(article.id)).tags).toEqual([last.id])
    expect(
      await backend.sql('select tag_id from public.article_template_tags where template_id = $1::uuid', [
        template.id,
      ]),
    ).toEqual([{ tag_id: last.id }])
  })

  test('both ways at once leaves one of the two', async () => {
    const [one, two] = [await insertRow(backend, 'tags', named()), await insertRow(backend, 'tags', named())]
    const answers = await Promise.all([merge('editor', one.id, two.id), merge('editor', two.id, one.id)])
    expect(answers.map(({ error }) => error?.code ?? null).toSorted()).toEqual(['PT404', null])
    const left = await backend.sql('select id from public.tags where id in ($1::uuid, $2::uuid)', [
      one.id,
      two.id,
    ])
    expect(left).toHaveLength(1)
  })

  test('is refused to viewers and visitors, for one tag, and for a tag that is gone', async () => {
    const [one, other] = [
      await insertRow(backend, 'tags', named()),
      await insertRow(backend, 'tags', named()),
    ]
    for (const caller of ['viewer', 'anon'] as const)
      expect((await merge(caller, one.id, other.id)).error?.code, caller).toBe('42501')
    expect((await merge('editor', one.id, one.id)).error?.code).toBe('23514')
    expect((await merge('editor', one.id, randomUUID())).error?.code).toBe('PT404')
    expect((await merge('editor', randomUUID(), one.id)).error?.code).toBe('PT404')
  })
})

test('an article is saved without a category, a tag and an author that were deleted while it was open', async () => {
  const author = await addPerson(backend)
  const [category, gone, tag] = [
    await insertRow(backend, 'categories', named()),
    await insertRow(backend, 'tags', named()),
    await insertRow(backend, 'tags', named()),
  ]
  const article = await insertRow(backend, 'articles', draft({ category_id: category.id }))
  await backend.service.auth.admin.deleteUser(author)
  await backend.as.editor.from('tags').delete().eq('id', gone.id)
  await backend.as.editor.from('categories').delete().eq('id', category.id)
  const { error } = await backend.as.editor.rpc('save_article', {
    p_id: article.id,
    p_version: article.version + 1,
    p_article: { title: 'Saved', category_id: category.id, author_id: author },
    p_tags: [gone.id, tag.id],
  })
  expect(error).toBeNull()
  expect(await stored(article.id)).toEqual({ category_id: null, tags: [tag.id] })
})

test('editors choose the sections of a category, and a new name leaves them; contributors cannot', async () => {
  const { id } = await insertRow(backend, 'categories', named())
  const sections = ['guides-tips', 'living-spaces']
  const { as } = backend
  const sectionsOf = async () =>
    (await as.anon.from('categories').select('sections').eq('id', id).single()).data
  expect(await sectionsOf()).toEqual({ sections: [] })
  expect((await as.editor.from('categories').update({ sections }).eq('id', id)).error).toBeNull()
  await as.contributor.from('categories').update({ sections: [] }).eq('id', id)
  expect((await as.editor.from('categories').update(named()).eq('id', id)).error).toBeNull()
  expect(await sectionsOf()).toEqual({ sections })
  const { error } = await as.editor
    .from('categories')
    .update({ sections: [null] })
    .eq('id', id)
  expect(error?.code).toBe('23514')
})

test('duplicate names and slugs and invalid colours are refused', async () => {
  for (const table of ['categories', 'tags']) {
    const row = named()
    await insertRow(backend, table, row)
    for (const twin of [
      { ...named(), name: row.name },
      { ...named(), slug: row.slug },
    ]) {
      expect((await backend.as.editor.from(table).insert(twin)).error?.code, table).toBe('23505')
    }
  }
  const { error } = await backend.as.editor.from('categories').insert({ ...named(), color: 'indigo' })
  expect(error?.code).toBe('23514')
})
