import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson, connect, openWorld, published, put } from './support/world.ts'
import type { Caller, World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function roleOf(id: string): Promise<string | undefined> {
  const [row] = await world.sql<{ role: string }>(
    'select role::text from public.profiles where id = $1::uuid',
    [id],
  )
  return row?.role
}

function setRole(caller: Caller, id: string, role: string) {
  return world.as[caller].from('profiles').update({ role }).eq('id', id)
}

describe('signing up', () => {
  test('makes a viewer with the name given, whatever role the metadata claims', async () => {
    const email = `${randomUUID()}@example.com`
    const { data, error } = await connect(world.url, world.publishableKey).auth.signUp({
      email,
      password: 'love-where-you-live',
      options: { data: { full_name: '  Anna Berg ', role: 'super_admin', app_role: 'super_admin' } },
    })
    expect(error).toBeNull()
    const rows = await world.sql(
      'select full_name, email, role::text from public.profiles where id = $1::uuid',
      [data.user?.id],
    )
    expect(rows).toEqual([{ full_name: 'Anna Berg', email, role: 'viewer' }])
  })

  test('without a name leaves none', async () => {
    const { data } = await world.service.auth.admin.createUser({
      email: `${randomUUID()}@example.com`,
      user_metadata: { full_name: '   ' },
    })
    const rows = await world.sql('select full_name from public.profiles where id = $1::uuid', [data.user?.id])
    expect(rows).toEqual([{ full_name: null }])
  })

  test('nobody adds or takes on a profile by hand', async () => {
    const { error } = await world.as.super_admin
      .from('profiles')
      .insert({ id: randomUUID(), full_name: 'Ghost' })
    expect(error?.code).toBe('42501')
    const moved = await world.as.viewer
      .from('profiles')
      .update({ id: randomUUID() })
      .eq('id', world.id.viewer)
    expect(moved.error?.code).toBe('42501')
  })

  test('a new email address of the account is the profile’s, too; the profile alone does not change it', async () => {
    const id = await addPerson(world)
    const email = `${randomUUID()}@example.com`
    await world.service.auth.admin.updateUserById(id, { email, email_confirm: true })
    const [row] = await world.sql<{ email: string }>(
      'select email from public.profiles where id = $1::uuid',
      [id],
    )
    expect(row?.email).toBe(email)
    const { error } = await world.as.viewer.from('profiles').update({ email }).eq('id', world.id.viewer)
    expect(error?.code).toBe('42501')
  })
})

describe('roles', () => {
  test.each([
    ['viewer', 'editor'],
    ['viewer', 'contributor'],
    ['contributor', 'super_admin'],
    ['editor', 'super_admin'],
  ] as const)('a %s cannot make itself %s', async (caller, role) => {
    expect((await setRole(caller, world.id[caller], role)).error?.code).toBe('42501')
    expect(await roleOf(world.id[caller])).toBe(caller)
  })

  test('an editor makes nobody anything, least of all a super admin', async () => {
    const id = await addPerson(world, 'viewer')
    for (const role of ['super_admin', 'editor', 'contributor']) await setRole('editor', id, role)
    expect(await roleOf(id)).toBe('viewer')
  })

  test('a super admin gives and takes roles', async () => {
    const id = await addPerson(world, 'viewer')
    for (const role of ['editor', 'super_admin', 'contributor']) {
      expect((await setRole('super_admin', id, role)).error).toBeNull()
      expect(await roleOf(id)).toBe(role)
    }
  })

  test('not even a super admin changes their own', async () => {
    await addPerson(world, 'super_admin')
    const { error } = await setRole('super_admin', world.id.super_admin, 'editor')
    expect(error?.code).toBe('42501')
    await world.sql(
      `delete from auth.users where id in (select id from public.profiles where role = 'super_admin' and id <> $1::uuid)`,
      [world.id.super_admin],
    )
  })

  test('a role there is not is no role', async () => {
    const id = await addPerson(world, 'viewer')
    expect((await setRole('super_admin', id, 'owner')).error?.code).toBe('22P02')
  })
})

describe('the last super admin', () => {
  const last = () => world.id.super_admin

  test('cannot be demoted, not even with the secret key', async () => {
    const { error } = await world.service.from('profiles').update({ role: 'editor' }).eq('id', last())
    expect(error?.code).toBe('23514')
  })

  test('cannot be removed, neither the profile nor the account', async () => {
    expect((await world.service.from('profiles').delete().eq('id', last())).error?.code).toBe('23514')
    expect((await world.service.auth.admin.deleteUser(last())).error).not.toBeNull()
    expect(await roleOf(last())).toBe('super_admin')
  })

  test('may go when there is another', async () => {
    const second = await addPerson(world, 'super_admin')
    expect((await setRole('super_admin', second, 'editor')).error).toBeNull()
    await setRole('super_admin', second, 'super_admin')
    expect((await world.service.auth.admin.deleteUser(second)).error).toBeNull()
    expect(await roleOf(second)).toBeUndefined()
  })

  test('two at once cannot demote each other', async () => {
    const second = await addPerson(world, 'super_admin')
    await Promise.all(
      [last(), second].map((id) => world.service.from('profiles').update({ role: 'editor' }).eq('id', id)),
    )
    const roles = [await roleOf(last()), await roleOf(second)]
    expect(roles.toSorted()).toEqual(['editor', 'super_admin'])
    await world.sql(`update public.profiles set role = 'super_admin' where id = $1::uuid`, [last()])
    await world.sql('delete from auth.users where id = $1::uuid', [second])
  })
})

test('a person who is removed leaves their articles behind', async () => {
  const id = await addPerson(world)
  const article = await put(world, 'articles', published({ author_id: id }))
  await put(world, 'author_profiles', { name: 'Gone', slug: 'gone', profile_id: id })
  expect((await world.service.auth.admin.deleteUser(id)).error).toBeNull()
  const rows = await world.sql('select author_id from public.articles where id = $1::uuid', [article.id])
  expect(rows).toEqual([{ author_id: null }])
  const authors = await world.sql(`select profile_id from public.author_profiles where slug = 'gone'`)
  expect(authors).toEqual([{ profile_id: null }])
})

test('of two editors with the same author the second changes nothing unasked', async () => {
  const { id } = await put(world, 'author_profiles', { name: 'Two Editors', slug: 'two-editors' })
  const table = () => world.as.editor.from('author_profiles')
  const { data } = await table().select('updated_at').eq('id', id).single<{ updated_at: string }>()
  const save = (bio: string) =>
    table()
      .update({ bio })
      .eq('id', id)
      .eq('updated_at', data?.updated_at ?? '')
      .select('bio')
  expect((await save('The first.')).data).toEqual([{ bio: 'The first.' }])
  expect((await save('The second.')).data).toEqual([])
})

describe('addresses of authors', () => {
  const slugOf = async (row: object) => {
    const { data, error } = await world.as.editor
      .from('author_profiles')
      .insert(row)
      .select('slug')
      .single<{ slug: string }>()
    if (error) throw new Error(error.message)
    return data.slug
  }

  test('come from the name when none is given; a taken one gets a number', async () => {
    expect(await slugOf({ name: 'Zoë  Ångström' })).toBe('zoe-angstrom')
    expect(await slugOf({ name: 'Zoe Angstrom', slug: '' })).toBe('zoe-angstrom-2')
    expect(await slugOf({ name: '東京' })).toBe('author')
  })

  test('are kept when given', async () => {
    expect(await slugOf({ name: 'Ines Abril', slug: 'ines' })).toBe('ines')
    const { error } = await world.as.editor.from('author_profiles').insert({ name: 'Ines', slug: 'Ines!' })
    expect(error?.code).toBe('23514')
  })
})
