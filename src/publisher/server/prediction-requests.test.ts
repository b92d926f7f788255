import { once } from 'node:events'
import { type IncomingMessage, type RequestListener, createServer, request } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { predictionRequests } from './prediction-requests.ts'

afterEach(() => vi.useRealTimers())

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, port: (server.address() as AddressInfo).port }
}

/** A database that knows an editor, a viewer, and any number of editors by token, and a publisher that predicts nothing. */
async function servePredictions() {
  const asked: string[] = []
  const backend = await serve((message, response) => {
    const token = message.headers.authorization?.replace('Bearer ', '') ?? ''
    asked.push(token)
    const [role] = /^(editor|viewer)/.exec(token) ?? []
    response.writeHead(role === undefined ? 401 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(role ?? { code: 'PGRST301', message: 'No suitable key' }))
  })
  const predict = vi.fn(() => Promise.resolve({ total: 0, pages: [] }))
  const requests = predictionRequests({
    supabaseUrl: `http://127.0.0.1:${backend.port}`,
    publishableKey: 'key',
    siteUrl: 'http://localhost',
    publisher: () => ({ predict }),
  })
  const { server, port } = await serve((message, response) => void requests.answer(message, response))
  const ask = async (token = 'editor', body = '{"changes":[]}') => {
    const headers = { authorization: `Bearer ${token}` }
    const sent = request({ port, host: '127.0.0.1', path: '/publish/predict', method: 'POST', headers })
    // The connection may be closed while a refused body is sent.
    sent.on('error', () => undefined)
    const [response] = (await once(sent.end(body), 'response')) as [IncomingMessage]
    response.resume()
    return { status: response.statusCode, connection: response.headers.connection }
  }
  /** Sends the head of a request, and no body. */
  const askSlowly = (token: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    const head = ['Host: x', `Authorization: Bearer ${token}`, 'Content-Length: 9', '', ''].join('\r\n')
    socket.write(`POST /publish/predict HTTP/1.1\r\n${head}`)
    return socket
  }
  return { server, ask, askSlowly, predict, asked }
}

test('who sends no body keeps others from asking for ten seconds only', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { server, ask, askSlowly } = await servePredictions()
  expect((await ask()).status).toBe(200)
  const slowOnes: Socket[] = []
  for (let index = 0; index < 20; index += 1) {
    slowOnes.push(askSlowly(`editor-${index}`))
    await once(server, 'request')
  }
  await expect.poll(async () => (await ask()).status).toBe(204)
  const closed = Promise.all(slowOnes.map((slow) => once(slow, 'close')))
  vi.advanceTimersByTime(10_000)
  await closed
  expect((await ask()).status).toBe(200)
})

test.each([
  ['nobody', 401],
  ['viewer', 403],
])(
  'who may not publish keeps nobody from asking, and is refused before the body: %s',
  async (token, status) => {
    const { ask, askSlowly, predict } = await servePredictions()
    const slowOnes = Array.from({ length: 40 }, (_, index) => askSlowly(`${token}-${index}`))
    const answers = await Promise.all(slowOnes.map(async (slow) => String(await once(slow, 'data'))))
    // Some while the database is asked for the others.
    for (const answer of answers) expect(answer).toMatch(new RegExp(`^HTTP/1.1 (${status}|204) `))
    expect(answers.join()).toContain(`HTTP/1.1 ${status} `)
    expect(predict).not.toHaveBeenCalled()
    expect((await ask()).status).toBe(200)
  },
)

test('the database is asked for a sender who was let in once a minute, and each time for one who was refused', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { ask, asked } = await servePredictions()
  for (const token of ['editor', 'editor', 'viewer', 'viewer']) await ask(token)
  expect(asked).toEqual(['editor', 'viewer', 'viewer'])
  vi.advanceTimersByTime(61_000)
  expect((await ask()).status).toBe(200)
  expect(asked.at(-1)).toBe('editor')
})

test.each(['', '{', '[]', 'null', '1', '"a"'])(
  'a body that is none is refused with 400: %j',
  async (body) => {
    const { ask } = await servePredictions()
    expect((await ask('editor', body)).status).toBe(400)
    expect((await ask()).status).toBe(200)
  },
)

test('a body that is too large is refused with 413, and its connection closed', async () => {
  const { ask } = await servePredictions()
  expect(await ask('editor', 'x'.repeat(4_000_000))).toEqual({ status: 413, connection: 'close' })
})
