import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { articleSchema } from '../../../../domain/article.ts'
import { tagSchema } from '../../../../domain/tag.ts'
import { idSchema, timestampSchema } from '../../../../domain/row.ts'
import { rowQuery } from '../../../data/queries.ts'
import { articleRowSchema } from './article-list.ts'

const tagLinkSchema = z.object({ tag: z.nullable(z.pick(tagSchema, { id: true, name: true })) })

const viewedSchema = z.extend(articleSchema, {
  id: idSchema,
  deleted_at: z.nullable(timestampSchema),
  category: articleRowSchema.shape.category,
  author: articleRowSchema.shape.author,
  working_copy: articleRowSchema.shape.working_copy,
  article_tags: z.array(tagLinkSchema),
})
export type ViewedArticle = z.infer<typeof viewedSchema>

/** One article with its names and tags. Fails with a BackendError of kind 'not-found' when there is none to see. */
export function articleQuery(id: string) {
  return rowQuery(['articles', 'one', id], viewedSchema, () =>
    adminClient()
      .from('articles')
      .select(
        `*, category:categories(name, color), author:profiles!articles_author_id_fkey(full_name, email),
        working_copy:article_working_copies(version), article_tags(tag:tags(id, name))`,
      )
      .eq('id', id),
  )
}
