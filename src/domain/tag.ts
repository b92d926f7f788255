import * as z from 'zod/mini'
import { nameSchema } from './named.ts'
import { idSchema, timestampSchema } from './row.ts'
import { slugify } from './slug.ts'

export const tagSchema = z.object({
  id: idSchema,
  name: z.string(),
  slug: z.string(),
  created_at: timestampSchema,
})
export type Tag = z.infer<typeof tagSchema>

/** The tag dialog. */
export const tagFormSchema = z.object({ name: nameSchema })
export type TagForm = z.infer<typeof tagFormSchema>

/** What is stored of a checked form; the slug follows the name at every save (admin spec §4). */
export function tagValues({ name }: TagForm) {
  return { name, slug: slugify(name) }
}
