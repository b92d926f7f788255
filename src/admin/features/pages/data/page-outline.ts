import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { pageSchema } from '../../../../domain/page.ts'
import { allRows } from '../../../data/all-rows.ts'
import { keys } from '../../../data/keys.ts'

const placeSchema = z.pick(pageSchema, { id: true, title: true, slug: true, status: true, parent_id: true })
export type PagePlace = z.infer<typeof placeSchema>

/** Every page without its text, by title: addresses and the choice of a parent are made of it. */
export const pageOutlineQuery = queryOptions({
  queryKey: keys.pages.outline(),
  queryFn: ({ signal }) =>
    allRows(placeSchema, (first, last) =>
      adminClient()
        .from('pages')
        .select('id, title, slug, status, parent_id')
        .order('title')
        .order('id')
        .range(first, last)
        .abortSignal(signal),
    ),
})
