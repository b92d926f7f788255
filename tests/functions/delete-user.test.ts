import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Stack } from '../../supabase/local/stack.ts'
import { client, PASSWORD, signedIn, startTestStack } from '../support/test-stack.ts'

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
