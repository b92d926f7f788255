import type { QueryClient } from '@tanstack/react-query'
import { type ReadableAtom, atom } from 'nanostores'
import { isUnreached } from '../../../backend/server-state.ts'
import { serverClock } from '../../../backend/server-clock.ts'

/** Milliseconds between two questions whether the server is there again. */
const ASK_MS = 5000

const away = atom(false)

/** Whether the server gave the last reads no answer, or none in time. Screens keep what they show. */
export const $isServerAway: ReadableAtom<boolean> = away

/** Keeps `$isServerAway`. Once the server is there again, what could not be read meanwhile is read. */
export function watchServerReach(queryClient: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const askAgain = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      serverClock.ask().then(endAbsence, (error: unknown) => (isUnreached(error) ? askAgain() : endAbsence()))
    }, ASK_MS)
  }
  const endAbsence = () => {
    clearTimeout(timer)
    away.set(false)
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action } = event
    // The first failure of several tries, too.
    if ((action.type === 'failed' || action.type === 'error') && isUnreached(action.error)) {
      if (!away.get()) askAgain()
      away.set(true)
    } else if (action.type === 'success' && action.manual !== true && away.get()) endAbsence()
  })
}
