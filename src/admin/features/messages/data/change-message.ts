import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import { unwrap } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'
import type { MessageStatus } from '../messages-search.ts'

/** Changes the status of a message. Rejects with a BackendError. */
export function useMarkMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, status }: { id: string; status: MessageStatus }) => {
      expectOne(
        unwrap(await adminClient().from('contact_messages').update({ status }).eq('id', id).select('id')),
      )
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.messages.all }),
  })
}

/** Removes a message for good, for super admins. Rejects with a BackendError. */
export function useDeleteMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      expectOne(unwrap(await adminClient().from('contact_messages').delete().eq('id', id).select('id')))
    },
    // Not waited for: the open message would be asked for once more, and be gone.
    onSuccess: () => void client.invalidateQueries({ queryKey: keys.messages.all }),
  })
}

/** The policies hide a row that may not be changed; nothing is then an error. */
function expectOne(rows: unknown): void {
  if (!Array.isArray(rows) || rows.length === 0) {
    throw new BackendError('denied', null, 'This message is gone, or you are not allowed to change it')
  }
}
