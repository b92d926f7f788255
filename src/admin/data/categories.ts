import { adminClient } from '../../backend/admin-client.ts'
import { categorySchema, categoryType } from '../../domain/category.ts'
import { rowsQuery } from './queries.ts'

/** All categories by name. */
export const categoriesQuery = rowsQuery(['categories'], categorySchema, () =>
  adminClient().from('categories').select(categoryType.select).order('name'),
)
