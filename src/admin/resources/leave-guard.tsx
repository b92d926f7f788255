import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type ConfirmDialogProps, ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'

/** Confirmation dialog for leaving the screen or closing the tab, while `when` is true. */
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
  onLeave?: (() => void) | undefined
  children: ReactNode
}) {
  const leaving = useBlocker({
    // Another search of the same screen does not leave it.
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

/** Confirmation dialog for leaving a screen with unsaved changes. */
export function UnsavedWarning({ isDirty, onDiscard }: { isDirty: boolean; onDiscard?: () => void }) {
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

/** Confirmation dialog for discarding unsaved changes; `children` name them. */
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

/** Runs what discards unsaved changes only when the person agrees; `text` names them. */
export function useDiscardFirst({
  isDirty,
  text,
  onDiscard,
}: {
  isDirty: boolean
  text: string
  onDiscard?: () => void
}): { confirmThen: (act: () => void) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<(() => void) | null>(null)
  return {
    confirmThen: (act) => {
      if (isDirty) setAsked(() => act)
      else act()
    },
    dialog: (
      <DiscardDialog
        isOpen={asked !== null}
        onConfirm={() => {
          setAsked(null)
          onDiscard?.()
          asked?.()
        }}
        onCancel={() => setAsked(null)}
      >
        <p>{text}</p>
      </DiscardDialog>
    ),
  }
}
