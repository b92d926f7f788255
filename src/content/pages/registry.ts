import { articleMarkdownPage, articlePage } from './article.ts'
import { authorPage } from './author.ts'
import { authorsPage } from './authors.ts'
import { browsePage } from './browse.ts'
import { categoryFeedPage, oldCategoryFeedPage, siteFeedPage, siteJsonFeedPage } from './feed.ts'
import {
  adminPage,
  contactPage,
  llmsPage,
  manifestPage,
  notFoundPage,
  robotsPage,
  signInPage,
  subscriptionPage,
} from './fixed-pages.ts'
import { homePage } from './home.ts'
import { iconIcoPage, iconPngPage, iconSvgPage } from './icons.ts'
import { indexNowKeyPage } from './index-now.ts'
import { letterFeedPage, letterListPage, letterPage, letterPicturePage } from './letters.ts'
import { listChunkPage } from './list-chunk.ts'
import { aboutPage, databasePage, privacyPage, termsPage } from './page.ts'
import type { PageType } from './page-type.ts'
import { redirectPage, redirectRulesPage } from './redirects/redirect.ts'
import { headerRulesPage } from './response-headers.ts'
import { sectionPage } from './section.ts'
import { sitemapPages } from './sitemap.ts'
import { siteCardPage, socialCardPage } from './social-card.ts'
import { oldTagFeedPage, tagFeedPage, tagPage } from './tag.ts'

/** Every type of page but those made of other pages, in the order of the site map. */
export const CONTENT_PAGES: readonly PageType[] = [
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
  articleMarkdownPage,
  socialCardPage,
  siteFeedPage,
  siteJsonFeedPage,
  categoryFeedPage,
  tagFeedPage,
  letterListPage,
  letterPage,
  letterPicturePage,
  letterFeedPage,
  subscriptionPage,
  notFoundPage,
  robotsPage,
  llmsPage,
  manifestPage,
  iconSvgPage,
  iconIcoPage,
  iconPngPage,
  siteCardPage,
  indexNowKeyPage,
  headerRulesPage,
  signInPage,
  adminPage,
]

export const { sitemapIndexPage, sitemapPartPage } = sitemapPages(CONTENT_PAGES)

/** Feeds at old addresses: they give way to whatever else is there. */
export const OLD_FEED_PAGES: readonly PageType[] = [oldTagFeedPage, oldCategoryFeedPage]

/** Every type of page. */
export const PAGE_TYPES: readonly PageType[] = [
  ...CONTENT_PAGES,
  listChunkPage,
  redirectPage,
  redirectRulesPage,
  ...OLD_FEED_PAGES,
  sitemapIndexPage,
  sitemapPartPage,
]
