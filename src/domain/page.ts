import * as z from 'zod/mini'
import { idSchema, timestampSchema } from './row.ts'
import { isSlug, RESERVED_PAGE_SLUGS } from './slug.ts'

export const PAGE_STATUSES = ['draft', 'review', 'published'] as const

/** A static page; `content` is an object holding `html`. */
export const pageSchema = z.object({
  id: idSchema,
  title: z.string(),
  slug: z.string(),
  content: z.unknown(),
  excerpt: z.nullable(z.string()),
  status: z.enum(PAGE_STATUSES),
  meta_title: z.nullable(z.string()),
  meta_description: z.nullable(z.string()),
  parent_id: z.nullable(idSchema),
  author_id: z.nullable(idSchema),
  created_at: timestampSchema,
})
export type Page = z.infer<typeof pageSchema>

/** The pages that have a place of their own in the site and may therefore carry its slug. */
const BUILT_IN_PAGES: ReadonlySet<string> = new Set(['about', 'privacy', 'terms'])

/** Whether a static page may have this slug: well-formed, and not the address of something else. */
export function isPageSlug(slug: string): boolean {
  return isSlug(slug) && (BUILT_IN_PAGES.has(slug) || !RESERVED_PAGE_SLUGS.has(slug))
}

/** The page dialog. A page cannot be its own parent: `id` is null while it is new. */
export const pageFormSchema = z
  .object({
    id: z.nullable(idSchema),
    title: z.string().check(z.trim(), z.minLength(1, 'Title is required')),
    slug: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, { error: 'Slug is required', abort: true }),
        z.refine(
          isPageSlug,
          'Use lower-case letters, digits and hyphens, and no address the site already uses',
        ),
      ),
    content: z.object({ html: z.string() }),
    excerpt: z.string(),
    status: z.enum(PAGE_STATUSES),
    meta_title: z.string(),
    meta_description: z.string(),
    parent_id: z.nullable(idSchema),
  })
  .check(
    z.refine((page) => page.parent_id === null || page.parent_id !== page.id, {
      error: 'A page cannot be its own parent',
      path: ['parent_id'],
    }),
  )
export type PageForm = z.infer<typeof pageFormSchema>
