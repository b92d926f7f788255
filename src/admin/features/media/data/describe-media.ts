import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import { unwrap } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'

export interface MediaDescription {
  id: string
  altText: string
  caption: string
}

/** Keeps alt text and caption of a file; empty ones as none. Rejects with a BackendError. */
export function useDescribeMedia() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, altText, caption }: MediaDescription) => {
      const rows = unwrap(
        await adminClient()
          .from('media')
          .update({ alt_text: altText.trim() || null, caption: caption.trim() || null })
          .eq('id', id)
          .select('id'),
      )
      // The policies hide a row that may not be changed; nothing is then an error.
      if (!Array.isArray(rows) || rows.length === 0) {
        throw new BackendError('denied', null, 'You are not allowed to change this file')
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.media.all }),
  })
}
