import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, published, put } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

async function isThere(id: string): Promise<boolean> {
  return (await world.sql('select 1 from public.articles where id = $1::uuid', [id])).length === 1
}

test('what was thrown away is dated by the database, whatever the browser says, and once', async () => {
  const { id } = await put(world, 'articles', published())
  const bin = (deleted_at: string | null) =>
    world.as.super_admin
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

test('after 30 days it is gone, when the site is built or something else is thrown away', async () => {
  const old = () => put(world, 'articles', published({ deleted_at: daysAgo(31) }))
  const young = await put(world, 'articles', published({ deleted_at: daysAgo(29) }))
  const kept = await put(world, 'articles', published())

  const atBuild = await old()
  await world.sql("select public.begin_build('catch-up')")
  expect(await isThere(atBuild.id)).toBe(false)

  const atDelete = await old()
  await world.as.super_admin
    .from('articles')
    .update({ deleted_at: daysAgo(0) })
    .eq('id', kept.id)
  expect(await isThere(atDelete.id)).toBe(false)
  expect([await isThere(young.id), await isThere(kept.id)]).toEqual([true, true])
})

test('an address in the trash is free again once it is gone for good', async () => {
  const { id, slug } = await put(
    world,
    'articles',
    published({ slug: 'in-the-trash', deleted_at: daysAgo(1) }),
  )
  const again = () => world.as.editor.from('articles').insert(published({ slug }))
  expect((await again()).error?.code).toBe('23505')
  expect((await world.as.editor.from('articles').delete().eq('id', id).select('id')).data).toEqual([])
  expect((await world.as.super_admin.from('articles').delete().eq('id', id).select('id')).data).toHaveLength(
    1,
  )
  expect((await again()).error).toBeNull()
})
