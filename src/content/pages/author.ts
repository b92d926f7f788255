import { authorPath } from '../authors.ts'
import { lastChange } from '../catalog.ts'
import { listName, PAGE_SIZE } from '../list-chunks.ts'
import type { ArticleCard, AuthorCard } from '../types.ts'
import { definePage, required } from './page-type.ts'

export interface AuthorView {
  author: AuthorCard
  email: string | null
  /** 'Joined {month year}', null for the editorial team. */
  joined: string | null
  /** The newest ones; the card counts all. */
  articles: ArticleCard[]
}

/** The page of an author, at each of the author's addresses (slug, id, hyphenated name). */
export const authorPage = definePage({
  route: '/author/[slug]',
  addresses: ({ authors }) => Array.from(authors.byKey.keys(), (slug) => ({ slug })),
  view(read, { slug }): AuthorView {
    const { card, email, joined } = read(`author ${slug}`, ({ authors, views }) =>
      views.author(required(authors.byKey.get(slug), `author ${slug}`)),
    )
    const articles = read(`articles by ${slug}`, ({ authors, catalog, views }) => {
      const rows = catalog.ofAuthor.get(authors.byKey.get(slug)?.key ?? '') ?? []
      return views.cards(rows.slice(0, PAGE_SIZE))
    })
    return { author: card, email, joined, articles }
  },
  sitemap: ({ authors, catalog }) =>
    authors.entries.map(({ key }) => ({
      path: authorPath(key),
      lastmod: lastChange(catalog.ofAuthor.get(key)),
    })),
  longLists: ({ catalog }) =>
    Array.from(catalog.ofAuthor, ([key, rows]) => [listName(authorPath(key)), rows.slice(PAGE_SIZE)]),
})
