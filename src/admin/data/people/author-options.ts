import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { serverClock } from '../../../backend/server-clock.ts'
import { authorSchema } from '../../../domain/people/author.ts'
import { nameKey } from '../../../domain/people/person-name.ts'
import { profileSchema } from '../../../domain/people/profile.ts'
import { hasRole, WRITERS } from '../../../domain/people/role.ts'
import { idSchema, timestampSchema } from '../../../domain/rows/row.ts'
import { fetchAll } from '../requests/fetch-all.ts'
import { parseRows } from '../requests/postgrest.ts'
import { useToldApart } from './people-hints.ts'

const accountSchema = z.extend(z.omit(profileSchema, { created_at: true }), {
  name_confirmed: z.boolean(),
  email_confirmed: z.boolean(),
})
type Account = z.infer<typeof accountSchema>

/** Accounts that may write, and the account `authorId`, by name; a contributor gets only their own. */
export function writersQuery(authorId: string | null) {
  const wanted = [`role.in.(${WRITERS.join()})`, ...(authorId === null ? [] : [`id.eq.${authorId}`])]
  return queryOptions({
    queryKey: ['users', 'writers', authorId],
    queryFn: ({ signal }) =>
      fetchAll(accountSchema, (first, last) =>
        adminClient()
          .from('profiles')
          .select('id, full_name, email, role, name_confirmed, email_confirmed', { count: 'exact' })
          .or(wanted.join())
          .order('full_name')
          .order('id')
          .range(first, last)
          .abortSignal(signal),
      ),
    placeholderData: keepPreviousData,
  })
}

const authorProfileSchema = z.extend(
  z.pick(authorSchema, { id: true, profile_id: true, name: true, email: true, image_url: true }),
  /** The account of `profile_id`, where the caller may read it. */
  { account: z.nullable(z.object({ removed_at: z.nullable(timestampSchema) })) },
)
export type AuthorProfile = z.infer<typeof authorProfileSchema>

const authorProfilesQuery = queryOptions({
  queryKey: ['authors', 'profiles'],
  queryFn: ({ signal }) =>
    fetchAll(authorProfileSchema, (first, last) =>
      adminClient()
        .from('author_profiles')
        .select('id, profile_id, name, email, image_url, account:profiles(removed_at)', { count: 'exact' })
        .order('name')
        .order('id')
        .range(first, last)
        .abortSignal(signal),
    ),
})

/** A person who can be chosen as author of an article. */
export interface AuthorOption {
  /** Of the account; of the author profile where there is no account. */
  id: string
  name: string
  email: string | null
  imageUrl: string | null
  hasAccount: boolean
}

/**
 * The people to choose an author from, by name: the accounts that write, the authors, and the present author (`current`,
 * an account), who alone may have left. An account has the portrait of its author profile, else of an author profile
 * without account that has the same confirmed e-mail address or name.
 */
export function authorOptions(
  accounts: readonly Account[],
  profiles: readonly AuthorProfile[],
  current: string | null,
): AuthorOption[] {
  const writers = accounts.filter((account) => hasRole(account, WRITERS) || account.id === current)
  const taken = new Set<AuthorProfile>()
  const ofWriters = writers.map((account) => {
    const profile = profileOf(account, profiles)
    if (profile !== undefined) taken.add(profile)
    const { id, full_name, email } = account
    const name = full_name || profile?.name || email || 'No name'
    return { id, name, email, imageUrl: profile?.image_url || null, hasAccount: true }
  })
  const others = profiles
    .filter((profile) => !taken.has(profile) && (profile.account?.removed_at ?? null) === null)
    .map(({ id, profile_id, name, email, image_url }) => ({
      id: profile_id ?? id,
      name,
      email,
      imageUrl: image_url || null,
      hasAccount: profile_id !== null,
    }))
  return [...ofWriters, ...others].toSorted((a, b) =>
    a.name.localeCompare(b.name, serverClock.calendar.locale),
  )
}

function profileOf(
  { id, email, full_name, name_confirmed, email_confirmed }: Account,
  profiles: readonly AuthorProfile[],
): AuthorProfile | undefined {
  const same = (a: string | null, b: string | null) =>
    a !== null && b !== null && a.trim().toLowerCase() === b.trim().toLowerCase()
  const free = profiles.filter(({ profile_id }) => profile_id === null)
  return (
    profiles.find(({ profile_id }) => profile_id === id) ??
    (email_confirmed ? free.find((profile) => same(profile.email, email)) : undefined) ??
    (name_confirmed ? free.find((profile) => nameKey(profile.name) === nameKey(full_name ?? '')) : undefined)
  )
}

export type LabelledAuthor = AuthorOption & { label: string }

/** The people to choose the author of an article from; `own` is added where the caller may read no accounts. */
export function useAuthorOptions(
  current: string | null,
  own: Omit<Account, 'name_confirmed' | 'email_confirmed'>,
) {
  const { data: accounts = [], isPending, isLoadingError } = useQuery(writersQuery(current))
  const { data: profiles = [] } = useQuery(authorProfilesQuery)
  const known = accounts.some(({ id }) => id === own.id)
    ? accounts
    : [...accounts, { ...own, name_confirmed: false, email_confirmed: false }]
  const options: LabelledAuthor[] = useToldApart(authorOptions(known, profiles, current))
  return { options, isPending, isLoadingError }
}

const confirmedSchema = z.object({ id: idSchema, email: z.nullable(z.string()) })

/** Why an author cannot be given an article. */
interface Refusal {
  title: string
  description?: string
}

/**
 * The account that the articles of an author belong to, or the message why there is none. For an author without account it
 * is the one with the same e-mail address, ignoring case. That address must be confirmed, because anybody may sign up with
 * an author's address.
 */
export async function findAccount({
  id,
  email,
  hasAccount,
}: AuthorOption): Promise<{ account: string } | { refusal: Refusal }> {
  if (hasAccount) return { account: id }
  const wanted = email?.trim().toLowerCase() ?? ''
  if (wanted === '') {
    return { refusal: { title: 'Selected author has no email. Cannot link to a user profile.' } }
  }
  // '_' matches any character, so the result is compared once more.
  const accounts = parseRows(
    confirmedSchema,
    await adminClient()
      .from('profiles')
      .select('id, email')
      .eq('email_confirmed', true)
      .ilike('email', wanted.replace(/[\\%_*]/g, '_')),
  )
  const found = accounts.find((account) => account.email?.toLowerCase() === wanted)
  if (found !== undefined) return { account: found.id }
  return {
    refusal: {
      title: 'Author account not found',
      description:
        'This author does not have a user profile yet. Ask an admin to invite them or create a profile.',
    },
  }
}
