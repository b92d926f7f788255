import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { client } from '../../support/database/test-stack.ts'
import {
  type Caller,
  type Backend,
  addPerson,
  openBackend,
  published,
  insertRow,
} from '../support/backend.ts'

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

describe('an account that is removed', () => {
  async function named(name: string): Promise<string> {
    const id = await addPerson(backend)
    await backend.sql('update public.profiles set full_name = $1 where id = $2::uuid', [name, id])
    return id
  }
  const unconfirm = (id: string) =>
    backend.sql('update public.profiles set name_confirmed = false where id = $1::uuid', [id])
  /** As the SQL editor of a hosted project does it. */
  const remove = (id: string) => backend.sql('delete from auth.users where id = $1::uuid', [id])
  const profileOf = (id: string) =>
    backend.sql(
      'select full_name, role::text, email, removed_at is not null as removed from public.profiles where id = $1::uuid',
      [id],
    )
  const authorsOf = (id: string) =>
    backend.sql('select name, slug from public.author_profiles where profile_id = $1::uuid', [id])
  const storyOf = (author_id: string) => insertRow(backend, 'articles', published({ author_id }))

  test('leaves its stories as they are, and an author profile that signs them', async () => {
    const id = await named('Kwame of the Tests')
    const story = await storyOf(id)
    const row = () => backend.sql('select to_jsonb(a) from public.articles a where id = $1::uuid', [story.id])
    const before = await row()
    expect((await backend.service.auth.admin.deleteUser(id)).error).toBeNull()
    expect(await row()).toEqual(before)
    expect(await profileOf(id)).toEqual([
      { full_name: 'Kwame of the Tests', role: 'viewer', email: null, removed: true },
    ])
    expect(await authorsOf(id)).toEqual([{ name: 'Kwame of the Tests', slug: 'kwame-of-the-tests' }])
    const { data } = await backend.as.anon.from('profiles').select('full_name').eq('id', id)
    expect(data).toEqual([{ full_name: 'Kwame of the Tests' }])
  })

  test('keeps the author profile it had, which no sync invites', async () => {
    const id = await named('Leona of the Tests')
    const author = { name: 'Leona of the Tests', slug: 'leona-tests', email: 'leona@left.example' }
    await insertRow(backend, 'author_profiles', { ...author, profile_id: id })
    await remove(id)
    expect(await authorsOf(id)).toEqual([{ name: author.name, slug: author.slug }])
    const { data } = await backend.as.editor.rpc('get_author_sync')
    expect(data).toEqual([])
  })

  test('gets the author profile of its confirmed name, and never another person’s', async () => {
    await insertRow(backend, 'author_profiles', { name: 'Mira of the Tests', slug: 'mira-tests' })
    const [confirmed, namesake] = [await named('Mira of the Tests'), await named('Mira of the Tests')]
    await unconfirm(namesake)
    for (const id of [confirmed, namesake]) await storyOf(id)
    await remove(namesake)
    expect(await authorsOf(namesake)).toEqual([])
    await remove(confirmed)
    expect(await authorsOf(confirmed)).toEqual([{ name: 'Mira of the Tests', slug: 'mira-tests' }])
  })

  test('leaves nothing when nothing names it', async () => {
    const id = await named('Nobody of the Tests')
    await remove(id)
    expect(await profileOf(id)).toEqual([])
  })

  test('keeps its name at everything that names it', async () => {
    const { id: article_id } = await insertRow(backend, 'articles', published())
    const { id: plan_id } = await insertRow(backend, 'plans', { title: 'Plan of the tests' })
    const { id: thread_id } = await insertRow(backend, 'comment_threads', { article_id, kind: 'story' })
    const file = { filename: 'f', original_filename: 'f', mime_type: 'image/jpeg', size_bytes: 1 }
    const font = { font_name: 'F', font_file_path: '/f.woff2' }
    const rows: Record<string, object> = {
      article_revisions: { article_id, version: 1, data: {} },
      article_templates: { name: 'Template of the tests' },
      article_working_copies: { article_id, data: {}, base_version: 1 },
      articles: published(),
      author_profiles: { name: 'Somebody', slug: 'somebody-tests' },
      comment_guests: { article_id, profile_id: backend.id.viewer },
      comment_threads: { article_id, kind: 'story' },
      comments: { thread_id, body: 'A comment of the tests' },
      contact_messages: { name: 'A', email: 'a@b.example', message: 'Hello' },
      fonts: font,
      imports: { id: randomUUID(), source: 'a', format: 'a', file_name: 'a' },
      front_versions: { page: '/', live_from: '2026-01-05T10:00:00Z' },
      media: { ...file, storage_path: `uploads/${randomUUID()}.jpg` },
      pages: { title: 'Page', slug: `page-${randomUUID()}` },
      plan_tasks: { plan_id, kind: 'Photographs' },
      proposed_people: { name: 'Proposed in the tests' },
      plans: { title: 'Plan of the tests' },
      suppressions: { digest: '\\x00', email: 'a@b.example', reason: 'manual' },
      preview_links: { article_id, token_hash: '\\x00', until: '2099-01-01T00:00:00Z' },
    }
    const references = await backend.sql<{ table: string; column: string }>(
      `select c.conrelid::regclass::text as table, a.attname::text as column
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'f' and c.confrelid = 'public.profiles'::regclass
         and c.confdeltype <> 'c'
       order by 1`,
    )
    const kept: unknown[] = []
    for (const { table, column } of references) {
      const name = table.replace('public.', '')
      const id = await named(`Named in ${name}`)
      const { [name]: row = {} } = rows
      // Triggers set the person of some tables from the session.
      await backend.sql(`alter table public.${name} disable trigger user`)
      await insertRow(backend, name, { ...row, [column]: id })
      await backend.sql(`alter table public.${name} enable trigger user`)
      await remove(id)
      kept.push(
        ...(await backend.sql(
          `select p.full_name from public.${name} r join public.profiles p on p.id = r.${column} where p.id = $1::uuid`,
          [id],
        )),
      )
    }
    expect(kept).toEqual(
      references.map(({ table }) => ({ full_name: `Named in ${table.replace('public.', '')}` })),
    )
  })

  test('has no role and no profile in a session that has not ended yet', async () => {
    const account = { email: `${randomUUID()}@example.com`, password: 'love-where-you-live' }
    const { data } = await backend.service.auth.admin.createUser({ ...account, email_confirm: true })
    const id = data.user?.id ?? ''
    await backend.sql(`update public.profiles set role = 'editor', full_name = 'Ola' where id = $1::uuid`, [
      id,
    ])
    await storyOf(id)
    const session = client(backend)
    await session.auth.signInWithPassword(account)
    expect((await session.rpc('has_role', { roles: ['editor'] })).data).toBe(true)
    await remove(id)
    expect((await session.rpc('has_role', { roles: ['editor'] })).data).toBe(false)
    expect((await session.from('profiles').select('id').eq('id', id)).data).toEqual([])
    await session.from('profiles').update({ full_name: 'Other' }).eq('id', id)
    expect(await profileOf(id)).toMatchObject([{ full_name: 'Ola', removed: true }])
  })

  test('gives its stories to the account of the person who comes back', async () => {
    const [left, back] = [await named('Pia of the Tests'), await named('Pia of the Tests')]
    await unconfirm(back)
    const story = await storyOf(left)
    await remove(left)
    const { data } = await backend.as.editor.rpc('get_name_questions')
    expect(data).toContainEqual(
      expect.objectContaining({ profile_id: back, author_name: 'Pia of the Tests' }),
    )
    const given = await backend.as.editor.rpc('set_public_name', {
      p_profile: back,
      p_name: 'Pia of the Tests',
    })
    expect(given.error).toBeNull()
    expect(await authorsOf(back)).toHaveLength(1)
    const [row] = await backend.sql('select author_id from public.articles where id = $1::uuid', [story.id])
    expect(row).toEqual({ author_id: back })
  })

  test('is renamed with its author profile', async () => {
    const id = await named('Quill of the Tests')
    await storyOf(id)
    await remove(id)
    const { error } = await backend.as.editor
      .from('author_profiles')
      .update({ name: 'Quill-Brandt of the Tests' })
      .eq('profile_id', id)
    expect(error).toBeNull()
    expect(await profileOf(id)).toMatchObject([{ full_name: 'Quill-Brandt of the Tests' }])
  })
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

describe('what tells people of one name apart', () => {
  const hintsFor = async (caller: Caller, p_ids: string[]) =>
    (await backend.as[caller].rpc('get_people_hints', { p_ids })).data as { id: string; hint: string }[]

  test('is for editors the e-mail address, and for contributors what is no secret', async () => {
    const [writer, author, gone] = [
      await addPerson(backend),
      await addPerson(backend),
      await addPerson(backend),
    ]
    const { id: profile } = await insertRow(backend, 'author_profiles', {
      ...{ name: 'Anna Meyer', slug: 'anna-meyer-of-the-tests', profile_id: author },
    })
    await insertRow(backend, 'articles', published({ author_id: gone }))
    await backend.sql('delete from auth.users where id = $1::uuid', [gone])
    const ids = [writer, author, gone, profile]
    const of = async (caller: Caller) => {
      const hints = await hintsFor(caller, ids)
      return ids.map((id) => hints.find((one) => one.id === id)?.hint)
    }
    const page = '/author/anna-meyer-of-the-tests'
    expect(await of('editor')).toEqual([
      `${writer}@mantel.example`,
      `${author}@mantel.example`,
      'account removed',
      page,
    ])
    expect(await of('contributor')).toEqual([
      expect.stringMatching(/^Contributor since \d{4}-\d\d-\d\d$/),
      page,
      'account removed',
      page,
    ])
  })

  test('is told to nobody who does not write', async () => {
    expect(await hintsFor('viewer', [backend.id.editor])).toEqual([])
    const { error } = await backend.as.anon.rpc('get_people_hints', { p_ids: [backend.id.editor] })
    expect(error?.code).toBe('42501')
  })
})
