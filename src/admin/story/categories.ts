import { adminClient } from '../../backend/admin-client.ts'
import { categorySchema, categoryType } from '../../domain/sections/category.ts'
import { rowsQuery } from '../data/requests/queries.ts'

export const categoriesQuery = rowsQuery(['categories'], categorySchema, () =>
  adminClient().from('categories').select(categoryType.select).order('name'),
)
