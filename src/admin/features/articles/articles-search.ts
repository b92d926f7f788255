import * as z from 'zod/mini'
import { ARTICLE_STATUSES } from '../../../domain/article.ts'
import { type SortedQuery, optional, sortedSearch, toSortedQuery } from '../../data/list-search.ts'

export const SORT_COLUMNS = ['title', 'status', 'published_at', 'updated_at', 'deleted_at'] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]

/** The dates that From and To may mean. */
export const DATE_COLUMNS = ['published_at', 'updated_at', 'created_at'] as const
export type DateColumn = (typeof DATE_COLUMNS)[number]

export const LIST_STATUSES = ['all', ...ARTICLE_STATUSES, 'trash'] as const
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

/** The same with every default; `from` and `to` are days, both included. */
export interface ArticlesQuery extends SortedQuery<SortColumn> {
  status: ListStatus
  category: string | null
  author: string | null
  tag: string | null
  featured: boolean | null
  hero: boolean | null
  on: DateColumn
  from: string | null
  to: string | null
}

export function toArticlesQuery(search: ArticlesSearch): ArticlesQuery {
  return {
    ...toSortedQuery(search, search.status === 'trash' ? 'deleted_at' : 'updated_at'),
    status: search.status ?? 'all',
    category: search.category ?? null,
    author: search.author ?? null,
    tag: search.tag ?? null,
    featured: search.featured ?? null,
    hero: search.hero ?? null,
    on: search.on ?? 'published_at',
    from: search.from ?? null,
    to: search.to ?? null,
  }
}

/** How many of the filters behind More Filters are on. */
export function extraFilterCount({ category, author, tag, featured, hero, from, to }: ArticlesQuery): number {
  const dates = from === null && to === null ? null : true
  return [category, author, tag, featured, hero, dates].filter((value) => value !== null).length
}
