import { type Read, type Reads, digest, track } from '../digest.ts'
import type { Row } from '../rows.ts'
import type { Snapshot } from '../snapshot.ts'
import type { SiteView } from '../types.ts'

/** The names in the brackets of a route: those of '/lists/[list]/[chunk]' are `list` and `chunk`. */
type Params<Route extends string> = Route extends `${string}[${infer Name}]${infer Rest}`
  ? Record<Name extends `...${infer Bare}` ? Bare : Name, string> & Params<Rest>
  : unknown

/** Reads of the content, see digest.ts. */
export type ReadContent = Read<Snapshot>

/** `lastmod` is an ISO time. */
export interface SitemapEntry {
  path: string
  lastmod: string | null
}

/** The name of a list in addresses (see list-chunks.ts), and its stories after those of its page. */
export type LongList = readonly [name: string, rest: readonly Row<'articles'>[]]

/** An old path and the path that it leads to. */
export type Redirect = readonly [from: string, to: string]

/** What every page shows. */
export interface SiteContent {
  /** The site's own address, without a slash at the end. */
  siteUrl: string
  site: SiteView
}

/** What one page shows: `Astro.locals.page`. */
export interface PageContent<View = unknown> extends SiteContent {
  route: string
  view: View
}

interface PageDefinition<Route extends string, View> {
  /** The name of its file in src/pages, without the extension. */
  route: Route
  /** The parameters of each of its addresses; left out where the route has none. */
  addresses?: (snapshot: Snapshot) => Iterable<Params<Route>>
  /** What the page at one address shows. All that it takes of the content it takes through `read`. */
  view: (read: ReadContent, params: Params<Route>, common: SiteContent) => View
  /** Its entries in the site map, in their order. */
  sitemap?: (snapshot: Snapshot) => Iterable<SitemapEntry>
  /** The lists of its pages that go on in chunks. */
  longLists?: (snapshot: Snapshot) => Iterable<LongList>
  /** Redirects to its published pages. Those from the address of a page are left out later. */
  redirects?: (snapshot: Snapshot) => Iterable<Redirect>
}

export interface PageType<View = unknown> {
  readonly route: string
  /** The addresses of its pages in a snapshot. */
  pathnames(snapshot: Snapshot): string[]
  /** Its pages in a snapshot, with their views and digests. */
  pages(snapshot: Snapshot): Page[]
  /** The view of the page being rendered. Throws when that is a page of another route. */
  read(context: { locals: { page: PageContent } }): View
  sitemap(snapshot: Snapshot): Iterable<SitemapEntry>
  longLists(snapshot: Snapshot): Iterable<LongList>
  redirects(snapshot: Snapshot): Iterable<Redirect>
}

/** One address of the site. */
export interface Page {
  readonly route: string
  readonly pathname: string
  /** The variable parts of the address, as `getStaticPaths` returns them. */
  readonly params: Readonly<Record<string, string>>
  /** The digest of each thing that the page read, by name. */
  readonly reads: Reads
  /** Changes exactly when something that the page shows changes. */
  readonly digest: string
  /** What the page shows: at first the value that the digest was computed from, then computed anew at each call. */
  take(): PageContent
}

/** Declares a type of page: its addresses, what its pages show, and its place in the site map. */
export function definePage<Route extends string, View>({
  route,
  addresses,
  view,
  sitemap = () => [],
  longLists = () => [],
  redirects = () => [],
}: PageDefinition<Route, View>): PageType<View> {
  function pageAt(snapshot: Snapshot, params: Readonly<Record<string, string>>): Page {
    const compute = () =>
      track(snapshot, (read): PageContent<View> => {
        const common = {
          siteUrl: read('site address', ({ siteUrl }) => ({ value: siteUrl, digest: siteUrl })),
          site: read('site', ({ site }) => site),
        }
        return { ...common, route, view: view(read, params as Params<Route>, common) }
      })
    const { value, reads } = compute()
    let kept: PageContent<View> | null = value
    const pathname = pathnameOf(route, params)
    return {
      route,
      pathname,
      params,
      reads,
      digest: digest([route, pathname, ...[...reads].flat()].join('\n')),
      take() {
        const content = kept ?? compute().value
        kept = null
        return content
      },
    }
  }

  // A route without parameters has one address.
  const paramsIn = (snapshot: Snapshot) =>
    [...(addresses?.(snapshot) ?? [{}])] as Readonly<Record<string, string>>[]

  return {
    route,
    pathnames: (snapshot) => paramsIn(snapshot).map((params) => pathnameOf(route, params)),
    pages: (snapshot) => paramsIn(snapshot).map((params) => pageAt(snapshot, params)),
    read({ locals: { page } }) {
      if (page.route !== route) throw new Error(`The page at ${page.route} is not one of ${route}`)
      return page.view as View
    },
    sitemap,
    longLists,
    redirects,
  }
}

/** The address of a route with its parameters filled in. */
export function pathnameOf(route: string, params: Readonly<Record<string, string | undefined>>): string {
  const path = route.replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => params[name] ?? '')
  return path === '/' ? path : path.replace(/\/$/, '')
}

/** `value`, for what a page cannot do without. Throws when it is undefined; `what` names it in the error. */
export function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`There is no ${what}`)
  return value
}
