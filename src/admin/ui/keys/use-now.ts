import { useEffect, useReducer } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'

/** The longest time of a timer, in milliseconds. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

/**
 * The server's time, for what a component shows by dates (null for one that is not set). When the next of the dates has
 * come, the component is rendered anew and `onCome` is called.
 */
export function useNow(dates: readonly (string | null)[], onCome?: () => void): Date {
  const [, render] = useReducer((count: number) => count + 1, 0)
  const now = serverClock.now()
  const next = Math.min(
    ...dates.map((date) => Date.parse(date ?? '')).filter((time) => time > now.getTime()),
    Infinity,
  )
  useEffect(() => {
    if (next === Infinity) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      const left = next - serverClock.now().getTime()
      // Once more where a timer cannot be so long, or the estimate of the server's time has changed meanwhile.
      if (left > 0) timer = setTimeout(wait, Math.min(left, MAX_TIMEOUT_MS))
      else {
        render()
        onCome?.()
      }
    }
    wait()
    return () => clearTimeout(timer)
    // The function of the first render will do.
  }, [next])
  return now
}
