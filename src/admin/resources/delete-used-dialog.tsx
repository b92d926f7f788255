import type { ReactNode } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { UsedIn, type Use } from '../components/used-in.tsx'

/** Asks before something is deleted that articles use, and says first which those are. */
export function DeleteUsedDialog({
  noun,
  name,
  uses,
  isError,
  note,
  isPending,
  onRetry,
  onConfirm,
  onCancel,
}: {
  /** 'category' or 'tag'. */
  noun: string
  name: string
  /** Undefined while they are on their way. */
  uses: { total: number; articles: readonly Use[] } | undefined
  isError: boolean
  /** What else becomes of it. */
  note?: ReactNode
  isPending: boolean
  onRetry: () => void
  onConfirm: () => void
  onCancel: () => void
}) {
  return (
    <ConfirmDialog
      isOpen
      title={`Are you sure you want to delete this ${noun}?`}
      confirmLabel="Delete"
      tone="destructive"
      isPending={isPending}
      isDisabled={uses === undefined}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <div className="flex flex-col gap-3">
        <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
        {isError && <ErrorState title="Failed to load where it is used" onRetry={onRetry} />}
        {!isError && uses === undefined && <Skeleton className="h-24" />}
        {uses !== undefined && (
          <>
            <p aria-live="polite">{sentence(noun, uses.total)}</p>
            {uses.total > 0 && <UsedIn {...uses} />}
            {note !== undefined && uses.total > 0 && <p>{note}</p>}
          </>
        )}
      </div>
    </ConfirmDialog>
  )
}

function sentence(noun: string, total: number): string {
  if (total === 0) return 'No article uses it.'
  const articles = total === 1 ? 'One article uses it and stays' : `${total} articles use it and stay`
  return `${articles}, without ${noun === 'tag' ? 'the tag' : `a ${noun}`}.`
}
