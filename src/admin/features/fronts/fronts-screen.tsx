import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { frontPaths, frontTitle } from '../../../domain/sections/front.ts'
import { useSections } from '../../story/sections.ts'
import { type Colleagues, useColleagues } from '../../data/people/colleagues.ts'
import { invalidate } from '../../data/requests/entity-mutation.ts'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { QueryError } from '../../resources/query-error.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { ScreenTitle } from '../../ui/layout/top-bar.tsx'
import { useCalendar } from '../../ui/dates/use-calendar.ts'
import { useNow } from '../../ui/keys/use-now.ts'
import { type FrontState, type FrontVersion, frontsQuery, stateOfFront } from './data/fronts.ts'
import { frontName } from './front-search.ts'
import { PagePicture } from './page-picture.tsx'

/** The fronts: what is live of each, and what is prepared. */
export function FrontsScreen() {
  const client = useQueryClient()
  const { data: versions, isLoadingError, error, refetch } = useQuery(frontsQuery)
  const sections = useSections()
  const colleagues = useColleagues()
  const now = useNow(
    versions?.map(({ live_from }) => live_from) ?? [],
    () => void invalidate(client, 'front_versions'),
  )
  return (
    <ScreenBox>
      <ScreenTitle>Home & Sections</ScreenTitle>
      <p className="text-soft md:-mt-3">
        What stands on the home page and above the lists of the sections, now and at a later time.
      </p>
      {isLoadingError ? (
        <QueryError title="Failed to load the pages" error={error} refetch={refetch} />
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {frontPaths(sections).map((path) => (
            <li key={path}>
              {versions === undefined ? (
                <Skeleton className="h-72" />
              ) : (
                <FrontCard
                  path={path}
                  title={frontTitle(sections, path)}
                  state={stateOfFront(versions, path, now)}
                  nameOf={colleagues.nameOf}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </ScreenBox>
  )
}

function FrontCard({
  path,
  title,
  state: { live, prepared },
  nameOf,
}: {
  path: string
  title: string
  state: FrontState
  nameOf: Colleagues['nameOf']
}) {
  const calendar = useCalendar()
  const page = frontName(path)
  return (
    <section
      aria-labelledby={`front-${page}`}
      className="relative flex h-full flex-col overflow-hidden rounded-lg border border-rule bg-card hover:border-edge"
    >
      <PagePicture path={path} title={title} />
      <div className="flex flex-col gap-2 border-t border-rule p-4">
        <h2 id={`front-${page}`} className="font-serif text-xl">
          <Link
            to="/admin/fronts/$page"
            params={{ page }}
            className="rounded-sm after:absolute after:inset-0 after:rounded-lg hover:underline"
          >
            {title}
          </Link>
        </h2>
        <p className="text-sm text-soft">
          {liveText(live, (iso) => calendar.format(iso, 'dateAndTime'), nameOf)}
        </p>
        {prepared.length > 0 && (
          <ul aria-label={`Prepared for ${title}`} className="flex flex-col gap-1.5">
            {prepared.map(({ id, live_from, note }) => (
              <li key={id}>
                <Link
                  to="/admin/fronts/$page"
                  params={{ page }}
                  search={{ version: id }}
                  className="relative flex min-h-9 items-center gap-2.5 rounded-md border border-rule px-3 py-1 text-sm hover:bg-tint"
                >
                  <CalendarClock aria-hidden className="size-4 shrink-0 text-prussian" />
                  <span className="shrink-0 font-semibold">{`From ${calendar.format(live_from, 'dateAndTime')}`}</span>
                  <span className="min-w-0 truncate text-soft">{note}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

/** What is live of a front, since when, and by whom. */
export function liveText(
  live: FrontVersion | null,
  format: (iso: string) => string,
  nameOf: Colleagues['nameOf'],
): string {
  if (live === null) return 'The standard page: nobody has chosen its stories.'
  const name = live.created_by === null ? undefined : nameOf(live.created_by)
  const what = live.blocks === null ? 'The standard page' : 'Live'
  return `${what} since ${format(live.live_from)}${name === undefined ? '' : `, by ${name}`}.`
}
