import * as z from 'zod/mini'
import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { idSchema } from '../../../../domain/rows/row.ts'
import { fetchAll } from '../../../data/requests/fetch-all.ts'

/** The names of all authors: whom a person of a file may be. */
export const authorNamesQuery = queryOptions({
  queryKey: ['authors', 'names'],
  queryFn: ({ signal }) =>
    fetchAll(z.object({ id: idSchema, name: z.string() }), (first, last) =>
      adminClient()
        .from('author_profiles')
        .select('id, name', { count: 'exact' })
        .order('name')
        .order('id')
        .range(first, last)
        .abortSignal(signal),
    ),
})
