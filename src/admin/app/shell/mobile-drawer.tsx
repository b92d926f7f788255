import { type ReactNode, useEffect, useRef } from 'react'

/** The sidebar on phones: a native modal dialog, which brings Escape, focus and the inert page. */
export function MobileDrawer({
  isOpen,
  onClose,
  children,
}: {
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        // A press beside the drawer or on a link in it closes it.
        const pressed = event.target
        if (pressed === dialog.current || (pressed instanceof Element && pressed.closest('a'))) onClose()
      }}
      className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] -translate-x-full border-r border-rule bg-sidebar p-0 text-ink shadow-raised transition-[translate,display,overlay] transition-discrete duration-200 backdrop:bg-veil open:translate-x-0 md:hidden starting:open:-translate-x-full"
    >
      {isOpen && children}
    </dialog>
  )
}
