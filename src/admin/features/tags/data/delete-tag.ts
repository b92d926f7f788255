import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteRow } from '../../../data/delete-row.ts'
import { keys } from '../../../data/keys.ts'

/** Deletes a tag; its articles stay, without it. Rejects with a BackendError. */
export function useDeleteTag() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => deleteRow('tags', id),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.tags.all }),
        client.invalidateQueries({ queryKey: keys.articles.all }),
      ]),
  })
}
