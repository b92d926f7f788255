import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../backend/admin-client.ts'
import { tagSchema, type Tag } from '../../domain/tag.ts'
import { allRows } from './all-rows.ts'
import { keys } from './keys.ts'

/** All tags by name. */
export const tagsQuery = queryOptions({
  queryKey: keys.tags.all,
  queryFn: ({ signal }) =>
    allRows(tagSchema, (first, last) =>
      adminClient()
        .from('tags')
        .select('id, name, slug, created_at')
        .order('name')
        .order('id')
        .range(first, last)
        .abortSignal(signal),
    ),
})

/** As many as a person reads before typing on; a list of thousands would make typing slow. */
const SHOWN = 50

/** The first of the tags whose names hold `text`, as the options of a list. */
export function tagOptions(tags: readonly Tag[], text: string): { id: string; label: string }[] {
  const wanted = text.trim().toLowerCase()
  return tags
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, SHOWN)
    .map(({ id, name }) => ({ id, label: name }))
}
