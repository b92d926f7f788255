import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import { tagSchema, tagType, tagValues, type Tag, type TagForm } from '../../../../domain/tag.ts'
import { parseRow, parseRows } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'

/** Somebody else saved the tag after it was opened; `stored` is what they saved. */
export class TagChanged extends Error {
  readonly stored: Tag

  constructor(stored: Tag) {
    super('The tag was changed in the meantime')
    this.stored = stored
  }
}

/**
 * Creates a tag, or changes the one that was `opened`. Rejects with TagChanged when it is no longer as it was
 * then, otherwise with a BackendError.
 */
export function useSaveTag() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ opened, form }: { opened: Tag | null; form: TagForm }) => {
      const values = tagValues(form)
      const table = adminClient().from('tags')
      if (opened === null)
        return parseRow(tagSchema, await table.insert(values).select(tagType.select).single())
      const [saved] = parseRows(
        tagSchema,
        await table.update(values).eq('id', opened.id).eq('name', opened.name).select(tagType.select),
      )
      if (saved !== undefined) return saved
      const [stored] = parseRows(
        tagSchema,
        await adminClient().from('tags').select(tagType.select).eq('id', opened.id),
      )
      if (stored === undefined) throw new BackendError('not-found', null, '')
      if (stored.name !== opened.name) throw new TagChanged(stored)
      throw new BackendError('denied', null, '')
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.tags.all }),
        client.invalidateQueries({ queryKey: keys.articles.all }),
      ]),
  })
}
