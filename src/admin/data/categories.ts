import { adminClient } from '../../backend/admin-client.ts'
import { categorySchema, categoryType } from '../../domain/category.ts'
import { rowsQuery } from './queries.ts'

export const categoriesQuery = rowsQuery(['categories'], categorySchema, () =>
  adminClient().from('categories').select(categoryType.select).order('name'),
)
