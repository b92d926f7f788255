import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { orIlike } from '../../../../domain/query.ts'
import { idSchema } from '../../../../domain/row.ts'
import { parseRows } from '../../../data/postgrest.ts'

const accountSchema = z.object({
  id: idSchema,
  full_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
})
export type Account = z.infer<typeof accountSchema>

const MAX_FOUND = 20

/** The first accounts (profiles) with `text` in name or e-mail address, by name. */
export function accountsQuery(text: string) {
  return queryOptions({
    queryKey: ['authors', 'accounts', text],
    queryFn: async ({ signal }): Promise<Account[]> => {
      let rows = adminClient().from('profiles').select('id, full_name, email')
      if (text !== '') rows = rows.or(orIlike(['full_name', 'email'], text))
      return parseRows(
        accountSchema,
        await rows.order('full_name').order('id').limit(MAX_FOUND).abortSignal(signal),
      )
    },
    placeholderData: keepPreviousData,
  })
}
