import { sitePages } from '../../src/content/pages/registry.ts'
import type { Snapshot } from '../../src/content/snapshot.ts'
import type { PageType } from '../../src/content/pages/page-type.ts'

/** For tests: what the page of this type at an address shows; null when it has no such address. */
export function viewOf<View>(snapshot: Snapshot, type: PageType<View>, pathname: string): View | null {
  const page = type.pages(snapshot).find((candidate) => candidate.pathname === pathname)
  return page === undefined ? null : type.read({ locals: { page: page.take() } })
}

/** For tests: the addresses in `after` whose pages show something new. */
export function changedPaths(before: Snapshot, after: Snapshot): string[] {
  const old = sitePages(before)
  return [...sitePages(after).values()]
    .filter(({ pathname, digest }) => old.get(pathname)?.digest !== digest)
    .map(({ pathname }) => pathname)
}
