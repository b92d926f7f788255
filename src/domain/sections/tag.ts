import * as z from 'zod/mini'
import { type FormOf, ContentType } from '../rows/content-type.ts'
import { name } from '../rows/field.ts'
import { idSchema, timestampSchema } from '../rows/row.ts'
import { slugify } from './slug.ts'

export const tagType = new ContentType({
  fields: { name: name() },
  columns: { id: idSchema, slug: z.string(), created_at: timestampSchema },
})

export const tagSchema = tagType.row
export type Tag = z.infer<typeof tagSchema>
export type TagForm = FormOf<typeof tagType.fields>

/** Whether two names differ in case and accents only. */
export function isSameTagName(one: string, other: string): boolean {
  const plain = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain(one) === plain(other)
}

/** The columns that a form sets; the slug follows the name at every save. */
export function tagValues(form: TagForm) {
  return { ...tagType.columnsOf(form), slug: slugify(form.name) }
}

/** Whether a tag with this number of published articles has a page. The database has the same rule (private.has_tag_page); a test compares them. */
export const isTagShown = (articles: number): boolean => articles >= 3

/** The address of a tag's page. */
export function tagPath(slug: string): string {
  return `/tag/${slug}`
}
