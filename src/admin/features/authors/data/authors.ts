import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import {
  type Author,
  type AuthorForm,
  type SocialNetwork,
  authorSchema,
  authorType,
  SOCIAL_NETWORKS,
} from '../../../../domain/people/author.ts'
import { selectOf } from '../../../../domain/rows/content-type.ts'
import { idSchema, timestampSchema } from '../../../../domain/rows/row.ts'
import type { PagedQuery } from '../../../data/requests/list-search.ts'
import { pagedQuery } from '../../../data/requests/paged-query.ts'
import { foundRowsQuery, withWords } from '../../../data/requests/text-search.ts'
import { expectChanged, parseRow, unwrap } from '../../../data/requests/postgrest.ts'
import { optionalRowQuery, rowsQuery } from '../../../data/requests/queries.ts'
import { type Opened, saveRow } from '../../../data/requests/update-row.ts'

const COLUMNS = `${authorType.select}, updated_at, account:profiles(full_name, email)`

const rowSchema = z.extend(authorSchema, {
  updated_at: timestampSchema,
  account: z.nullable(z.object({ full_name: z.nullable(z.string()), email: z.nullable(z.string()) })),
})
export type AuthorRow = z.infer<typeof rowSchema>

export function authorListQuery(query: PagedQuery) {
  return pagedQuery({
    entity: 'authors',
    query,
    schema: rowSchema,
    pageSize: 20,
    searched: 'author_profiles',
    request: () => adminClient().from('author_profiles').select(COLUMNS, { count: 'exact' }),
  })
}

/** The editorial team in its order. */
export const teamQuery = rowsQuery(['authors', 'team'], rowSchema, () =>
  adminClient()
    .from('author_profiles')
    .select(COLUMNS)
    .not('team_position', 'is', null)
    .order('team_position')
    .order('name')
    .order('id'),
)

/** The arguments that put the editorial team in an order. */
export const orderArgs = (ids: readonly string[]) => ({ p_ids: [...ids] })

/** Rejects with a BackendError; 'conflict': the team has other members. */
export async function orderTeam(ids: readonly string[]): Promise<void> {
  unwrap(await adminClient().rpc('order_team', orderArgs(ids)))
}

export async function loadAuthor(id: string): Promise<AuthorRow> {
  return parseRow(
    rowSchema,
    await adminClient().from('author_profiles').select(COLUMNS).eq('id', id).single(),
  )
}

export async function saveAuthor(opened: Opened | null, form: AuthorForm): Promise<void> {
  await saveRow('author_profiles', authorWrite(form), opened, 'updated_at')
}

export async function deleteAuthor(id: string): Promise<void> {
  expectChanged(
    await adminClient().from('author_profiles').delete().eq('id', id).select('id'),
    'This author is gone, or you are not allowed to delete it',
  )
}

export function toAuthorForm(author: Author | null): AuthorForm {
  if (author === null) return authorType.blank()
  const { twitter, linkedin, instagram } = author.social_links
  return authorType.formOf(author, {
    twitter: twitter ?? '',
    linkedin: linkedin ?? '',
    instagram: instagram ?? '',
  })
}

/** The columns that a form sets. Empty links are left out; an empty slug lets the database make one. */
export function authorWrite(form: AuthorForm) {
  const social_links: Partial<Record<SocialNetwork, string>> = {}
  for (const network of SOCIAL_NETWORKS) {
    if (form[network] !== '') social_links[network] = form[network]
  }
  return { ...authorType.columnsOf(form), slug: form.slug, social_links }
}

const accountSchema = z.object({
  id: idSchema,
  full_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  removed_at: z.nullable(timestampSchema),
})
export type Account = z.infer<typeof accountSchema>
const ACCOUNT_COLUMNS = selectOf(accountSchema)

/** One account; null where it is gone. Disabled without an id. */
export function accountQuery(id: string | null) {
  return optionalRowQuery(
    ['authors', 'account', id],
    accountSchema,
    () =>
      adminClient()
        .from('profiles')
        .select(ACCOUNT_COLUMNS)
        .eq('id', id ?? ''),
    { enabled: id !== null },
  )
}

/** How many stories name an author, including unpublished ones. */
export function storiesOfAuthorQuery(id: string) {
  return queryOptions({
    queryKey: ['authors', 'stories', id],
    queryFn: async ({ signal }) =>
      parseRow(z.int(), await adminClient().rpc('count_stories_of', { p_person: id }).abortSignal(signal)),
  })
}

const MAX_FOUND = 20

/** The first accounts (profiles) with `text` in name or e-mail address, by name. */
export function accountsQuery(text: string) {
  return foundRowsQuery({
    queryKey: ['authors', 'accounts', text],
    table: 'profiles',
    text,
    schema: accountSchema,
    request: (words) =>
      withWords(adminClient().from('profiles').select(ACCOUNT_COLUMNS).is('removed_at', null), words)
        .order('full_name')
        .order('id')
        .limit(MAX_FOUND),
    placeholderData: keepPreviousData,
  })
}
