import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PlannedChange } from '../../domain/newsroom/prediction.ts'
import { type Entity, useEntityMutation } from '../data/requests/entity-mutation.ts'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import { Skeleton } from '../ui/layout/states.tsx'
import { type ToastMessage, showToast } from '../ui/overlays/toast.ts'
import { PredictionLine } from './prediction/prediction-line.tsx'
import { MenuNote } from './menu-note.tsx'
import { QueryError } from './query-error.tsx'
import { toastError } from './describe-error.ts'

/** Where something is used. */
interface Uses<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'isLoadingError' | 'error' | 'refetch'>
  /** When the query has failed. */
  errorText: string
  /** The server itself refuses to delete what is in use: the deletion can be tried although the query has failed. */
  isCheckedByServer?: boolean
  text: (uses: Data) => ReactNode
  list?: (uses: Data) => ReactNode
}

/** The uses of what is deleted: loading, failed, or the text with the list. */
function UsesOf<Data>({
  query: { data, isLoadingError, error, refetch },
  errorText,
  isCheckedByServer = false,
  text,
  list,
}: Uses<Data>) {
  if (data === undefined) {
    if (isLoadingError && isCheckedByServer)
      return (
        <p role="status" className="text-sm text-madder">
          {errorText}
        </p>
      )
    if (isLoadingError) return <QueryError title={errorText} error={error} refetch={refetch} />
    return <Skeleton className="h-10" />
  }
  return (
    <div aria-live="polite" className="flex flex-col gap-3 empty:hidden">
      {text(data)}
      {list?.(data)}
    </div>
  )
}

function isKnown<Data>({ query, isCheckedByServer = false }: Uses<Data>): boolean {
  return query.data !== undefined || (query.isLoadingError && isCheckedByServer)
}

/** Confirmation dialog for a deletion, with the uses of what is deleted; stays open when the deletion fails. */
export function DeleteDialog<Data>({
  noun,
  title = `Are you sure you want to delete this ${noun}?`,
  confirmLabel = 'Delete',
  isDisabled = false,
  isPending = false,
  uses,
  changes = [],
  planned = null,
  onDelete,
  done = { title: `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)} deleted successfully` },
  onError = (error) => toastError(`Failed to delete ${noun}`, error),
  onClose,
  onDeleted,
  children,
}: {
  /** What is deleted: 'author'. */
  noun: string
  title?: string
  confirmLabel?: string
  isDisabled?: boolean
  /** The button waits, for instance for the uses. */
  isPending?: boolean
  uses?: Uses<Data>
  /** The entities whose data is fetched again afterwards. */
  changes?: readonly Entity[]
  /** What the deletion changes of the site's content, to say which pages; null: nothing. */
  planned?: readonly PlannedChange[] | null
  onDelete: () => Promise<unknown>
  done?: ToastMessage
  onError?: (error: unknown) => void
  /** After the deletion, and on Cancel. */
  onClose: () => void
  onDeleted?: () => void
  children: ReactNode
}) {
  const deletion = useEntityMutation(changes, onDelete)
  const confirm = async () => {
    try {
      await deletion.mutateAsync()
      showToast(done)
      onDeleted?.()
      onClose()
    } catch (error) {
      onError(error)
    }
  }
  return (
    <ConfirmDialog
      isOpen
      title={title}
      confirmLabel={confirmLabel}
      tone="destructive"
      isPending={isPending || deletion.isPending}
      isDismissable={!deletion.isPending}
      isDisabled={isDisabled || (uses !== undefined && !isKnown(uses))}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {uses === undefined ? (
        children
      ) : (
        <div className="flex flex-col gap-3">
          {children}
          <UsesOf {...uses} />
        </div>
      )}
      {planned !== null && <MenuNote planned={planned} />}
      <PredictionLine changes={planned} className="mt-3" />
    </ConfirmDialog>
  )
}
