import type { ReactNode } from 'react'
import { type Entity, useEntityMutation } from '../data/entity-mutation.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { type ToastMessage, showToast } from '../ui/toast.ts'
import { toastError } from './describe-error.ts'

/** Confirmation dialog for a deletion; stays open when that fails. */
export function DeleteDialog({
  noun,
  title = `Are you sure you want to delete this ${noun}?`,
  confirmLabel = 'Delete',
  isDisabled = false,
  isPending = false,
  changes = [],
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
  isPending?: boolean
  /** What is fetched again afterwards. */
  changes?: readonly Entity[]
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
      isDisabled={isDisabled}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}
