import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { likePattern } from '../../../../domain/query.ts'
import { type Tag, type TagForm, tagSchema, tagType, tagValues } from '../../../../domain/tag.ts'
import { articleCountSchema } from '../../../data/article-uses.ts'
import { deleteRow } from '../../../data/delete-row.ts'
import { useEntityMutation } from '../../../data/entity-mutation.ts'
import { pagedQuery } from '../../../data/paged-query.ts'
import { parseRow, unwrap } from '../../../data/postgrest.ts'
import { type Opened, expectUpdated } from '../../../data/update-row.ts'
import type { TagsQuery } from '../tags-search.ts'

export const PAGE_SIZE = 25

/** `articles`: how many articles outside the trash have the tag. */
const rowSchema = z.extend(tagSchema, { articles: articleCountSchema })
export type TagRow = z.infer<typeof rowSchema>

/** One page of the tags, searched and sorted by the server. */
export function tagListQuery(query: TagsQuery) {
  return pagedQuery({
    entity: 'tags',
    query,
    schema: rowSchema,
    pageSize: PAGE_SIZE,
    sorting: query,
    request: () => {
      const all = adminClient()
        .from('tags')
        .select(`${tagType.select}, articles!article_tags(count)`, { count: 'exact' })
        .is('articles.deleted_at', null)
      return query.text === '' ? all : all.ilike('name', likePattern(query.text))
    },
  })
}

export async function loadTag(id: string): Promise<Tag> {
  return parseRow(tagSchema, await adminClient().from('tags').select(tagType.select).eq('id', id).single())
}

/** Creates a tag (`opened` null) or changes it. Rejects with a BackendError, 'conflict' when it was renamed since. */
async function saveTag({ opened, form }: { opened: Opened | null; form: TagForm }): Promise<void> {
  const tags = adminClient().from('tags')
  const values = tagValues(form)
  if (opened === null) return void unwrap(await tags.insert(values))
  const answer = await tags.update(values).eq('id', opened.id).eq('name', String(opened.token)).select('id')
  await expectUpdated(answer, opened, async () => (await loadTag(opened.id)).name)
}

export const useSaveTag = () => useEntityMutation(['tags', 'articles'], saveTag)

/** Gives the articles of a tag to another and deletes it. Rejects with a BackendError. */
export const useMergeTags = () =>
  useEntityMutation(
    ['tags', 'articles', 'templates'],
    async ({ from, into }: { from: string; into: string }) => {
      unwrap(await adminClient().rpc('merge_tags', { p_from: from, p_into: into }))
    },
  )

/** Deletes a tag; its articles stay, without it. Rejects with a BackendError. */
export const useDeleteTag = () =>
  useEntityMutation(['tags', 'articles'], (id: string) => deleteRow('tags', id))
