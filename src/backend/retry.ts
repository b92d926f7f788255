import { BackendError } from './errors.ts'

const MAX_RETRIES = 3
const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 30_000

/** Errors that another try would not change. */
const FINAL = new Set(['denied', 'conflict', 'duplicate', 'not-found', 'invalid'])

/** Whether another try of the same request would fail again. */
export function isFinal(error: unknown): boolean {
  return error instanceof BackendError && FINAL.has(error.kind)
}

/** Whether to retry a failed query, three times at most. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return !isFinal(error) && failures < MAX_RETRIES
}

/** Milliseconds before retry `attempt`, counted from 0: 1 s, doubling up to 30 s. */
export function retryDelay(attempt: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS)
}
