import { canonicalPath } from '../../domain/address.ts'
import { authorPath } from '../authors.ts'
import { listName, LIST_PAGE_SIZE } from '../list-chunks.ts'
import type { ArticleCard, AuthorCard } from '../types.ts'
import { definePage, RANK, required } from './page-type.ts'
import { renamed } from './renamed.ts'

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
  rank: RANK.list,
  addresses: (content) => Array.from(content.authorKeys().keys(), (slug) => ({ slug })),
  view(content, { slug }): AuthorView {
    const { detail, articles } = required(content.author(slug), `author ${slug}`)
    const { card, email, joined } = detail
    return { author: card, email, joined, articles: content.newest(articles, LIST_PAGE_SIZE) }
  },
  sitemap: (content) =>
    content.authors().map((entry) => ({
      path: authorPath(entry.key),
      lastmod: content.lastChange(content.articlesBy(entry)),
    })),
  longLists: (content) =>
    content.authors().map((entry) => ({
      name: listName(authorPath(entry.key)),
      list: content.articlesBy(entry),
      from: LIST_PAGE_SIZE,
    })),
  *redirects(content) {
    const byId = new Map(content.authors().map((entry) => [entry.id, entry]))
    for (const [old, { key }] of renamed(content, 'author', (id) => byId.get(id))) {
      yield [canonicalPath(authorPath(old)), authorPath(key)]
    }
  },
})
