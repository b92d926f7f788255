import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks before a screen with unsaved changes is left, by a link inside the admin or by the browser itself. */
export function UnsavedWarning({
  isDirty,
  onDiscard,
}: {
  isDirty: boolean
  /** What was typed is given up: heard before the screen is left. */
  onDiscard?: () => void
}) {
  const { status, proceed, reset } = useBlocker({
    // The same screen with another search is not left.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      isOpen={status === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      tone="destructive"
      onConfirm={() => {
        onDiscard?.()
        proceed?.()
      }}
      onCancel={() => reset?.()}
    >
      What you changed here has not been saved and would be lost.
    </ConfirmDialog>
  )
}
