import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { ListPage, PagedQuery } from '../data/requests/list-search.ts'
import { Button, buttonClass } from '../ui/layout/button.tsx'
import { EmptyState, Skeleton } from '../ui/layout/states.tsx'
import { Pagination } from '../ui/layout/pagination.tsx'
import { useScreenActions } from '../ui/layout/screen-actions.ts'
import { ScreenTitle, TopBarActions } from '../ui/layout/top-bar.tsx'
import { SearchBox } from '../ui/fields/search-box.tsx'
import { ScreenBox } from '../ui/layout/screen-box.tsx'
import { QueryError } from './query-error.tsx'

/** The dialog that is open over a list; a null row is a new one. */
export type OpenDialog<Row> = { kind: 'edit'; row: Row | null } | { kind: 'delete'; row: Row }

/** A screen with a title, a search and a list (`children`, with its dialogs). */
export function ListScreen({
  title,
  intro,
  screen,
  create,
  children,
}: {
  /** What is listed: 'Tags'. */
  title: string
  /** What the rows are for, where the title does not say it. */
  intro?: string
  screen: Pick<ListView<unknown>, 'query' | 'setText'>
  /** The button for a new row; `onApproach` preloads its dialog. Absent for those who may not create one. */
  create?: { label: string; onPress: () => void; onApproach?: () => void } | undefined
  children: ReactNode
}) {
  useScreenActions(
    create === undefined
      ? []
      : [{ id: 'create', label: `New ${create.label}`, icon: Plus, onAction: create.onPress }],
  )
  return (
    <ScreenBox>
      <ScreenTitle>{title}</ScreenTitle>
      {intro !== undefined && <p className="text-soft md:-mt-3">{intro}</p>}
      {create !== undefined && (
        <TopBarActions>
          <Button
            variant="primary"
            onPress={create.onPress}
            onHoverStart={() => create.onApproach?.()}
            onFocus={() => create.onApproach?.()}
          >
            <Plus aria-hidden className="size-4" />
            {`New ${create.label}`}
          </Button>
        </TopBarActions>
      )}
      <ListSearch title={title} screen={screen} className="md:max-w-md" />
      {children}
    </ScreenBox>
  )
}

/** The search of a list, as a landmark of its own. */
export function ListSearch({
  title,
  screen: { query, setText },
  className = '',
}: {
  title: string
  screen: Pick<ListView<unknown>, 'query' | 'setText'>
  className?: string
}) {
  return (
    <search aria-label={title} className={className}>
      <SearchBox label={`Search ${title.toLowerCase()}`} text={query.text} onText={setText} />
    </search>
  )
}

interface ListResultsProps<Row> {
  screen: ListView<Row>
  /** What is listed, in the plural: 'tags'. */
  noun: string
  errorTitle?: string
  emptyTitle: string
  emptyDetail?: string
  emptyAction?: ReactNode
  /** Whether `emptyTitle` is shown as a line of text, without the room of rows. */
  isUsuallyEmpty?: boolean
  /** Shown when the search or a filter finds none; `emptyTitle` when absent. */
  noMatchTitle?: string
  /** Whether a filter beside the search text is on. */
  isFiltered?: boolean
  /** The address without any filter. */
  unfiltered?: object
  /** The number and the class of the grey bars while the first page loads. */
  skeleton?: { count: number; className: string; listClassName?: string }
  /** Whether another page keeps the scroll position, for a list below other content. */
  keepsScroll?: boolean
  /** Called when the pointer or the focus comes to the rows, to preload what they open. */
  onApproach?: (() => void) | undefined
  children: (rows: readonly Row[]) => ReactNode
}

/**
 * One page of a list with its pagination, or its loading, error or empty state. `children` renders the rows, in a box
 * that container queries measure.
 */
