import { PAGE_SIZE } from '../../domain/pagination.ts'
import { compareText } from '../authors.ts'
import { lastChange } from '../catalog.ts'
import { withDigest } from '../digest.ts'
import type { ArticleCard } from '../types.ts'
import { type ReadContent, definePage } from './page-type.ts'

/** Stories in the Latest Stories block. */
const LATEST = 3

export interface BrowseView {
  latest: ArticleCard[]
  articles: ArticleCard[]
  total: number
  /** Names to filter by: all categories, and the people who wrote something. */
  categories: string[]
  authors: string[]
}

/** The list of all stories as it is before a reader searches or filters. */
export const browsePage = definePage({
  route: '/browse',
  view: (read): BrowseView => ({
    latest: newest(read, LATEST),
    articles: newest(read, PAGE_SIZE),
    ...read('filters', ({ catalog, tables }) => {
      const names = [...catalog.writers.keys()].map((id) => tables.profiles.get(id)?.full_name?.trim() ?? '')
      return withDigest({
        categories: [...tables.categories.values()].map(({ name }) => name).sort(compareText),
        authors: [...new Set(names)].filter((name) => name !== '').sort(compareText),
        total: catalog.byDate.length,
      })
    }),
  }),
  sitemap: ({ catalog }) => [{ path: '/browse', lastmod: lastChange(catalog.byDate) }],
})

function newest(read: ReadContent, limit: number): ArticleCard[] {
  return read(`newest ${limit}`, ({ catalog, views }) => views.cards(catalog.byDate.slice(0, limit)))
}
