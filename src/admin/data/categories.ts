import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../backend/admin-client.ts'
import { categorySchema, categoryType } from '../../domain/category.ts'
import { parseRows } from './postgrest.ts'

/** All categories by name. */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: async ({ signal }) =>
    parseRows(
      categorySchema,
      await adminClient().from('categories').select(categoryType.select).order('name').abortSignal(signal),
    ),
})
