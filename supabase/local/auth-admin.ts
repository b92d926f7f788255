import { hash } from 'bcryptjs'
import * as z from 'zod'
import {
  findUserByEmail,
  findUserById,
  insertUser,
  listUsers,
  renewConfirmation,
  userJson,
} from './auth-users.ts'
import type { SupabaseConfig } from './config.ts'
import type { Database } from './database.ts'
import { type Route, refuseKey } from './gateway.ts'
import type { Keys } from './keys.ts'
import type { Mailbox } from './mailbox.ts'

interface Services {
  database: Database
  keys: Keys
  mailbox: Mailbox
  config: SupabaseConfig
}

const metadata = z.record(z.string(), z.unknown())
const userFields = z.object({
  email: z.string().optional(),
  password: z.string().optional(),
  email_confirm: z.boolean().optional(),
  user_metadata: metadata.optional(),
  app_metadata: metadata.optional(),
  role: z.string().optional(),
})
const inviteFields = z.object({ email: z.string().optional(), data: metadata.optional() })

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** An error in the auth server's format; supabase-js reads `msg` and `error_code`. */
function authError(status: number, code: string, message: string, extra: object = {}): Response {
  const body = { code: status, error_code: code, msg: message, ...extra }
  return Response.json(body, { status, headers: { 'x-sb-error-code': code } })
}

const methodNotAllowed = () => Response.json({ message: 'Method not allowed' }, { status: 405 })
const invalid = (message: string) => authError(400, 'validation_failed', message)
const emailTaken = () =>
  authError(422, 'email_exists', 'A user with this email address has already been registered')

/** The admin API of the auth server: `/auth/v1/admin/users` and `/auth/v1/invite`, for the secret key only. */
export function authAdminRoutes(services: Services): Route[] {
  return [
    { prefix: '/auth/v1/admin/', answer: (request, url) => answerAdmin(services, request, url) },
    { prefix: '/auth/v1/invite', answer: (request, url) => answerInvite(services, request, url) },
  ]
}

async function answerAdmin(services: Services, request: Request, url: URL): Promise<Response> {
  const refused = refuseCaller(request, url, services.keys)
  if (refused !== null) return refused
  const [collection, id, ...rest] = url.pathname.slice('/auth/v1/admin/'.length).split('/')
  if (collection !== 'users' || rest.length > 0)
    return Response.json({ message: 'Not found' }, { status: 404 })

  if (id === undefined || id === '') {
    if (request.method === 'GET') return list(services, url)
    if (request.method === 'POST') return create(services, request)
    return methodNotAllowed()
  }
  if (!UUID.test(id)) return authError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await findUserById(services.database, id)
  if (user === null) return authError(404, 'user_not_found', 'User not found')
  if (request.method === 'GET') return Response.json(userJson(user))
  if (request.method === 'PUT') return update(services, request, id)
  if (request.method === 'DELETE') return remove(services, id)
  return methodNotAllowed()
}

