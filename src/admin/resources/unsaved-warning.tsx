import { LeaveGuard } from './leave-guard.tsx'

/** Asks before a screen with unsaved changes is left. */
export function UnsavedWarning({
  isDirty,
  onDiscard,
}: {
  isDirty: boolean
  /** Called before the screen is left. */
  onDiscard?: () => void
}) {
  return (
    <LeaveGuard
      when={isDirty}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      onLeave={onDiscard}
    >
      What you changed here has not been saved and would be lost.
    </LeaveGuard>
  )
}
