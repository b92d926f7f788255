import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { namesakes, toldApart } from '../../../domain/people/person-name.ts'
import { idSchema } from '../../../domain/rows/row.ts'
import { rowsQuery } from '../requests/queries.ts'

const hintSchema = z.object({ id: idSchema, hint: z.string() })

/**
 * People to choose from, with a label each: their name, and where two share it also their e-mail address, author page, or
 * role. `people` are accounts or author profiles.
 */
export function useToldApart<One extends { id: string; name: string }>(people: readonly One[]) {
  const ids = namesakes(people).sort()
  const query = rowsQuery(
    ['users', 'hints', ids],
    hintSchema,
    () => adminClient().rpc('get_people_hints', { p_ids: ids }),
    { enabled: ids.length > 0 },
  )
  const { data = [] } = useQuery({ ...query, placeholderData: keepPreviousData })
  return toldApart(people, ({ id }) => data.find((one) => one.id === id)?.hint)
}
