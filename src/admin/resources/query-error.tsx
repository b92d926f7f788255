import { ErrorState } from '../ui/states.tsx'
import { describeError } from './describe-error.ts'

/** What failed to load (`title`), why, and a button that tries again. */
export function QueryError({
  title,
  error,
  refetch,
}: {
  title: string
  error: unknown
  refetch: () => unknown
}) {
  const reason = describeError(error, { network: 'There is no connection.' })
  return <ErrorState title={title} detail={reason} onRetry={() => void refetch()} />
}
