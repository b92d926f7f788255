import { keepPreviousData } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../backend/admin-client.ts'
import { rowsQuery } from '../data/requests/queries.ts'

const count = z.int()

const readingsSchema = z.object({
  id: z.string(),
  opened: count,
  begun: count,
  read: count,
  /** The begun ones of which it is known whether they were read. */
  measured: count,
})

/** Readings of stories since a day; one without any is left out. */
export function readingsQuery(ids: readonly string[], from: string) {
  return rowsQuery(
    ['analytics', 'readings', ids, from],
    readingsSchema,
    () => adminClient().rpc('get_readings', { p_articles: [...ids], p_from: from }),
    { enabled: ids.length > 0, placeholderData: keepPreviousData },
  )
}
