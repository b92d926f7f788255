import { createHash, randomInt, randomUUID } from 'node:crypto'
import type { Database } from './database.ts'

type Json = Record<string, unknown>

export interface UserRow {
  id: string
  aud: string | null
  role: string | null
  email: string | null
  phone: string | null
  email_confirmed_at: string | null
  invited_at: string | null
  confirmation_sent_at: string | null
  recovery_sent_at: string | null
  last_sign_in_at: string | null
  banned_until: string | null
  raw_app_meta_data: Json | null
  raw_user_meta_data: Json | null
  created_at: string
  updated_at: string
  identities: (Json & { id: string; provider_id: string })[]
}

const SELECT_USERS = `
  select u.*, coalesce((
    select json_agg(i order by i.created_at) from auth.identities i where i.user_id = u.id
  ), '[]') as identities
  from auth.users u`

export async function findUserById(database: Database, id: string): Promise<UserRow | null> {
  const [user] = await database.sql<UserRow>(`${SELECT_USERS} where u.id = $1::uuid`, [id])
  return user ?? null
}

export async function findUserByEmail(database: Database, email: string): Promise<UserRow | null> {
  const [user] = await database.sql<UserRow>(`${SELECT_USERS} where u.email = $1`, [email.toLowerCase()])
  return user ?? null
}

/** Newest first; `page` begins at 1. */
export async function listUsers(
  database: Database,
  page: number,
  perPage: number,
): Promise<{ users: UserRow[]; total: number }> {
  const users = await database.sql<UserRow>(
    `${SELECT_USERS} order by u.created_at desc, u.id limit $1 offset $2`,
    [perPage, (page - 1) * perPage],
  )
  const [counted] = await database.sql<{ total: number }>('select count(*)::int as total from auth.users')
  return { users, total: counted?.total ?? 0 }
}

export interface NewUser {
  email: string
  passwordHash: string | null
  confirmed: boolean
  invited: boolean
  userMetadata: Json
  appMetadata: Json
}

/** Adds a user with its e-mail identity, in one statement. */
export async function insertUser(database: Database, user: NewUser): Promise<UserRow> {
  const id = randomUUID()
  const metadata = { ...user.userMetadata, email: user.email, email_verified: user.confirmed, sub: id }
  await database.sql(
    `with new_user as (
       insert into auth.users (id, email, encrypted_password, email_confirmed_at, invited_at, raw_user_meta_data, raw_app_meta_data)
       values ($1::uuid, $2, $3, case when $4 then now() end, case when $5 then now() end, $6::text::jsonb, $7::text::jsonb)
       returning id
     )
     insert into auth.identities (id, provider, provider_id, user_id, identity_data)
     select gen_random_uuid(), 'email', id::text, id, $8::text::jsonb from new_user`,
    [
      id,
      user.email,
      user.passwordHash,
      user.confirmed,
      user.invited,
      JSON.stringify({ ...user.userMetadata, email_verified: user.confirmed }),
      JSON.stringify({ provider: 'email', providers: ['email'], ...user.appMetadata }),
      JSON.stringify(metadata),
    ],
  )
  const created = await findUserById(database, id)
  if (created === null) throw new Error('The new user was not found')
  return created
}

/** Sets a new confirmation token; gives the code and the token hash for the mail. */
export async function renewConfirmation(
  database: Database,
  user: { id: string; email: string },
  codeLength: number,
): Promise<{ code: string; tokenHash: string }> {
  const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0')
  const tokenHash = createHash('sha256').update(`${user.email}${code}`).digest('hex')
  await database.sql(
    'update auth.users set confirmation_token = $2, confirmation_sent_at = now(), updated_at = now() where id = $1::uuid',
    [user.id, tokenHash],
  )
  return { code, tokenHash }
}

/** A user in the JSON format of the auth server. */
export function userJson(user: UserRow): Json {
  return {
    id: user.id,
    aud: user.aud ?? 'authenticated',
    role: user.role ?? 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...whenSet('email_confirmed_at', user.email_confirmed_at),
    ...whenSet('confirmed_at', user.email_confirmed_at),
    ...whenSet('invited_at', user.invited_at),
    ...whenSet('confirmation_sent_at', user.confirmation_sent_at),
    ...whenSet('recovery_sent_at', user.recovery_sent_at),
    ...whenSet('last_sign_in_at', user.last_sign_in_at),
    ...whenSet('banned_until', user.banned_until),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: user.identities.map(({ id, provider_id, ...identity }) => ({
      identity_id: id,
      id: provider_id,
      ...identity,
    })),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  }
}

function whenSet(name: string, value: string | null): Json {
  return value === null ? {} : { [name]: value }
}
