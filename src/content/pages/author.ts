import { canonicalPath } from '../../domain/site/address.ts'
import type { CreditRole } from '../../domain/story/credit.ts'
import { type AuthorEntry, authorPath } from '../lists/authors.ts'
import { listName, LIST_PAGE_SIZE } from '../lists/list-chunks.ts'
import type { ArticleCard, AuthorCard } from '../types.ts'
import { definePage, RANK, required } from './page-type.ts'
import { renamed } from './redirects/renamed.ts'

export interface AuthorView {
  author: AuthorCard
  email: string | null
  /** The month and year of their first day, null for the editorial team. */
  joined: string | null
  /** Their articles by role. The first part has the articles they wrote, may be empty, and has `role` null. */
  parts: AuthorPart[]
}

interface AuthorPart {
  role: string | null
  /** The name of its list; see list-chunks.ts. */
  list: string
  /** The newest ones, and the number of all. */
  articles: ArticleCard[]
  total: number
}

/** The page of an author, at each of the author's addresses (slug, id, hyphenated name). */
export const authorPage = definePage({
  route: '/author/[slug]',
  rank: RANK.list,
  addresses: (content) => Array.from(content.authorKeys().keys(), (slug) => ({ slug })),
  view(content, { slug }): AuthorView {
    const entry = required(content.authorKeys().get(slug), `author ${slug}`)
    const { card, email, joined } = content.authorOf(entry)
    const parts = content.partsBy(entry).map(({ role, articles }) => ({
      role: role && role.name,
      list: partList(entry, role),
      articles: content.newest(articles, LIST_PAGE_SIZE),
      total: content.size(articles),
    }))
    return { author: card, email, joined, parts }
  },
  sitemap: (content) =>
    content.authors().map((entry) => ({
      path: authorPath(entry.key),
      lastmod: content.lastChange(content.articlesBy(entry)),
    })),
  longLists: (content) =>
    content.authors().flatMap((entry) =>
      content.partsBy(entry).map(({ role, articles }) => ({
        name: partList(entry, role),
        list: articles,
        from: LIST_PAGE_SIZE,
      })),
    ),
  *redirects(content) {
    const byId = new Map(content.authors().map((entry) => [entry.row.id, entry]))
    for (const [old, { key }] of renamed(content, 'author', (id) => byId.get(id))) {
      yield [canonicalPath(authorPath(old)), authorPath(key)]
    }
  },
})

function partList({ key }: AuthorEntry, role: CreditRole | null): string {
  return listName(authorPath(key), role && role.id)
}
