import type { ArticleList } from '../lists/article-lists.ts'
import type { ContentReader } from '../content-reader.ts'
import type { SitemapEntry, SiteView } from '../types.ts'

/** The names in the brackets of a route: `list` and `chunk` for '/lists/[list]/[chunk]'. */
type Params<Route extends string> = Route extends `${string}[${infer Name}]${infer Rest}`
  ? Record<Name extends `...${infer Bare}` ? Bare : Name, string> & Params<Rest>
  : unknown

export type AnyParams = Readonly<Record<string, string>>

/** A list that goes on in chunks: its name in addresses (see list-chunks.ts), and where its page ends. */
export interface LongList {
  name: string
  list: ArticleList
  from: number
}

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

/** In which order changed pages are written: what readers look at first comes first. */
export const RANK = { first: 0, list: 1, other: 2 } as const

interface PageDefinition<Route extends string, View> {
  /** The name of its file in src/pages, without the extension. */
  route: Route
  rank?: (typeof RANK)[keyof typeof RANK]
  /** The parameters of each of its addresses; left out where the route has none. */
  addresses?: (content: ContentReader) => Iterable<Params<Route>>
  /** In place of `addresses`: the addresses of the pages of one article. */
  addressesOf?: (content: ContentReader, articleId: string) => Iterable<Params<Route>>
  /**
   * What the page at one address shows. It reads the content through `content` only. The digest of the page is the
   * digest of this view as JSON.
   */
  view: (content: ContentReader, params: Params<Route>, common: SiteContent) => View
  /** Its entries in the site map, in their order. */
  sitemap?: (content: ContentReader) => Iterable<SitemapEntry>
  /** The lists of its pages that go on in chunks. */
  longLists?: (content: ContentReader) => Iterable<LongList>
  /** Redirects to its published pages. Those from the address of a page are skipped later. */
  redirects?: (content: ContentReader) => Iterable<Redirect>
}

export interface PageType<View = unknown> {
  readonly route: string
  readonly rank: number
  /** Whether its addresses belong to articles, and can be listed for one article at a time. */
  readonly isOfArticles: boolean
  /** The parameters of its addresses; with `articleId` and a type of articles, only that article's. */
  addresses(content: ContentReader, articleId?: string): AnyParams[]
  /** What the page with these parameters shows. Throws when there is no such page. */
  content(content: ContentReader, params: AnyParams): PageContent<View>
  /** The view of the page being rendered. Throws when that is a page of another route. */
  read(context: { locals: { page: PageContent } }): View
  sitemap(content: ContentReader): Iterable<SitemapEntry>
  longLists(content: ContentReader): Iterable<LongList>
  redirects(content: ContentReader): Iterable<Redirect>
}

/** Declares a type of page: its addresses, what its pages show, and its place in the site map. */
export function definePage<Route extends string, View>({
  route,
  rank = RANK.other,
  addresses = () => [],
  addressesOf,
  view,
  sitemap = () => [],
  longLists = () => [],
  redirects = () => [],
}: PageDefinition<Route, View>): PageType<View> {
  return {
    route,
    rank,
    isOfArticles: addressesOf !== undefined,
    addresses(content, articleId) {
      // A route without parameters has one address.
      if (!route.includes('[')) return [{}]
      const all = articleId === undefined ? addresses(content) : (addressesOf?.(content, articleId) ?? [])
      return [...all] as AnyParams[]
    },
    content(content, params) {
      const common = { siteUrl: content.siteUrl(), site: content.site() }
      return { ...common, route, view: view(content, params as Params<Route>, common) }
    },
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

/** `value`, for what a page cannot do without. Throws when there is none; `what` names it in the error. */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`There is no ${what}`)
  return value
}
