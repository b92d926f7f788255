import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../backend/admin-client.ts'
import { likePattern } from '../../domain/query.ts'
import { type Tag, tagSchema, tagType } from '../../domain/tag.ts'
import { parseRows } from './postgrest.ts'

/** The tags with these ids, by name; deleted ones are left out. */
export function tagsOfQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['tags', 'of', ids],
    queryFn: async ({ signal }): Promise<Tag[]> =>
      ids.length === 0
        ? []
        : parseRows(
            tagSchema,
            await adminClient()
              .from('tags')
              .select(tagType.select)
              .in('id', ids)
              .order('name')
              .abortSignal(signal),
          ),
    placeholderData: keepPreviousData,
  })
}

const MAX_FOUND = 50

/** The first 50 tags with `text` in their names, by name. */
export function foundTagsQuery(text: string) {
  return queryOptions({
    queryKey: ['tags', 'found', text],
    queryFn: async ({ signal }): Promise<Tag[]> => {
      const all = adminClient().from('tags').select(tagType.select)
      const answer = await (text === '' ? all : all.ilike('name', likePattern(text)))
        .order('name')
        .limit(MAX_FOUND)
        .abortSignal(signal)
      return parseRows(tagSchema, answer)
    },
    placeholderData: keepPreviousData,
  })
}

/** The tags whose names contain `text`, as options of a list. */
export function tagOptions(tags: readonly Tag[], text: string): { id: string; label: string }[] {
  const wanted = text.trim().toLowerCase()
  return tags
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map(({ id, name }) => ({ id, label: name }))
}
