import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolled } from '../../support/database/second-factor.ts'
import { client, PASSWORD } from '../../support/database/test-stack.ts'
import { type Backend, insertRow, openBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

const signIn = async (role: string) => {
  const own = client(backend)
  const { error } = await own.auth.signInWithPassword({ email: `${role}@mantel.example`, password: PASSWORD })
  expect(error).toBeNull()
  return own
}

describe('an account with a second factor', () => {
  test('has no role in a session without it, nor in one of before', async () => {
    const before = backend.as.editor
    const { strong, factorId } = await enrolled(await signIn('editor'))
    const weak = await signIn('editor')
    for (const session of [weak, before]) {
      expect((await session.rpc('get_missing_factor')).data).toBe('code')
      expect((await session.from('subscribers').select('id')).data).toEqual([])
      expect((await session.from('categories').insert({ name: 'x', slug: 'x' })).error?.code).toBe('42501')
      const renamed = await session.from('profiles').update({ full_name: 'Mine' }).eq('id', backend.id.editor)
      expect(renamed.error ?? (await nameOf(backend.id.editor))).toBe('The editor')
      expect((await session.from('name_requests').insert({ name: 'Mine' })).error?.code).toBe('42501')
      expect((await session.rpc('current_role_name')).data).toBeNull()
      expect((await session.rpc('end_own_sessions')).error?.code).toBe('42501')
      expect((await session.rpc('list_own_sessions')).data).toEqual([])
      // Its own profile it reads, so that the admin can ask for the code.
      expect((await session.from('profiles').select('role').eq('id', backend.id.editor)).data).toEqual([
        { role: 'editor' },
      ])
    }
    expect((await strong.rpc('get_missing_factor')).data).toBe('nothing')
    expect((await strong.rpc('current_role_name')).data).toBe('editor')
    const added = await strong.from('categories').insert({ name: randomUUID(), slug: randomUUID() })
    expect(added.error).toBeNull()

    await strong.rpc('announce_own_change')
    await strong.auth.mfa.unenroll({ factorId })
    expect((await weak.rpc('get_missing_factor')).data).toBe('nothing')
    const log = await backend.sql(
      `select note, actor_id, subject from public.audit_log where kind = 'second-factor' order by id`,
    )
    const entry = { actor_id: backend.id.editor, subject: 'The editor' }
    expect(log).toEqual([
      { ...entry, note: 'Switched on' },
      { ...entry, note: 'Removed' },
    ])
  })

  async function nameOf(id: string) {
    const [row] = await backend.sql<{ name: string }>(
      'select full_name as name from public.profiles where id = $1::uuid',
      [id],
    )
    return row?.name
  }

  test('is listed for super admins only', async () => {
    const { strong, factorId } = await enrolled(await signIn('contributor'))
    expect((await backend.as.super_admin.rpc('get_accounts_with_factor')).data).toEqual([
      { id: backend.id.contributor },
    ])
    expect((await backend.as.editor.rpc('get_accounts_with_factor')).data).toEqual([])
    await strong.auth.mfa.unenroll({ factorId })
  })
})

describe('the setting that demands a second factor of super admins', () => {
  const demand = { require_second_factor: true }

  test('is switched on only by somebody who has signed in with one', async () => {
    const admin = backend.as.super_admin
    const refused = { code: '23514', message: expect.stringContaining('your own second factor') as string }
    expect((await admin.from('site_settings').insert(demand)).error).toMatchObject(refused)
    const { id } = await insertRow(backend, 'site_settings', { tagline: '' })
    expect((await admin.from('site_settings').update(demand).eq('id', id)).error).toMatchObject(refused)
    expect((await admin.from('site_settings').update({ tagline: 'x' }).eq('id', id)).error).toBeNull()

    const { strong, factorId } = await enrolled(await signIn('super_admin'))
    expect((await strong.from('site_settings').update(demand).eq('id', id)).error).toBeNull()

    // A super admin without one sets it up first; others need none.
    const [other] = await backend.sql<{ id: string }>(
      `update public.profiles set role = 'super_admin' where email = 'viewer@mantel.example' returning id`,
    )
    expect(other?.id).toBe(backend.id.viewer)
    const second = await signIn('viewer')
    expect((await second.rpc('get_missing_factor')).data).toBe('setup')
    expect((await second.from('deploy_settings').select('id')).error).toBeNull()
    expect((await second.from('audit_log').select('id')).data).toEqual([])
    expect(
      (await second.from('site_settings').update({ require_second_factor: false }).eq('id', id).select())
        .data,
    ).toEqual([])
    expect((await backend.as.editor.rpc('get_missing_factor')).data).toBe('nothing')
    const own = await enrolled(second)
    expect((await own.strong.rpc('get_missing_factor')).data).toBe('nothing')
    expect((await own.strong.from('audit_log').select('id').limit(1)).data).toHaveLength(1)

    await backend.sql('delete from public.site_settings')
    await own.strong.auth.mfa.unenroll({ factorId: own.factorId })
    await strong.auth.mfa.unenroll({ factorId })
  })
})

describe('sessions', () => {
  test('a person lists their own, ends one, and then all others', async () => {
    const [here, there, elsewhere] = [
      await signIn('contributor'),
      await signIn('contributor'),
      await signIn('contributor'),
    ]
    const list = async () =>
      (await here.rpc('list_own_sessions')).data as { id: string; is_current: boolean }[]
    const ids = await list()
    expect(ids.length).toBeGreaterThanOrEqual(3)
    expect(ids.filter(({ is_current }) => is_current)).toEqual([ids[0]])
    const idOf = async (session: typeof here) => (await session.auth.getClaims()).data?.claims.session_id
    expect((await here.rpc('end_own_sessions', { p_session: await idOf(there) })).data).toBe(1)
    expect((await there.auth.refreshSession()).error).not.toBeNull()
    expect((await here.rpc('end_own_sessions')).data).toBe(ids.length - 2)
    expect((await elsewhere.auth.refreshSession()).error).not.toBeNull()
    expect((await here.auth.refreshSession()).error).toBeNull()
    expect(await list()).toHaveLength(1)
    const log = await backend.sql(
      `select distinct kind, actor_id, note from public.audit_log where kind = 'session'`,
    )
    expect(log).toContainEqual({ kind: 'session', actor_id: backend.id.contributor, note: 'node' })
  })

  test('nobody ends another person’s', async () => {
    const other = await signIn('viewer')
    const id = (await other.auth.getClaims()).data?.claims.session_id
    expect((await (await signIn('contributor')).rpc('end_own_sessions', { p_session: id })).data).toBe(0)
    expect((await other.auth.refreshSession()).error).toBeNull()
  })
})
