import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { client, PASSWORD } from '../../support/database/test-stack.ts'
import { type Backend, addPerson, draft, insertRow, openBackend, published } from '../support/backend.ts'

interface Entry {
  kind: string
  actor_id: string | null
  actor_name: string
  entity: string | null
  entity_id: string | null
  subject: string | null
  note: string | null
}

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

/** The entries that a task adds. */
async function entriesOf(task: () => PromiseLike<unknown>): Promise<Entry[]> {
  const [last] = await backend.sql<{ id: number }>(
    'select coalesce(max(id), 0)::int as id from public.audit_log',
  )
  await task()
  return backend.sql<Entry>(
    `select kind, actor_id, actor_name, entity, entity_id, subject, note from public.audit_log
     where id > $1::int order by id`,
    [last?.id],
  )
}

/** Makes all entries two days older. */
async function age(): Promise<void> {
  await backend.sql('alter table public.audit_log disable trigger refuse_audit_change')
  await backend.sql(`update public.audit_log set created_at = created_at - interval '2 days'`)
  await backend.sql('alter table public.audit_log enable trigger refuse_audit_change')
}

const byAdmin = () => ({ actor_id: backend.id.super_admin, actor_name: 'The super_admin' })

describe('nobody changes the log', () => {
  test('with the secret key it can be read only', async () => {
    await entriesOf(() => addPerson(backend))
    const log = () => backend.service.from('audit_log')
    expect((await log().select('id').limit(1)).data).toHaveLength(1)
    const row = { kind: 'sign-in', actor_name: 'Nobody' }
    for (const { error } of [
      await log().insert(row),
      await log().update(row).gt('id', 0),
      await log().delete().gt('id', 0),
    ]) {
      expect(error?.code).toBe('42501')
    }
  })

  test.each([
    'update public.audit_log set note = null',
    'delete from public.audit_log',
    'truncate public.audit_log',
  ])('not even the owner of the tables: %s', async (statement) => {
    await expect(backend.sql(statement)).rejects.toThrow('The audit log cannot be changed')
  })

  test('the first entry of a day deletes entries of more than two years ago', async () => {
    await age()
    await backend.sql(`insert into public.audit_log (kind, actor_name, created_at)
      values ('sign-in', 'Long ago', now() - interval '2 years 1 day'),
             ('sign-in', 'Not so long ago', now() - interval '2 years' + interval '1 day')`)
    await addPerson(backend)
    const old = await backend.sql<Entry>(
      `select actor_name from public.audit_log where actor_name like '%ong ago' order by id`,
    )
    expect(old).toEqual([{ actor_name: 'Not so long ago' }])
  })
})

