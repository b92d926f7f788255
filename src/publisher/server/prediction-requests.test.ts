import { once } from 'node:events'
import { type IncomingMessage, createServer, request } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { PredictionRequests } from './prediction-requests.ts'

afterEach(() => vi.useRealTimers())

test('who sends no body keeps others from asking for ten seconds only', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const requests = new PredictionRequests({
    supabaseUrl: 'http://127.0.0.1:9',
    publishableKey: 'key',
    siteUrl: 'http://localhost',
    publisher: () => ({ predict: () => Promise.resolve({ total: 0, pages: [] }) }),
  })
  const server = createServer((message, response) => void requests.answer(message, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const ask = async () => {
    const headers = { authorization: 'Bearer editor' }
    const sent = request({ port, host: '127.0.0.1', path: '/publish/predict', method: 'POST', headers })
    const [response] = (await once(sent.end('{"changes":[]}'), 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  expect(await ask()).toBe(200)

  const slowOnes: Socket[] = []
  for (let index = 0; index < 20; index += 1) {
    const slow = connect(port, '127.0.0.1').on('error', () => undefined)
    const head = ['Host: x', `Authorization: Bearer ${index}`, 'Content-Length: 9', '', ''].join('\r\n')
    slow.write(`POST /publish/predict HTTP/1.1\r\n${head}`)
    await once(server, 'request')
    slowOnes.push(slow)
  }
  expect(await ask()).toBe(204)
  const closed = Promise.all(slowOnes.map((slow) => once(slow, 'close')))
  vi.advanceTimersByTime(10_000)
  await closed
  expect(await ask()).toBe(200)
})
