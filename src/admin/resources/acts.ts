import { type ReactNode, useState } from 'react'
import type { MenuAction } from '../ui/overlays/menu.tsx'

/** Starts the act with this id: does it, or opens its dialog. */
export type Begin = (id: string) => void

/** An action on what is shown, as an entry of a menu or a button. */
export type Act = Omit<MenuAction, 'onAction'> & {
  /** False: the menu leaves it out. A dialog that is open stays: the act may have changed what it depends on. */
  isOffered?: boolean
} & (
    | { run: (begin: Begin) => void }
    /** The dialog that asks first, and does it. */
    | { ask: (close: () => void) => ReactNode }
  )

/** The acts that are offered, as entries of a menu, and the dialog of the one in progress. `begin` is for buttons. */
export function useActs(acts: readonly Act[]): {
  actions: MenuAction[]
  begin: Begin
  dialog: ReactNode
} {
  const [askedId, setAsked] = useState<string | null>(null)
  const asked = acts.find((act) => act.id === askedId && 'ask' in act)
  // An act that is gone takes its question along, which would open again with the act.
  if (askedId !== null && asked === undefined) setAsked(null)
  const begin = (id: string) => {
    const act = acts.find((one) => one.id === id)
    if (act === undefined) return
    if ('run' in act) act.run(begin)
    else setAsked(id)
  }
  return {
    actions: acts
      .filter(({ isOffered = true }) => isOffered)
      .map((act) => ({ ...act, onAction: () => begin(act.id) })),
    begin,
    dialog: asked !== undefined && 'ask' in asked ? asked.ask(() => setAsked(null)) : null,
  }
}
