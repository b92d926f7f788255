import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** A grey placeholder while loading. Put `aria-busy` on the region around several. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`block animate-pulse rounded-md bg-tint ${className}`} />
}

export function EmptyState({
  title,
  detail,
  action,
}: {
  title: string
  detail?: string | undefined
  action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-12 text-center">
      <div className="flex max-w-prose flex-col gap-1 text-balance text-soft">
        <p className={detail === undefined ? '' : 'font-semibold text-ink'}>{title}</p>
        {detail !== undefined && <p>{detail}</p>}
      </div>
      {action}
    </div>
  )
}

export function ErrorState({
  title,
  level,
  detail,
  retryLabel = 'Try Again',
  onRetry,
  isRetrying = false,
  action,
}: {
  title: string
  /** Of the heading that the title is; left out where it is none. */
  level?: 2
  detail?: string | undefined
  retryLabel?: string
  onRetry: () => void
  isRetrying?: boolean
  /** What one can do instead of trying again. */
  action?: ReactNode
}) {
  const Title = level === undefined ? 'p' : 'h2'
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <CircleAlert aria-hidden className="size-6 text-madder" />
      <Title className="font-semibold">{title}</Title>
      {detail !== undefined && detail !== '' && (
        <p className="max-w-prose text-sm text-balance [overflow-wrap:anywhere] text-soft">{detail}</p>
      )}
      <Button isPending={isRetrying} onPress={onRetry}>
        {retryLabel}
      </Button>
      {action}
    </div>
  )
}
