import { SUBSCRIPTION_PATH } from '../../domain/subscriber-link.ts'
import { definePage } from './page-type.ts'

/** The pages that show no content but the site's settings: each is too little for a file of its own. */

const view = () => null

export const contactPage = definePage({
  route: '/contact',
  view,
  sitemap: () => [{ path: '/contact', lastmod: null }],
})

export const subscriptionPage = definePage({ route: SUBSCRIPTION_PATH, view })

/** With the zone and the language of dates, for stories that it reads live. */
export const notFoundPage = definePage({
  route: '/404',
  view(content) {
    const { timeZone, language } = content.calendar()
    return { timeZone, language }
  },
})

export const robotsPage = definePage({ route: '/robots.txt', view })

export const signInPage = definePage({ route: '/auth', view })

/** One page for the whole admin, whose router reads the rest of the address. */
export const adminPage = definePage({ route: '/admin/[...path]', addresses: () => [{ path: '' }], view })
