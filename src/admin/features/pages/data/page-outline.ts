import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { fetchAll } from '../../../data/fetch-all.ts'
import { keys } from '../../../data/keys.ts'
import { PLACE_COLUMNS, placeSchema } from './page-place.ts'

/** Every page without its text, by title: for the dialog, which offers them as parents. */
export const pageOutlineQuery = queryOptions({
  queryKey: keys.pages.outline(),
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
