import { ALL_ARTICLES } from '../lists/article-lists.ts'
import type { AuthorCard } from '../types.ts'
import { definePage, RANK } from './page-type.ts'

/** The list of all authors. */
export const authorsPage = definePage({
  route: '/authors',
  rank: RANK.list,
  view: (content): AuthorCard[] => content.authors().map((entry) => content.authorOf(entry).card),
  sitemap: (content) => [{ path: '/authors', lastmod: content.lastChange([ALL_ARTICLES]) }],
})
