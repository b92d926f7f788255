import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runScheduled } from './scheduled.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a look at what is due begins when the one before has ended, also where that one failed; one that the end cuts off is not reported', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {})
  const begun: PromiseWithResolvers<never[]>[] = []
  const sql = () => {
    const look = Promise.withResolvers<never[]>()
    begun.push(look)
    return look.promise
  }
  const stop = runScheduled({ sql, url: 'http://127.0.0.1:9' }, 10)
  await vi.advanceTimersByTimeAsync(100)
  expect(begun).toHaveLength(1)
  begun[0]?.reject(new Error('The database is closed'))
  await vi.advanceTimersByTimeAsync(100)
  expect(begun).toHaveLength(2)
  expect(report).toHaveBeenCalledTimes(1)
  stop()
  begun[1]?.reject(new Error('The database is closed'))
  await vi.advanceTimersByTimeAsync(0)
  expect(report).toHaveBeenCalledTimes(1)
})
