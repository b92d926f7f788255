import * as z from 'zod/mini'
import { type SortedQuery, sortedSearch, toSortedQuery } from '../../data/list-search.ts'

const SORT_COLUMNS = ['name', 'created_at'] as const

/** The address of the tags: `?q=linen&page=2&sort=name&dir=asc`. */
export const tagsSearchSchema = z.object(sortedSearch(SORT_COLUMNS))
export type TagsSearch = z.infer<typeof tagsSearchSchema>
export type TagsQuery = SortedQuery<(typeof SORT_COLUMNS)[number]>

export const toTagsQuery = (search: TagsSearch): TagsQuery => toSortedQuery(search, 'created_at')
