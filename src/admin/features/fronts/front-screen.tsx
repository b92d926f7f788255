import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { frontPaths } from '../../../domain/sections/front.ts'
import { Sections } from '../../../domain/sections/section.ts'
import { sectionsQuery } from '../../story/sections.ts'
import { can } from '../../../domain/people/role.ts'
import { invalidate } from '../../data/requests/entity-mutation.ts'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { QueryError } from '../../resources/query-error.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { EmptyState, Skeleton } from '../../ui/layout/states.tsx'
import { buttonClass } from '../../ui/layout/button.tsx'
import { ScreenTitle } from '../../ui/layout/top-bar.tsx'
import { useNow } from '../../ui/keys/use-now.ts'
import { frontsQuery, stateOfFront } from './data/fronts.ts'
import { FrontEditor } from './front-editor.tsx'
import { pathOfFront } from './front-search.ts'

const route = getRouteApi('/admin/fronts/$page')

/** A front: its blocks, and the page beside them as it will be. */
export function FrontScreen() {
  const client = useQueryClient()
  const { role } = useProfile()
  const path = pathOfFront(route.useParams().page)
  const { version } = route.useSearch()
  const loading = useQuery(frontsQuery)
  const loadingSections = useQuery(sectionsQuery)
  const versions = loading.data
  const now = useNow(
    versions?.map(({ live_from }) => live_from) ?? [],
    () => void invalidate(client, 'front_versions'),
  )

  const failed = [loading, loadingSections].find(({ isLoadingError }) => isLoadingError)
  if (failed !== undefined) {
    return <QueryError title="Failed to load the page" error={failed.error} refetch={failed.refetch} />
  }
  const sections = loadingSections.data && new Sections(loadingSections.data)
  if (sections !== undefined && !frontPaths(sections).includes(path))
    return <NoFront title="There is no such page" />
  if (versions === undefined || sections === undefined) {
    return (
      <ScreenBox>
        <ScreenTitle isInTopBar={false}>Home & Sections</ScreenTitle>
        <div aria-busy="true" className="grid gap-4 lg:grid-cols-2">
          <span className="sr-only">Loading the page</span>
          <Skeleton className="h-160" />
          <Skeleton className="h-160" />
        </div>
      </ScreenBox>
    )
  }
  const state = stateOfFront(versions, path, now)
  const opened = versions.find(({ id, page }) => id === version && page === path) ?? null
  if (version !== undefined && opened === null) return <NoFront title="This version was taken away" />
  return (
    <FrontEditor
      key={version ?? 'live'}
      path={path}
      state={state}
      opened={opened}
      others={versions.filter(({ page }) => page !== path)}
      now={now}
      mayWrite={can(role, 'fronts.write')}
    />
  )
}

function NoFront({ title }: { title: string }) {
  return (
    <ScreenBox>
      <EmptyState
        title={title}
        action={
          <Link to="/admin/fronts" className={buttonClass()}>
            Home & Sections
          </Link>
        }
      />
    </ScreenBox>
  )
}
