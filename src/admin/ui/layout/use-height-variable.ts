import { useCallback } from 'react'

/** A ref for an element whose height in pixels other elements need: the custom property of the document's root. */
export function useHeightVariable(name: '--editor-bar' | '--bottom-bar') {
  return useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined
      const { style } = document.documentElement
      const observer = new ResizeObserver(([entry]) => {
        style.setProperty(name, `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`)
      })
      observer.observe(element)
      return () => {
        observer.disconnect()
        style.removeProperty(name)
      }
    },
    [name],
  )
}
