import { useQuery } from '@tanstack/react-query'
import { formatDateTime, formatDuration } from '../../ui/format.ts'
import { type StatusTone, StatusDot } from '../../ui/status-dot.tsx'
import { type PublishState, publishStateQuery } from '../../data/publish-state.ts'

const TONES: Readonly<Record<PublishState['status'], StatusTone>> = {
  publishing: 'busy',
  live: 'live',
  failed: 'failed',
  scheduled: 'scheduled',
  sent: 'idle',
  waiting: 'waiting',
}

function text({ status, due_at, duration_ms }: PublishState): string {
  if (status === 'publishing') return 'Publishing…'
  if (status === 'failed') return 'Failed'
  if (status === 'sent') return 'Sent to the host'
  if (status === 'waiting') return 'Out with the site’s next build'
  if (status === 'scheduled') return `Scheduled, ${formatDateTime(due_at)}`
  return duration_ms === null ? 'Live' : `Live, ${formatDuration(duration_ms)}`
}

/** The state of the last publish of an article. */
export function PublishStateLine({ articleId }: { articleId: string }) {
  const { data, isPending, isError } = useQuery(publishStateQuery(articleId))
  if (isPending) return <span className="text-sm text-soft">Asking…</span>
  if (isError) return <span className="text-sm text-brick">The state is not known</span>
  if (data === null) return <span className="text-sm text-soft">Nothing published yet</span>
  return (
    <>
      <StatusDot tone={TONES[data.status]}>{text(data)}</StatusDot>
      {data.error !== null && <p className="mt-1 text-xs break-words text-brick">{data.error}</p>}
    </>
  )
}
