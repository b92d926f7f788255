import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../backend/admin-client.ts'
import { authorSchema } from '../../domain/author.ts'
import { selectOf } from '../../domain/content-type.ts'
import { orIlike } from '../../domain/query.ts'
import { idSchema } from '../../domain/row.ts'
import { fetchAll } from './fetch-all.ts'
import { parseRows } from './postgrest.ts'
import { optionalRowQuery, rowsQuery } from './queries.ts'

const authorNameSchema = z.object({ id: idSchema, full_name: z.nullable(z.string()) })

/** People (profiles) with articles, by name: for bylines and filters, also for those who may not read profiles. */
export const authorNamesQuery = rowsQuery(['authors', 'names'], authorNameSchema, () =>
  adminClient().rpc('get_author_names'),
)

const authorChoiceSchema = z.pick(authorSchema, {
  id: true,
  profile_id: true,
  name: true,
  email: true,
  image_url: true,
})
export type AuthorChoice = z.infer<typeof authorChoiceSchema>

const choices = (options?: { count: 'exact' }) =>
  adminClient().from('author_profiles').select(selectOf(authorChoiceSchema), options)

/** Author profiles by name, to choose an article's author from; `profile_id` is the account, where it is known. */
export const authorChoicesQuery = queryOptions({
  queryKey: ['authors', 'profiles'],
  queryFn: ({ signal }) =>
    fetchAll(authorChoiceSchema, (first, last) =>
      choices({ count: 'exact' }).order('name').order('id').range(first, last).abortSignal(signal),
    ),
})

const MAX_FOUND = 20

/** The first of the author profiles with `text` in name or e-mail address, by name. */
export function foundAuthorsQuery(text: string) {
  return rowsQuery(
    ['authors', 'found', text],
    authorChoiceSchema,
    () => {
      const found = text === '' ? choices() : choices().or(orIlike(['name', 'email'], text))
      return found.order('name').order('id').limit(MAX_FOUND)
    },
    { placeholderData: keepPreviousData },
  )
}

/** The author profile of an account; null when it has none. */
export function authorOfQuery(profileId: string | null) {
  return optionalRowQuery(
    ['authors', 'of', profileId],
    authorChoiceSchema,
    () => choices().eq('profile_id', profileId ?? ''),
    { enabled: profileId !== null },
  )
}

const accountSchema = z.object({ id: idSchema, email: z.nullable(z.string()) })

/**
 * The account (profile) that an author's articles belong to: the linked one, else the one with the same e-mail address,
 * ignoring case. That address must be confirmed, because anybody may sign up with an author's address. Null when there
 * is none; the author must have a link or an address.
 */
export async function findAuthorAccount({ profile_id, email }: AuthorChoice): Promise<string | null> {
  if (profile_id !== null || email === null) return profile_id
  const wanted = email.trim().toLowerCase()
  // '_' matches any character, so the result is compared once more.
  const accounts = parseRows(
    accountSchema,
    await adminClient()
      .from('profiles')
      .select('id, email')
      .eq('email_confirmed', true)
      .ilike('email', wanted.replace(/[\\%_*]/g, '_')),
  )
  return accounts.find((account) => account.email?.toLowerCase() === wanted)?.id ?? null
}
