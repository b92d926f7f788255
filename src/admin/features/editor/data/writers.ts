import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { can, ROLES, roleSchema } from '../../../../domain/role.ts'
import { idSchema } from '../../../../domain/row.ts'
import { fetchAll } from '../../../data/fetch-all.ts'
import { editorKeys } from './keys.ts'

const writerSchema = z.object({
  id: idSchema,
  full_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  role: roleSchema,
})
export type Writer = z.infer<typeof writerSchema>

const WRITE = ROLES.filter((role) => can(role, 'articles.create'))

/** Accounts that may write, and that of `authorId`, by name; a contributor gets only their own. */
export function writersQuery(authorId: string | null) {
  const wanted = [`role.in.(${WRITE.join()})`, ...(authorId === null ? [] : [`id.eq.${authorId}`])]
  return queryOptions({
    queryKey: editorKeys.writers(authorId),
    queryFn: ({ signal }) =>
      fetchAll(writerSchema, (first, last) =>
        adminClient()
          .from('profiles')
          .select('id, full_name, email, role')
          .or(wanted.join())
          .order('full_name')
          .order('id')
          .range(first, last)
          .abortSignal(signal),
      ),
    placeholderData: keepPreviousData,
  })
}
