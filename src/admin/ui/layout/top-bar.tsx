import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

const $slot = atom<HTMLElement | null>(null)

/** Slot at the right end of the shell's top bar. */
export function TopBarSlot() {
  return <div ref={(element) => $slot.set(element)} className="flex items-center gap-2.5" />
}

/** Renders a screen's buttons into the top bar. */
export function TopBarActions({ children }: { children: ReactNode }) {
  const slot = useStore($slot)
  return slot === null ? null : createPortal(children, slot)
}

/** The heading of a screen. On a phone it is hidden visually when the top bar shows the same title. */
export function ScreenTitle({
  isInTopBar = true,
  className = '',
  children,
}: {
  isInTopBar?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <h1
      className={`font-serif tracking-[-0.02em] md:text-3xl ${isInTopBar ? 'max-md:sr-only' : 'text-2xl'} ${className}`}
    >
      {children}
    </h1>
  )
}
