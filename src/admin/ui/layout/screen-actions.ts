import { atom } from 'nanostores'
import { useEffect, useId } from 'react'
import type { MenuAction } from '../overlays/menu.tsx'

/** What can be done on the open screen, by the part of it that can: the command palette offers it. */
export const $screenActions = atom<ReadonlyMap<string, readonly MenuAction[]>>(new Map())

/** Offers actions of a screen in the command palette as long as the component is shown. */
export function useScreenActions(actions: readonly MenuAction[]): void {
  const id = useId()
  // In the order in which the parts were first mounted.
  useEffect(() => $screenActions.set(new Map($screenActions.get()).set(id, actions)))
  useEffect(
    () => () => {
      const others = new Map($screenActions.get())
      others.delete(id)
      $screenActions.set(others)
    },
    [id],
  )
}
