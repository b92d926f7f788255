import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { startStack, type Stack } from '../../supabase/local/stack.ts'

export const SITE_URL = 'http://localhost:4321'
export const PASSWORD = 'love-where-you-live'

export type Role = 'super_admin' | 'editor' | 'contributor' | 'viewer'

/** A stack in memory, for one test file. */
export function startTestStack(): Promise<Stack> {
  return startStack({ port: 0, dataDir: null, siteUrl: SITE_URL })
}

/** A client that keeps its session to itself. */
export function client(stack: Stack, key = stack.publishableKey): SupabaseClient {
  return createClient(stack.url, key, {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: crypto.randomUUID() },
  })
}

/** A confirmed user with a role, signed in; resolves with their client and id. */
export async function signedIn(stack: Stack, role: Role, email = `${role}@mantel.example`) {
  const service = client(stack, stack.secretKey)
  const { data, error } = await service.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: role },
  })
  if (error) throw error
  const given = await service.from('profiles').update({ role }).eq('id', data.user.id)
  if (given.error) throw given.error
  const user = client(stack)
  const session = await user.auth.signInWithPassword({ email, password: PASSWORD })
  if (session.error) throw session.error
  return { client: user, id: data.user.id, token: session.data.session.access_token }
}

/** Opens a link of a mail without following where it leads; resolves with that address. */
export async function openLink(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual' })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`${link} leads nowhere (${response.status})`)
  return new URL(location)
}

/** What comes back for JSON values written through the API, by table and by function, as `[sent, got]`. */
export async function roundTripJson(stack: Stack): Promise<[unknown, unknown][]> {
  await stack.sql('create table public.notes (id int primary key, value jsonb)')
  await stack.sql(
    `create function public.same(value jsonb) returns jsonb language sql as $$ select value || '{}' $$`,
  )
  await stack.sql('grant all on public.notes to service_role')
  await stack.sql('grant execute on function public.same(jsonb) to service_role')
  await stack.sql(`notify pgrst, 'reload schema'`)
  const service = client(stack, stack.secretKey)
  const pairs: [unknown, unknown][] = []
  const values = [
    'plain',
    '',
    '{"a":1}',
    '"quoted"',
    'null',
    5,
    true,
    [1, 'x', ['y']],
    { html: '<p>"</p>', n: [] },
  ]
  for (const [id, value] of values.entries()) {
    const { data } = await service.from('notes').insert({ id, value }).select('value').single()
    pairs.push([value, data?.value])
    const { data: updated } = await service
      .from('notes')
      .update({ value })
      .eq('id', id)
      .select('value')
      .single()
    pairs.push([value, updated?.value])
  }
  const object = { html: '<p>"</p>', list: [1, { a: null }] }
  const { data: returned } = await service.rpc('same', { value: object })
  return [...pairs, [object, returned]]
}
