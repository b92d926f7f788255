import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window matches a media query; re-renders when that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Phones: narrower than 768 pixels. */
export const MOBILE_QUERY = '(width < 48rem)'
