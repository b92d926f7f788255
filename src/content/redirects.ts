import { isPageSlug } from '../domain/page.ts'
import { RESERVED_PAGE_SLUGS } from '../domain/slug.ts'
import type { Catalog } from './catalog.ts'
import { articlePath } from './view-builder.ts'
import type { PageTree } from './page-tree.ts'
import type { Tables } from './tables.ts'

/**
 * Current path by old path, of articles and pages. Old paths that are in use again, and those of unpublished targets,
 * are left out.
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

/** Whether a path (without its leading slash) is reserved. */
function isReserved(path: string): boolean {
  return RESERVED_PAGE_SLUGS.has(path) || !path.split('/').every(isPageSlug)
}
