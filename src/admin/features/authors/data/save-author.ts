import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import type { AuthorForm } from '../../../../domain/author.ts'
import { idSchema } from '../../../../domain/row.ts'
import { unwrap, parseRows } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'
import { authorWrite } from '../author-form.ts'
import { AUTHOR_COLUMNS, authorRowSchema, type AuthorRow } from './author-list.ts'

/** Somebody else saved the author after it was opened; `stored` is what they saved. */
export class AuthorChanged extends Error {
  readonly stored: AuthorRow

  constructor(stored: AuthorRow) {
    super('The author was changed in the meantime')
    this.stored = stored
  }
}

/**
 * Creates an author, or changes the one that was `opened`. Rejects with AuthorChanged when it is no longer as it was then,
 * otherwise with a BackendError.
 */
export function useSaveAuthor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ opened, form }: { opened: AuthorRow | null; form: AuthorForm }) => {
      const table = adminClient().from('author_profiles')
      const row = authorWrite(form)
      if (opened === null) {
        unwrap(await table.insert(row))
        return
      }
      const { id, updated_at } = opened
      const saved = parseRows(
        z.object({ id: idSchema }),
        await table.update(row).eq('id', id).eq('updated_at', updated_at).select('id'),
      )
      if (saved.length > 0) return
      const [stored] = parseRows(
        authorRowSchema,
        await adminClient().from('author_profiles').select(AUTHOR_COLUMNS).eq('id', id),
      )
      if (stored !== undefined && stored.updated_at !== updated_at) throw new AuthorChanged(stored)
      // The policies hide a row that may not be changed.
      throw new BackendError('denied', null, 'This author is gone, or you are not allowed to change it')
    },
    onSettled: () =>
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
      const rows = unwrap(await adminClient().from('author_profiles').delete().eq('id', id).select('id'))
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
