import type { SupabaseClient, User } from 'npm:@supabase/supabase-js@2.119.0'
import {
  MAX_PASSWORD_BYTES,
  MIN_PASSWORD_LENGTH,
  passwordProblem,
} from '../../../src/domain/people/password.ts'
import { hasHiddenCharacters, HIDDEN_IN_NAME } from '../../../src/domain/people/person-name.ts'
import { ACCOUNT_EMAIL } from '../../../src/domain/people/profile.ts'
import type { Role } from '../../../src/domain/people/role.ts'
import { HttpError } from './http.ts'

/**
 * The page of the site that an invitation leads to, to choose a password; undefined without an Origin. The auth server
 * accepts only addresses of the site.
 */
export function signInPage(request: Request): string | undefined {
  const origin = request.headers.get('Origin')
  return origin === null ? undefined : `${origin}/auth`
}

/** Gives a new account its name and role. */
export async function giveRole(
  service: SupabaseClient,
  { id, email }: { id: string; email?: string },
  full_name: string,
  role: Role,
): Promise<void> {
  const { error } = await service
    .from('profiles')
    .upsert({ id, email, full_name, role })
    .select('id')
    .single()
  if (error) throw error
}

/** Whom a new account is for. */
export interface Person {
  email: string
  fullName: string
}

/** The fields of a request that makes an account. */
export type AccountFields = Readonly<Record<string, unknown>>

export async function readFields(request: Request): Promise<AccountFields> {
  const body: unknown = await request.json().catch(() => null)
  return typeof body === 'object' && body !== null ? (body as AccountFields) : {}
}

/** Throws HttpError 400 for fields that are not the address and the name of a person. */
export function readPerson(fields: AccountFields): Person {
  const email = text(fields.email).trim().toLowerCase()
  const fullName = text(fields.full_name).trim()
  if (!email || !fullName) throw new HttpError(400, MISSING)
  if (!ACCOUNT_EMAIL.test(email)) throw new HttpError(400, 'Invalid email address')
  if (fullName.length > 200) throw new HttpError(400, 'The full name is too long')
  if (hasHiddenCharacters(fullName)) throw new HttpError(400, HIDDEN_IN_NAME)
  return { email, fullName }
}

/** Throws HttpError 400 for a password that the settings do not allow. */
export async function readPassword(service: SupabaseClient, fields: AccountFields): Promise<string> {
  const password = text(fields.password)
  if (password === '') throw new HttpError(400, MISSING)
  const settings = await service.from('site_settings').select('min_password_length').maybeSingle()
  if (settings.error) throw settings.error
  const problem = passwordProblem(password, settings.data?.min_password_length ?? MIN_PASSWORD_LENGTH)
  if (problem !== null) throw new HttpError(400, problem)
  if (new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES)
    throw new HttpError(400, 'The password is too long')
  return password
}

/** Creates an account with a confirmed address. `createdBy` is the id of who makes it, or a word for what does. */
export async function createWithPassword(
  service: SupabaseClient,
  { email, fullName }: Person,
  password: string,
  createdBy: string,
): Promise<User> {
  const { data, error } = await service.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { full_name: fullName },
    // While sign-up is closed the database refuses accounts without this mark.
    app_metadata: { created_by: createdBy },
  })
  if (error) throw accountError(error)
  return data.user
}

/** What the auth server's refusal of an account is answered with. */
export function accountError(error: { code?: string; status?: number; message: string }): unknown {
  if (error.code === 'email_exists') return emailTaken()
  return error.status !== undefined && error.status < 500 ? new HttpError(400, error.message) : error
}

export function emailTaken(): HttpError {
  return new HttpError(409, 'A user with this email address has already been registered')
}

const MISSING = 'Please fill in all required fields'

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
