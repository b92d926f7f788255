import { hash } from 'bcryptjs'
import * as z from 'zod'
import { errorMessage } from '../../../src/backend/error-message.ts'
import { MAX_PASSWORD_BYTES } from '../../../src/domain/people/password.ts'
import { ACCOUNT_EMAIL } from '../../../src/domain/people/profile.ts'
import { UUID } from '../../../src/domain/rows/uuid.ts'
import { readKey } from '../http/callers.ts'
import type { Database } from '../database/database.ts'
import type { Route } from '../http/gateway.ts'
import { readBody } from './body.ts'
import { AuthError } from './error.ts'
import { removeFactor } from './factors.ts'
import { PASSWORD_HASH_ROUNDS, requireStrongPassword } from './password.ts'
import {
  type AuthServices,
  type User,
  endMailedLinks,
  endSessions,
  factorsOf,
  findUserByEmail,
  findUserById,
  getUser,
  listUsers,
  sendConfirmation,
} from './users.ts'

const metadata = z.record(z.string(), z.unknown())
const userFields = z.object({
  // Of a new user.
  id: z.uuid().optional(),
  email: z.string().trim().toLowerCase().optional(),
  password: z.string().optional(),
  password_hash: z
    .string()
    .regex(/^\$2[aby]\$\d\d\$.{53}$/)
    .optional(),
  email_confirm: z.boolean().default(false),
  user_metadata: metadata.default({}),
  app_metadata: metadata.default({}),
})
type UserFields = z.infer<typeof userFields>
const inviteFields = z.object({
  email: z.string().trim().toLowerCase().default(''),
  data: metadata.default({}),
})

const invalid = (message: string) => new AuthError(400, 'validation_failed', message)

/**
 * The auth server's admin API of users, for the secret key only: `/auth/v1/admin/users` lists, creates, reads, changes and
 * deletes them, `/auth/v1/invite` invites them.
 */
export function authAdminRoutes(services: AuthServices): Route[] {
  const route = (
    prefix: string,
    handle: (request: Request, path: string) => Promise<object | Response>,
  ): Route => ({
    prefix,
    answer: async (request, url) => {
      requireSecretKey(request, url, services.keys.secretKey)
      const answer = await handle(request, url.pathname.slice(prefix.length))
      return answer instanceof Response ? answer : Response.json(answer)
    },
  })
  return [
    route('/auth/v1/admin/users', (request, path) => answerUsers(services, request, path)),
    route('/auth/v1/invite', (request) => invite(services, request)),
  ]
}

/** supabase-js also sends the secret key as the bearer token. */
function requireSecretKey(request: Request, url: URL, secretKey: string): void {
  const key = readKey(request, url)
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? key
  if (key === secretKey && bearer === secretKey) return
  throw bearer === key
    ? new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
    : new AuthError(403, 'not_admin', 'User not allowed')
}

