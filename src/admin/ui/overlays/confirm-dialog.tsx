import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../layout/button.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  tone?: 'default' | 'destructive'
  isPending?: boolean
  /** False: it cannot be closed, for instance while the confirmed action runs. */
  isDismissable?: boolean
  isDisabled?: boolean
  /** False: a field in `children` takes the focus, or the dialog. */
  focusesCancel?: boolean
  /** A third way, between the two. */
  other?: { label: string; onPress: () => void }
  onConfirm: () => void
  onCancel: () => void
}

/** Further presses within this time are ignored; after it `isPending` disables the button. */
const DOUBLE_CLICK_MS = 300

/** A confirmation dialog. The second press of a double click is ignored. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'default',
  isPending = false,
  isDismissable = !isPending,
  isDisabled = false,
  focusesCancel = true,
  other,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const pressedAt = useRef(-Infinity)
  useEffect(() => {
    if (!isPending) pressedAt.current = -Infinity
  }, [isPending])
  const confirm = () => {
    const now = performance.now()
    if (now - pressedAt.current < DOUBLE_CLICK_MS) return
    pressedAt.current = now
    onConfirm()
  }

  return (
    <Dialog
      role="alertdialog"
      size="sm"
      isOpen={isOpen}
      onClose={onCancel}
      isDismissable={isDismissable}
      title={title}
      footer={
        <>
          <Button autoFocus={focusesCancel} isDisabled={!isDismissable} onPress={onCancel}>
            {cancelLabel}
          </Button>
          {other !== undefined && <Button onPress={other.onPress}>{other.label}</Button>}
          <Button
            variant={tone === 'destructive' ? 'destructive' : 'primary'}
            isPending={isPending}
            isDisabled={isDisabled}
            onPress={confirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="[overflow-wrap:anywhere]">{children}</div>
    </Dialog>
  )
}
