import { isPageSlug, pagePath, reservedSlugMessage } from '../../../domain/page.ts'
import { isSlug } from '../../../domain/slug.ts'
import type { PagePlace } from './data/page-place.ts'

/** Where readers find a page, or would if it were published; null where they cannot. */
export function addressOf(
  page: Omit<PagePlace, 'title' | 'status'>,
  outline: readonly PagePlace[],
): string | null {
  return pagePath(page, (id) => outline.find((place) => place.id === id && place.status === 'published'))
}

/** The pages below a page, at whatever depth. */
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

/** The pages that a page may stand below: not itself, not those below it. `id` is null for a new page. */
export function possibleParents(id: string | null, outline: readonly PagePlace[]): PagePlace[] {
  if (id === null) return [...outline]
  const below = new Set(pagesBelow(id, outline).map((place) => place.id))
  return outline.filter((place) => place.id !== id && !below.has(place.id))
}

/** Why a page cannot have this slug at this place; null when it can, or while the slug is none yet. */
export function slugProblem(
  page: { id: string | null; slug: string; parent_id: string | null },
  outline: readonly PagePlace[],
): string | null {
  const { id, slug, parent_id } = page
  if (!isSlug(slug)) return null
  if (!isPageSlug(slug, parent_id === null ? 0 : 1)) return reservedSlugMessage(slug)
  const twin = outline.find(
    (place) => place.id !== id && place.parent_id === parent_id && place.slug === slug,
  )
  return twin === undefined ? null : `The page “${twin.title}” already has this address`
}
