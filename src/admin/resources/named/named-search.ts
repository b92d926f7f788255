import * as z from 'zod/mini'
import { type SortedQuery, sortedSearch, toSortedQuery } from '../../data/requests/list-search.ts'

const SORT_COLUMNS = ['name', 'created_at'] as const

/** The address of the tags or the categories: `?q=linen&page=2&sort=name&dir=asc`. */
export const namedSearchSchema = z.object(sortedSearch(SORT_COLUMNS))

export type NamedSort = (typeof SORT_COLUMNS)[number]
export type NamedQuery = SortedQuery<NamedSort>

export const toNamedQuery = (search: z.infer<typeof namedSearchSchema>): NamedQuery =>
  toSortedQuery(search, 'created_at')
