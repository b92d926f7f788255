import { isPageSlug } from '../domain/page.ts'
import type { Row } from './rows.ts'

/** The published pages by address, and the address of each. A child's address begins with its parent's. */
export interface PageTree {
  byPath: ReadonlyMap<string, Row<'pages'>>
  pathOf: ReadonlyMap<string, string>
}

/**
 * A page whose parent is not published stands at the root, where it gives way to pages that belong there. A page is
 * left out where its address is the site's own.
 */
export function pageTree(pages: ReadonlyMap<string, Row<'pages'>>): PageTree {
  const byPath = new Map<string, Row<'pages'>>()
  const pathOf = new Map<string, string>()
  const sorted = [...pages.values()].sort(
    (a, b) => Number(a.parent_id !== null) - Number(b.parent_id !== null) || (a.id < b.id ? -1 : 1),
  )
  for (const page of sorted) {
    const path = addressOf(page, pages)
    if (path === null || byPath.has(path)) continue
    byPath.set(path, page)
    pathOf.set(page.id, path)
  }
  return { byPath, pathOf }
}

function addressOf(page: Row<'pages'>, pages: ReadonlyMap<string, Row<'pages'>>): string | null {
  const slugs: string[] = []
  const seen = new Set<string>()
  let current: Row<'pages'> | undefined = page
  while (current !== undefined) {
    if (seen.has(current.id)) return null
    seen.add(current.id)
    slugs.unshift(current.slug)
    current = current.parent_id === null ? undefined : pages.get(current.parent_id)
  }
  return isPageSlug(slugs[0] ?? '') ? `/${slugs.join('/')}` : null
}
