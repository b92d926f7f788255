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
