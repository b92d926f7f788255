import { isSiteAddress } from '../../domain/redirect.ts'
import { withDigest } from '../digest.ts'
import type { Snapshot } from '../snapshot.ts'
import { type PageType, type Redirect, definePage, required } from './page-type.ts'

/** The admin is one page, whose router reads the rest of the address. */
const ADMIN_RULE = '/admin/* /admin 200'

function* addedByHand({ tables }: Snapshot): Iterable<Redirect> {
  for (const { old_slug, target } of tables.slug_redirects.values()) {
    if (target !== null) yield [`/${old_slug}`, target]
  }
}

/** Where a chain of redirects ends; null when it leads back into itself. */
function endOf(from: string, next: ReadonlyMap<string, string>): string | null {
  const visited = new Set<string>()
  let path = from
  for (let to = next.get(path); to !== undefined; to = next.get(path)) {
    if (visited.has(path)) return null
    visited.add(path)
    path = to
  }
  return path
}

/**
 * The redirects of the site: from the old addresses of pages of these types, which triggers of the database record at
 * each rename, and from addresses that editors added. An address in use, or of the site itself, is not redirected.
 * `redirectPage` is the HTML page at an old address, its view the present one; at the addresses of `oldFeeds` there is
 * a feed instead. `redirectRulesPage` is the file _redirects, for hosts that answer with a status of 301.
 */
export function redirectPages(types: readonly PageType[], oldFeeds: PageType) {
  const redirects = (snapshot: Snapshot) =>
    snapshot.memo('redirects', () => {
      const inUse = new Set(types.flatMap((type) => type.pathnames(snapshot)))
      const all = [...types.flatMap((type) => [...type.redirects(snapshot)]), ...addedByHand(snapshot)]
      const next = new Map(all.filter(([from]) => !inUse.has(from) && !isSiteAddress(from)))
      const ends = new Map<string, string>()
      for (const from of next.keys()) {
        const end = endOf(from, next)
        if (end !== null) ends.set(from, end)
      }
      return ends
    })
  /** By the address of its page: that of `/old.html` is `/old`, as hosts serve it from the file old.html. */
  const pages = (snapshot: Snapshot) =>
    snapshot.memo('redirect pages', () => {
      const taken = new Set(['/index', ...types.flatMap((type) => type.pathnames(snapshot))])
      const feeds = new Set(oldFeeds.pathnames(snapshot))
      const all = redirects(snapshot)
      const found = new Map<string, string>()
      for (const [from, to] of all) {
        if (feeds.has(from)) continue
        const path = from.replace(/(?<=[^/])\.html$/, '')
        if (path === from || !(taken.has(path) || all.has(path))) found.set(path, to)
      }
      return found
    })
  return {
    redirectPage: definePage({
      route: '/[...redirect]',
      addresses: (snapshot) => Array.from(pages(snapshot).keys(), (path) => ({ redirect: path.slice(1) })),
      view: (read, { redirect }): string =>
        read(`redirect ${redirect}`, (snapshot) =>
          withDigest(required(pages(snapshot).get(`/${redirect}`), `redirect from /${redirect}`)),
        ),
    }),
    // Astro leaves out files in src/pages whose names begin with an underscore.
    redirectRulesPage: definePage({
      route: '/[prefix]redirects',
      addresses: () => [{ prefix: '_' }],
      view: (read): string =>
        read('redirect rules', (snapshot) => {
          const rules = Array.from(redirects(snapshot), ([from, to]) => `${from} ${to} 301`)
          return withDigest([...rules.sort(), ADMIN_RULE, ''].join('\n'))
        }),
    }),
  }
}
