import { adminClient } from '../../../../backend/admin-client.ts'
import { slugify } from '../../../../domain/slug.ts'
import { tagSchema, type Tag } from '../../../../domain/tag.ts'
import { rowOf } from '../../../data/answer.ts'
import { fallbackSlug } from '../saving/slugs.ts'

/** The tag of this name, made when there is none yet. Rejects with a BackendError. */
export async function addTag(name: string): Promise<Tag> {
  const slug = slugify(name) || fallbackSlug(name)
  const answer = await adminClient()
    .from('tags')
    .upsert({ name, slug }, { onConflict: 'slug' })
    .select('id, name, slug, created_at')
    .single()
  return rowOf(tagSchema, answer)
}
