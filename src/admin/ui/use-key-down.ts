import { useLayoutEffect } from 'react'

/** Hears the keys of the whole window, from the moment its screen is seen: an effect after the paint would miss the first. */
export function useKeyDown(onKey: (event: KeyboardEvent) => void): void {
  useLayoutEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
