import { useEffectEvent, useLayoutEffect } from 'react'

/** Listens to the window's keys. From the layout effect on: an effect after the paint would miss the first keys. */
export function useKeyDown(onKey: (event: KeyboardEvent) => void): void {
  const onKeyDown = useEffectEvent(onKey)
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
