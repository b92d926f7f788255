import { createHash, randomInt } from 'node:crypto'
import type { SupabaseConfig } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Keys } from '../keys.ts'
import type { Mailbox } from '../mailbox.ts'

/** What the routes added to lite's auth server use. */
export interface AuthServices {
  database: Database
  keys: Keys
  mailbox: Mailbox
  config: SupabaseConfig
  /** The site's address. */
  siteUrl: string
}

export interface User {
  id: string
  isConfirmed: boolean
  /** The user in the JSON format of the auth server. */
  json: object
}

export interface FactorJson {
  id: string
  status: 'verified' | 'unverified'
  friendly_name: string
}

const FACTOR_JSON = `jsonb_build_object('id', f.id, 'status', f.status, 'friendly_name', coalesce(f.friendly_name, ''),
  'factor_type', f.factor_type, 'created_at', f.created_at, 'updated_at', f.updated_at)`

/** The second factors of a user, in the JSON format of the auth server. */
export async function factorsOf(database: Database, userId: string): Promise<FactorJson[]> {
  const rows = await database.sql<{ json: FactorJson }>(
    `select ${FACTOR_JSON} as json from auth.mfa_factors f where f.user_id = $1::uuid order by f.created_at`,
    [userId],
  )
  return rows.map(({ json }) => json)
}

const SELECT_USERS = `
  select u.id, u.email_confirmed_at is not null as "isConfirmed",
    jsonb_strip_nulls(jsonb_build_object(
      'email_confirmed_at', u.email_confirmed_at,
      'confirmed_at', u.email_confirmed_at,
      'invited_at', u.invited_at,
      'confirmation_sent_at', u.confirmation_sent_at,
      'recovery_sent_at', u.recovery_sent_at,
      'last_sign_in_at', u.last_sign_in_at,
      'factors', (select jsonb_agg(${FACTOR_JSON} order by f.created_at) from auth.mfa_factors f where f.user_id = u.id)
    )) || jsonb_build_object(
      'id', u.id,
      'aud', coalesce(u.aud, 'authenticated'),
      'role', coalesce(u.role, 'authenticated'),
      'email', coalesce(u.email, ''),
      'phone', '',
      'app_metadata', coalesce(u.raw_app_meta_data, '{}'),
      'user_metadata', coalesce(u.raw_user_meta_data, '{}'),
      'identities', coalesce((
        select jsonb_agg(to_jsonb(i) - 'provider_id' || jsonb_build_object('identity_id', i.id, 'id', i.provider_id))
        from auth.identities i where i.user_id = u.id
      ), '[]'),
      'created_at', u.created_at,
      'updated_at', u.updated_at,
      'is_anonymous', false
    ) as json
  from auth.users u`

export async function findUserById(database: Database, id: string): Promise<User | null> {
  const [user] = await database.sql<User>(`${SELECT_USERS} where u.id = $1::uuid`, [id])
  return user ?? null
}

export async function findUserByEmail(database: Database, email: string): Promise<User | null> {
  const [user] = await database.sql<User>(`${SELECT_USERS} where u.email = $1`, [email])
  return user ?? null
}

/** One page of all users, the newest first, and how many there are. */
export async function listUsers(
  database: Database,
  page: number,
  perPage: number,
): Promise<{ users: User[]; total: number }> {
  const users = await database.sql<User>(
    `${SELECT_USERS} order by u.created_at desc, u.id limit $1 offset $2`,
    [perPage, (page - 1) * perPage],
  )
  const [counted] = await database.sql<{ total: number }>('select count(*)::int as total from auth.users')
  return { users, total: counted?.total ?? 0 }
}

/** Ends all sessions of a user, or all but one. Access tokens that were given out live on until they expire. */
export async function endSessions(database: Database, userId: string, exceptId?: string): Promise<void> {
  const except = exceptId ?? null
  await database.sql(
    'delete from auth.refresh_tokens where user_id = $1::uuid and session_id is distinct from $2::uuid',
    [userId, except],
  )
  await database.sql('delete from auth.sessions where user_id = $1::uuid and id is distinct from $2::uuid', [
    userId,
    except,
  ])
}

/** Ends the links and codes that were mailed to a user. */
export async function endMailedLinks(database: Database, userId: string): Promise<void> {
  await database.sql(
    `update auth.users set confirmation_token = null, recovery_token = null, reauthentication_token = null
     where id = $1::uuid`,
    [userId],
  )
}

/** Mails a user a new confirmation link and code. Returns the user as it is then. */
export async function sendConfirmation(
  services: AuthServices,
  kind: 'confirmation' | 'invite',
  { id }: User,
  email: string,
): Promise<User> {
  const { database, mailbox, config } = services
  const { otp_length } = config.auth.email
  const code = String(randomInt(10 ** otp_length)).padStart(otp_length, '0')
  const tokenHash = createHash('sha256').update(`${email}${code}`).digest('hex')
  await database.sql(
    `update auth.users set confirmation_token = $2, confirmation_sent_at = now(), updated_at = now()
     where id = $1::uuid`,
    [id, tokenHash],
  )
  await mailbox.send(kind, email, tokenHash, code)
  return getUser(database, id)
}

/**
 * Mails an address that is not confirmed its link again: a new one, or to somebody who was invited the invitation, whose
 * link stays the same until it expires. Anybody may ask for this.
 */
export async function sendPendingMail(services: AuthServices, user: User, email: string): Promise<void> {
  const { database, mailbox, config } = services
  const [pending] = await database.sql<{ isInvited: boolean; openToken: string | null }>(
    `select invited_at is not null as "isInvited",
       case when confirmation_sent_at > now() - make_interval(secs => $2) then confirmation_token end as "openToken"
     from auth.users where id = $1::uuid`,
    [user.id, config.auth.email.otp_expiry],
  )
  const { isInvited = false, openToken = null } = pending ?? {}
  if (isInvited && openToken !== null) await mailbox.send('invite', email, openToken, '')
  else await sendConfirmation(services, isInvited ? 'invite' : 'confirmation', user, email)
}

/** Throws when there is no such user. */
export async function getUser(database: Database, id: string): Promise<User> {
  const user = await findUserById(database, id)
  if (user === null) throw new Error(`There is no user ${id}`)
  return user
}
