import * as z from 'zod/mini'
import { ARTICLE_STATUSES } from '../../../domain/article.ts'

export const ARTICLES_PAGE_SIZE = 20

export const SORT_COLUMNS = ['title', 'status', 'published_at', 'updated_at'] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]

export const LIST_STATUSES = ['all', ...ARTICLE_STATUSES, 'trash'] as const
export type ListStatus = (typeof LIST_STATUSES)[number]

const optional = <T>(schema: z.ZodMiniType<T>) => z.optional(z.catch(z.optional(schema), undefined))

/**
 * The address of the articles list: `?status=review&q=oak&page=2&sort=title&dir=asc&category=…&author=…&featured=true`.
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
  featured: optional(z.boolean()),
  hero: optional(z.boolean()),
})
export type ArticlesSearch = z.infer<typeof articlesSearchSchema>

/** The same with every default in place; `page` counts from 1. */
export interface ArticlesQuery {
  status: ListStatus
  text: string
  page: number
  sort: SortColumn
  dir: 'asc' | 'desc'
  category: string | null
  author: string | null
  featured: boolean | null
  hero: boolean | null
}

export function toArticlesQuery(search: ArticlesSearch): ArticlesQuery {
  return {
    status: search.status ?? 'all',
    text: search.q?.trim() ?? '',
    page: search.page ?? 1,
    sort: search.sort ?? 'updated_at',
    dir: search.dir ?? 'desc',
    category: search.category ?? null,
    author: search.author ?? null,
    featured: search.featured ?? null,
    hero: search.hero ?? null,
  }
}

/** How many of the filters behind More Filters are on. */
export function extraFilterCount({ category, author, featured, hero }: ArticlesQuery): number {
  return [category, author, featured, hero].filter((value) => value !== null).length
}
