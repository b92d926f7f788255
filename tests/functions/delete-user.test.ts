import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Stack } from '../../supabase/local/stack.ts'
import { client, PASSWORD, signedIn, startTestStack } from '../support/database/test-stack.ts'

let stack: Stack
let service: SupabaseClient
let admin: Awaited<ReturnType<typeof signedIn>>

beforeAll(async () => {
  stack = await startTestStack()
  service = client(stack, stack.secretKey)
  admin = await signedIn(stack, 'super_admin')
})
afterAll(() => stack.stop())

async function remove(caller: SupabaseClient, body: Record<string, unknown>) {
  const { data, error, response } = await caller.functions.invoke<unknown>('delete-user', { body })
  const answer: unknown = error ? await response?.json() : data
  return { status: response?.status, answer }
}

async function exists(id: string): Promise<boolean> {
  const { data } = await service.auth.admin.getUserById(id)
  return data.user !== null
}

test('deletes account, role and sessions; articles stay, with the name of their author', async () => {
  const writer = await signedIn(stack, 'contributor', 'leaving@mantel.example')
  const { data: story } = await service
    .from('articles')
    .insert({ title: 'Left behind', slug: 'left-behind', author_id: writer.id })
    .select('id')
    .single()
  expect(await remove(admin.client, { id: writer.id })).toEqual({
    status: 200,
    answer: { user: { id: writer.id } },
  })
  expect(await exists(writer.id)).toBe(false)
  const log = await stack.sql(
    `select actor_name from public.audit_log where kind = 'account-deleted' and entity_id = $1`,
    [writer.id],
  )
  expect(log).toEqual([{ actor_name: 'The super_admin' }])
  const kept = await service
    .from('articles')
    .select('author:profiles!articles_author_id_fkey(full_name, email, role)')
    .eq('id', story?.id)
  expect(kept.data).toEqual([{ author: { full_name: 'The contributor', email: null, role: 'viewer' } }])
  const again = await client(stack).auth.signInWithPassword({
    email: 'leaving@mantel.example',
    password: PASSWORD,
  })
  expect(again.error?.message).toBe('Invalid login credentials')
  expect((await writer.client.auth.refreshSession()).error).not.toBeNull()
})

test('a person without an account, as a restore leaves one, is removed, too; a second time there is nobody', async () => {
  const [{ id = '' } = {}] = await stack.sql<{ id: string }>(
    `insert into public.profiles (id, full_name, role) values (gen_random_uuid(), 'Restored', 'contributor') returning id`,
  )
  expect((await remove(admin.client, { id })).status).toBe(200)
  expect(await stack.sql('select id from public.profiles where id = $1', [id])).toEqual([])
  expect(await remove(admin.client, { id })).toEqual({
    status: 404,
    answer: { error: 'This user no longer exists' },
  })
})

test('what removes a person without an account leaves one who has an account', async () => {
  const { id } = await signedIn(stack, 'viewer', 'stays@mantel.example')
  const { data } = await service.rpc('remove_person_without_account', { p_person: id })
  expect([data, await exists(id)]).toEqual([false, true])
})

