import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import { nameKey } from '../../../../domain/person-name.ts'
import { profileSchema } from '../../../../domain/profile.ts'
import { hasRole, WRITERS } from '../../../../domain/role.ts'
import { type Tag, tagSchema, tagType, tagValues } from '../../../../domain/tag.ts'
import type { AuthorChoice } from '../../../data/authors.ts'
import { fetchAll } from '../../../data/fetch-all.ts'
import { parseRow, parseRows } from '../../../data/postgrest.ts'

/** Whether another article has this slug, also one that the writer cannot read. */
export function slugTakenQuery(slug: string, articleId: string | null) {
  return queryOptions({
    queryKey: ['editor', 'slug', slug, articleId],
    queryFn: async ({ signal }): Promise<boolean> =>
      parseRow(
        z.boolean(),
        await adminClient().rpc('slug_taken', { p_slug: slug, p_article: articleId }).abortSignal(signal),
      ),
    staleTime: 10_000,
  })
}

/** Finds a tag by name, ignoring case and accents, or creates it. Rejects with a BackendError, also for a name that no tag may have. */
export async function addTag(typed: string): Promise<Tag> {
  const form = tagType.form.safeParse({ name: typed })
  if (!form.success) throw new BackendError('invalid', null, form.error.issues[0]?.message ?? '')
  const { name, slug } = tagValues(form.data)
  const tags = () => adminClient().from('tags')
  const [bySlug, byName] = await Promise.all([
    tags().select(tagType.select).eq('slug', slug),
    tags().select(tagType.select).eq('name', name),
  ])
  const [same] = [...parseRows(tagSchema, bySlug), ...parseRows(tagSchema, byName)]
  if (same !== undefined) return same
  const answer = await tags().upsert({ name, slug }, { onConflict: 'slug' }).select(tagType.select).single()
  return parseRow(tagSchema, answer)
}

const accountSchema = z.extend(z.omit(profileSchema, { created_at: true }), {
  name_confirmed: z.boolean(),
  email_confirmed: z.boolean(),
})
type Account = z.infer<typeof accountSchema>

/** Accounts that may write, and that of `authorId`, by name; a contributor gets only their own. */
export function writersQuery(authorId: string | null) {
  const wanted = [`role.in.(${WRITERS.join()})`, ...(authorId === null ? [] : [`id.eq.${authorId}`])]
  return queryOptions({
    queryKey: ['editor', 'writers', authorId],
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

type AuthorProfile = Omit<AuthorChoice, 'id'>

/**
 * The accounts that can be chosen as author: those that write, and the present author. The portrait is that of the
 * author profile linked to the account, else of the one without account with the same confirmed e-mail address or name.
 */
export function authorOptions(
  accounts: readonly Account[],
  profiles: readonly AuthorProfile[],
  current: string | null,
): { id: string; name: string; imageUrl: string | null }[] {
  return accounts
    .filter((account) => hasRole(account, WRITERS) || account.id === current)
    .map((account) => {
      const profile = profileOf(account, profiles)
      const name = account.full_name || profile?.name || account.email || 'No name'
      return { id: account.id, name, imageUrl: profile?.image_url || null }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
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
