import { type ConfirmDialogProps, ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** Asks before unsaved changes are discarded; the children name them. */
export function DiscardDialog(
  props: Pick<ConfirmDialogProps, 'isOpen' | 'children' | 'onConfirm' | 'onCancel'>,
) {
  return (
    <ConfirmDialog
      title="Discard your changes?"
      confirmLabel="Discard"
      cancelLabel="Keep Editing"
      tone="destructive"
      {...props}
    />
  )
}
