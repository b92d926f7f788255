import { BROWSE_PAGE_SIZE } from '../../domain/site/pagination.ts'
import { ALL_ARTICLES, categoryList } from '../lists/article-lists.ts'
import { textOrder } from '../lists/authors.ts'
import { listName } from '../lists/list-chunks.ts'
import type { Section } from '../../domain/sections/section.ts'
import type { ArticleCard } from '../types.ts'
import { definePage, RANK } from './page-type.ts'

/** Stories in the Latest Stories block. */
export const LATEST = 3

export interface BrowseView {
  latest: ArticleCard[]
  articles: ArticleCard[]
  total: number
  /** Names to filter by: all categories, and the people who wrote something. */
  categories: string[]
  /** The categories, the one with the most stories first. */
  used: string[]
  authors: string[]
  /** The pages that list stories without script. */
  sections: Pick<Section, 'slug' | 'title'>[]
}

export const BROWSE_PATH = '/browse'

/** The list of all stories as it is before a reader searches or filters. */
export const browsePage = definePage({
  route: '/browse',
  rank: RANK.list,
  view(content): BrowseView {
    const compare = textOrder(content.calendar().locale)
    const categories = content
      .categories()
      .map(({ id, name }) => ({ name, size: content.size([categoryList(id)]) }))
      .sort((a, b) => compare(a.name, b.name))
    return {
      latest: content.newest([ALL_ARTICLES], LATEST),
      articles: content.newest([ALL_ARTICLES], BROWSE_PAGE_SIZE),
      total: content.size([ALL_ARTICLES]),
      categories: categories.map(({ name }) => name),
      used: categories.toSorted((a, b) => b.size - a.size).map(({ name }) => name),
      authors: content.writerNames().sort(compare),
      sections: content.sections().all.map(({ slug, title }) => ({ slug, title })),
    }
  },
  sitemap: (content) => [{ path: BROWSE_PATH, lastmod: content.lastChange([ALL_ARTICLES]) }],
  longLists: () => [{ name: listName(BROWSE_PATH), list: [ALL_ARTICLES], from: BROWSE_PAGE_SIZE }],
})
