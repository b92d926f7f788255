import { MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH, passwordProblem } from '../../../src/domain/password.ts'
import { hasHiddenCharacters, HIDDEN_IN_NAME } from '../../../src/domain/person-name.ts'
import { ACCOUNT_EMAIL } from '../../../src/domain/profile.ts'
import { type Role, ROLES } from '../../../src/domain/role.ts'
import { announceActor, requireRole, serviceClient } from '../_shared/clients.ts'
import { HttpError, servePost } from '../_shared/http.ts'

interface NewUser {
  email: string
  password: string
  fullName: string
  role: Role
}

/**
 * Creates an account with a confirmed address and a role; for super admins and editors. Responds with
 * `{ user: { id, email } }`.
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
  const { data, error } = await service.auth.admin.createUser({
    email: user.email,
    password: user.password,
    email_confirm: true,
    user_metadata: { full_name: user.fullName },
    // While sign-up is closed the database refuses accounts without this mark.
    app_metadata: { created_by: caller.id },
  })
  if (error) {
    if (error.code === 'email_exists')
      throw new HttpError(409, 'A user with this email address has already been registered')
    if (error.status !== undefined && error.status < 500) throw new HttpError(400, error.message)
    throw error
  }

  // An account without the requested role is deleted again.
  const { id, email } = data.user
  const updated = await service
    .from('profiles')
    .upsert({ id, email, full_name: user.fullName, role: user.role })
    .select('id')
    .single()
  if (updated.error) {
    await service.auth.admin.deleteUser(id)
    throw updated.error
  }
  return { user: { id, email } }
})

function readNewUser(body: unknown, minPassword: number): NewUser {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const email = text(fields.email).trim().toLowerCase()
  const fullName = text(fields.full_name).trim()
  const password = text(fields.password)
  if (!email || !fullName || !password) throw new HttpError(400, 'Please fill in all required fields')
  if (!ACCOUNT_EMAIL.test(email)) throw new HttpError(400, 'Invalid email address')
  if (fullName.length > 200) throw new HttpError(400, 'The full name is too long')
  if (hasHiddenCharacters(fullName)) throw new HttpError(400, HIDDEN_IN_NAME)
  const problem = passwordProblem(password, minPassword)
  if (problem !== null) throw new HttpError(400, problem)
  if (new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES)
    throw new HttpError(400, 'The password is too long')
  const role = ROLES.find((known) => known === (fields.role ?? 'contributor'))
  if (role === undefined) throw new HttpError(400, 'Unknown role')
  return { email, password, fullName, role }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
