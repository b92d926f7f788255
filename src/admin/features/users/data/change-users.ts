import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { toBackendError } from '../../../../backend/errors.ts'
import type { Role } from '../../../../domain/role.ts'
import { useEntityMutation } from '../../../data/entity-mutation.ts'
import { invoke } from '../../../data/invoke.ts'
import { expectChanged } from '../../../data/postgrest.ts'
import type { NewUser } from '../new-user.ts'

const userSchema = z.object({ user: z.object({ id: z.string() }) })

/** Creates an account that can sign in at once. Rejects with a BackendError in the function's own words. */
export const useCreateUser = () =>
  useEntityMutation(['users', 'authors'], async (user: NewUser) => {
    // Renews a session that has expired, and fails when there is none any more.
    const { error } = await adminClient().auth.getUser()
    if (error !== null) throw toBackendError(error, error.status)
    await invoke('create-user', { ...user }, userSchema)
  })

/** Links authors to their accounts and invites those without. Resolves with how many were invited and created. */
export const useSyncAuthors = () =>
  useEntityMutation(['users', 'authors'], () =>
    invoke('sync-authors', {}, z.object({ invitedCount: z.number(), createdCount: z.number() })),
  )

/** Removes an account with its profile. Rejects with a BackendError. */
export const useRemoveUser = () =>
  useEntityMutation(['users', 'authors', 'articles'], (id: string) =>
    invoke('delete-user', { id }, userSchema),
  )

/** Changes the role of a person. Rejects with a BackendError. */
export const useChangeRole = () =>
  useEntityMutation(['users', 'authors'], async ({ id, role }: { id: string; role: Role }) =>
    expectChanged(
      await adminClient().from('profiles').update({ role }).eq('id', id).select('id'),
      'This user is gone, or you are not allowed to change it',
    ),
  )
