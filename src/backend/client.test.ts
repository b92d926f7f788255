import { afterEach, expect, test, vi } from 'vitest'
import { publicClient } from './client.ts'
import { toBackendError } from './errors.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a request that is never answered fails when its time is over, and is not sent again', async () => {
  vi.useFakeTimers()
  const asked = vi.fn(
    (_address: unknown, { signal }: RequestInit) =>
      new Promise<Response>((_, fail) => {
        signal?.addEventListener('abort', () => fail(signal.reason as Error))
      }),
  )
  vi.stubGlobal('fetch', asked)
  const answer = Promise.resolve(
    publicClient('http://nowhere.example', 'key', 15_000).from('articles').select(),
  )
  await vi.advanceTimersByTimeAsync(15_000)
  const { error, status } = await answer
  expect(toBackendError(error, status).kind).toBe('network')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveBeenCalledOnce()
})
