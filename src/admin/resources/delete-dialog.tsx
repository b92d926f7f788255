import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
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
