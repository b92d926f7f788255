import { randomUUID } from 'node:crypto'
import type { Stack } from '../../../supabase/local/stack.ts'

type Database = Pick<Stack, 'sql'>

export const TOPIC = 'weeklyNewsletter'
export const TEXT_BLOCK = { kind: 'text', id: 'text', html: '<p>Hello.</p>' }

/** Adds active subscribers of the weekly letter, `<prefix>-<n>@example.com`. Returns their ids by address. */
export async function addSubscribers(
  { sql }: Database,
  count: number,
  { prefix = `r${randomUUID().slice(0, 8)}`, status = 'active', preferences = { [TOPIC]: true } } = {},
): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; email: string }>(
    `insert into public.subscribers (email, status, preferences)
     select $1 || '-' || n || '@example.com', $2, $3::text::jsonb from generate_series(1, $4::integer) n returning id, email`,
    [prefix, status, JSON.stringify(preferences), count],
  )
  return new Map(rows.map(({ id, email }) => [email, id]))
}

/** Says how letters go out, as a publisher does; at any rate. */
export async function setSender({ sql }: Database, adapter = 'mailbox', perMinute: number | null = null) {
  await sql(`select public.record_letter_adapter($1, 'letters@mantel.example')`, [adapter])
  await sql('update public.letter_sender set per_minute = $1::integer, has_sent_before = true', [perMinute])
}

/** A draft with one text. Returns its id. */
export async function addLetter({ sql }: Database, subject = 'This week'): Promise<string> {
  const [letter] = await sql<{ id: string }>(
    'insert into public.letters (topic, subject, blocks) values ($1, $2, $3::text::jsonb) returning id',
    [TOPIC, subject, JSON.stringify([TEXT_BLOCK])],
  )
  if (letter === undefined) throw new Error('nothing was inserted')
  return letter.id
}

/** A letter that goes out now: frozen, and its page is out. Returns its id. */
export async function frozenLetter(
  database: Database,
  subject = 'This week',
  html = '<p>Hello.</p>',
): Promise<string> {
  const id = await addLetter(database, subject)
  await database.sql(`select public.schedule_letter($1::uuid, 1, null)`, [id])
  await database.sql(
    `select public.freeze_letter($1::uuid, l.version, public.free_letter_slug(l.id, public.slugify(l.subject)), $2::text::jsonb, $3, 'Hello.')
     from public.letters l where l.id = $1::uuid`,
    [id, JSON.stringify({ subject, preview_text: '', blocks: [] }), html],
  )
  await pagesAreOut(database)
  return id
}

/** As after a build of the pages of all letters. */
export async function pagesAreOut({ sql }: Database) {
  await sql(
    `update public.publish_outbox set processed_at = now() where entity = 'letters' and processed_at is null`,
  )
}

/** Removes all letters, subscribers and suppressions. */
export async function removeLetters({ sql }: Database) {
  await sql('delete from public.letters where true')
  await sql('delete from public.subscribers where true')
  await sql('delete from public.suppressions where true')
  await sql('delete from private.erased_addresses where true')
}

export interface Recipient {
  id: string
  email: string | null
  state: string
  reason: string | null
}

export function recipientsOf({ sql }: Database, letter: string): Promise<Recipient[]> {
  return sql<Recipient & Record<string, unknown>>(
    'select id, email, state, reason from public.letter_recipients where letter_id = $1::uuid order by email',
    [letter],
  )
}

/** How many recipients of a letter are in which state. */
export async function statesOf({ sql }: Database, letter: string): Promise<Record<string, number>> {
  const rows = await sql<{ state: string; count: number }>(
    'select state, count(*)::integer as count from public.letter_recipients where letter_id = $1::uuid group by state',
    [letter],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

export interface Claim {
  claim?: string
  letter?: string
  wait_ms?: number | null
  mails?: { id: string; email: string; token: string }[]
}

/** Claims mails as a sender, by SQL. */
export async function claimMails(
  { sql }: Database,
  limit = 4,
  seconds = 120,
  sender = randomUUID(),
): Promise<Claim> {
  const [row] = await sql<{ claim: Claim }>(
    'select public.claim_letter_mails($1::uuid, $2::integer, $3::integer) as claim',
    [sender, limit, seconds],
  )
  return row?.claim ?? {}
}

/** Says what became of all mails of a claim. */
export async function finishMails(
  { sql }: Database,
  claim: Claim,
  outcome = 'accepted',
  problem: string | null = null,
) {
  const outcomes = (claim.mails ?? []).map(({ id }) => ({ id, outcome, reason: `It was ${outcome}` }))
  await sql('select public.finish_letter_mails($1::uuid, $2::text::jsonb, $3)', [
    claim.claim,
    JSON.stringify(outcomes),
    problem,
  ])
}
