import { SECTIONS } from '../domain/category.ts'
import { authorPath } from './authors.ts'
import { articlePath } from './view-builder.ts'
import { digest } from './digest.ts'
import type { Snapshot } from './snapshot.ts'
import { articleView } from './views/article.ts'
import { authorsView, authorView } from './views/author.ts'
import { browseView } from './views/browse.ts'
import { feedPath, feedView } from './views/feed.ts'
import { listChunkPath } from './list-chunks.ts'
import { homeView } from './views/home.ts'
import { listPartView } from './views/list.ts'
import { pageView } from './views/page.ts'
import { sectionView } from './views/section.ts'
import { siteView } from './views/site.ts'
import { socialCardPath } from './social-card.ts'
import { titleCardView } from './views/title-card.ts'
import { sitemapIndexView, sitemapPartPath, sitemapPartView } from './views/sitemap.ts'

interface Address {
  pathname: string
  /** What `getStaticPaths` calls the variable parts of the address. */
  params: Record<string, string>
}

interface Kind {
  addresses: (snapshot: Snapshot) => Iterable<Address>
  /** Reads all that the page at an address shows. */
  view: (snapshot: Snapshot, address: Address) => unknown
}

function fixed(pathname: string, view: (snapshot: Snapshot) => unknown): Kind {
  return { addresses: () => [{ pathname, params: {} }], view }
}

/** Pages with a text of their own, which a page of the database at the same address replaces. */
function builtIn(pathname: string): Kind {
  return fixed(pathname, (snapshot) => pageView(snapshot, pathname))
}

function isArticlePath(path: string): boolean {
  return path.startsWith(articlePath(''))
}

const OWN_PAGES: ReadonlySet<string> = new Set(['/about', '/privacy', '/terms'])

/** Every kind of static address, by the name that `staticPaths` takes. An address that has moved is of its old kind. */
const KINDS = {
  home: fixed('/', homeView),
  browse: fixed('/browse', browseView),
  authors: fixed('/authors', authorsView),
  about: builtIn('/about'),
  privacy: builtIn('/privacy'),
  terms: builtIn('/terms'),
  contact: fixed('/contact', siteView),
  'not-found': fixed('/404', siteView),
  auth: fixed('/auth', siteView),
  admin: fixed('/admin', siteView),
  robots: fixed('/robots.txt', siteView),
  rss: fixed('/rss.xml', (snapshot) => feedView(snapshot, null)),
  sitemap: fixed('/sitemap.xml', sitemapIndexView),
  section: {
    addresses: () => SECTIONS.map(({ path }) => ({ pathname: path, params: { section: path.slice(1) } })),
    view: (snapshot, { pathname }) => sectionView(snapshot, pathname),
  },
  article: {
    addresses: (snapshot) => {
      const { articles, moved } = snapshot.addresses()
      const old = moved.filter(isArticlePath).map((path) => path.slice(articlePath('').length))
      return [...articles, ...old].map((slug) => ({ pathname: articlePath(slug), params: { slug } }))
    },
    view: (snapshot, { pathname, params: { slug = '' } }) =>
      articleView(snapshot, slug) ?? snapshot.redirect(pathname),
  },
  'title-card': {
    addresses: (snapshot) =>
      snapshot.addresses().titleCards.map((slug) => ({ pathname: socialCardPath(slug), params: { slug } })),
    view: (snapshot, { params: { slug = '' } }) => titleCardView(snapshot, slug),
  },
  author: {
    addresses: (snapshot) =>
      snapshot.addresses().authors.map((slug) => ({ pathname: authorPath(slug), params: { slug } })),
    view: (snapshot, { params: { slug = '' } }) => authorView(snapshot, slug),
  },
  list: {
    addresses: (snapshot) =>
      snapshot
        .addresses()
        .lists.flatMap(({ name, parts }) =>
          parts.map((part) => ({ pathname: listChunkPath(name, part), params: { list: name, part } })),
        ),
    view: (snapshot, { params: { list = '', part = '' } }) => listPartView(snapshot, list, part),
  },
  page: {
    addresses: (snapshot) => {
      const { pages, moved } = snapshot.addresses()
      return [...pages, ...moved]
        .filter((path) => !OWN_PAGES.has(path) && !isArticlePath(path))
        .map((pathname) => ({ pathname, params: { page: pathname.slice(1) } }))
    },
    view: (snapshot, { pathname }) => pageView(snapshot, pathname) ?? snapshot.redirect(pathname),
  },
  'category-rss': {
    addresses: (snapshot) =>
      snapshot
        .addresses()
        .categories.map((slug) => ({ pathname: feedPath(slug), params: { category: slug } })),
    view: (snapshot, { params: { category = '' } }) => feedView(snapshot, category),
  },
  'sitemap-part': {
    addresses: (snapshot) =>
      Array.from({ length: snapshot.addresses().sitemapParts }, (_, index) => ({
        pathname: sitemapPartPath(index + 1),
        params: { part: String(index + 1) },
      })),
    view: (snapshot, { params: { part } }) => sitemapPartView(snapshot, Number(part)),
  },
} satisfies Record<string, Kind>

export type RouteKind = keyof typeof KINDS

const ROUTE_KINDS = Object.keys(KINDS) as RouteKind[]

export interface Route extends Address {
  kind: RouteKind
  /** Changes exactly when something that the page shows changes. */
  digest: string
}

/** All that the page at an address shows beside what every page carries. */
export function routeView(snapshot: Snapshot, route: Address & { kind: RouteKind }): unknown {
  const kind: Kind = KINDS[route.kind]
  return kind.view(snapshot, route)
}

/** Every static address with the digest of its page. Computed once per snapshot. */
export function routes(snapshot: Snapshot): readonly Route[] {
  return snapshot.keep('routes', () => {
    const found: Route[] = []
    for (const kind of ROUTE_KINDS) {
      const { addresses, view }: Kind = KINDS[kind]
      for (const address of addresses(snapshot)) {
        const { reads } = snapshot.track(() => {
          siteView(snapshot)
          return view(snapshot, address)
        })
        found.push({ ...address, kind, digest: digest([kind, address.pathname, ...reads].join('\n')) })
      }
    }
    return found
  })
}

/** The addresses of one kind as `getStaticPaths` returns them. */
export function staticPaths(
  snapshot: Snapshot,
  kind: RouteKind,
): { params: Record<string, string>; cacheKey: string }[] {
  return routes(snapshot)
    .filter((route) => route.kind === kind)
    .map(({ params, digest: cacheKey }) => ({ params, cacheKey }))
}