describe('accounts', () => {
  test('a sign-in of staff is an entry, one of a viewer is not', async () => {
    const signIn = (role: string) => () =>
      client(backend).auth.signInWithPassword({ email: `${role}@mantel.example`, password: PASSWORD })
    expect(await entriesOf(signIn('viewer'))).toEqual([])
    expect(await entriesOf(signIn('contributor'))).toMatchObject([
      { kind: 'sign-in', actor_id: backend.id.contributor, actor_name: 'The contributor' },
    ])
  })

  test('a sign-up, without its address, and an account made with the secret key are told apart', async () => {
    const email = `${randomUUID()}@example.com`
    expect(await entriesOf(() => client(backend).auth.signUp({ email, password: PASSWORD }))).toMatchObject([
      { kind: 'account-created', actor_id: null, actor_name: 'Visitor', subject: null, note: 'Signed up' },
    ])
    const made = {
      email: `${randomUUID()}@example.com`,
      email_confirm: true,
      user_metadata: { full_name: 'Ada' },
    }
    expect(await entriesOf(() => backend.service.auth.admin.createUser(made))).toMatchObject([
      { kind: 'account-created', actor_name: 'Supabase', subject: made.email, note: 'Ada' },
    ])
  })

  test('an invitation is one entry, of the person that the function announced', async () => {
    const email = `${randomUUID()}@example.com`
    const invite = () => backend.service.auth.admin.inviteUserByEmail(email)
    const announce = (account: string) =>
      backend.service.rpc('announce_actor', { p_account: account, p_actor: backend.id.super_admin })
    await announce(email.toUpperCase())
    const invited = { kind: 'account-invited', subject: email }
    expect(await entriesOf(invite)).toMatchObject([{ ...invited, ...byAdmin() }])
    await backend.sql(`update private.announced_actors set created_at = now() - interval '2 minutes'`)
    await age()
    expect(await entriesOf(invite)).toMatchObject([{ ...invited, actor_name: 'Supabase' }])
    expect(
      (await backend.as.super_admin.rpc('announce_actor', { p_account: email, p_actor: null })).error?.code,
    ).toBe('42501')
  })

  test('a role and a deleted account keep the names of the two', async () => {
    const someone = await secondAdmin()
    const id = await addPerson(backend)
    const entries = await entriesOf(() =>
      someone.client.from('profiles').update({ role: 'editor', full_name: 'Ada' }).eq('id', id),
    )
    const role = { kind: 'role', entity_id: id, subject: 'Ada', note: 'contributor → editor' }
    expect(entries).toMatchObject([{ ...role, actor_id: someone.id, actor_name: 'Bea' }])

    await backend.service.rpc('announce_actor', { p_account: someone.id, p_actor: backend.id.super_admin })
    expect(await entriesOf(() => backend.service.auth.admin.deleteUser(someone.id))).toMatchObject([
      { kind: 'account-deleted', entity_id: someone.id, subject: 'Bea', ...byAdmin() },
    ])
    const kept = await backend.as.super_admin
      .from('audit_log')
      .select('actor_name')
      .eq('entity_id', id)
      .eq('actor_id', someone.id)
    expect(kept.data).toEqual([{ actor_name: 'Bea' }])
  })

  test('a deleted account of a reader leaves no address, one of the staff does', async () => {
    for (const [role, full_name] of [
      ['viewer', null],
      ['viewer', 'Ida'],
      ['editor', 'Ida'],
    ] as const) {
      const id = await addPerson(backend, role)
      await backend.sql('update public.profiles set full_name = $1 where id = $2::uuid', [full_name, id])
      const note = role === 'viewer' ? null : `${id}@mantel.example`
      expect(await entriesOf(() => backend.service.auth.admin.deleteUser(id))).toMatchObject([
        { kind: 'account-deleted', entity_id: id, subject: full_name, note },
      ])
    }
  })

  async function secondAdmin() {
    const account = { email: `${randomUUID()}@mantel.example`, password: PASSWORD }
    const created = await backend.service.auth.admin.createUser({
      ...account,
      email_confirm: true,
      user_metadata: { full_name: 'Bea' },
    })
    const id = created.data.user?.id ?? ''
    await backend.service.from('profiles').update({ role: 'super_admin' }).eq('id', id)
    const own = client(backend)
    await own.auth.signInWithPassword(account)
    return { id, client: own }
  }
})

