import { useEffect, useReducer } from 'react'
import { serverClock } from '../../backend/server-clock.ts'

/** The longest time of a timer, in milliseconds. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

/** Renders the component anew when a date has come by the server's clock, and calls `onCome` then. */
export function useRenderAt(date: string | null, onCome?: () => void): void {
  const [, render] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = (hasWaited: boolean) => {
      const left = Date.parse(date ?? '') - serverClock.now().getTime()
      // Once more where a timer cannot be so long, or the estimate of the server's time has changed meanwhile.
      if (left > 0) timer = setTimeout(() => wait(true), Math.min(left, MAX_TIMEOUT_MS))
      else if (hasWaited) {
        render()
        onCome?.()
      }
    }
    wait(false)
    return () => clearTimeout(timer)
    // The function of the first render will do.
  }, [date])
}
