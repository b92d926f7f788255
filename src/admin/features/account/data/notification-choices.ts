import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import {
  type NotificationChoice,
  type NotificationKind,
  NOTIFICATION_CHOICES,
  notificationKindSchema,
} from '../../../../domain/newsroom/notification.ts'
import { invalidate } from '../../../data/requests/entity-mutation.ts'
import { unwrap } from '../../../data/requests/postgrest.ts'
import { rowsQuery } from '../../../data/requests/queries.ts'
import { useProfile } from '../../../session/use-profile.ts'

/** Where the person is told of each kind. */
export const notificationChoicesQuery = rowsQuery(
  ['notification_choices'],
  z.object({ kind: notificationKindSchema, choice: z.enum(NOTIFICATION_CHOICES) }),
  () => adminClient().rpc('get_notification_choices'),
)

/** Stores a choice; several one after the other, so that the last one holds. Rejects with a BackendError. */
export function useSaveChoice() {
  const client = useQueryClient()
  const { id } = useProfile()
  return useMutation({
    scope: { id: 'notification-choices' },
    mutationFn: async (row: { kind: NotificationKind; choice: NotificationChoice }) =>
      void unwrap(
        await adminClient()
          .from('notification_choices')
          .upsert({ profile_id: id, ...row }),
      ),
    onSettled: () => invalidate(client, 'notification_choices'),
  })
}