describe('content', () => {
  const change = (patch: object, id: string) => () =>
    backend.as.super_admin.from('articles').update(patch).eq('id', id)

  test('publishing, changes to what is out, unpublishing, the trash and the deletion of an article', async () => {
    const { id } = await insertRow(backend, 'articles', draft({ title: 'A Chair' }))
    const entry = { entity: 'articles', entity_id: id, subject: 'A Chair', ...byAdmin() }
    expect(await entriesOf(change({ excerpt: 'x' }, id))).toEqual([])
    expect(await entriesOf(change({ status: 'published' }, id))).toEqual([
      { ...entry, kind: 'publish', note: null },
    ])
    expect(await entriesOf(change({ excerpt: 'y' }, id))).toEqual([
      { ...entry, kind: 'publish', note: 'Changes' },
    ])
    expect(await entriesOf(change({ status: 'draft' }, id))).toEqual([
      { ...entry, kind: 'unpublish', note: 'Draft' },
    ])
    expect(
      await entriesOf(change({ status: 'published', published_at: '2099-01-02T03:04:00Z' }, id)),
    ).toEqual([{ ...entry, kind: 'publish', note: 'Scheduled for 2099-01-02 03:04 UTC' }])
    const trash = change({ deleted_at: new Date().toISOString() }, id)
    expect(await entriesOf(trash)).toEqual([{ ...entry, kind: 'delete', note: 'Moved to the trash' }])
    expect(await entriesOf(change({ deleted_at: null }, id))).toEqual([
      { ...entry, kind: 'restore', note: null },
    ])
    expect(await entriesOf(() => backend.as.super_admin.from('articles').delete().eq('id', id))).toEqual([
      { ...entry, kind: 'delete', note: null },
    ])
  })

  test('a page, and what the database changes by itself', async () => {
    const { id } = await insertRow(backend, 'pages', {
      title: 'Colophon',
      slug: randomUUID(),
      status: 'draft',
    })
    const page = { entity: 'pages', entity_id: id, subject: 'Colophon', note: null, ...byAdmin() }
    const publish = () => backend.as.super_admin.from('pages').update({ status: 'published' }).eq('id', id)
    expect(await entriesOf(publish)).toEqual([{ ...page, kind: 'publish' }])
    const first = await insertRow(backend, 'articles', published({ hero: true }))
    const entries = await entriesOf(() =>
      backend.service.from('articles').insert(published({ title: 'New', hero: true })),
    )
    // The first one loses its place by a trigger.
    expect(entries).toMatchObject([
      { kind: 'publish', subject: 'New', actor_id: null, actor_name: 'Secret key' },
    ])
    expect(entries[0]?.entity_id).not.toBe(first.id)
  })

  test('the deletion of a reader leaves neither name nor address', async () => {
    const { id } = await insertRow(backend, 'subscribers', { email: `${randomUUID()}@example.com` })
    const erase = () => backend.as.super_admin.rpc('erase_subscriber', { p_id: id })
    expect(await entriesOf(erase)).toEqual([
      { kind: 'delete', entity: 'subscribers', entity_id: id, subject: null, note: null, ...byAdmin() },
    ])
  })
})

test('settings are logged with their old and new values, the deploy hook without its address', async () => {
  const settings = () => backend.as.super_admin.from('site_settings')
  await settings().insert({ site_name: 'Mantel' })
  const change = { sign_up_open: false, contact_email: 'a@b.example' }
  const entry = { kind: 'settings', ...byAdmin() }
  expect(await entriesOf(() => settings().update(change).neq('version', 0))).toMatchObject([
    { ...entry, subject: 'Settings', note: 'contact email: none → a@b.example, sign up open: on → off' },
  ])
  expect(await entriesOf(() => settings().update(change).neq('version', 0))).toEqual([])
  const hook = backend.as.super_admin.from('deploy_settings')
  const [set] = await entriesOf(() => hook.insert({ deploy_hook_url: 'https://host.example/secret' }))
  expect(set).toMatchObject({
    ...entry,
    subject: 'Deploy hook',
    note: 'new address, hook host: host.example',
  })
})

describe('exports', () => {
  test('are entries of the person who makes them', async () => {
    const log = () => backend.as.editor.rpc('log_export', { p_what: 'Subscribers', p_rows: 1 })
    expect(await entriesOf(log)).toMatchObject([
      { kind: 'export', actor_id: backend.id.editor, subject: 'Subscribers', note: '1 row' },
    ])
  })

  test.each(['anon', 'viewer', 'contributor'] as const)(
    'are nothing that a caller may log as %s',
    async (caller) => {
      const { error } = await backend.as[caller].rpc('log_export', { p_what: 'Subscribers', p_rows: 1 })
      expect(error?.code).toBe('42501')
    },
  )
})

test('the people of the filter are named as they are called now', async () => {
  const { data } = await backend.as.super_admin.rpc('get_audit_actors')
  expect(data).toContainEqual({ id: backend.id.super_admin, name: 'The super_admin' })
  expect((await backend.as.editor.rpc('get_audit_actors')).data).toEqual([])
})
