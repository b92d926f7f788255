import type { PictureChanges } from '../../../src/content/content-update.ts'
import type { PageType } from '../../../src/content/pages/page-type.ts'
import type { Changes } from '../../../src/content/rows.ts'
import { type Site, changeSite } from '../../../src/content/database/site-database.ts'

/** For tests: what the page of this type at an address shows; null when it has no such address. */
export function viewOf<View>({ pages }: Site, type: PageType<View>, pathname: string): View | null {
  const page = pages.addresses(type.route).find((candidate) => candidate.pathname === pathname)
  if (page === undefined) return null
  return type.read({ locals: { page: pages.evaluate(page.route, page.params).content } })
}

/** The addresses of the pages that have to be written. */
export function stalePaths({ pages }: Site): string[] {
  return pages.stale(Number.MAX_SAFE_INTEGER, []).map(({ pathname }) => pathname)
}

/** For tests: takes all pages for written as they are now. */
export function writeAll({ content, pages }: Site): void {
  // One commit, not one for each page.
  content.db.transaction(() => {
    for (const { route, params } of pages.stale(Number.MAX_SAFE_INTEGER, [])) {
      pages.written(pages.evaluate(route, params), [])
    }
    pages.removed(pages.gone().map(({ pathname }) => pathname))
  })
}

/** For tests: makes a change of a site that is written. Returns the addresses that show something new. */
export function changedPaths(site: Site, changes: Changes, pictures?: PictureChanges): string[] {
  writeAll(site)
  changeSite(site, changes, pictures)
  return stalePaths(site)
}
