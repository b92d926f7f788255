import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { publicClient, secretClient, SERVER_REQUEST_TIMEOUT_MS } from './client.ts'
import { toBackendError } from './errors.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const NOWHERE = 'http://nowhere.example'

test.each([
  ['a reader', 15_000, () => publicClient(NOWHERE, 'key', 15_000).from('articles').select()],
  ['a build', SERVER_REQUEST_TIMEOUT_MS, () => publicClient(NOWHERE, 'key').from('articles').select()],
  ['the publisher', SERVER_REQUEST_TIMEOUT_MS, () => secretClient(NOWHERE, 'key').rpc('begin_build')],
])(
  'a request of %s that is never answered fails after %i ms, and is not sent again',
  async (_, limit, send) => {
    vi.useFakeTimers()
    const asked = vi.fn(
      (_address: unknown, { signal }: RequestInit) =>
        new Promise<Response>((_resolve, fail) => {
          signal?.addEventListener('abort', () => fail(signal.reason as Error))
        }),
    )
    vi.stubGlobal('fetch', asked)
    const answer = Promise.resolve(send())
    await vi.advanceTimersByTimeAsync(limit)
    const { error, status } = await answer
    expect(toBackendError(error, status)).toMatchObject({ kind: 'network', message: 'no answer in time' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveBeenCalledOnce()
  },
)

test('a server that takes the connection and never answers does not hold the publisher', async () => {
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const { error, status } = await secretClient(`http://127.0.0.1:${port}`, 'key', 50).rpc('begin_build')
    expect(toBackendError(error, status)).toMatchObject({ kind: 'network', message: 'no answer in time' })
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
