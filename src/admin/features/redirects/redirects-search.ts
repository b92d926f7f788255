import * as z from 'zod/mini'
import { type SortedQuery, sortedSearch, toSortedQuery } from '../../data/requests/list-search.ts'

const SORT_COLUMNS = ['old_path', 'created_at'] as const

/** The address of the redirects: `?q=summer&page=2&sort=old_path&dir=asc`. */
export const redirectsSearchSchema = z.object(sortedSearch(SORT_COLUMNS))
export type RedirectsQuery = SortedQuery<(typeof SORT_COLUMNS)[number]>

export const toRedirectsQuery = (search: z.infer<typeof redirectsSearchSchema>): RedirectsQuery =>
  toSortedQuery(search, 'created_at')
