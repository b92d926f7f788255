import * as z from 'zod/mini'
import { type FormOf, ContentType } from '../rows/content-type.ts'
import { choice, htmlContent, optionalText, reference, slug, text } from '../rows/field.ts'
import { idSchema, timestampSchema } from '../rows/row.ts'
import { isSlug, MAX_SLUG_LENGTH, RESERVED_PAGE_SLUGS } from './slug.ts'

export const PAGE_STATUSES = ['draft', 'review', 'published'] as const
export type PageStatus = (typeof PAGE_STATUSES)[number]

export const PAGE_STATUS_LABELS: Readonly<Record<PageStatus, string>> = {
  draft: 'Draft',
  review: 'Under Review',
  published: 'Published',
}

/** Built-in pages, whose slug a database page may take over. */
const BUILT_IN_PAGES: ReadonlySet<string> = new Set(['about', 'privacy', 'terms'])

/** Whether a root page with this slug replaces a built-in text. */
export function replacesBuiltIn(slug: string): boolean {
  return BUILT_IN_PAGES.has(slug)
}

interface Placed {
  id: string
  slug: string
  parent_id: string | null
}

/**
 * Path of a published page below its parents: '/about/press'. `findPublished` returns a published page by its id; an
 * unpublished parent counts as none. Null for a reserved address or a cycle.
 */
export function pagePath<P extends Placed>(
  page: P,
  findPublished: (id: string) => P | undefined,
): string | null {
  const slugs: string[] = []
  const visited = new Set<string>()
  let current: P | undefined = page
  while (current !== undefined) {
    if (visited.has(current.id)) return null
    visited.add(current.id)
    slugs.unshift(current.slug)
    current = current.parent_id === null ? undefined : findPublished(current.parent_id)
  }
  return slugs.every(isPageSlug) ? `/${slugs.join('/')}` : null
}

/** Whether a page may have this slug at this depth: well-formed, not `index`, and at the root not reserved. */
export function isPageSlug(slug: string, depth = 0): boolean {
  if (!isSlug(slug) || slug === 'index') return false
  return depth > 0 || BUILT_IN_PAGES.has(slug) || !RESERVED_PAGE_SLUGS.has(slug)
}

/** Error for a reserved slug, in the words of the database. */
export function reservedSlugMessage(slug: string): string {
  return `The slug "${slug}" is used by the site itself`
}

/** A static page; `content` is an object holding `html`. */
export const pageType = new ContentType({
  fields: {
    title: text({ label: 'Title', max: 300, required: true }),
    slug: slug({ label: 'Slug', max: MAX_SLUG_LENGTH, required: true }),
    content: htmlContent('Content'),
    excerpt: optionalText({ label: 'Excerpt', max: 2000 }),
    status: choice('Status', PAGE_STATUSES, 'draft'),
    meta_title: optionalText({ label: 'Meta Title', max: 200 }),
    meta_description: optionalText({ label: 'Meta Description', max: 500 }),
    parent_id: reference('Parent'),
  },
  columns: {
    id: idSchema,
    content: z.unknown(),
    author_id: z.nullable(idSchema),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    version: z.int(),
  },
})

export const pageSchema = pageType.row
export type Page = z.infer<typeof pageSchema>
export type PageForm = FormOf<typeof pageType.fields>

/** The form of a page that can be saved; `id` is null for a new page. */
export function pageFormSchema(id: string | null) {
  return pageType.form.check(
    z.refine((page) => !isSlug(page.slug) || isPageSlug(page.slug, page.parent_id === null ? 0 : 1), {
      error: ({ input }) => reservedSlugMessage((input as { slug: string }).slug),
      path: ['slug'],
    }),
    z.refine((page) => page.parent_id === null || page.parent_id !== id, {
      error: 'A page cannot be its own parent',
      path: ['parent_id'],
    }),
  )
}
