import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type Backend, CALLERS, openBackend, insertRow } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

interface Saved {
  id: string
  name: string
  version: number
  created_by: string | null
}

async function save(
  caller: Caller,
  id: string | null,
  version: number | null,
  template: object,
  tags: string[] = [],
) {
  const answer = await backend.as[caller].rpc('save_template', {
    p_id: id,
    p_version: version,
    p_template: template,
    p_tags: tags,
  })
  return { saved: answer.data as Saved | null, code: answer.error?.code ?? null, status: answer.status }
}

const named = (more: object = {}) => ({ name: `House visit ${randomUUID()}`, ...more })
const newTag = async () => (await insertRow(backend, 'tags', { name: randomUUID(), slug: randomUUID() })).id

async function tagsOf(template: string): Promise<string[]> {
  const rows = await backend.sql<{ tag_id: string }>(
    'select tag_id from public.article_template_tags where template_id = $1::uuid order by tag_id',
    [template],
  )
  return rows.map(({ tag_id }) => tag_id)
}

describe('save_template', () => {
  test.for(CALLERS)('%s: only editors create and change templates', async (caller) => {
    const may = caller === 'editor' || caller === 'super_admin'
    const made = await save(caller, null, null, named())
    expect(made.code).toBe(may ? null : '42501')
    const { id } = await insertRow(backend, 'article_templates', named())
    const code = { anon: '42501', viewer: 'PT404', contributor: '42501' } as Partial<Record<Caller, string>>
    expect((await save(caller, id, 1, named())).code).toBe(code[caller] ?? null)
  })

  test('keeps created_by, and replaces the tags', async () => {
    const [one, two, three] = [await newTag(), await newTag(), await newTag()]
    const { saved } = await save('editor', null, null, named({ created_by: backend.id.viewer }), [one, two])
    expect(saved?.created_by).toBe(backend.id.editor)
    const id = saved?.id ?? ''
    expect(await tagsOf(id)).toEqual([one, two].toSorted())
    const again = await save('super_admin', id, 1, named(), [two, three])
    expect(again.saved).toMatchObject({ version: 2, created_by: backend.id.editor })
    expect(await tagsOf(id)).toEqual([two, three].toSorted())
  })

  test('from an old version is refused with PT409', async () => {
    const { saved } = await save('editor', null, null, named())
    const id = saved?.id ?? ''
    await save('editor', id, 1, named({ name: `First ${id}` }))
    expect(await save('super_admin', id, 1, named(), [await newTag()])).toMatchObject({
      code: 'PT409',
      status: 409,
    })
    const [row] = await backend.sql<Saved>('select name from public.article_templates where id = $1::uuid', [
      id,
    ])
    expect(row?.name).toBe(`First ${id}`)
    expect(await tagsOf(id)).toEqual([])
  })

  test('leaves out a category and tags that were deleted while the template was open', async () => {
    const category = await insertRow(backend, 'categories', { name: randomUUID(), slug: randomUUID() })
    const [gone, tag] = [await newTag(), await newTag()]
    const template = named({ category_id: category.id })
    const { saved } = await save('editor', null, null, template, [gone])
    await backend.service.from('categories').delete().eq('id', category.id)
    await backend.service.from('tags').delete().eq('id', gone)
    const again = await save('editor', saved?.id ?? '', 2, template, [gone, tag])
    expect(again).toMatchObject({ code: null, saved: { category_id: null } })
    expect(await tagsOf(saved?.id ?? '')).toEqual([tag])
  })

  test('a deleted template is PT404; names are unique whatever their case', async () => {
    expect((await save('editor', randomUUID(), 1, named())).code).toBe('PT404')
    await save('editor', null, null, { name: 'Object study' })
    expect((await save('editor', null, null, { name: ' object STUDY ' })).code).toBe('23505')
  })

  test.each([
    ['no name', { name: ' ' }],
    ['an endless name', { name: 'x'.repeat(121) }],
    ['an endless title', { name: 'x', title_pattern: 'x'.repeat(301) }],
    ['a body that is no object', { name: 'x', content: 'x' }],
  ])('with %s is refused', async (_, template) => {
    expect((await save('editor', null, null, template)).code).toBe('23514')
  })
})

test('a template stays when its category, tags or creator are deleted', async () => {
  const category = await insertRow(backend, 'categories', { name: randomUUID(), slug: randomUUID() })
  const tag = await newTag()
  const { saved } = await save('editor', null, null, named({ category_id: category.id }), [tag])
  await backend.sql('update public.article_templates set created_by = null where id = $1::uuid', [saved?.id])
  await backend.service.from('categories').delete().eq('id', category.id)
  await backend.service.from('tags').delete().eq('id', tag)
  const rows = await backend.sql(
    'select category_id, created_by from public.article_templates where id = $1::uuid',
    [saved?.id],
  )
  expect(rows).toEqual([{ category_id: null, created_by: null }])
  expect(await tagsOf(saved?.id ?? '')).toEqual([])
})
