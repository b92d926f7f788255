import { type ReactNode, useState } from 'react'
import type { MenuAction } from '../ui/overlays/menu.tsx'

/** An action on what is shown, as an entry of a menu or a button. */
export type Act = Omit<MenuAction, 'onAction'> & {
  /** False: the menu leaves it out. A dialog that is open stays: the act may have changed what it depends on. */
  isOffered?: boolean
} & (
    | { run: () => void }
    /** The dialog that asks first, and does it. */
    | { ask: (close: () => void) => ReactNode }
  )

/** The acts that are offered, as entries of a menu, and the dialog of the one in progress. `begin` is for buttons. */
export function useActs(acts: readonly Act[]): {
  actions: MenuAction[]
  begin: (id: string) => void
  dialog: ReactNode
} {
  const [askedId, setAsked] = useState<string | null>(null)
  const asked = acts.find(({ id }) => id === askedId)
  return {
    actions: acts
      .filter(({ isOffered = true }) => isOffered)
      .map((act) => ({ ...act, onAction: 'run' in act ? act.run : () => setAsked(act.id) })),
    begin: setAsked,
    dialog: asked !== undefined && 'ask' in asked ? asked.ask(() => setAsked(null)) : null,
  }
}
