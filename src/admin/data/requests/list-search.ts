import * as z from 'zod/mini'

/** A parameter of an address. An invalid one counts as absent, so that no address breaks its screen. */
export const optional = <T>(schema: z.ZodMiniType<T>) => z.optional(z.catch(z.optional(schema), undefined))

/** The parameters in the address of a list that is searched and paged: `?q=oak&page=2`; `page` counts from 1. */
export const pagedSearch = { q: optional(z.coerce.string()), page: optional(z.int().check(z.positive())) }

/** The address of a list without further filters. */
export const pagedSearchSchema = z.object(pagedSearch)

/** The same for a list that is also sorted: `?q=oak&page=2&sort=name&dir=asc`. */
export function sortedSearch<const Column extends string>(columns: readonly Column[]) {
  return { ...pagedSearch, sort: optional(z.enum(columns)), dir: optional(z.enum(['asc', 'desc'])) }
}

export interface PagedSearch {
  q?: string | undefined
  page?: number | undefined
}

export interface Sorting<Column extends string> {
  sort: Column
  dir: 'asc' | 'desc'
}

/** The parameters of a list's query: the address's, with defaults. */
export interface PagedQuery {
  /** What is searched for, trimmed. */
  text: string
  /** Counts from 1. */
  page: number
}

export type SortedQuery<Column extends string> = PagedQuery & Sorting<Column>

export function toPagedQuery({ q, page }: PagedSearch): PagedQuery {
  return { text: q?.trim() ?? '', page: page ?? 1 }
}

/** The same for a list with filters: every further parameter of its address is one. */
export function toFilteredQuery<Search extends PagedSearch>({ q, page, ...filters }: Search) {
  return { ...filters, ...toPagedQuery({ q, page }) }
}

/** Whether a text or a filter narrows such a list. */
export function isFiltered(query: PagedQuery): boolean {
  return Object.entries(query).some(([name, value]) => name !== 'page' && value !== undefined && value !== '')
}

/** Without a sorting of its own a list is sorted by `newest`, the latest first. */
export function toSortedQuery<Column extends string>(
  search: PagedSearch & { sort?: Column | undefined; dir?: 'asc' | 'desc' | undefined },
  newest: NoInfer<Column>,
): SortedQuery<Column> {
  return { ...toPagedQuery(search), sort: search.sort ?? newest, dir: search.dir ?? 'desc' }
}

export interface ListPage<Row> {
  rows: Row[]
  /** Number of rows on all pages. */
  total: number
  /** Maximum rows of one page. */
  pageSize: number
}

/** The first and last place of a page in the whole list, from 0, both inclusive. */
export function rangeOf(page: number, pageSize: number): [first: number, last: number] {
  const first = (page - 1) * pageSize
  return [first, first + pageSize - 1]
}
