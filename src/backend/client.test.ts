import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GoTrueClient } from '@supabase/auth-js'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { AdminClient, adminClient, sessionlessAuth } from './admin-client.ts'
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
  const called = client.request(`${__SUPABASE_URL__}/functions/v1/sync-authors`)
  await expect(called.then((answer) => answer.text())).rejects.toThrow()
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

test('the admin sends the token of the session, and what it signs in or asks by another token keeps that one', async () => {
  const session = {
    access_token: `${btoa('{"alg":"HS256"}')}.${btoa('{"exp":4102444800}')}.c2ln`,
    refresh_token: 'again',
    expires_at: 4_102_444_800,
    user: { id: 'a' },
  }
  const auth = new GoTrueClient({
    url: `${NOWHERE}/auth/v1`,
    storage: {
      getItem: () => JSON.stringify(session),
      setItem: () => undefined,
      removeItem: () => undefined,
    },
    autoRefreshToken: false,
    detectSessionInUrl: false,
  })
  const sent: (string | null)[][] = []
  vi.stubGlobal('fetch', async (_address: unknown, init?: RequestInit) => {
    const headers = new Headers(init?.headers)
    sent.push([headers.get('apikey'), headers.get('authorization')])
    return Response.json({})
  })
  const client = new AdminClient(auth)
  await client.from('articles').select()
  await client.rpc('count_unread_notifications')
  await client.request(`${NOWHERE}/functions/v1/sync-authors`, { method: 'POST' })
  await sessionlessAuth().getUser('another')
  const own = [__SUPABASE_PUBLISHABLE_KEY__, `Bearer ${session.access_token}`]
  expect(sent).toEqual([own, own, own, [__SUPABASE_PUBLISHABLE_KEY__, 'Bearer another']])
})

test('the admin sends no token without a session', async () => {
  const headers: Headers[] = []
  vi.stubGlobal('fetch', async (_address: unknown, init?: RequestInit) => {
    headers.push(new Headers(init?.headers))
    return Response.json([])
  })
  await new AdminClient(sessionlessAuth()).from('articles').select()
  expect(headers.map((all) => [all.get('apikey'), all.get('authorization')])).toEqual([
    [__SUPABASE_PUBLISHABLE_KEY__, null],
  ])
})