async function answerUsers(
  services: AuthServices,
  request: Request,
  path: string,
): Promise<object | Response> {
  if (path === '' && request.method === 'GET') return list(services, new URL(request.url))
  if (path === '' && request.method === 'POST') return create(services, request)
  const [, id = '', ...rest] = path.split('/')
  if (!UUID.test(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await findUserById(services.database, id)
  if (user === null) throw new AuthError(404, 'user_not_found', 'User not found')
  if (rest.length > 0) return answerFactors(services.database, request, id, rest)
  switch (request.method) {
    case 'GET':
      return user.json
    case 'PUT':
      return update(services, request, id)
    case 'DELETE':
      return remove(services.database, id)
    default:
      throw new AuthError(405, 'bad_method', 'Method not allowed')
  }
}

/** `/factors` lists the second factors of a user, `/factors/<id>` deletes one and ends the sessions of the user. */
async function answerFactors(
  database: Database,
  request: Request,
  userId: string,
  [noun, factorId, ...rest]: string[],
): Promise<object> {
  const factors = await factorsOf(database, userId)
  const factor = factors.find(({ id }) => id === factorId)
  if (noun !== 'factors' || rest.length > 0 || (factorId !== undefined && factor === undefined))
    throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  if (factor === undefined && request.method === 'GET') return factors
  if (factor === undefined || request.method !== 'DELETE')
    throw new AuthError(405, 'bad_method', 'Method not allowed')
  await removeFactor(database, factor.id)
  if (factor.status === 'verified') await endSessions(database, userId)
  return { id: factor.id }
}

const MAX_PAGE = 1_000_000

/** supabase-js reads the number of users and the next page from the headers. */
async function list({ database }: AuthServices, url: URL): Promise<Response> {
  const page = Math.min(MAX_PAGE, Math.max(1, Math.floor(Number(url.searchParams.get('page'))) || 1))
  const perPage = Math.min(1000, Math.max(1, Math.floor(Number(url.searchParams.get('per_page'))) || 50))
  const { users, total } = await listUsers(database, page, perPage)
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) =>
    `<${url.origin}${url.pathname}?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  const headers = { 'x-total-count': String(total), link: links.join(', ') }
  return Response.json({ users: users.map(({ json }) => json), aud: 'authenticated' }, { headers })
}

async function create(services: AuthServices, request: Request): Promise<object> {
  const fields = await readBody(request, userFields)
  if (!fields.email) throw invalid('Cannot create a user without either an email or phone')
  await checkFields(services, fields, null)
  return (await insertUser(services.database, fields.email, fields)).json
}

async function update(services: AuthServices, request: Request, id: string): Promise<object> {
  const fields = await readBody(request, userFields)
  await checkFields(services, fields, id)
  const { database } = services
  await database.sql(
    `with changed as (
       update auth.users set
         email = coalesce($2, email),
         encrypted_password = coalesce($3, encrypted_password),
         email_confirmed_at = case when $4 then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
         raw_user_meta_data = jsonb_strip_nulls(coalesce(raw_user_meta_data, '{}') || $5::text::jsonb),
         raw_app_meta_data = jsonb_strip_nulls(coalesce(raw_app_meta_data, '{}') || $6::text::jsonb),
         updated_at = now()
       where id = $1::uuid returning id, email
     )
     update auth.identities set identity_data = identity_data || jsonb_build_object('email', changed.email)
     from changed where user_id = changed.id and provider = 'email'`,
    [id, fields.email ?? null, ...(await columnsOf(fields))],
  )
  if (fields.password !== undefined || fields.password_hash !== undefined) {
    await endSessions(database, id)
    await endMailedLinks(database, id)
  }
  return (await getUser(database, id)).json
}

async function remove(database: Database, id: string): Promise<object> {
  try {
    await database.sql('delete from auth.users where id = $1::uuid', [id])
  } catch (error) {
    // Refused by a trigger or foreign key of the project; the auth server hides the database's message.
    console.error(`supabase: user ${id} was not deleted: ${errorMessage(error)}`)
    throw new AuthError(500, 'unexpected_failure', 'Database error deleting user')
  }
  return {}
}

async function invite(services: AuthServices, request: Request): Promise<object> {
  const { email, data } = await readBody(request, inviteFields)
  requireEmail(email)
  const known = await findUserByEmail(services.database, email)
  if (known?.isConfirmed) throw emailTaken()
  const fields = { email_confirm: false, user_metadata: data, app_metadata: {} }
  const user = known ?? (await insertUser(services.database, email, fields, true))
  // Of an account that somebody else may have signed up with this address; the database drops its password.
  if (known !== null) await endSessions(services.database, known.id)
  await services.database.sql('update auth.users set invited_at = now() where id = $1::uuid', [user.id])
  return (await sendConfirmation(services, 'invite', user, email)).json
}

/** Throws for fields that the user, or a new user when `id` is null, cannot have. */
async function checkFields({ database }: AuthServices, fields: UserFields, id: string | null) {
  const { email, password } = fields
  if (email !== undefined) requireEmail(email)
  if (password !== undefined) await requireStrongPassword(database, password)
  if (Buffer.byteLength(password ?? '') > MAX_PASSWORD_BYTES)
    throw invalid(`Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`)
  const holder = email === undefined ? null : await findUserByEmail(database, email)
  if (holder !== null && holder.id !== id) throw emailTaken()
}

function requireEmail(email: string): void {
  if (!ACCOUNT_EMAIL.test(email)) throw invalid('Unable to validate email address: invalid format')
}

function emailTaken(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
}

/** Adds a user with its e-mail identity, in one statement. */
async function insertUser(
  database: Database,
  email: string,
  fields: UserFields,
  isInvited = false,
): Promise<User> {
  const [created] = await database.sql<{ id: string }>(
    `with new_user as (
       insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data, raw_app_meta_data,
         invited_at)
       values (coalesce($7::uuid, gen_random_uuid()), $1, $2, case when $3 then now() end,
         $4::text::jsonb || jsonb_build_object('email_verified', $3::boolean),
         '{"provider": "email", "providers": ["email"]}'::jsonb || $5::text::jsonb, case when $6 then now() end)
       returning *
     )
     insert into auth.identities (id, provider, provider_id, user_id, identity_data)
     select gen_random_uuid(), 'email', id::text, id, raw_user_meta_data || jsonb_build_object('email', email, 'sub', id)
     from new_user returning user_id as id`,
    [email, ...(await columnsOf(fields)), isInvited, fields.id ?? null],
  )
  return getUser(database, created?.id ?? '')
}

/** Password, confirmation and metadata as parameters of a statement. */
async function columnsOf(fields: UserFields): Promise<unknown[]> {
  return [
    fields.password === undefined
      ? (fields.password_hash ?? null)
      : await hash(fields.password, PASSWORD_HASH_ROUNDS),
    fields.email_confirm,
    JSON.stringify(fields.user_metadata),
    JSON.stringify(fields.app_metadata),
  ]
}
