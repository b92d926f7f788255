import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Fires `island:ready` after hydration, so that loader.ts repeats held-back events. True from then on. Without script,
 * the browser validates forms.
 */
export function useIslandReady(root: RefObject<HTMLElement | null>): boolean {
  const [ready, setReady] = useState(false)
  // Not an effect after the next frame: the loader would hold back, and repeat, a click that the island has heard.
  useLayoutEffect(() => {
    setReady(true)
    root.current?.dispatchEvent(new Event('island:ready', { bubbles: true }))
  }, [root])
  return ready
}
