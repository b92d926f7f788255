import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { adminClient } from '../../backend/admin-client.ts'
import { BackendError } from '../../backend/errors.ts'
import { type Tag, tagSchema, tagType, tagValues } from '../../domain/sections/tag.ts'
import { filterByText } from '../../domain/text/text-search.ts'
import { parseRow, parseRows } from '../data/requests/postgrest.ts'
import { rowsQuery } from '../data/requests/queries.ts'
import { foundRowsQuery, withWords } from '../data/requests/text-search.ts'
import { useDebounced } from '../data/requests/use-debounced.ts'

/** The tags with these ids, by name; deleted ones are left out. */
export function tagsOfQuery(ids: readonly string[]) {
  const request = () => adminClient().from('tags').select(tagType.select).in('id', ids).order('name')
  return queryOptions({
    queryKey: ['tags', 'of', ids],
    queryFn: async ({ signal }): Promise<Tag[]> =>
      ids.length === 0 ? [] : parseRows(tagSchema, await request().abortSignal(signal)),
    placeholderData: keepPreviousData,
  })
}

/** The tags with these names. */
export function tagsNamedQuery(names: readonly string[]) {
  return rowsQuery(
    ['tags', 'named', names],
    tagSchema,
    () => adminClient().from('tags').select(tagType.select).in('name', names),
    { enabled: names.length > 0, placeholderData: keepPreviousData },
  )
}

const MAX_FOUND = 50

/** The first 50 tags with `text` in their names, by name. */
export function foundTagsQuery(text: string) {
  return foundRowsQuery({
    queryKey: ['tags', 'found', text],
    table: 'tags',
    text,
    schema: tagSchema,
    request: (words) =>
      withWords(adminClient().from('tags').select(tagType.select), words).order('name').limit(MAX_FOUND),
    placeholderData: keepPreviousData,
  })
}

interface FoundTags {
  tags: readonly Tag[]
  isSearching: boolean
  isLoadingError: boolean
}

/** The tags that a typed text finds; while the search runs, the results of the previous text. */
export function useFoundTags(typed: string): FoundTags {
  const wanted = typed.trim().toLowerCase()
  const text = useDebounced(wanted)
  const { data: tags = [], isFetching, isLoadingError } = useQuery(foundTagsQuery(text))
  return { tags, isSearching: isFetching || text !== wanted, isLoadingError }
}

/** The tags whose names contain `text`, as options of a list. */
export function tagOptions(tags: readonly Tag[], text: string): { id: string; label: string }[] {
  return filterByText(tags, ({ name }) => name, text).map(({ id, name }) => ({ id, label: name }))
}

/** Finds a tag by name, ignoring case and accents, or creates it. Rejects with a BackendError, also for a name that no tag may have. */
export async function addTag(typed: string): Promise<Tag> {
  const form = tagType.form.safeParse({ name: typed })
  if (!form.success) throw new BackendError('invalid', null, form.error.issues[0]?.message ?? '')
  const { name, slug } = tagValues(form.data)
  const tags = () => adminClient().from('tags')
  const [bySlug, byName] = await Promise.all([
    tags().select(tagType.select).eq('slug', slug),
    tags().select(tagType.select).eq('name', name),
  ])
  const [same] = [...parseRows(tagSchema, bySlug), ...parseRows(tagSchema, byName)]
  if (same !== undefined) return same
  const answer = await tags().upsert({ name, slug }, { onConflict: 'slug' }).select(tagType.select).single()
  return parseRow(tagSchema, answer)
}
