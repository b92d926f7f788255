import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { can } from '../../../domain/role.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TopBarActions } from '../../ui/top-bar.tsx'
import { subscriberListQuery } from './data/subscriber-list.ts'
import { subscriberOverviewQuery } from './data/subscriber-overview.ts'
import { ExportButton } from './export-button.tsx'
import { SubscriberCounters } from './subscriber-counters.tsx'
import { SubscriberFilters } from './subscriber-filters.tsx'
import { SubscriberRows } from './subscriber-rows.tsx'
import {
  isFiltered,
  SUBSCRIBERS_PAGE_SIZE,
  toSubscribersQuery,
  type SubscribersQuery,
  type SubscribersSearch,
} from './subscribers-search.ts'

const route = getRouteApi('/admin/subscribers')

/** Who gets the newsletter, for editors (admin spec §2). */
export function SubscribersScreen() {
  const { role } = useProfile()
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-4 p-4 md:gap-5 md:p-7">
      <ScreenTitle isInTopBar={false}>Newsletter Subscribers</ScreenTitle>
      {can(role, 'subscribers.read') ? (
        <Subscribers />
      ) : (
        <EmptyState title="You don't have permission to view subscribers." />
      )}
    </div>
  )
}

function Subscribers() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = toSubscribersQuery(search)
  const list = useQuery(subscriberListQuery(query))
  const overview = useQuery(subscriberOverviewQuery)

  /** A changed filter starts again at the first page. */
  const change = (part: SubscribersSearch) => {
    void navigate({ search: (before) => ({ ...before, page: undefined, ...part }), replace: true })
  }

  if (list.isError || overview.isError) {
    const retry = () => void Promise.all([list.refetch(), overview.refetch()])
    return <ErrorState title="Failed to load subscribers." onRetry={retry} />
  }
  return (
    <>
      <TopBarActions>
        <ExportButton filter={query} total={list.data?.total ?? 0} />
      </TopBarActions>
      <SubscriberCounters overview={overview.data} />
      <SubscriberFilters query={query} sources={overview.data?.sources ?? []} onChange={change} />
      <section aria-labelledby="subscribers-heading" className="flex flex-col gap-3">
        <h2 id="subscribers-heading" aria-live="polite" className="text-lg font-semibold">
          {`Subscribers${list.data === undefined ? '' : ` (${list.data.total.toLocaleString('en-GB')})`}`}
        </h2>
        {list.data === undefined ? (
          <Loading />
        ) : list.data.rows.length === 0 ? (
          <Nobody query={query} />
        ) : (
          <div
            aria-busy={list.isPlaceholderData}
            className={`transition-opacity duration-200 ${list.isPlaceholderData ? 'opacity-60' : ''}`}
          >
            <SubscriberRows rows={list.data.rows} />
          </div>
        )}
        {list.data !== undefined && list.data.total > 0 && (
          <Pagination
            page={query.page}
            pageSize={SUBSCRIBERS_PAGE_SIZE}
            total={list.data.total}
            noun="subscribers"
            onPage={(page) => {
              scrollTo(0, 0)
              change({ page: page === 1 ? undefined : page })
            }}
          />
        )}
      </section>
    </>
  )
}

function Nobody({ query }: { query: SubscribersQuery }) {
  const all = (
    <Link to="/admin/subscribers" search={{}} className={buttonClass()}>
      Show All Subscribers
    </Link>
  )
  if (isFiltered(query)) return <EmptyState title="No subscribers match." action={all} />
  if (query.page > 1) return <EmptyState title="There are not that many subscribers." action={all} />
  return <EmptyState title="Nobody has subscribed yet." />
}

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-2.5">
      <span className="sr-only">Loading subscribers…</span>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className="h-12" />
      ))}
    </div>
  )
}
