import * as z from 'zod/mini'
import { type SortedQuery, optional, sortedSearch, toSortedQuery } from '../../data/requests/list-search.ts'

const SORT_COLUMNS = ['old_path', 'created_at'] as const

/** The address of the redirects: `?q=summer&page=2&sort=old_path&dir=asc`; `add=/old` opens a new one from this address. */
export const redirectsSearchSchema = z.object({
  ...sortedSearch(SORT_COLUMNS),
  add: optional(z.string().check(z.regex(/^\//), z.maxLength(1000))),
})
export type RedirectsQuery = SortedQuery<(typeof SORT_COLUMNS)[number]>

export const toRedirectsQuery = (search: z.infer<typeof redirectsSearchSchema>): RedirectsQuery =>
  toSortedQuery(search, 'created_at')
