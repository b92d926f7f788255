import { isPageSlug, pagePath, reservedSlugMessage } from '../../../domain/sections/page.ts'
import type { Sections } from '../../../domain/sections/section.ts'
import { isSlug } from '../../../domain/sections/slug.ts'
import type { PagePlace } from './data/pages.ts'

/** The path of a page, or its future path before it is published; null when a parent is unpublished. */
export function addressOf(
  page: Omit<PagePlace, 'title' | 'status'>,
  outline: readonly PagePlace[],
): string | null {
  return pagePath(page, (id) => outline.find((place) => place.id === id && place.status === 'published'))
}

export function pagesBelow(id: string, outline: readonly PagePlace[]): PagePlace[] {
  const found = new Map<string, PagePlace>()
  const collect = (parent: string) => {
    for (const place of outline) {
      if (place.parent_id !== parent || found.has(place.id) || place.id === id) continue
      found.set(place.id, place)
      collect(place.id)
    }
  }
  collect(id)
  return [...found.values()]
}

/** The possible parents of a page: all but itself and its descendants. `id` is null for a new page. */
export function possibleParents(id: string | null, outline: readonly PagePlace[]): PagePlace[] {
  if (id === null) return [...outline]
  const below = new Set(pagesBelow(id, outline).map((place) => place.id))
  return outline.filter((place) => place.id !== id && !below.has(place.id))
}

/** Why a page cannot have this slug below its parent; null when it can, or while it is not a valid slug. */
export function slugProblem(
  page: { id: string | null; slug: string; parent_id: string | null },
  outline: readonly PagePlace[],
  sections: Sections,
): string | null {
  const { id, slug, parent_id } = page
  if (!isSlug(slug)) return null
  const isOfSection = parent_id === null && sections.at(`/${slug}`) !== null
  if (isOfSection || !isPageSlug(slug, parent_id === null ? 0 : 1)) return reservedSlugMessage(slug)
  const twin = outline.find(
    (place) => place.id !== id && place.parent_id === parent_id && place.slug === slug,
  )
  return twin === undefined ? null : `The page “${twin.title}” already has this address`
}
