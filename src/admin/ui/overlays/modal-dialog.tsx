import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from '../layout/button.tsx'
import type { DialogProps } from './dialog.tsx'
import { ReturnFocus } from './return-focus.tsx'

/**
 * Where a dialog stands. The lower edge of a question stays where it is when its text grows: a press that begins on a button
 * and ends beside it, because the answer to a request came in between, would be lost.
 */
const PLACES = {
  dialog: 'md:items-center md:p-6',
  alertdialog: 'md:items-end md:p-6 md:pb-[max(--spacing(6),calc(50dvh-8rem))]',
} as const

const WIDTHS = { sm: 'max-w-md', md: 'max-w-2xl', lg: 'max-w-5xl' } as const

/** The open `Dialog`; on a phone it is above the on-screen keyboard. Toasts find room above it. */
export function ModalDialog({
  onClose,
  title,
  size = 'md',
  isDismissable = true,
  role = 'dialog',
  footer,
  children,
}: DialogProps) {
  const dialog = useKeptFocus()
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      data-veil
      className={`fixed inset-0 z-50 flex items-end justify-center bg-veil pb-[calc(100dvh-var(--visual-viewport-height,100dvh))] ${PLACES[role]}`}
    >
      <Modal
        className={`flex max-h-[92%] w-full flex-col rounded-t-lg border border-rule bg-paper shadow-raised outline-none md:max-h-[calc(100%-6rem)] md:rounded-lg max-md:[body:has([data-toast])_&]:max-h-[calc(100%-5.5rem)] ${WIDTHS[size]}`}
      >
        <AriaDialog ref={dialog} role={role} className="flex min-h-0 flex-col outline-none">
          <ReturnFocus />
          <header className="flex items-center justify-between gap-4 border-b border-rule py-3 pr-3 pl-5">
            <Heading slot="title" className="min-w-0 text-lg font-semibold [overflow-wrap:anywhere]">
              {title}
            </Heading>
            {isDismissable && (
              <Button variant="ghost" size="icon" aria-label="Close" onPress={onClose}>
                <X aria-hidden className="size-4.5" />
              </Button>
            )}
          </header>
          <div className="min-h-0 overflow-y-auto p-5">{children}</div>
          {footer !== undefined && (
            <footer className="flex gap-2.5 border-t border-rule px-5 py-3.5 *:max-w-full *:[overflow-wrap:anywhere] *:whitespace-normal max-sm:flex-col-reverse max-sm:*:w-full sm:flex-wrap sm:justify-end">
              {footer}
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/**
 * A ref for a dialog that takes the focus when the control that had it is disabled or removed, such as a Save button after
 * the save: browsers give it to the page, from where Escape and Tab do not reach the dialog.
 */
function useKeptFocus() {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    let frame = 0
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame)
      // A browser takes the focus away when it draws the next frame.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => {
          // A dialog below another one is inert: it takes nothing.
          if (document.activeElement === document.body) dialog.focus()
        })
      })
    })
    observer.observe(dialog, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
    }
  }, [])
  return ref
}
