import { lastChange } from '../catalog.ts'
import { digestedList } from '../digest.ts'
import type { AuthorCard } from '../types.ts'
import { definePage } from './page-type.ts'

/** The list of all authors. */
export const authorsPage = definePage({
  route: '/authors',
  view: (read): AuthorCard[] =>
    read('authors', ({ authors, views }) =>
      digestedList(authors.entries.map((entry) => views.author(entry))),
    ).map(({ card }) => card),
  sitemap: ({ catalog }) => [{ path: '/authors', lastmod: lastChange(catalog.byDate) }],
})
