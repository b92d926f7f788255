import { useStore } from '@nanostores/react'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useKeyDown } from '../keys/use-key-down.ts'
import { type ShownToast, $toasts, dismissToast } from './toast.ts'

/** How long a toast is shown, in milliseconds; errors longer, and toasts with a button long enough to reach it. */
const DURATION_MS = { default: 5000, destructive: 10_000, action: 20_000 } as const

/** What Escape closes rather than a toast. */
const OPEN_DIALOG = '[data-veil], dialog[open]'

/**
 * Shows the toasts of `showToast`; mounted once. Escape dismisses the newest. They stay announced and pressable while a
 * dialog is open, at the top then, where they cover none of the dialog's buttons: only the newest is seen, the others would
 * cover its title. They stand above the bar of a selection. The end of a page can be scrolled clear of them: `main` has room
 * for one below it.
 */
export function Toaster() {
  const toasts = useStore($toasts)
  useKeyDown(({ key, defaultPrevented }) => {
    const newest = toasts.at(-1)
    if (key !== 'Escape' || defaultPrevented || newest === undefined) return
    if (document.querySelector(OPEN_DIALOG) === null) dismissToast(newest.id)
  })
  const ofTone = (tone: ShownToast['tone']) =>
    toasts.filter((toast) => toast.tone === tone).map((toast) => <Toast key={toast.id} toast={toast} />)
  return (
    <section
      aria-label="Messages"
      data-react-aria-top-layer="true"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-100 flex flex-col items-end gap-2.5 max-md:bottom-[calc(var(--bottom-bar,0px)+1rem)] md:left-auto md:w-96 md:[body:has([data-selection-bar]):not(:has([data-veil]))_&]:bottom-[calc(var(--bottom-bar,0px)+1.75rem)] [body:has([data-veil])_&]:top-2 [body:has([data-veil])_&]:bottom-auto md:[body:has([data-veil])_&]:left-[calc(50%-12rem)] [body:has([data-veil])_&_[data-toast]:not(:last-child)]:hidden"
    >
      {/* Live regions must exist before their text. */}
      <div role="status" aria-live="polite" className="contents">
        {ofTone('default')}
      </div>
      <div role="alert" aria-live="assertive" className="contents">
        {ofTone('destructive')}
      </div>
    </section>
  )
}

function Toast({ toast }: { toast: ShownToast }) {
  const [held, setHeld] = useState(false)
  const kind = toast.action === null ? toast.tone : 'action'
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(toast.id), DURATION_MS[kind])
    return () => clearTimeout(timer)
  }, [held, toast.id, kind])

  const Icon = toast.tone === 'destructive' ? CircleAlert : CircleCheck
  return (
    <div
      data-toast
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex w-full items-start gap-3 rounded-md border border-rule bg-card py-3 pr-2 pl-4 shadow-raised"
    >
      <Icon
        aria-hidden
        className={`mt-0.5 size-4.5 shrink-0 ${toast.tone === 'destructive' ? 'text-madder' : 'text-prussian'}`}
      />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="font-semibold">{toast.title}</p>
        {toast.description !== null && <p className="text-sm text-soft">{toast.description}</p>}
        {toast.link !== null && (
          <a href={toast.link.href} target="_blank" className="text-sm font-semibold underline">
            {toast.link.text}
          </a>
        )}
      </div>
      {toast.action !== null && (
        <button
          type="button"
          onClick={() => {
            dismissToast(toast.id)
            toast.action?.onAction()
          }}
          className="-my-1 shrink-0 rounded-sm px-2 py-1.5 text-sm font-semibold underline underline-offset-4 hover:bg-tint"
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        title="Dismiss (Esc)"
        onClick={() => dismissToast(toast.id)}
        className="flex size-7 shrink-0 items-center justify-center rounded-sm text-soft hover:bg-tint hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}
