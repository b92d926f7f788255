import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import {
  type Category,
  type CategoryForm,
  categorySchema,
  categoryType,
  categoryValues,
} from '../../../../domain/category.ts'
import { orIlike } from '../../../../domain/query.ts'
import { articleCountSchema } from '../../../data/article-uses.ts'
import { deleteRow } from '../../../data/delete-row.ts'
import { useEntityMutation } from '../../../data/entity-mutation.ts'
import { pagedQuery } from '../../../data/paged-query.ts'
import { parseRow, unwrap } from '../../../data/postgrest.ts'
import { type Opened, expectUpdated } from '../../../data/update-row.ts'
import type { CategoriesQuery } from '../categories-search.ts'

export const PAGE_SIZE = 25

/** `articles`: how many articles outside the trash are in the category. */
const rowSchema = z.extend(categorySchema, { articles: articleCountSchema })
export type CategoryRow = z.infer<typeof rowSchema>

/** One page of the categories, searched and sorted by the server. */
export function categoryListQuery(query: CategoriesQuery) {
  return pagedQuery({
    entity: 'categories',
    query,
    schema: rowSchema,
    pageSize: PAGE_SIZE,
    sorting: query,
    request: () => {
      const all = adminClient()
        .from('categories')
        .select(`${categoryType.select}, articles(count)`, { count: 'exact' })
        .is('articles.deleted_at', null)
      return query.text === '' ? all : all.or(orIlike(['name', 'description'], query.text))
    },
  })
}

export async function loadCategory(id: string): Promise<Category> {
  return parseRow(
    categorySchema,
    await adminClient().from('categories').select(categoryType.select).eq('id', id).single(),
  )
}

/** Creates a category (`opened` null) or changes it. Rejects with a BackendError, 'conflict' when it was changed since. */
async function saveCategory({ opened, form }: { opened: Opened | null; form: CategoryForm }): Promise<void> {
  const categories = adminClient().from('categories')
  const values = categoryValues(form)
  if (opened === null) return void unwrap(await categories.insert(values))
  const { id, token } = opened
  const answer = await categories.update(values).eq('id', id).eq('updated_at', String(token)).select('id')
  await expectUpdated(answer, opened, async () => (await loadCategory(id)).updated_at)
}

export const useSaveCategory = () => useEntityMutation(['categories', 'articles'], saveCategory)

/** Deletes a category; its articles stay, without one. Rejects with a BackendError. */
export const useDeleteCategory = () =>
  useEntityMutation(['categories', 'articles'], (id: string) => deleteRow('categories', id))
