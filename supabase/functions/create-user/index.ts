import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0'
import {
  MAX_PASSWORD_BYTES,
  MIN_PASSWORD_LENGTH,
  passwordProblem,
} from '../../../src/domain/people/password.ts'
import { hasHiddenCharacters, HIDDEN_IN_NAME } from '../../../src/domain/people/person-name.ts'
import { ACCOUNT_EMAIL } from '../../../src/domain/people/profile.ts'
import { type Role, ROLES } from '../../../src/domain/people/role.ts'
import { giveRole, signInPage } from '../_shared/accounts.ts'
import { announceActor, requireRole, serviceClient } from '../_shared/clients.ts'
import { HttpError, servePost } from '../_shared/http.ts'

interface NewUser {
  email: string
  /** Null: the person is invited by mail and chooses one. */
  password: string | null
  fullName: string
  role: Role
}

/**
 * Creates an account with a role, for super admins and editors: with a password and a confirmed address, or, with `invite`
 * in place of the password, by an invitation. Responds with `{ user: { id, email } }`.
 */
servePost(async (request) => {
  const service = serviceClient()
  const caller = await requireRole(service, request, ['super_admin', 'editor'])
  const settings = await service.from('site_settings').select('min_password_length').maybeSingle()
  if (settings.error) throw settings.error
  const minPassword: number = settings.data?.min_password_length ?? MIN_PASSWORD_LENGTH
  const user = readNewUser(await request.json().catch(() => null), minPassword)
  if (user.role === 'super_admin' && caller.role !== 'super_admin') {
    throw new HttpError(403, 'Only a super admin can create a super admin')
  }

  await announceActor(service, user.email, caller)
  const created = await createAccount(service, user, caller.id, signInPage(request))
  // An account without the requested role is deleted again.
  await giveRole(service, created, user.fullName, user.role).catch(async (error: unknown) => {
    await service.auth.admin.deleteUser(created.id)
    throw error
  })
  return { user: { id: created.id, email: created.email } }
})

async function createAccount(
  service: SupabaseClient,
  { email, password, fullName }: NewUser,
  createdBy: string,
  redirectTo: string | undefined,
) {
  if (password === null && (await hasAccount(service, email))) throw emailTaken()
  const data = { full_name: fullName }
  const answer =
    password === null
      ? await service.auth.admin.inviteUserByEmail(email, { data, redirectTo })
      : await service.auth.admin.createUser({
          email,
          password,
          email_confirm: true,
          user_metadata: data,
          // While sign-up is closed the database refuses accounts without this mark.
          app_metadata: { created_by: createdBy },
        })
  const { error } = answer
  if (!error) return answer.data.user
  if (error.code === 'email_exists') throw emailTaken()
  if (error.status !== undefined && error.status < 500) throw new HttpError(400, error.message)
  throw error
}

/** Whether somebody signed up with an address. The auth server would invite them although the account may be a stranger's. */
async function hasAccount(service: SupabaseClient, email: string): Promise<boolean> {
  const { data, error } = await service.from('profiles').select('id').eq('email', email).limit(1)
  if (error) throw error
  return data.length > 0
}

function emailTaken(): HttpError {
  return new HttpError(409, 'A user with this email address has already been registered')
}

function readNewUser(body: unknown, minPassword: number): NewUser {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const email = text(fields.email).trim().toLowerCase()
  const fullName = text(fields.full_name).trim()
  const password = fields.invite === true ? null : text(fields.password)
  if (!email || !fullName || password === '') throw new HttpError(400, 'Please fill in all required fields')
  if (!ACCOUNT_EMAIL.test(email)) throw new HttpError(400, 'Invalid email address')
  if (fullName.length > 200) throw new HttpError(400, 'The full name is too long')
  if (hasHiddenCharacters(fullName)) throw new HttpError(400, HIDDEN_IN_NAME)
  if (password !== null) checkPassword(password, minPassword)
  const role = ROLES.find((known) => known === (fields.role ?? 'contributor'))
  if (role === undefined) throw new HttpError(400, 'Unknown role')
  return { email, password, fullName, role }
}

function checkPassword(password: string, minPassword: number): void {
  const problem = passwordProblem(password, minPassword)
  if (problem !== null) throw new HttpError(400, problem)
  if (new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES)
    throw new HttpError(400, 'The password is too long')
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
