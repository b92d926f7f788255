import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { client } from '../support/test-stack.ts'
import { type Caller, type Backend, addPerson, openBackend, published, insertRow } from './support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

async function roleOf(id: string): Promise<string | undefined> {
  const [row] = await backend.sql<{ role: string }>(
    'select role::text from public.profiles where id = $1::uuid',
    [id],
  )
  return row?.role
}

function setRole(caller: Caller, id: string, role: string) {
  return backend.as[caller].from('profiles').update({ role }).eq('id', id)
}

describe('signing up', () => {
  test('creates a viewer with the given name, whatever role the metadata claims', async () => {
    const email = `${randomUUID()}@example.com`
    const { data, error } = await client(backend).auth.signUp({
      email,
      password: 'love-where-you-live',
      options: { data: { full_name: '  Anna Berg ', role: 'super_admin', app_role: 'super_admin' } },
    })
    expect(error).toBeNull()
    const rows = await backend.sql(
      'select full_name, email, role::text from public.profiles where id = $1::uuid',
      [data.user?.id],
    )
    expect(rows).toEqual([{ full_name: 'Anna Berg', email, role: 'viewer' }])
  })

  test('without a name leaves full_name null', async () => {
    const { data } = await backend.service.auth.admin.createUser({
      email: `${randomUUID()}@example.com`,
      user_metadata: { full_name: '   ' },
    })
    const rows = await backend.sql('select full_name from public.profiles where id = $1::uuid', [
      data.user?.id,
    ])
    expect(rows).toEqual([{ full_name: null }])
  })

  test('nobody can insert a profile or change its id', async () => {
    const { error } = await backend.as.super_admin
      .from('profiles')
      .insert({ id: randomUUID(), full_name: 'Ghost' })
    expect(error?.code).toBe('42501')
    const moved = await backend.as.viewer
      .from('profiles')
      .update({ id: randomUUID() })
      .eq('id', backend.id.viewer)
    expect(moved.error?.code).toBe('42501')
  })

  test('a new email address of the account is copied to the profile, where it cannot be changed', async () => {
    const id = await addPerson(backend)
    const email = `${randomUUID()}@example.com`
    await backend.service.auth.admin.updateUserById(id, { email, email_confirm: true })
    const [row] = await backend.sql<{ email: string }>(
      'select email from public.profiles where id = $1::uuid',
      [id],
    )
    expect(row?.email).toBe(email)
    const { error } = await backend.as.viewer.from('profiles').update({ email }).eq('id', backend.id.viewer)
    expect(error?.code).toBe('42501')
  })
})

describe('roles', () => {
  test.each([
    ['viewer', 'editor'],
    ['viewer', 'contributor'],
    ['contributor', 'super_admin'],
    ['editor', 'super_admin'],
  ] as const)('a %s cannot give itself the role %s', async (caller, role) => {
    expect((await setRole(caller, backend.id[caller], role)).error?.code).toBe('42501')
    expect(await roleOf(backend.id[caller])).toBe(caller)
  })

  test('an editor cannot change roles', async () => {
    const id = await addPerson(backend, 'viewer')
    for (const role of ['super_admin', 'editor', 'contributor']) await setRole('editor', id, role)
    expect(await roleOf(id)).toBe('viewer')
  })

  test('a super admin changes roles', async () => {
    const id = await addPerson(backend, 'viewer')
    for (const role of ['editor', 'super_admin', 'contributor']) {
      expect((await setRole('super_admin', id, role)).error).toBeNull()
      expect(await roleOf(id)).toBe(role)
    }
  })

  test('nobody changes their own, not even a super admin', async () => {
    await addPerson(backend, 'super_admin')
    const { error } = await setRole('super_admin', backend.id.super_admin, 'editor')
    expect(error?.code).toBe('42501')
    await backend.sql(
      `delete from auth.users where id in (select id from public.profiles where role = 'super_admin' and id <> $1::uuid)`,
      [backend.id.super_admin],
    )
  })

  test('an unknown role is refused', async () => {
    const id = await addPerson(backend, 'viewer')
    expect((await setRole('super_admin', id, 'owner')).error?.code).toBe('22P02')
  })
})

describe('the last super admin', () => {
  const last = () => backend.id.super_admin

  test('cannot be demoted, not even with the secret key', async () => {
    const { error } = await backend.service.from('profiles').update({ role: 'editor' }).eq('id', last())
    expect(error?.code).toBe('23514')
  })

  test('cannot be deleted, neither the profile nor the account', async () => {
    expect((await backend.service.from('profiles').delete().eq('id', last())).error?.code).toBe('23514')
    expect((await backend.service.auth.admin.deleteUser(last())).error).not.toBeNull()
    expect(await roleOf(last())).toBe('super_admin')
  })

  test('can be demoted when there is another', async () => {
    const second = await addPerson(backend, 'super_admin')
    expect((await setRole('super_admin', second, 'editor')).error).toBeNull()
    await setRole('super_admin', second, 'super_admin')
    expect((await backend.service.auth.admin.deleteUser(second)).error).toBeNull()
    expect(await roleOf(second)).toBeUndefined()
  })

  test('two cannot demote each other at once', async () => {
    const second = await addPerson(backend, 'super_admin')
    await Promise.all(
      [last(), second].map((id) => backend.service.from('profiles').update({ role: 'editor' }).eq('id', id)),
    )
    const roles = [await roleOf(last()), await roleOf(second)]
    expect(roles.toSorted()).toEqual(['editor', 'super_admin'])
    await backend.sql(`update public.profiles set role = 'super_admin' where id = $1::uuid`, [last()])
    await backend.sql('delete from auth.users where id = $1::uuid', [second])
  })
})

test('the articles of a deleted person stay', async () => {
  const id = await addPerson(backend)
  const article = await insertRow(backend, 'articles', published({ author_id: id }))
  await insertRow(backend, 'author_profiles', { name: 'Gone', slug: 'gone', profile_id: id })
  expect((await backend.service.auth.admin.deleteUser(id)).error).toBeNull()
  const rows = await backend.sql('select author_id from public.articles where id = $1::uuid', [article.id])
  expect(rows).toEqual([{ author_id: null }])
  const authors = await backend.sql(`select profile_id from public.author_profiles where slug = 'gone'`)
  expect(authors).toEqual([{ profile_id: null }])
})

test('a save of an author from an old updated_at changes nothing', async () => {
  const { id } = await insertRow(backend, 'author_profiles', { name: 'Two Editors', slug: 'two-editors' })
  const table = () => backend.as.editor.from('author_profiles')
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

describe('slugs of authors', () => {
  const slugOf = async (row: object) => {
    const { data, error } = await backend.as.editor
      .from('author_profiles')
      .insert(row)
      .select('slug')
      .single<{ slug: string }>()
    if (error) throw new Error(error.message)
    return data.slug
  }

  test('are made from the name when none is given, with a number when taken', async () => {
    expect(await slugOf({ name: 'Zoë  Ångström' })).toBe('zoe-angstrom')
    expect(await slugOf({ name: 'Zoe Angstrom', slug: '' })).toBe('zoe-angstrom-2')
    expect(await slugOf({ name: '東京' })).toBe('author')
  })

  test('are kept when given', async () => {
    expect(await slugOf({ name: 'Ines Abril', slug: 'ines' })).toBe('ines')
    const { error } = await backend.as.editor.from('author_profiles').insert({ name: 'Ines', slug: 'Ines!' })
    expect(error?.code).toBe('23514')
  })
})
