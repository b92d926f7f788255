import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError, toBackendError } from '../../../../backend/errors.ts'
import type { Role } from '../../../../domain/role.ts'
import { unwrap } from '../../../data/postgrest.ts'
import { invoke } from '../../../data/invoke.ts'
import { keys } from '../../../data/keys.ts'
import type { NewUser } from '../new-user.ts'

function refresh(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: keys.users.all }),
    client.invalidateQueries({ queryKey: keys.authors.all }),
  ])
}

/** Makes an account that can sign in at once. Rejects with a BackendError in the function's own words. */
export function useCreateUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (user: NewUser) => {
      // Renews the session when it has run out, and tells when there is none any more.
      const { error } = await adminClient().auth.getUser()
      if (error !== null) throw toBackendError(error, error.status)
      await invoke('create-user', { ...user }, z.object({ user: z.object({ id: z.string() }) }))
    },
    onSuccess: () => refresh(client),
  })
}

/** Links authors to their accounts and invites those without. Resolves with how many were invited and created. */
export function useSyncAuthors() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      invoke('sync-authors', {}, z.object({ invitedCount: z.number(), createdCount: z.number() })),
    onSuccess: () => refresh(client),
  })
}

/** Removes an account with its profile. Rejects with a BackendError. */
export function useRemoveUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      invoke('delete-user', { id }, z.object({ user: z.object({ id: z.string() }) })),
    onSuccess: () =>
      Promise.all([refresh(client), client.invalidateQueries({ queryKey: keys.articles.all })]),
  })
}

/** Gives a person another role. Rejects with a BackendError. */
export function useChangeRole() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, role }: { id: string; role: Role }) => {
      const rows = unwrap(await adminClient().from('profiles').update({ role }).eq('id', id).select('id'))
      // The policies hide a row that may not be changed; nothing is then an error.
      if (!Array.isArray(rows) || rows.length === 0) {
        throw new BackendError('denied', null, 'This user is gone, or you are not allowed to change it')
      }
    },
    onSuccess: () => refresh(client),
  })
}
