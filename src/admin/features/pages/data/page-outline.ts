import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { fetchAll } from '../../../data/fetch-all.ts'
import { PLACE_COLUMNS, placeSchema } from './page-place.ts'

/** All pages without their texts, by title: the possible parents in the dialog. */
export const pageOutlineQuery = queryOptions({
  queryKey: ['pages', 'outline'],
  queryFn: ({ signal }) =>
    fetchAll(placeSchema, (first, last) =>
      adminClient()
        .from('pages')
        .select(PLACE_COLUMNS)
        .order('title')
        .order('id')
        .range(first, last)
        .abortSignal(signal),
    ),
})
