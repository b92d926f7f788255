import { pathOf } from '../../../domain/site/address.ts'
import { isSiteAddress } from '../../../domain/site/redirect.ts'
import { redirectRule } from '../../../domain/site/redirect-rules.ts'
import type { ContentReader } from '../../content-reader.ts'
import { FEED_ENDINGS } from '../feed.ts'
import { type PageType, type Redirect, definePage, required } from '../page-type.ts'

/** The admin is one page, whose router reads the rest of the address. */
const ADMIN_RULE = '/admin/* /admin 200'

/** The HTML page at an old address; its view is the present address. */
export const redirectPage = definePage({
  route: '/[...redirect]',
  addresses: (content) =>
    content
      .redirects()
      .filter(({ has_page }) => has_page === 1)
      .map(({ path }) => ({ redirect: pagePathOf(path).slice(1) })),
  view(content, { redirect }): string {
    const path = `/${redirect}`
    return required(content.redirect(path) ?? content.redirect(`${path}.html`), `redirect from ${path}`)
  },
})

/**
 * The file _redirects, for hosts that answer with a status of 301. Astro leaves out files in src/pages whose names begin
 * with an underscore.
 */
export const redirectRulesPage = definePage({
  route: '/[prefix]redirects',
  addresses: () => [{ prefix: '_' }],
  view(content): string {
    const rules = content.redirects().map(({ path, target }) => redirectRule(path, target))
    return [...rules.sort(), ADMIN_RULE, ''].join('\n')
  },
})

/** Addresses that readers type or cut short, where the site has other ones; led on by the rules of hosts alone. */
const GUESSED_PAGES: readonly Redirect[] = [
  ...['/search', '/article', '/articles', '/category', '/tag', '/tags'].map(
    (path) => [path, '/browse'] as const,
  ),
  ...['/newsletter', '/subscribe', '/unsubscribe'].map((path) => [path, '/subscription'] as const),
  ['/author', '/authors'],
]

/** Addresses at which readers and programs look for the feed. */
const GUESSED_FEEDS: readonly Redirect[] = [
  ...['/feed', '/feed.xml', '/rss', '/atom.xml', '/index.xml'].map((path) => [path, '/rss.xml'] as const),
  ['/feed.json', '/rss.json'],
]

/** Whether an address can be a file's name on every host. */
const FILE_PATH = /^(\/[\w.~-]{1,200})+$/

/** An old address, where it leads, and whether a page is made there. */
export interface SiteRedirect {
  path: string
  target: string
  hasPage: boolean
}

/**
 * The redirects of the site: from the old addresses of pages of these types, which triggers of the database record at
 * each rename, from addresses that editors added, and from those at which readers and programs look for something. An
 * address in use, or of the site itself, is not redirected.
 */
export function siteRedirects(
  content: ContentReader,
  types: readonly PageType[],
  isInUse: (path: string) => boolean,
): SiteRedirect[] {
  const all = [
    ...GUESSED_PAGES,
    ...GUESSED_FEEDS,
    ...types.flatMap((type) => [...type.redirects(content)]),
    ...addedByHand(content),
  ]
  const next = new Map(
    all.filter(([from]) => !isSiteAddress(from) && (pathOf(from) === '/' || !isInUse(pathOf(from)))),
  )
  const ends = new Map<string, string>()
  for (const from of next.keys()) {
    const end = endOf(from, next)
    if (end !== null) ends.set(from, end)
  }
  return Array.from(ends, ([path, target]) => {
    const page = pagePathOf(path)
    const isTaken = page !== path && (page === '/index' || page === target || isInUse(page) || ends.has(page))
    return {
      path,
      target,
      hasPage: FILE_PATH.test(path) && !isGuessed(path) && !isFeedPath(path) && !isTaken,
    }
  })
}

/** Whether no page ever was at the path. */
function isGuessed(path: string): boolean {
  return [...GUESSED_PAGES, ...GUESSED_FEEDS].some(([guessed]) => guessed === path)
}

/** Whether feed readers ask for the path, which follow no redirect that is an HTML page. */
function isFeedPath(path: string): boolean {
  return path.startsWith('/rss/') && FEED_ENDINGS.some((ending) => path.endsWith(ending))
}

/** The path of the redirect page for an old address: `/old` for `/old.html`, since hosts serve it from the file old.html. */
function pagePathOf(path: string): string {
  return path.replace(/(?<=[^/])\.html$/, '')
}

function* addedByHand(content: ContentReader): Iterable<Redirect> {
  for (const { old_slug, target } of content.redirectRows()) {
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
