import { QueryClient } from '@tanstack/react-query'
import { BackendError } from '../../backend/errors.ts'

const MAX_RETRIES = 3
const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 30_000
const CACHE_MS = 5 * 60_000

/** Errors that another try would not change. */
const FINAL = new Set(['denied', 'conflict', 'duplicate', 'not-found', 'invalid'])

/** Whether to retry a failed query, three times at most. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof BackendError && FINAL.has(error.kind)) return false
  return failures < MAX_RETRIES
}

/** Milliseconds before retry `attempt`, counted from 0: 1 s, doubling up to 30 s. */
export function retryDelay(attempt: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS)
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay, staleTime: CACHE_MS, gcTime: CACHE_MS },
      // Offline, a save fails at once with a message instead of waiting and looking as if it went on.
      mutations: { networkMode: 'always' },
    },
  })
}
