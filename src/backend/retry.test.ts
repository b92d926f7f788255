import { describe, expect, test } from 'vitest'
import { BackendError } from './errors.ts'
import { retryDelay, shouldRetry } from './retry.ts'

describe('a failed query', () => {
  test('is retried three times', () => {
    const lost = new BackendError('network', null, 'fetch failed')
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, lost))).toEqual([true, true, true, false])
  })

  test('is not retried after a refusal', () => {
    expect(shouldRetry(0, new BackendError('denied', '42501', 'no'))).toBe(false)
    expect(shouldRetry(0, new BackendError('not-found', 'PGRST116', 'no'))).toBe(false)
  })

  test('waits 1 s before the first retry, doubling up to 30 s', () => {
    expect([0, 1, 2, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000])
  })
})
