import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { unwrapCount, parseRows } from '../../../data/postgrest.ts'
import { PLACE_COLUMNS, placeSchema } from './page-place.ts'

const MAX_LISTED = 20

/** The pages directly below a page: all counted, the first 20 listed. */
export function pagesBelowQuery(id: string) {
  return queryOptions({
    queryKey: ['pages', 'below', id],
    queryFn: async ({ signal }) => {
      const answer = await adminClient()
        .from('pages')
        .select(PLACE_COLUMNS, { count: 'exact' })
        .eq('parent_id', id)
        .order('title')
        .limit(MAX_LISTED)
        .abortSignal(signal)
      return { total: unwrapCount(answer), pages: parseRows(placeSchema, answer) }
    },
    staleTime: 0,
  })
}
