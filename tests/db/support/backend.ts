import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Role } from '../../../src/domain/people/role.ts'
import type { Stack } from '../../../supabase/local/stack.ts'
import { client, signedIn, startTestStack } from '../../support/database/test-stack.ts'

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

export async function openBackend(): Promise<Backend> {
  const stack = await startTestStack()
  const viewer = await signedIn(stack, 'viewer')
  const contributor = await signedIn(stack, 'contributor')
  const editor = await signedIn(stack, 'editor')
  const admin = await signedIn(stack, 'super_admin')
  return {
    otherId: await addPerson(stack),
    url: stack.url,
    publishableKey: stack.publishableKey,
    sql: stack.sql,
    listen: stack.listen,
    service: client(stack, stack.secretKey),
    as: {
      anon: client(stack),
      viewer: viewer.client,
      contributor: contributor.client,
      editor: editor.client,
      super_admin: admin.client,
    },
    id: { viewer: viewer.id, contributor: contributor.id, editor: editor.id, super_admin: admin.id },
    close: () => stack.stop(),
  }
}

/** Adds a person with a profile who never signs in. Returns the id. */
export async function addPerson(backend: Pick<Backend, 'sql'>, role: Role = 'contributor'): Promise<string> {
  const id = randomUUID()
  await backend.sql('insert into auth.users (id, email) values ($1::uuid, $2)', [id, `${id}@mantel.example`])
  await backend.sql('update public.profiles set role = $1::public.app_role where id = $2::uuid', [role, id])
  return id
}

/** Inserts a row past all policies, by SQL, which takes less time than a request. Returns it with its defaults. */
export async function insertRow<T extends object>(
  { sql }: Pick<Backend, 'sql'>,
  table: string,
  row: T,
): Promise<T & Row> {
  const columns = Object.keys(row).join(', ')
  const [inserted] = await sql<{ row: T & Row }>(
    `insert into public.${table} as inserted (${columns})
     select ${columns} from jsonb_populate_record(null::public.${table}, $1::text::jsonb)
     returning to_jsonb(inserted) as row`,
    [JSON.stringify(row)],
  )
  if (inserted === undefined) throw new Error(`${table}: nothing was inserted`)
  return inserted.row
}

/** How often an SQL statement reads a table from end to end. */
export async function countFullScans(
  { sql }: Pick<Backend, 'sql'>,
  table: string,
  statement: string,
): Promise<number> {
  await sql(`analyze ${table}`)
  const scans = `(select seq_scan from pg_stat_xact_all_tables where relid = '${table}'::regclass)`
  await sql(`create function private.count_full_scans() returns bigint language plpgsql as $f$
    declare before bigint := ${scans};
    begin
      ${statement};
      return coalesce(${scans}, 0) - coalesce(before, 0);
    end $f$`)
  const [found] = await sql<{ count: number }>('select private.count_full_scans()::integer as count')
  await sql('drop function private.count_full_scans')
  return found?.count ?? NaN
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

/** Takes the publisher's lease; returns its number, null when another holder has it. */
export async function takeLease({ service }: Backend, p_holder: string): Promise<number | null> {
  const { data, error } = await service.rpc('take_publisher_lease', { p_holder })
  if (error) throw new Error(error.message)
  return (data as { number: number | null }).number
}
