import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { roleSchema } from '../../../../domain/role.ts'
import { idSchema } from '../../../../domain/row.ts'
import { rowsOf } from '../../../data/answer.ts'
import { editorKeys } from './keys.ts'

const writerSchema = z.object({
  id: idSchema,
  full_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  role: roleSchema,
})
export type Writer = z.infer<typeof writerSchema>

/** The accounts an editor may name as author, by name; a contributor gets only their own. */
export const writersQuery = queryOptions({
  queryKey: editorKeys.writers(),
  queryFn: async ({ signal }) =>
    rowsOf(
      writerSchema,
      await adminClient()
        .from('profiles')
        .select('id, full_name, email, role')
        .order('full_name')
        .abortSignal(signal),
    ),
})