export function ListResults<Row>({
  screen,
  noun,
  errorTitle = `Failed to load ${noun}`,
  emptyTitle,
  emptyDetail,
  emptyAction,
  isUsuallyEmpty = false,
  noMatchTitle = emptyTitle,
  isFiltered = false,
  unfiltered,
  skeleton,
  keepsScroll = false,
  onApproach,
  children,
}: ListResultsProps<Row>) {
  const { query, data, isStale, setPage } = screen
  if (screen.isLoadingError)
    return <QueryError title={errorTitle} error={screen.error} refetch={screen.refetch} />
  if (data === undefined) return <ListSkeleton noun={noun} {...skeleton} />
  if (data.rows.length === 0) {
    if (!isFiltered && query.text === '' && query.page === 1) {
      if (isUsuallyEmpty) return <p className="text-soft">{emptyTitle}</p>
      return <EmptyState title={emptyTitle} detail={emptyDetail} action={emptyAction} />
    }
    if (query.page > 1) {
      return (
        <EmptyState
          title={`There are not that many ${noun}.`}
          action={<Button onPress={() => setPage(1)}>First Page</Button>}
        />
      )
    }
    return (
      <EmptyState
        title={noMatchTitle}
        action={
          <Link to="." search={unfiltered ?? {}} className={buttonClass()}>
            {`Show All ${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`}
          </Link>
        }
      />
    )
  }
  return (
    <>
      <div
        aria-busy={isStale}
        onPointerEnter={onApproach}
        onFocus={onApproach}
        className={`@container transition-opacity duration-200 ${isStale ? 'opacity-60' : ''}`}
      >
        {children(data.rows)}
      </div>
      <Pagination
        page={query.page}
        pageSize={data.pageSize}
        total={data.total}
        noun={noun}
        onPage={(page) => setPage(page, { resetScroll: !keepsScroll })}
      />
    </>
  )
}

export function ListSkeleton({
  noun,
  count = 8,
  className = 'h-12',
  listClassName = 'flex flex-col gap-2.5',
}: {
  noun: string
  count?: number
  className?: string
  listClassName?: string
}) {
  return (
    <div role="status" className={listClassName}>
      <span className="sr-only">{`Loading ${noun}…`}</span>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className={className} />
      ))}
    </div>
  )
}

interface GoOptions {
  replace?: boolean
  ignoreBlocker?: boolean
  /** Whether to scroll to the top; true by default. */
  resetScroll?: boolean
}

/** What the search, table and pagination need of a list. */
interface ListView<Row> {
  query: PagedQuery
  /** Undefined while the first page loads. */
  data: ListPage<Row> | undefined
  isLoadingError: boolean
  error: unknown
  isFetching: boolean
  /** Whether the rows still belong to the previous query. */
  isStale: boolean
  refetch: () => void
  setText: (text: string) => void
  setPage: (page: number, options?: { resetScroll: boolean }) => void
}

/**
 * A list whose search, filters, sorting and page are in the address, so that a link or Back shows it again. A second
 * list of a screen has its page in a parameter of its own.
 */
export function useListScreen<
  Search extends object,
  Query extends PagedQuery,
  Data,
  Page extends ListPage<unknown>,
  Key extends readonly unknown[],
>(
  schema: z.ZodMiniType<Search>,
  toQuery: (search: Search) => Query,
  listQuery: (query: Query) => UseQueryOptions<Data, Error, Page, Key>,
  pageParameter: Extract<keyof Search, string> | 'page' = 'page',
) {
  // The route has validated the address; parsing it again gives it a type without naming the route.
  const search = schema.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const query = toQuery(search)
  const list = useQuery(listQuery(query))
  const go = (part: object, options: GoOptions) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...part }), ...options })
  const change = (part: object, options: GoOptions = {}) =>
    go({ [pageParameter]: undefined, ...part }, { replace: true, ...options })
  return {
    /** All parameters of the address, also ones that are not part of the query, such as an open dialog. */
    search,
    query,
    data: list.data,
    isLoadingError: list.isLoadingError,
    error: list.error,
    isFetching: list.isFetching,
    isStale: list.isPlaceholderData,
    refetch: () => void list.refetch(),
    setText: (text: string) => change({ q: text || undefined }),
    setPage: (page: number, options?: GoOptions) =>
      change({ [pageParameter]: page === 1 ? undefined : page }, options),
    /** Changes a filter or the sorting, from the first page on. */
    change: (part: Partial<Search>) => change(part),
    /** Changes parameters that do not affect the list, such as the open row. */
    goTo: (part: Partial<Search>, options?: GoOptions) => go(part, { resetScroll: false, ...options }),
  }
}