async function list({ database }: Services, url: URL): Promise<Response> {
  const page = Math.max(1, Number(url.searchParams.get('page')) || 1)
  const perPage = Math.min(1000, Math.max(1, Number(url.searchParams.get('per_page')) || 50))
  const { users, total } = await listUsers(database, page, perPage)
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) =>
    `<${url.origin}${url.pathname}?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  const headers = { 'x-total-count': String(total), link: links.join(', ') }
  return Response.json({ users: users.map(userJson), aud: 'authenticated' }, { headers })
}

async function create({ database, config }: Services, request: Request): Promise<Response> {
  const fields = await readBody(request, userFields)
  if (fields instanceof Response) return fields
  const email = fields.email?.trim().toLowerCase()
  if (!email) return invalid('Cannot create a user without either an email or phone')
  if (!EMAIL.test(email)) return invalid('Unable to validate email address: invalid format')
  const weak = refusePassword(fields.password, config)
  if (weak !== null) return weak
  if ((await findUserByEmail(database, email)) !== null) return emailTaken()
  const user = await insertUser(database, {
    email,
    passwordHash: fields.password === undefined ? null : await hash(fields.password, 10),
    confirmed: fields.email_confirm === true,
    invited: false,
    userMetadata: fields.user_metadata ?? {},
    appMetadata: fields.app_metadata ?? {},
  })
  return Response.json(userJson(user))
}

async function update({ database, config }: Services, request: Request, id: string): Promise<Response> {
  const fields = await readBody(request, userFields)
  if (fields instanceof Response) return fields
  const email = fields.email?.trim().toLowerCase()
  if (email !== undefined && !EMAIL.test(email))
    return invalid('Unable to validate email address: invalid format')
  const weak = refusePassword(fields.password, config)
  if (weak !== null) return weak
  if (email !== undefined) {
    const holder = await findUserByEmail(database, email)
    if (holder !== null && holder.id !== id) return emailTaken()
  }
  await database.sql(
    `update auth.users set
       email = coalesce($2, email),
       encrypted_password = coalesce($3, encrypted_password),
       email_confirmed_at = case when $4 then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
       raw_user_meta_data = jsonb_strip_nulls(coalesce(raw_user_meta_data, '{}') || $5::text::jsonb),
       raw_app_meta_data = jsonb_strip_nulls(coalesce(raw_app_meta_data, '{}') || $6::text::jsonb),
       role = coalesce($7, role),
       updated_at = now()
     where id = $1::uuid`,
    [
      id,
      email ?? null,
      fields.password === undefined ? null : await hash(fields.password, 10),
      fields.email_confirm === true,
      JSON.stringify(fields.user_metadata ?? {}),
      JSON.stringify(fields.app_metadata ?? {}),
      fields.role ?? null,
    ],
  )
  if (email !== undefined) {
    await database.sql(
      `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text)
       where user_id = $1::uuid and provider = 'email'`,
      [id, email],
    )
  }
  const user = await findUserById(database, id)
  return user === null ? authError(404, 'user_not_found', 'User not found') : Response.json(userJson(user))
}

async function remove({ database }: Services, id: string): Promise<Response> {
  try {
    await database.sql('delete from auth.users where id = $1::uuid', [id])
  } catch (error) {
    // Refused by a trigger or foreign key of the project; the auth server hides the database's message.
    console.error(
      `supabase: user ${id} was not deleted: ${error instanceof Error ? error.message : String(error)}`,
    )
    return authError(500, 'unexpected_failure', 'Database error deleting user')
  }
  return Response.json({})
}

async function answerInvite(services: Services, request: Request, url: URL): Promise<Response> {
  const { database, mailbox, config, keys } = services
  const refused = refuseCaller(request, url, keys)
  if (refused !== null) return refused
  if (request.method !== 'POST') return methodNotAllowed()
  const fields = await readBody(request, inviteFields)
  if (fields instanceof Response) return fields
  const email = fields.email?.trim().toLowerCase() ?? ''
  if (!EMAIL.test(email)) return invalid('Unable to validate email address: invalid format')

  const known = await findUserByEmail(database, email)
  if (known?.email_confirmed_at) return emailTaken()
  const user =
    known ??
    (await insertUser(database, {
      email,
      passwordHash: null,
      confirmed: false,
      invited: true,
      userMetadata: fields.data ?? {},
      appMetadata: {},
    }))
  const token = await renewConfirmation(database, { id: user.id, email }, config.auth.email.otp_length)
  mailbox.send('invite', { to: email, ...token })
  return Response.json(userJson((await findUserById(database, user.id)) ?? user))
}

/** The error for a request without the secret key, which supabase-js also sends as the bearer token; else null. */
function refuseCaller(request: Request, url: URL, keys: Keys): Response | null {
  const unknown = refuseKey(request, url, keys)
  if (unknown !== null) return unknown
  const key = request.headers.get('apikey') ?? url.searchParams.get('apikey')
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /, '')
  if (key === keys.secretKey && (bearer === undefined || bearer === keys.secretKey)) return null
  return bearer === undefined || bearer === keys.publishableKey
    ? authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
    : authError(403, 'not_admin', 'User not allowed')
}

function refusePassword(password: string | undefined, config: SupabaseConfig): Response | null {
  if (password === undefined) return null
  const min = config.auth.minimum_password_length
  if (password.length < min) {
    return authError(422, 'weak_password', `Password should be at least ${min} characters.`, {
      weak_password: { reasons: ['length'] },
    })
  }
  return new TextEncoder().encode(password).length > 72
    ? invalid('Password cannot be longer than 72 characters')
    : null
}

async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T | Response> {
  const body: unknown = await request.json().catch(() => undefined)
  const parsed = schema.safeParse(body)
  return parsed.success ? parsed.data : authError(400, 'bad_json', 'Could not read the request body')
}
