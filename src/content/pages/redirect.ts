import { withDigest } from '../digest.ts'
import { definePage } from './page-type.ts'

/** The page at an old address of a story or page; its view is the present address. */
export const redirectPage = definePage({
  route: '/[...redirect]',
  addresses: ({ redirects }) => Array.from(redirects.keys(), (path) => ({ redirect: path.slice(1) })),
  view: (read, { redirect }): string =>
    read(`redirect ${redirect}`, ({ redirects }) => {
      const target = redirects.get(`/${redirect}`)
      if (target === undefined) throw new Error(`There is no redirect from /${redirect}`)
      return withDigest(target)
    }),
})
