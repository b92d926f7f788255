import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type * as z from 'zod/mini'
import type { ListPage, PagedQuery, PagedSearch } from '../data/list-search.ts'

/** A list as its search, table and pagination need it. */
export interface ListView<Row> {
  query: PagedQuery
  /** Undefined while the first page loads. */
  data: ListPage<Row> | undefined
  isError: boolean
  isFetching: boolean
  /** The rows are still those of the previous query. */
  isStale: boolean
  refetch: () => void
  setText: (text: string) => void
  setPage: (page: number) => void
}

export interface ListScreenState<
  Search,
  Query extends PagedQuery,
  Page extends ListPage<unknown>,
> extends ListView<Page['rows'][number]> {
  /** The address as it is, for what is not part of the query, such as an open dialog. */
  search: Search
  query: Query
  data: Page | undefined
  /** Changes a filter or the sorting, from the first page on. */
  change: (part: Partial<Search>) => void
  /** Changes what leaves the list as it is, such as the open row. */
  goTo: (part: Partial<Search>, options?: { replace?: boolean; ignoreBlocker?: boolean }) => void
}

/** A list whose search, filters, sorting and page are in the address, so that a link or Back shows it again. */
export function useListScreen<
  Search extends PagedSearch,
  Query extends PagedQuery,
  Page extends ListPage<unknown>,
  Key extends readonly unknown[],
>({
  schema,
  toQuery,
  listQuery,
}: {
  schema: z.ZodMiniType<Search>
  toQuery: (search: Search) => Query
  listQuery: (query: Query) => UseQueryOptions<Page, Error, Page, Key>
}): ListScreenState<Search, Query, Page> {
  // The route has validated the address; parsing it again gives it a type without naming the route.
  const search = schema.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const query = toQuery(search)
  const list = useQuery(listQuery(query))
  const go = (part: object, options = {}) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...part }), ...options })
  const change = (part: object) => go({ page: undefined, ...part }, { replace: true })
  return {
    search,
    query,
    data: list.data,
    isError: list.isError,
    isFetching: list.isFetching,
    isStale: list.isPlaceholderData,
    refetch: () => void list.refetch(),
    setText: (text) => change({ q: text || undefined }),
    setPage: (page) => change({ page: page === 1 ? undefined : page }),
    change,
    goTo: go,
  }
}
