import * as z from 'zod/mini'
import { idSchema, timestampSchema } from './row.ts'
import { isSlug, RESERVED_PAGE_SLUGS, SLUG_PATTERN } from './slug.ts'

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
  updated_at: timestampSchema,
  version: z.int(),
})
export type Page = z.infer<typeof pageSchema>

/** The pages that have a place of their own in the site and may therefore carry its slug. */
const BUILT_IN_PAGES: ReadonlySet<string> = new Set(['about', 'privacy', 'terms'])

export type PageStatus = (typeof PAGE_STATUSES)[number]

export const PAGE_STATUS_LABELS: Readonly<Record<PageStatus, string>> = {
  draft: 'Draft',
  review: 'Under Review',
  published: 'Published',
}

/** Whether a page of this slug at the root takes the place of a text that the site has of its own. */
export function replacesBuiltIn(slug: string): boolean {
  return BUILT_IN_PAGES.has(slug)
}

interface Placed {
  id: string
  slug: string
  parent_id: string | null
}

/**
 * Where readers find a page once it is published: its slug after those of its parents, '/about/press'. `seen` gives a
 * parent that readers see; one they do not see counts as none. Null where the address is the site's own, or in a circle.
 */
export function pagePath<P extends Placed>(page: P, seen: (id: string) => P | undefined): string | null {
  const slugs: string[] = []
  const met = new Set<string>()
  let current: P | undefined = page
  while (current !== undefined) {
    if (met.has(current.id)) return null
    met.add(current.id)
    slugs.unshift(current.slug)
    current = current.parent_id === null ? undefined : seen(current.parent_id)
  }
  return slugs.every(isPageSlug) ? `/${slugs.join('/')}` : null
}

/**
 * Whether a page may have this slug below so many others: well-formed, at no depth `index`, whose file hosts serve for
 * the folder it lies in, and at the root of the site not the address of something else.
 */
export function isPageSlug(slug: string, depth = 0): boolean {
  if (!isSlug(slug) || slug === 'index') return false
  return depth > 0 || BUILT_IN_PAGES.has(slug) || !RESERVED_PAGE_SLUGS.has(slug)
}

/** Why the site refuses a page; the database says it in the same words. */
export function reservedSlugMessage(slug: string): string {
  return `The slug "${slug}" is used by the site itself`
}

/** In characters; the database has the same limits. */
export const MAX_PAGE_META_TITLE = 200
export const MAX_PAGE_META_DESCRIPTION = 500

/** The page dialog. `id` is null while the page is new. */
export const pageFormSchema = z
  .object({
    id: z.nullable(idSchema),
    title: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Title is required'),
        z.maxLength(300, 'Title must be at most 300 characters'),
      ),
    slug: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, { error: 'Slug is required', abort: true }),
        z.regex(SLUG_PATTERN, 'Use lower-case letters, digits and single hyphens'),
        z.maxLength(320, 'Slug must be at most 320 characters'),
      ),
    content: z.object({ html: z.string() }),
    excerpt: z.string().check(z.maxLength(2000, 'Excerpt must be at most 2,000 characters')),
    status: z.enum(PAGE_STATUSES),
    meta_title: z.string().check(z.maxLength(MAX_PAGE_META_TITLE)),
    meta_description: z.string().check(z.maxLength(MAX_PAGE_META_DESCRIPTION)),
    parent_id: z.nullable(idSchema),
  })
  .check(
    z.refine((page) => !isSlug(page.slug) || isPageSlug(page.slug, page.parent_id === null ? 0 : 1), {
      error: ({ input }) => reservedSlugMessage((input as { slug: string }).slug),
      path: ['slug'],
    }),
    z.refine((page) => page.parent_id === null || page.parent_id !== page.id, {
      error: 'A page cannot be its own parent',
      path: ['parent_id'],
    }),
  )
export type PageForm = z.infer<typeof pageFormSchema>
