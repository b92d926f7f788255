import { listSearchSchema, type ListQuery, type ListSearch } from '../../data/list-search.ts'

const COLUMNS = ['name', 'created_at'] as const
type Column = (typeof COLUMNS)[number]

export const tagsSearchSchema = listSearchSchema(COLUMNS)
export type TagsSearch = ListSearch<Column>
export type TagsQuery = ListQuery<Column>
