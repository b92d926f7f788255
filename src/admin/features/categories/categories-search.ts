import * as z from 'zod/mini'
import { type SortedQuery, sortedSearch, toSortedQuery } from '../../data/list-search.ts'

const SORT_COLUMNS = ['name', 'created_at'] as const

/** The address of the categories: `?q=oak&page=2&sort=name&dir=asc`. */
export const categoriesSearchSchema = z.object(sortedSearch(SORT_COLUMNS))
export type CategoriesSearch = z.infer<typeof categoriesSearchSchema>
export type CategoriesQuery = SortedQuery<(typeof SORT_COLUMNS)[number]>

export const toCategoriesQuery = (search: CategoriesSearch): CategoriesQuery =>
  toSortedQuery(search, 'created_at')
