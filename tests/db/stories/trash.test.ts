import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, openBackend, published, insertRow } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

async function isThere(id: string): Promise<boolean> {
  return (await backend.sql('select 1 from public.articles where id = $1::uuid', [id])).length === 1
}

test('deleted_at is set once, by the database’s clock', async () => {
  const { id } = await insertRow(backend, 'articles', published())
  const bin = (deleted_at: string | null) =>
    backend.as.super_admin
      .from('articles')
      .update({ deleted_at })
      .eq('id', id)
      .select('deleted_at')
      .single<{ deleted_at: string | null }>()
  const first = await bin('2001-01-01T00:00:00Z')
  expect(Date.parse(first.data?.deleted_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
  expect((await bin('2099-01-01T00:00:00Z')).data).toEqual(first.data)
  expect((await bin(null)).data).toEqual({ deleted_at: null })
})

test('articles are deleted after 30 days, at a build or when another goes to the trash', async () => {
  const old = () => insertRow(backend, 'articles', published({ deleted_at: daysAgo(31) }))
  const young = await insertRow(backend, 'articles', published({ deleted_at: daysAgo(29) }))
  const kept = await insertRow(backend, 'articles', published())

  const atBuild = await old()
  await backend.sql('insert into public.builds default values')
  expect(await isThere(atBuild.id)).toBe(false)

  const atDelete = await old()
  await backend.as.super_admin
    .from('articles')
    .update({ deleted_at: daysAgo(0) })
    .eq('id', kept.id)
  expect(await isThere(atDelete.id)).toBe(false)
  expect([await isThere(young.id), await isThere(kept.id)]).toEqual([true, true])
})

test('a slug in the trash is free again once its article is deleted', async () => {
  const { id, slug } = await insertRow(
    backend,
    'articles',
    published({ slug: 'in-the-trash', deleted_at: daysAgo(1) }),
  )
  const again = () => backend.as.editor.from('articles').insert(published({ slug }))
  expect((await again()).error?.code).toBe('23505')
  expect((await backend.as.editor.from('articles').delete().eq('id', id).select('id')).data).toEqual([])
  expect(
    (await backend.as.super_admin.from('articles').delete().eq('id', id).select('id')).data,
  ).toHaveLength(1)
  expect((await again()).error).toBeNull()
})
