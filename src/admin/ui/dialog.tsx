import { lazy, Suspense, type ReactNode } from 'react'

// Half of what a list needs to show itself is for windows that nobody has opened yet.
const ModalDialog = lazy(async () => {
  const { ModalDialog } = await import('./modal-dialog.tsx')
  return { default: ModalDialog }
})

export interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  size?: 'sm' | 'md' | 'lg'
  /** False: only the buttons inside close it, not Escape or a press outside. */
  isDismissable?: boolean
  role?: 'dialog' | 'alertdialog'
  /** The buttons at the foot, right-aligned. */
  footer?: ReactNode
  children: ReactNode
}

/** A modal window; the page behind it is inert and focus returns to where it was. */
export function Dialog(props: DialogProps) {
  if (!props.isOpen) return null
  return (
    <Suspense>
      <ModalDialog {...props} />
    </Suspense>
  )
}
