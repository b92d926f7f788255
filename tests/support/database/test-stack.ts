import { type EmailOtpType, type SupabaseClient, createClient } from '@supabase/supabase-js'
import { hashSync } from 'bcryptjs'
import { inject } from 'vitest'
import type { Role } from '../../../src/domain/people/role.ts'
import { type Stack, type StackOptions, startStack } from '../../../supabase/local/stack.ts'
import { copyDatabase } from './template-database.ts'

export const SITE_URL = 'http://localhost:4321'
export const PASSWORD = 'love-where-you-live'

/** An empty stack for one test file: on PGlite in memory, or on a copy of the template that its project provides. */
export async function startTestStack(options: Partial<StackOptions> = {}): Promise<Stack> {
  const template = inject('templateDatabase')
  return startStack({
    port: 0,
    dataDir: null,
    siteUrl: SITE_URL,
    // Tests name the visitor's address in X-Forwarded-For.
    trustedProxies: ['127.0.0.1', '::1'],
    ...(template === undefined ? {} : { databaseUrl: await copyDatabase(template) }),
    ...options,
  })
}

let visitors = 0

/** The header with the address of another visitor at each call: the rate limits count by address. */
export function newVisitor(): { 'x-forwarded-for': string } {
  visitors += 1
  return { 'x-forwarded-for': `10.0.${visitors >> 8}.${visitors & 255}` }
}

/** A client with a session and an address of its own. */
export function client(
  stack: Pick<Stack, 'url' | 'publishableKey'>,
  key = stack.publishableKey,
): SupabaseClient {
  return createClient(stack.url, key, {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: crypto.randomUUID() },
    global: { headers: newVisitor() },
  })
}

/** A hash of PASSWORD that costs next to nothing to check: the auth server's hashes take the time of five requests. */
export const QUICK_HASH = hashSync(PASSWORD, 4)

/** Creates a confirmed user with a role and signs in. */
export async function signedIn(stack: Stack, role: Role, email = `${role}@mantel.example`) {
  const service = client(stack, stack.secretKey)
  const { data, error } = await service.auth.admin.createUser({
    email,
    password_hash: QUICK_HASH,
    email_confirm: true,
    user_metadata: { full_name: `The ${role}` },
  })
  if (error) throw error
  const { id } = data.user
  await stack.sql('update public.profiles set role = $1::public.app_role where id = $2::uuid', [role, id])
  const user = client(stack)
  const session = await user.auth.signInWithPassword({ email, password: PASSWORD })
  if (session.error) throw session.error
  return { client: user, id, token: session.data.session.access_token }
}

/** Presses the button of the page that the mailed link of an account opens; `using` is signed in then. */
export async function pressLink(
  stack: Pick<Stack, 'url' | 'publishableKey'>,
  link: string | undefined,
  using = client(stack),
) {
  const { origin, pathname, searchParams } = new URL(link ?? '')
  if (origin + pathname !== `${SITE_URL}/auth`) throw new Error(`${link} does not open the sign-in`)
  const token_hash = searchParams.get('token_hash') ?? ''
  return using.auth.verifyOtp({ token_hash, type: searchParams.get('type') as EmailOtpType })
}

/** Reloads the schema of the API, as after `create table`, and waits until that is done. */
export async function reloadSchema(stack: Stack): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Listeners are called in the order of their registration: the stack's own is the first.
  const stop = await stack.listen('pgrst', () => resolve())
  await stack.sql(`notify pgrst, 'reload schema'`)
  await promise
  await stop()
}
