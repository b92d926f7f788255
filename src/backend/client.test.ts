import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { adminClient } from './admin-client.ts'
import { publicClient, secretClient, SERVER_REQUEST_TIMEOUT_MS } from './client.ts'
import { toBackendError } from './errors.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
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
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((delay) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), delay)
      return controller.signal
    })
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

/** The URL of a server that answers as `answer` does, until the test ends. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const sendHalf: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('[{"id":')
}

test.each<[string, RequestListener]>([
  ['takes the connection and never answers', () => undefined],
  ['stops in the middle of its answer', sendHalf],
])('a server that %s does not hold the publisher', async (_, answer) => {
  const client = secretClient(await serve(answer), 'key', 50)
  for (const request of [client.rpc('begin_build'), client.from('publish_outbox').select()]) {
    const { error, status } = await request
    expect(toBackendError(error, status)).toMatchObject({ kind: 'network', message: 'no answer in time' })
  }
})

test('a server that stops in the middle of its answer does not hold the admin', async () => {
  const url = await serve(sendHalf)
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  })
  const { fetch, AbortSignal } = globalThis
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    fetch(address.replace(__SUPABASE_URL__, url), init),
  )
  const limit = AbortSignal.timeout.bind(AbortSignal)
  const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => limit(50))
  const client = adminClient()

  const saved = await client.rpc('save_article', { p_id: null, p_version: null, p_article: {} })
  expect(toBackendError(saved.error, saved.status).kind).toBe('network')
  const signedIn = await client.auth.signInWithPassword({ email: 'a@mantel.example', password: 'secret' })
  expect(toBackendError(signedIn.error).kind).toBe('network')
  const called = await client.functions.invoke('sync-authors')
  expect(called.error).not.toBeNull()
  expect(limits.mock.calls).toEqual([[30_000], [30_000], [150_000]])
})

test('an empty answer of something before the backend is a network error, not one without rows', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
  const answers = [
    await publicClient(NOWHERE, 'key').from('articles').select(),
    await secretClient(NOWHERE, 'key').rpc('renew_publisher_lease'),
  ]
  for (const { error, status } of answers) expect(error && toBackendError(error, status).kind).toBe('network')
})
