import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** While `when`, leaving the screen asks first; so does the browser when the tab is closed. */
export function LeaveGuard({
  when,
  title,
  confirmLabel,
  cancelLabel,
  children,
}: {
  when: boolean
  title: string
  confirmLabel: string
  cancelLabel: string
  children: ReactNode
}) {
  const leaving = useBlocker({
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
      onConfirm={() => leaving.proceed?.()}
      onCancel={() => leaving.reset?.()}
    >
      {children}
    </ConfirmDialog>
  )
}
