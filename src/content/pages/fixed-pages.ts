import { SUBSCRIPTION_PATH } from '../../domain/readers/subscriber-link.ts'
import { ALL_ARTICLES } from '../lists/article-lists.ts'
import { LATEST } from './browse.ts'
import { definePage } from './page-type.ts'

/** The pages that show little: each is too little for a file of its own. */

const view = () => null

export const contactPage = definePage({
  route: '/contact',
  view,
  sitemap: () => [{ path: '/contact', lastmod: null }],
})

/** Leads on to the newest stories once a subscription is confirmed. */
export const subscriptionPage = definePage({
  route: SUBSCRIPTION_PATH,
  view: (content) => ({ latest: content.newest([ALL_ARTICLES], LATEST) }),
})

/** Leads on to the newest stories. */
export const notFoundPage = definePage({
  route: '/404',
  view: (content) => ({ latest: content.newest([ALL_ARTICLES], LATEST) }),
})

export const robotsPage = definePage({
  route: '/robots.txt',
  view: (content) => ({ hasNews: content.news().length > 0 }),
})

/** Stories that llms.txt names. */
const STORIES_FOR_PROGRAMS = 20

/** What the site has for programs that read it, in the form of llmstxt.org. */
export const llmsPage = definePage({
  route: '/llms.txt',
  view: (content) => ({
    latest: content.newest([ALL_ARTICLES], STORIES_FOR_PROGRAMS),
    sections: content.sections().all.map(({ slug, title, description }) => ({ slug, title, description })),
  }),
})

/** How browsers name the site where a reader keeps it on the screen of a device. */
export const manifestPage = definePage({
  route: '/site.webmanifest',
  view,
})

export const signInPage = definePage({ route: '/auth', view })

/** One page for the whole admin, whose router reads the rest of the address. */
export const adminPage = definePage({ route: '/admin/[...path]', addresses: () => [{ path: '' }], view })
