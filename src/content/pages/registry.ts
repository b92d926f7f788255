import type { Entity } from '../rows.ts'
import type { Snapshot } from '../snapshot.ts'
import { currentSnapshot } from '../snapshot-context.ts'
import { articlePage } from './article.ts'
import { authorPage } from './author.ts'
import { authorsPage } from './authors.ts'
import { browsePage } from './browse.ts'
import { categoryFeedPage, siteFeedPage } from './feed.ts'
import {
  adminPage,
  contactPage,
  notFoundPage,
  robotsPage,
  signInPage,
  subscriptionPage,
} from './fixed-pages.ts'
import { homePage } from './home.ts'
import { listChunkPages } from './list-chunk.ts'
import { aboutPage, databasePage, privacyPage, termsPage } from './page.ts'
import { type Page, type PageType, pathnameOf } from './page-type.ts'
import { redirectPages } from './redirect.ts'
import { headerRulesPage } from './response-headers.ts'
import { sectionPage } from './section.ts'
import { sitemapPages } from './sitemap.ts'
import { socialCardPage } from './social-card.ts'
import { oldTagFeedPage, tagFeedPage, tagPage } from './tag.ts'

/** Every type of page but those made of other pages, in the order of the site map. */
const CONTENT_PAGES: readonly PageType[] = [
  homePage,
  browsePage,
  authorsPage,
  sectionPage,
  aboutPage,
  contactPage,
  privacyPage,
  termsPage,
  databasePage,
  authorPage,
  tagPage,
  articlePage,
  socialCardPage,
  siteFeedPage,
  categoryFeedPage,
  tagFeedPage,
  subscriptionPage,
  notFoundPage,
  robotsPage,
  headerRulesPage,
  signInPage,
  adminPage,
]

export const listChunkPage = listChunkPages(CONTENT_PAGES)

export const { redirectPage, redirectRulesPage } = redirectPages(CONTENT_PAGES, oldTagFeedPage)

export const { sitemapIndexPage, sitemapPartPage } = sitemapPages(CONTENT_PAGES)

const PAGE_TYPES: readonly PageType[] = [
  ...CONTENT_PAGES,
  listChunkPage,
  redirectPage,
  redirectRulesPage,
  oldTagFeedPage,
  sitemapIndexPage,
  sitemapPartPage,
]

/** Every page of the site by its address. Throws when two page types claim the same address. */
export function sitePages(snapshot: Snapshot): ReadonlyMap<string, Page> {
  return snapshot.memo('pages', () => {
    const pages = new Map<string, Page>()
    for (const type of PAGE_TYPES) {
      for (const page of type.pages(snapshot)) {
        const other = pages.get(page.pathname)
        if (other) throw new Error(`${page.pathname} is an address of ${other.route} and of ${page.route}`)
        pages.set(page.pathname, page)
      }
    }
    return pages
  })
}

/** The row that a page is about; null for a page of several rows, or of none. */
export function ownerOfPage(
  { authors, catalog, pages }: Snapshot,
  { route, params: { slug = '' }, pathname }: Page,
): { entity: Entity; id: string } | null {
  const owner = (entity: Entity, row: { id: string } | null | undefined) =>
    row ? { entity, id: row.id } : null
  if (route === articlePage.route || route === socialCardPage.route) {
    return owner('articles', catalog.bySlug.get(slug))
  }
  if (route === authorPage.route) return owner('author_profiles', authors.byKey.get(slug)?.row)
  return owner('pages', pages.byPath.get(pathname))
}

/** The page at an address given as Astro does, by a route and its parameters. Throws when there is none. */
export function pageAt(
  snapshot: Snapshot,
  route: string,
  params: Readonly<Record<string, string | undefined>>,
): Page {
  const pathname = pathnameOf(route, params)
  const page = sitePages(snapshot).get(pathname)
  if (page?.route !== route) throw new Error(`No page type in src/content/pages has ${pathname} of ${route}`)
  return page
}

/** `getStaticPaths` of every page: the addresses of its route in the current snapshot. */
export function staticPaths({ routePattern }: { routePattern: string }) {
  return [...sitePages(currentSnapshot()).values()]
    .filter(({ route }) => route === routePattern)
    .map(({ params, digest }) => ({ params, cacheKey: digest }))
}
