import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { toBackendError } from '../../../../backend/errors.ts'
import { profileSchema } from '../../../../domain/people/profile.ts'
import type { Role } from '../../../../domain/people/role.ts'
import { idSchema, timestampSchema } from '../../../../domain/rows/row.ts'
import { useEntityMutation } from '../../../data/requests/entity-mutation.ts'
import { invoke } from '../../../data/requests/invoke.ts'
import type { PagedQuery } from '../../../data/requests/list-search.ts'
import { pagedQuery } from '../../../data/requests/paged-query.ts'
import { expectChanged, parseRow, parseRows, unwrap, unwrapCount } from '../../../data/requests/postgrest.ts'
import { rowsQuery } from '../../../data/requests/queries.ts'
import { syncOutcomeSchema } from '../sync-outcome.ts'
import type { NewUser } from '../new-user.ts'

const linkSchema = z.object({ id: idSchema })

const userRowSchema = z.extend(profileSchema, {
  name_confirmed: z.boolean(),
  /** The author profile of this account: one at most. */
  author: z.nullable(linkSchema),
})
export type UserRow = z.infer<typeof userRowSchema>

export function userListQuery(query: PagedQuery) {
  return pagedQuery({
    entity: 'users',
    query,
    schema: userRowSchema,
    pageSize: 20,
    searched: 'profiles',
    request: () =>
      adminClient()
        .from('profiles')
        .select('id, full_name, email, role, created_at, name_confirmed, author:author_profiles(id)', {
          count: 'exact',
        })
        .is('removed_at', null),
  })
}

export function isAuthor({ author }: Pick<UserRow, 'author'>): boolean {
  return author !== null
}

/** The ids of the accounts with two-factor authentication; none for others than super admins. */
export const accountsWithFactorQuery = queryOptions({
  ...rowsQuery(['users', 'factors'], linkSchema, () => adminClient().rpc('get_accounts_with_factor')),
  select: (rows) => new Set(rows.map(({ id }) => id)),
})

/** Confirms that an account is called what it says. Rejects with a BackendError: 'conflict' when the name was changed. */
export async function confirmName({ id, full_name }: Pick<UserRow, 'id' | 'full_name'>): Promise<void> {
  unwrap(await adminClient().rpc('set_public_name', { p_profile: id, p_name: full_name }))
}

/** Removes the second factor of a person who has lost the device; their sessions end. Rejects with a BackendError. */
export const removeFactor = (id: string) =>
  invoke('remove-second-factor', { id }, z.object({ removed: z.int() }))

export const userOverviewQuery = queryOptions({
  queryKey: ['users', 'overview'],
  queryFn: async ({ signal }) => {
    const rows = (table: 'profiles' | 'author_profiles') =>
      adminClient().from(table).select('id', { count: 'exact', head: true }).abortSignal(signal)
    const [users, authors] = await Promise.all([
      rows('profiles').is('removed_at', null).then(unwrapCount),
      rows('author_profiles').then(unwrapCount),
    ])
    return { users, authors }
  },
})

const authorRowSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.nullable(z.string()),
  created_at: timestampSchema,
})
export type AuthorWithoutAccount = z.infer<typeof authorRowSchema>

/** One page of the authors that have no account and could be invited, by name: a guest without address needs none. */
export function authorsWithoutAccountQuery(query: PagedQuery) {
  return pagedQuery({
    entity: 'authors',
    list: 'without-account',
    query: { ...query, sort: 'name', dir: 'asc' },
    schema: authorRowSchema,
    pageSize: 10,
    request: () =>
      adminClient()
        .from('author_profiles')
        .select('id, name, email, created_at', { count: 'exact' })
        .is('profile_id', null)
        .gt('email', ''),
  })
}

const userSchema = z.object({ user: z.object({ id: z.string() }) })

/**
 * Creates an account that can sign in at once, or sends an invitation. Rejects with a BackendError in the function's own
 * words.
 */
export const useCreateUser = () =>
  useEntityMutation(['users', 'authors'], async (user: NewUser) => {
    // Renews a session that has expired, and fails when there is none any more.
    const { error } = await adminClient().auth.getUser()
    if (error !== null) throw toBackendError(error, error.status)
    await invoke('create-user', { ...user }, userSchema)
  })

const syncStepSchema = z.object({
  name: z.string(),
  email: z.string(),
  action: z.enum(['link', 'invite', 'wait']),
})
export type SyncStep = z.infer<typeof syncStepSchema>

/** What a sync would do with each author who has an e-mail address and no account. */
export async function readSyncSteps(): Promise<SyncStep[]> {
  return parseRows(syncStepSchema, await adminClient().rpc('get_author_sync'))
}

/** Links authors to their accounts and invites those without. Resolves with who was invited and who was not. */
export const useSyncAuthors = () =>
  useEntityMutation(['users', 'authors'], () => invoke('sync-authors', {}, syncOutcomeSchema))

/** How many stories of an account readers cannot see yet: drafts, those in review and scheduled ones. */
export const openStoriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'open-stories', id],
    queryFn: async ({ signal }) =>
      parseRow(z.int(), await adminClient().rpc('count_open_articles', { p_author: id }).abortSignal(signal)),
    staleTime: 0,
  })

export const useChangeRole = () =>
  useEntityMutation(['users', 'authors'], async ({ id, role }: { id: string; role: Role }) =>
    expectChanged(
      await adminClient().from('profiles').update({ role }).eq('id', id).select('id'),
      'This user is gone, or you are not allowed to change it',
    ),
  )
