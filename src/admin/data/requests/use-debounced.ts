import { useEffect, useState } from 'react'

const PAUSE_MS = 250

/** `value` once it has not changed for 250 ms, so that not every key starts a search. */
export function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
