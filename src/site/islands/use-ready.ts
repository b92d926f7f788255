import { useEffect } from 'react'
import type { RefObject } from 'react'

/** Tells the island around `root` that its component listens now: what readers did before is then repeated. */
export function useReady(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    root.current?.dispatchEvent(new Event('island:ready', { bubbles: true }))
  }, [root])
}
