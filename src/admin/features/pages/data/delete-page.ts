import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteRow } from '../../../data/delete-row.ts'
import { keys } from '../../../data/keys.ts'

/** Deletes a page; those below it move up. Rejects with a BackendError. */
export function useDeletePage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => deleteRow('pages', id),
    onSettled: () => client.invalidateQueries({ queryKey: keys.pages.all }),
  })
}
