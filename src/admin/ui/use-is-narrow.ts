import { type RefObject, useEffect, useState } from 'react'

/** Whether an element is narrower than `pixels`; null before it is measured. */
export function useIsNarrow(element: RefObject<HTMLElement | null>, pixels: number): boolean | null {
  const [narrow, setNarrow] = useState<boolean | null>(null)
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setNarrow(entry.contentRect.width < pixels)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, pixels])
  return narrow
}
