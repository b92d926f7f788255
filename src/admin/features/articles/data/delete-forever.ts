import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import { unwrap } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'

/** Deletes an article that lies in the trash; one taken back in the meantime stays. Rejects with a BackendError. */
export function useDeleteForever() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      const rows = unwrap(
        await adminClient().from('articles').delete().eq('id', id).not('deleted_at', 'is', null).select('id'),
      )
      if (!Array.isArray(rows) || rows.length === 0) {
        throw new BackendError('denied', null, 'You are not allowed to delete this article')
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.articles.all }),
  })
}
