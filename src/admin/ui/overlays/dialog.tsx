import type { ReactNode } from 'react'
import { lazyPart } from '../layout/lazy-part.tsx'

// React Aria's modal would double the code of a list screen before any dialog is opened.
const ModalDialog = lazyPart(async () => (await import('./modal-dialog.tsx')).ModalDialog)

export interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  size?: 'sm' | 'md' | 'lg'
  /** False: only the buttons inside close it, not Escape or a press outside. */
  isDismissable?: boolean
  role?: 'dialog' | 'alertdialog'
  footer?: ReactNode
  children: ReactNode
}

/** Loads the code of dialogs. Call it where a key opens a dialog: the next key is meant for the dialog. */
export const preloadDialogs = () => ModalDialog.preload()

/** A modal dialog; the page behind it is inert and focus returns to where it was. */
export function Dialog(props: DialogProps) {
  return props.isOpen ? <ModalDialog {...props} /> : null
}
