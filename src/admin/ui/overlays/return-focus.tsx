import { useLayoutEffect, useState } from 'react'

/**
 * Inside a dialog or a popover: when it closes, the element that had the focus before has it again before the next key.
 * React Aria gives it back in the next frame, and a key that comes before that is lost.
 */
export function ReturnFocus() {
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(
    () => () =>
      // Once what closes is removed, and with it the focus.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        if (before instanceof HTMLElement) before.focus({ preventScroll: true })
      }),
    [before],
  )
  return null
}
