import type { ContentChange } from '../content-change.ts'
import { ContentReader } from '../content-reader.ts'
import type { Content } from '../content.ts'
import type { PageType } from '../pages/page-type.ts'
import { redirectPage, siteRedirects } from '../pages/redirects/redirect.ts'
import { CONTENT_PAGES, OLD_FEED_PAGES } from '../pages/registry.ts'
import { reads } from '../reads.ts'

/**
 * Computes the redirects again when one may have changed (by an old address, its target, or an address in use), and adds
 * the changed ones to the change. `typeAt`: the type of the page at an address.
 */
export function updateRedirects(
  content: Content,
  change: ContentChange,
  hasOtherAddresses: boolean,
  typeAt: (path: string) => PageType | undefined,
): void {
  // A page that staff wrote may come at the address of a built-in one, so that no address is added.
  const sources = [
    ...[reads.redirects(), reads.tags(), reads.categories(), reads.authors()],
    ...[reads.pages(), reads.sections()],
  ]
  if (!hasOtherAddresses && !sources.some((read) => change.isChanged(read))) return
  const isInUse = (path: string): boolean => {
    const type = typeAt(path)
    return type !== undefined && type !== redirectPage && !OLD_FEED_PAGES.includes(type)
  }
  const { db } = content
  const all = siteRedirects(new ContentReader(content), CONTENT_PAGES, isInUse)
  const next = new Map(all.map((redirect) => [redirect.path, redirect]))
  const stored = db.all<{ path: string; target: string; has_page: number }>('select * from redirect')
  const before = new Map(stored.map((row) => [row.path, row]))
  for (const { path, target, hasPage } of next.values()) {
    const known = before.get(path)
    before.delete(path)
    if (known?.target === target && known.has_page === Number(hasPage)) continue
    db.run('insert or replace into redirect values (?, ?, ?)', path, target, Number(hasPage))
    change.add('redirect', { path })
  }
  for (const path of before.keys()) {
    db.run('delete from redirect where path = ?', path)
    change.add('redirect', { path })
  }
}
