import * as z from 'zod/mini'
import { ARTICLE_STATUSES } from '../../../domain/article.ts'
import { optional } from '../../data/list-search.ts'

export const ARTICLES_PAGE_SIZE = 20

export const SORT_COLUMNS = ['title', 'status', 'published_at', 'updated_at', 'deleted_at'] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]

/** The dates that From and To may mean. */
export const DATE_COLUMNS = ['published_at', 'updated_at', 'created_at'] as const
export type DateColumn = (typeof DATE_COLUMNS)[number]

export const LIST_STATUSES = ['all', ...ARTICLE_STATUSES, 'trash'] as const
export type ListStatus = (typeof LIST_STATUSES)[number]

/**
 * The address of the articles list: `?status=review&q=oak&page=2&sort=title&dir=asc&category=…&author=…&tag=…&featured=true&from=2026-11-01&on=updated_at`.
 * A part that is wrong counts as absent, so that no address breaks the screen.
 */
export const articlesSearchSchema = z.object({
  status: optional(z.enum(LIST_STATUSES)),
  q: optional(z.coerce.string()),
  page: optional(z.int().check(z.positive())),
  sort: optional(z.enum(SORT_COLUMNS)),
  dir: optional(z.enum(['asc', 'desc'])),
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

/** The same with every default in place; `page` counts from 1, `from` and `to` are days, both included. */
export interface ArticlesQuery {
  status: ListStatus
  text: string
  page: number
  sort: SortColumn
  dir: 'asc' | 'desc'
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
    status: search.status ?? 'all',
    text: search.q?.trim() ?? '',
    page: search.page ?? 1,
    sort: search.sort ?? (search.status === 'trash' ? 'deleted_at' : 'updated_at'),
    dir: search.dir ?? 'desc',
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
