import { pagePath } from '../../domain/sections/page.ts'
import type { Sections } from '../../domain/sections/section.ts'
import type { Row } from '../rows.ts'

export type PageTree = ReturnType<typeof pageTree>

/**
 * The published pages by address, and the address of each. A child's address begins with its parent's. A page whose
 * parent is not published is at the root, where a page that belongs there takes precedence. A page whose address is the
 * site's own or a section's is skipped.
 */
export function pageTree(pages: ReadonlyMap<string, Row<'pages'>>, sections: Sections) {
  const byPath = new Map<string, Row<'pages'>>()
  const pathOf = new Map<string, string>()
  const sorted = [...pages.values()].sort(
    (a, b) => Number(a.parent_id !== null) - Number(b.parent_id !== null) || (a.id < b.id ? -1 : 1),
  )
  for (const page of sorted) {
    const path = pagePath(page, (id) => pages.get(id))
    if (path === null || byPath.has(path) || sections.at(path) !== null) continue
    byPath.set(path, page)
    pathOf.set(page.id, path)
  }
  return { byPath, pathOf }
}
