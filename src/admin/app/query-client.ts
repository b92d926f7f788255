import { QueryClient } from '@tanstack/react-query'
import { BackendError } from '../../backend/errors.ts'

const RETRIES = 3
const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 30_000
const CACHE_MS = 5 * 60_000

/** What another try cannot change is not tried again. */
const FINAL = new Set(['denied', 'conflict', 'duplicate', 'not-found', 'invalid'])

/** Whether a question that failed `failures` times is asked once more (admin spec §9: 3 retries). */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof BackendError && FINAL.has(error.kind)) return false
  return failures < RETRIES
}

/** Milliseconds before retry number `attempt`, from 0: 1 s doubling to 30 s. */
export function retryDelay(attempt: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS)
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay, staleTime: CACHE_MS, gcTime: CACHE_MS },
      // Without a connection a save fails at once and says so, where it would wait and look as if it went on.
      mutations: { networkMode: 'always' },
    },
  })
}
