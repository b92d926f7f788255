import { useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type StatusTone, StatusDot } from '../../ui/status-dot.tsx'
import { buildExtent, buildState, buildSubjects } from './build-text.ts'
import { type Build, buildsQuery, builtTitlesQuery } from './data/builds.ts'

const TONES: Readonly<Record<Build['status'], StatusTone>> = {
  running: 'busy',
  live: 'live',
  failed: 'failed',
}

export function LatestBuilds() {
  return (
    <Card title="Last Publishes">
      <BuildList />
    </Card>
  )
}

function BuildList() {
  const { data, isPending, isError, refetch } = useQuery(buildsQuery)
  const ids = data?.map(({ id }) => id) ?? []
  const { data: titles = {} } = useQuery({ ...builtTitlesQuery(ids), enabled: ids.length > 0 })
  if (isPending) return <Skeleton className="h-32" />
  if (isError) return <ErrorState title="Failed to load the last publishes" onRetry={() => void refetch()} />
  if (data.length === 0) return <p className="text-sm text-soft">Nothing has been published yet.</p>
  return (
    <ul className="divide-y divide-rule">
      {data.map((build) => (
        <li key={build.id} className="py-2 first:pt-0 last:pb-0">
          <div className="flex items-center justify-between gap-3">
            <StatusDot tone={TONES[build.status]}>{buildState(build)}</StatusDot>
            <time dateTime={build.started_at} className="text-xs text-soft">
              {formatDateTime(build.started_at)}
            </time>
          </div>
          {(titles[build.id]?.length ?? 0) > 0 && (
            <p className="mt-0.5 line-clamp-2 pl-4 text-sm break-words">
              {buildSubjects(titles[build.id] ?? [])}
            </p>
          )}
          <p className="mt-0.5 pl-4 text-xs text-soft">{buildExtent(build)}</p>
          {build.error !== null && (
            <p className="mt-0.5 pl-4 text-xs break-words text-brick">{build.error}</p>
          )}
        </li>
      ))}
    </ul>
  )
}
