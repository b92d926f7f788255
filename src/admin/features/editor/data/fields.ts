import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import { type Tag, tagSchema, tagType, tagValues } from '../../../../domain/tag.ts'
import { parseRow, parseRows } from '../../../data/postgrest.ts'

/** Whether another article has this slug, also one that the writer cannot read. */
export function slugTakenQuery(slug: string, articleId: string | null) {
  return queryOptions({
    queryKey: ['editor', 'slug', slug, articleId],
    queryFn: async ({ signal }): Promise<boolean> =>
      parseRow(
        z.boolean(),
        await adminClient().rpc('slug_taken', { p_slug: slug, p_article: articleId }).abortSignal(signal),
      ),
    staleTime: 10_000,
  })
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
