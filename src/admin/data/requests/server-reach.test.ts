import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BackendError } from '../../../backend/errors.ts'
import { serverClock } from '../../../backend/server-clock.ts'
import { $isServerAway, watchServerReach } from './server-reach.ts'

vi.mock('../../../backend/server-clock.ts', () => ({ serverClock: { ask: vi.fn() } }))

const unreached = new BackendError('network', null, 'fetch failed')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('while the server is away a screen keeps its rows, and reads again by itself once it is there', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  watchServerReach(queryClient)
  const read = vi.fn(async () => ['a story'])
  const observer = new QueryObserver(queryClient, { queryKey: ['stories'], queryFn: read })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  expect([observer.getCurrentResult().data, $isServerAway.get()]).toEqual([['a story'], false])

  read.mockRejectedValueOnce(unreached)
  vi.mocked(serverClock.ask).mockRejectedValueOnce(unreached).mockResolvedValue({ hasTimeZone: true })
  await observer.refetch()
  expect([observer.getCurrentResult().data, $isServerAway.get()]).toEqual([['a story'], true])
  await vi.advanceTimersByTimeAsync(5000)
  expect([read.mock.calls.length, $isServerAway.get()]).toEqual([2, true])
  await vi.advanceTimersByTimeAsync(5000)
  expect([read.mock.calls.length, $isServerAway.get()]).toEqual([3, false])
  expect(observer.getCurrentResult().isError).toBe(false)
  stop()
})

test('a server that refuses a read is not away', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  watchServerReach(queryClient)
  const read = () => Promise.reject(new BackendError('denied', '42501', 'no'))
  await queryClient.query({ queryKey: ['x'], queryFn: read }).catch(() => undefined)
  expect($isServerAway.get()).toBe(false)
})
