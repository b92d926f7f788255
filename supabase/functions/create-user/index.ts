import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0'
import { type Role, ROLES } from '../../../src/domain/people/role.ts'
import {
  type Person,
  accountError,
  createWithPassword,
  emailTaken,
  giveRole,
  readFields,
  readPassword,
  readPerson,
  signInPage,
} from '../_shared/accounts.ts'
import { announceActor, requireRole, serviceClient } from '../_shared/clients.ts'
import { HttpError, servePost } from '../_shared/http.ts'

/**
 * Creates an account with a role, for super admins and editors: with a password and a confirmed address, or, with `invite`
 * in place of the password, by an invitation. Responds with `{ user: { id, email } }`.
 */
servePost(async (request) => {
  const service = serviceClient()
  const caller = await requireRole(service, request, ['super_admin', 'editor'])
  const fields = await readFields(request)
  const person = readPerson(fields)
  const password = fields.invite === true ? null : await readPassword(service, fields)
  const role = readRole(fields.role)
  if (role === 'super_admin' && caller.role !== 'super_admin') {
    throw new HttpError(403, 'Only a super admin can create a super admin')
  }

  await announceActor(service, person.email, caller)
  const created =
    password === null
      ? await invite(service, person, signInPage(request))
      : await createWithPassword(service, person, password, caller.id)
  // An account without the requested role is deleted again.
  await giveRole(service, created, person.fullName, role).catch(async (error: unknown) => {
    await service.auth.admin.deleteUser(created.id)
    throw error
  })
  return { user: { id: created.id, email: created.email } }
})

/** The person is asked by mail to choose a password. */
async function invite(service: SupabaseClient, { email, fullName }: Person, redirectTo: string | undefined) {
  if (await hasAccount(service, email)) throw emailTaken()
  const data = { full_name: fullName }
  const invited = await service.auth.admin.inviteUserByEmail(email, { data, redirectTo })
  if (invited.error) throw accountError(invited.error)
  return invited.data.user
}

/** Whether somebody signed up with an address. The auth server would invite them although the account may be a stranger's. */
async function hasAccount(service: SupabaseClient, email: string): Promise<boolean> {
  const { data, error } = await service.from('profiles').select('id').eq('email', email).limit(1)
  if (error) throw error
  return data.length > 0
}

function readRole(value: unknown): Role {
  const role = ROLES.find((known) => known === (value ?? 'contributor'))
  if (role === undefined) throw new HttpError(400, 'Unknown role')
  return role
}
