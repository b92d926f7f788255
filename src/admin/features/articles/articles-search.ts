import * as z from 'zod/mini'
import { ARTICLE_STATES } from '../../../domain/story/article-state.ts'
import { type SortedQuery, optional, sortedSearch, toSortedQuery } from '../../data/requests/list-search.ts'

export const SORT_COLUMNS = ['title', 'status', 'published_at', 'updated_at', 'deleted_at'] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]

export const DATE_COLUMNS = ['published_at', 'updated_at', 'created_at'] as const
export type DateColumn = (typeof DATE_COLUMNS)[number]

export const LIST_STATUSES = ['all', ...ARTICLE_STATES, 'trash'] as const
export type ListStatus = (typeof LIST_STATUSES)[number]

/**
 * The address of the articles list: `?status=review&q=oak&page=2&sort=title&dir=asc&category=…&author=…&tag=…&featured=true&from=2026-11-01&on=updated_at`.
 */
export const articlesSearchSchema = z.object({
  ...sortedSearch(SORT_COLUMNS),
  status: optional(z.enum(LIST_STATUSES)),
  category: optional(z.uuid()),
  author: optional(z.uuid()),
  tag: optional(z.uuid()),
  featured: optional(z.boolean()),
  hero: optional(z.boolean()),
  on: optional(z.enum(DATE_COLUMNS)),
  from: optional(z.iso.date()),
  to: optional(z.iso.date()),
})
export type ArticlesSearch = z.infer<typeof articlesSearchSchema>

/** The same with its defaults; `from` and `to` are days, both included. */
export interface ArticlesQuery
  extends
    Pick<ArticlesSearch, 'category' | 'author' | 'tag' | 'featured' | 'hero' | 'from' | 'to'>,
    SortedQuery<SortColumn> {
  status: ListStatus
  on: DateColumn
}

export function toArticlesQuery({
  status = 'all',
  on = 'published_at',
  ...search
}: ArticlesSearch): ArticlesQuery {
  const { category, author, tag, featured, hero, from, to } = search
  const sorted = toSortedQuery(search, status === 'trash' ? 'deleted_at' : 'updated_at')
  return { ...sorted, status, on, category, author, tag, featured, hero, from, to }
}

/** How many of the filters behind More Filters are on. */
export function extraFilterCount({ category, author, tag, featured, hero, from, to }: ArticlesQuery): number {
  return [category, author, tag, featured, hero, from ?? to].filter((value) => value !== undefined).length
}
