import * as z from 'zod/mini'
import { type SortedQuery, optional, sortedSearch, toSortedQuery } from '../../data/requests/list-search.ts'

const SORT_COLUMNS = ['title', 'status', 'created_at', 'updated_at'] as const

/** The address of the list, and `?edit=new` or `?edit={id}` while the dialog is open. */
export const pagesSearchSchema = z.object({
  ...sortedSearch(SORT_COLUMNS),
  edit: optional(z.union([z.literal('new'), z.uuid()])),
})
export type PagesSearch = z.infer<typeof pagesSearchSchema>
export type PagesQuery = SortedQuery<(typeof SORT_COLUMNS)[number]>

export const toPagesQuery = (search: PagesSearch): PagesQuery => toSortedQuery(search, 'created_at')
