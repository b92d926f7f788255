import { adminClient } from '../../../../backend/admin-client.ts'
import { slugify } from '../../../../domain/slug.ts'
import { type Tag, tagSchema, tagType } from '../../../../domain/tag.ts'
import { parseRow, parseRows } from '../../../data/postgrest.ts'
import { fallbackSlug } from '../saving/form.ts'

/** Finds a tag by name, ignoring case and accents, or creates it. Rejects with a BackendError. */
export async function addTag(name: string): Promise<Tag> {
  const slug = slugify(name) || fallbackSlug(name)
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
