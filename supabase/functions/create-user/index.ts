import { requireRole, type Role, ROLES, serviceClient } from '../_shared/clients.ts'
import { Refusal, servePost } from '../_shared/http.ts'

type NewUser = { email: string; password: string; fullName: string; role: Role }

const MIN_PASSWORD = 6
const MAX_PASSWORD_BYTES = 72

/** Makes an account with a confirmed address and a role, for super admins and editors. Answers `{ user: { id, email } }`. */
servePost(async (request) => {
  const service = serviceClient()
  const caller = await requireRole(service, request, ['super_admin', 'editor'])
  const wanted = readNewUser(await request.json().catch(() => null))
  if (wanted.role === 'super_admin' && caller.role !== 'super_admin') {
    throw new Refusal(403, 'Only a super admin can create a super admin')
  }

  const { data, error } = await service.auth.admin.createUser({
    email: wanted.email,
    password: wanted.password,
    email_confirm: true,
    user_metadata: { full_name: wanted.fullName },
  })
  if (error) {
    if (error.code === 'email_exists')
      throw new Refusal(409, 'A user with this email address has already been registered')
    if (error.status !== undefined && error.status < 500) throw new Refusal(400, error.message)
    throw error
  }

  // Without the role the account would be a different one than asked for.
  const { id, email } = data.user
  const given = await service
    .from('profiles')
    .upsert({ id, email, full_name: wanted.fullName, role: wanted.role })
    .select('id')
    .single()
  if (given.error) {
    await service.auth.admin.deleteUser(id)
    throw given.error
  }
  return { user: { id, email } }
})

function readNewUser(body: unknown): NewUser {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const email = text(fields['email']).trim().toLowerCase()
  const fullName = text(fields['full_name']).trim()
  const password = text(fields['password'])
  if (!email || !fullName || !password) throw new Refusal(400, 'Please fill in all required fields')
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new Refusal(400, 'Invalid email address')
  if (fullName.length > 200) throw new Refusal(400, 'The full name is too long')
  if (password.length < MIN_PASSWORD) throw new Refusal(400, 'Password must be at least 6 characters')
  if (new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES)
    throw new Refusal(400, 'The password is too long')
  const role = ROLES.find((known) => known === (fields['role'] ?? 'contributor'))
  if (role === undefined) throw new Refusal(400, 'Unknown role')
  return { email, password, fullName, role }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
