import { keepPreviousData } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { orIlike } from '../../../../domain/query.ts'
import { idSchema } from '../../../../domain/row.ts'
import { rowsQuery } from '../../../data/queries.ts'

const accountSchema = z.object({
  id: idSchema,
  full_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
})
export type Account = z.infer<typeof accountSchema>

const MAX_FOUND = 20

/** The first accounts (profiles) with `text` in name or e-mail address, by name. */
export function accountsQuery(text: string) {
  return rowsQuery(
    ['authors', 'accounts', text],
    accountSchema,
    () => {
      const all = adminClient().from('profiles').select('id, full_name, email')
      const found = text === '' ? all : all.or(orIlike(['full_name', 'email'], text))
      return found.order('full_name').order('id').limit(MAX_FOUND)
    },
    { placeholderData: keepPreviousData },
  )
}
