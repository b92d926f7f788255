import { randomUUID } from 'node:crypto'
import { type SupabaseClient, createClient } from '@supabase/supabase-js'
import { type Role, ROLES } from '../../../src/domain/role.ts'
import type { Stack } from '../../../supabase/local/stack.ts'
import { startTestStack } from '../../support/test-stack.ts'

/** Who sends a request: a visitor without a session, or a person with a role. */
export const CALLERS = ['anon', 'viewer', 'contributor', 'editor', 'super_admin'] as const
export type Caller = (typeof CALLERS)[number]

/** A running, empty Supabase with one person of each role. */
export interface Backend {
  url: string
  publishableKey: string
  /** As superuser, past all policies. */
  sql: Stack['sql']
  listen: Stack['listen']
  /** A client with the secret key, as the publisher and the seed use it. */
  service: SupabaseClient
  /** A client for each caller. */
  as: Readonly<Record<Caller, SupabaseClient>>
  id: Readonly<Record<Role, string>>
  /** A contributor who is none of them. */
  otherId: string
  close(): Promise<void>
}

const PASSWORD = 'love-where-you-live'

export async function openBackend(): Promise<Backend> {
  const stack = await startTestStack()
  const service = connect(stack.url, stack.secretKey)
  const people = await Promise.all(ROLES.map((role) => person(stack, service, role)))
  const find = (role: Role) => {
    const found = people.find((candidate) => candidate.role === role)
    if (found === undefined) throw new Error(`There is no ${role}`)
    return found
  }
  return {
    otherId: await addPerson(stack),
    url: stack.url,
    publishableKey: stack.publishableKey,
    sql: stack.sql,
    listen: stack.listen,
    service,
    as: {
      anon: connect(stack.url, stack.publishableKey),
      viewer: find('viewer').client,
      contributor: find('contributor').client,
      editor: find('editor').client,
      super_admin: find('super_admin').client,
    },
    id: {
      viewer: find('viewer').id,
      contributor: find('contributor').id,
      editor: find('editor').id,
      super_admin: find('super_admin').id,
    },
    close: () => stack.stop(),
  }
}

/** A client that keeps no session. */
export function connect(url: string, key: string): SupabaseClient {
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
}

async function person(stack: Stack, service: SupabaseClient, role: Role) {
  const email = `${role}@mantel.example`
  const { data, error } = await service.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: `The ${role}` },
  })
  if (error) throw error
  await stack.sql('update public.profiles set role = $1::public.app_role where id = $2::uuid', [
    role,
    data.user.id,
  ])
  const client = connect(stack.url, stack.publishableKey)
  const signedIn = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (signedIn.error) throw signedIn.error
  return { role, id: data.user.id, client }
}

/** Adds a person with a profile who never signs in. Returns the id. */
export async function addPerson(backend: Pick<Backend, 'sql'>, role: Role = 'contributor'): Promise<string> {
  const id = randomUUID()
  await backend.sql('insert into auth.users (id, email) values ($1::uuid, $2)', [id, `${id}@mantel.example`])
  await backend.sql('update public.profiles set role = $1::public.app_role where id = $2::uuid', [role, id])
  return id
}

/** Inserts a row with the secret key, past all policies. Returns it with its defaults. */
export async function insertRow<T extends object>(backend: Backend, table: string, row: T): Promise<T & Row> {
  const { data, error } = await backend.service.from(table).insert(row).select().single<T & Row>()
  if (error) throw new Error(`${table}: ${error.message}`)
  return data
}

export interface Row {
  id: string
  version: number
}

/** The required fields of an article, with a unique slug. */
export function draft(more: object = {}) {
  return { title: 'A chair by the window', slug: `a-chair-${randomUUID()}`, ...more }
}

export function published(more: object = {}) {
  return draft({ status: 'published', published_at: '2026-01-05T10:00:00Z', ...more })
}
