import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import {
  categorySchema,
  categoryType,
  categoryValues,
  type Category,
  type CategoryForm,
} from '../../../../domain/category.ts'
import { parseRow, parseRows } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'

/** Somebody else saved the category after it was opened; `stored` is what they saved. */
export class CategoryChanged extends Error {
  readonly stored: Category

  constructor(stored: Category) {
    super('The category was changed in the meantime')
    this.stored = stored
  }
}

/**
 * Creates a category, or changes the one that was `opened`. Rejects with CategoryChanged when it is no longer as it was
 * then, otherwise with a BackendError.
 */
export function useSaveCategory() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ opened, form }: { opened: Category | null; form: CategoryForm }) => {
      const values = categoryValues(form)
      const table = adminClient().from('categories')
      if (opened === null)
        return parseRow(categorySchema, await table.insert(values).select(categoryType.select).single())
      const [saved] = parseRows(
        categorySchema,
        await table
          .update(values)
          .eq('id', opened.id)
          .eq('updated_at', opened.updated_at)
          .select(categoryType.select),
      )
      if (saved !== undefined) return saved
      const [stored] = parseRows(
        categorySchema,
        await adminClient().from('categories').select(categoryType.select).eq('id', opened.id),
      )
      if (stored === undefined) throw new BackendError('not-found', null, '')
      if (stored.updated_at !== opened.updated_at) throw new CategoryChanged(stored)
      throw new BackendError('denied', null, '')
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.categories.all }),
        client.invalidateQueries({ queryKey: keys.articles.all }),
      ]),
  })
}
