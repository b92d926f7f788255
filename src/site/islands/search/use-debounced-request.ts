import { useEffect, useState } from 'react'

/** The result for `text`; `found` is null when the request failed. */
export interface Lookup<T> {
  text: string
  found: T | null
}

/**
 * The result of `request` for a text that has not changed for `delay` milliseconds. Keeps the previous result while
 * waiting; null when `text` is empty or nothing has arrived. `request` must be a stable function.
 */
export function useDebouncedRequest<T>(
  text: string,
  delay: number,
  request: (text: string, signal: AbortSignal) => Promise<T>,
): Lookup<T> | null {
  const [lookup, setLookup] = useState<Lookup<T> | null>(null)

  useEffect(() => {
    if (text === '') {
      setLookup(null)
      return
    }
    const stop = new AbortController()
    const finish = (found: T | null) => {
      if (!stop.signal.aborted) setLookup({ text, found })
    }
    const timer = setTimeout(() => {
      request(text, stop.signal).then(finish, (error: unknown) => {
        if (!stop.signal.aborted) console.error(error)
        finish(null)
      })
    }, delay)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, delay, request])

  return lookup
}
