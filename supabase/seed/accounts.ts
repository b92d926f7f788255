import { randomBytes } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Role } from '../../src/domain/role.ts'
import { DEMO_ACCOUNTS, WRITERS } from './people.ts'
import { expectData, forEachLimit } from './service.ts'

interface Account {
  name: string
  email: string
  role: Role
  password: string
}

/**
 * Creates the missing accounts of the writers (with random passwords) and the four demo accounts. Returns account ids
 * by e-mail address.
 */
export async function createAccounts(
  service: SupabaseClient,
  demoPassword: string,
): Promise<Map<string, string>> {
  const accounts: Account[] = [
    ...DEMO_ACCOUNTS.map((account) => ({ ...account, password: demoPassword })),
    ...WRITERS.map(({ name, email }) => ({
      name,
      email,
      role: 'contributor' as const,
      password: randomBytes(24).toString('base64url'),
    })),
  ]
  const ids = new Map<string, string>()
  await forEachLimit(accounts, 4, async (account) => {
    ids.set(account.email, await createAccount(service, account))
  })
  for (const role of ['super_admin', 'editor', 'contributor'] as const) {
    const members = accounts.filter((account) => account.role === role).map(({ email }) => ids.get(email))
    expectData(
      'Setting roles',
      await service.from('profiles').update({ role }).in('id', members).select('id'),
    )
  }
  return ids
}

async function createAccount(service: SupabaseClient, { name, email, password }: Account): Promise<string> {
  const { data, error } = await service.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { full_name: name },
  })
  if (data.user !== null) return data.user.id
  if (error?.code !== 'email_exists')
    throw new Error(`Creating ${email}: ${error?.message ?? 'no answer'}`, { cause: error })
  const profile = await service.from('profiles').select('id').eq('email', email).single<{ id: string }>()
  return expectData(`Finding ${email}`, profile).id
}
