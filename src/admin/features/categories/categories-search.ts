import { listSearchSchema, type ListQuery, type ListSearch } from '../../data/list-search.ts'

const COLUMNS = ['name', 'created_at'] as const
type Column = (typeof COLUMNS)[number]

export const categoriesSearchSchema = listSearchSchema(COLUMNS)
export type CategoriesSearch = ListSearch<Column>
export type CategoriesQuery = ListQuery<Column>
