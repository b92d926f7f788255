import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** While `when`, leaving the screen asks first; so does the browser when the tab is closed. */
export function LeaveGuard({
  when,
  title,
  confirmLabel,
  cancelLabel,
  onLeave,
  children,
}: {
  when: boolean
  title: string
  confirmLabel: string
  cancelLabel: string
  /** Heard before the screen is left. */
  onLeave?: (() => void) | undefined
  children: ReactNode
}) {
  const leaving = useBlocker({
    // The same screen with another search is not left.
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      isOpen={leaving.status === 'blocked'}
      title={title}
      confirmLabel={confirmLabel}
      cancelLabel={cancelLabel}
      tone="destructive"
      onConfirm={() => {
        onLeave?.()
        leaving.proceed?.()
      }}
      onCancel={() => leaving.reset?.()}
    >
      {children}
    </ConfirmDialog>
  )
}
