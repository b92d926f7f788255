import { isPageSlug } from '../domain/page.ts'
import { RESERVED_PAGE_SLUGS } from '../domain/slug.ts'
import type { Catalog } from './catalog.ts'
import { articlePath } from './view-builder.ts'
import type { PageTree } from './page-tree.ts'
import type { Tables } from './tables.ts'

/**
 * The present address by old address, of stories and pages. Left out are old addresses that something else has now, and
 * those whose story or page is not published.
 */
export function redirectMap(tables: Tables, catalog: Catalog, pages: PageTree): ReadonlyMap<string, string> {
  const moved = new Map<string, string>()
  for (const { kind, old_slug: slug, article_id, page_id } of tables.slug_redirects.values()) {
    if (kind === 'article') {
      const article = tables.articles.get(article_id ?? '')
      if (article && !catalog.bySlug.has(slug)) moved.set(articlePath(slug), articlePath(article.slug))
    } else {
      const path = pages.pathOf.get(page_id ?? '')
      const old = `/${slug}`
      if (path !== undefined && !isReserved(slug) && !pages.byPath.has(old)) moved.set(old, path)
    }
  }
  return moved
}

/** Whether no page can have this address, given without its first slash. */
function isReserved(path: string): boolean {
  return RESERVED_PAGE_SLUGS.has(path) || !path.split('/').every(isPageSlug)
}
