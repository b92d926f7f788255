import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../ui/error-state.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { messageQuery } from './data/message.ts'
import { OpenMessageView } from './open-message-view.tsx'

/** The message that is being read. */
export function MessagePane({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isError, refetch } = useQuery(messageQuery(id))
  if (isError) return <ErrorState title="Failed to load the message" onRetry={() => void refetch()} />
  if (data === undefined) {
    return (
      <div role="status" className="flex flex-col gap-3 p-5">
        <span className="sr-only">Loading the message…</span>
        <Skeleton className="h-8 w-2/3" />
        <Skeleton className="h-40" />
      </div>
    )
  }
  if (data === null) return <EmptyState title="This message no longer exists." />
  return <OpenMessageView key={data.id} message={data} onClose={onClose} />
}