describe('open stories of a removed account', () => {
  let count = 0
  /** A person with open stories, and one who could get them. */
  async function twoWriters() {
    count += 1
    const leaver = await signedIn(stack, 'contributor', `leaver-${count}@mantel.example`)
    const heir = await signedIn(stack, 'contributor', `heir-${count}@mantel.example`)
    const add = async (status: string, published_at: string | null, author_id = leaver.id) => {
      const story = { title: 'Open', slug: crypto.randomUUID(), author_id, status, published_at }
      const { data } = await service.from('articles').insert(story).select('id').single<{ id: string }>()
      return data?.id
    }
    const open = [
      await add('draft', null),
      await add('review', null),
      await add('published', '2999-01-01T00:00:00Z'),
    ]
    const others = [await add('published', '2026-01-05T10:00:00Z'), await add('archived', null)]
    return { leaver, heir, open, others }
  }
  async function storiesOf(author: string) {
    const { data } = await service.from('articles').select('id').eq('author_id', author)
    return data?.map(({ id }) => String(id)).toSorted()
  }

  test('go to the heir, and no others do', async () => {
    const { leaver, heir, open, others } = await twoWriters()
    expect((await admin.client.rpc('count_open_articles', { p_author: leaver.id })).data).toBe(open.length)
    expect((await remove(admin.client, { id: leaver.id, heir: heir.id })).status).toBe(200)
    expect(await storiesOf(heir.id)).toEqual(open.toSorted())
    expect(await storiesOf(leaver.id)).toEqual(others.toSorted())
  })

  test('stay, and so does the account, when the heir cannot write or is no account', async () => {
    const { leaver, open, others } = await twoWriters()
    const viewer = await signedIn(stack, 'viewer', 'viewing-heir@mantel.example')
    for (const heir of [viewer.id, crypto.randomUUID(), leaver.id]) {
      expect(await remove(admin.client, { id: leaver.id, heir })).toEqual({
        status: 400,
        answer: { error: 'This account cannot write stories' },
      })
    }
    expect((await remove(admin.client, { id: leaver.id, heir: 'nobody' })).status).toBe(400)
    expect(await exists(leaver.id)).toBe(true)
    expect(await storiesOf(leaver.id)).toEqual([...open, ...others].toSorted())
  })

  test.each(['auth.users', 'public.articles', 'public.profiles'])(
    'stay, and so does the account, when the change of %s fails',
    async (table) => {
      const { leaver, heir, open, others } = await twoWriters()
      await stack.sql(`create function private.refuse_change() returns trigger language plpgsql as
        $f$ begin raise exception 'refused'; end $f$`)
      const event = table === 'auth.users' ? 'delete' : 'update'
      await stack.sql(`create trigger zz_refuse_change after ${event} on ${table}
        for each row execute function private.refuse_change()`)
      try {
        expect((await remove(admin.client, { id: leaver.id, heir: heir.id })).status).toBe(500)
      } finally {
        await stack.sql('drop function private.refuse_change cascade')
      }
      expect(await exists(leaver.id)).toBe(true)
      expect(await storiesOf(leaver.id)).toEqual([...open, ...others].toSorted())
    },
  )

  test('stay with a person who is removed after a removal with an heir was refused', async () => {
    const { leaver, heir, open, others } = await twoWriters()
    await stack.sql('select public.announce_removal($1::uuid, $2::uuid, $3::uuid)', [
      leaver.id,
      admin.id,
      heir.id,
    ])
    expect((await remove(admin.client, { id: leaver.id, heir: null })).status).toBe(200)
    expect(await storiesOf(leaver.id)).toEqual([...open, ...others].toSorted())
  })
})

test('refuses to delete the own account, so that one super admin remains', async () => {
  for (const id of [admin.id, admin.id.toUpperCase()]) {
    expect(await remove(admin.client, { id })).toEqual({
      status: 403,
      answer: { error: 'You cannot remove your own account' },
    })
  }
  expect(await exists(admin.id)).toBe(true)
})

test('a super admin can delete another one', async () => {
  const second = await signedIn(stack, 'super_admin', 'second@mantel.example')
  expect((await remove(admin.client, { id: second.id })).status).toBe(200)
  expect(await exists(second.id)).toBe(false)
})

test.each(['editor', 'contributor', 'viewer'] as const)('a call of a %s is refused', async (role) => {
  const victim = await signedIn(stack, 'viewer', `victim-of-${role}@mantel.example`)
  const caller = await signedIn(stack, role)
  expect((await remove(caller.client, { id: victim.id })).status).toBe(403)
  expect((await remove(client(stack), { id: victim.id })).status).toBe(401)
  expect(await exists(victim.id)).toBe(true)
})

test('invalid and unknown ids are refused with a message', async () => {
  expect(await remove(admin.client, { id: 'not an id' })).toEqual({
    status: 400,
    answer: { error: 'Which user?' },
  })
  expect((await remove(admin.client, {})).status).toBe(400)
  expect(await remove(admin.client, { id: crypto.randomUUID() })).toEqual({
    status: 404,
    answer: { error: 'This user no longer exists' },
  })
})
