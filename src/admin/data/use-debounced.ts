import { useEffect, useState } from 'react'

const PAUSE_MS = 250

/** `value` once it has not changed for a quarter of a second: what is typed is not searched letter by letter. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
