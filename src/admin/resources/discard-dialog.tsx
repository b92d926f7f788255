import { ConfirmDialog, type ConfirmDialogProps } from '../ui/confirm-dialog.tsx'

/** Asks before what was typed is given up; the children say what that is. */
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
