import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/**
 * Tells the island around `root` that its component listens now: what readers did before is then repeated. True from
 * then on: until a form listens, its own browser checks it.
 */
export function useIslandReady(root: RefObject<HTMLElement | null>): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    setReady(true)
    root.current?.dispatchEvent(new Event('island:ready', { bubbles: true }))
  }, [root])
  return ready
}
