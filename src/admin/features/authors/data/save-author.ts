import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import type { AuthorForm } from '../../../../domain/author.ts'
import { dataOf } from '../../../data/answer.ts'
import { keys } from '../../../data/keys.ts'
import { authorWrite } from '../author-form.ts'

/** Creates an author, with an `id` changes that one. Rejects with a BackendError. */
export function useSaveAuthor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, form }: { id: string | null; form: AuthorForm }) => {
      const table = adminClient().from('author_profiles')
      const row = authorWrite(form)
      const rows = dataOf(
        await (id === null ? table.insert(row).select('id') : table.update(row).eq('id', id).select('id')),
      )
      // The policies hide a row that may not be changed; nothing is then an error.
      if (!Array.isArray(rows) || rows.length === 0) {
        throw new BackendError('denied', null, 'This author is gone, or you are not allowed to change it')
      }
    },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.authors.all }),
        client.invalidateQueries({ queryKey: keys.users.all }),
      ]),
  })
}

/** Removes an author for good. Rejects with a BackendError. */
export function useDeleteAuthor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      const rows = dataOf(await adminClient().from('author_profiles').delete().eq('id', id).select('id'))
      if (!Array.isArray(rows) || rows.length === 0) {
        throw new BackendError('denied', null, 'This author is gone, or you are not allowed to delete it')
      }
    },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.authors.all }),
        client.invalidateQueries({ queryKey: keys.users.all }),
      ]),
  })
}
