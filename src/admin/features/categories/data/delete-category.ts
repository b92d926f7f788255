import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteRow } from '../../../data/delete-row.ts'
import { keys } from '../../../data/keys.ts'

/** Deletes a category; its articles stay, without one. Rejects with a BackendError. */
export function useDeleteCategory() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => deleteRow('categories', id),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.categories.all }),
        client.invalidateQueries({ queryKey: keys.articles.all }),
      ]),
  })
}
