import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Use, UsedIn } from '../components/used-in.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type ToastMessage, showToast } from '../ui/toast.ts'
import { type ErrorWords, toastError } from './describe-error.ts'

export interface DeleteDialogProps {
  title: string
  confirmLabel?: string
  isDisabled?: boolean
  onDelete: () => Promise<unknown>
  /** Shown when it is deleted. */
  done: ToastMessage
  failedTitle: string
  errorWords?: ErrorWords
  /** After the deletion, and on Cancel. */
  onClose: () => void
  /** After the deletion, before `onClose`. */
  onDeleted?: () => void
  children: ReactNode
}

/** Asks before something is deleted; stays open when that fails. */
export function DeleteDialog({
  title,
  confirmLabel = 'Delete',
  isDisabled = false,
  onDelete,
  done,
  failedTitle,
  errorWords,
  onClose,
  onDeleted,
  children,
}: DeleteDialogProps) {
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    setPending(true)
    try {
      await onDelete()
      showToast(done)
      onDeleted?.()
      onClose()
    } catch (error) {
      toastError(failedTitle, error, errorWords)
    } finally {
      setPending(false)
    }
  }
  return (
    <ConfirmDialog
      isOpen
      title={title}
      confirmLabel={confirmLabel}
      tone="destructive"
      isPending={isPending}
      isDisabled={isDisabled}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}

/** Asks before a category or a tag is deleted, and lists first the articles that use it. */
export function DeleteUsedDialog({
  noun,
  name,
  uses,
  note,
  onDelete,
  onClose,
}: {
  noun: 'category' | 'tag'
  name: string
  uses: Pick<UseQueryResult<{ total: number; articles: readonly Use[] }>, 'data' | 'isError' | 'refetch'>
  /** What else changes when articles use it. */
  note?: string | null
  onDelete: () => Promise<unknown>
  onClose: () => void
}) {
  const { data, isError } = uses
  return (
    <DeleteDialog
      title={`Are you sure you want to delete this ${noun}?`}
      isDisabled={data === undefined}
      done={{ title: `${noun === 'tag' ? 'Tag' : 'Category'} deleted successfully` }}
      failedTitle={`Failed to delete ${noun}`}
      onDelete={onDelete}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
        {isError && (
          <ErrorState title="Failed to load where it is used" onRetry={() => void uses.refetch()} />
        )}
        {!isError && data === undefined && <Skeleton className="h-24" />}
        {data !== undefined && (
          <>
            <p aria-live="polite">{usesText(noun, data.total)}</p>
            {data.total > 0 && <UsedIn {...data} />}
            {note && data.total > 0 && <p>{note}</p>}
          </>
        )}
      </div>
    </DeleteDialog>
  )
}

function usesText(noun: 'category' | 'tag', total: number): string {
  if (total === 0) return 'No article uses it.'
  const articles = total === 1 ? 'One article uses it and stays' : `${total} articles use it and stay`
  return `${articles}, without ${noun === 'tag' ? 'the tag' : 'a category'}.`
}
