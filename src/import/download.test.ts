import { type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { download } from './download.ts'

let server: Server
let origin: string

const ANSWERS: Readonly<Record<string, (answer: ServerResponse) => void>> = {
  '/pot.jpg': (answer) => answer.end('pot'),
  '/moved': (answer) => answer.writeHead(301, { location: '/pot.jpg' }).end(),
  '/round': (answer) => answer.writeHead(302, { location: '/round' }).end(),
  '/said-large': (answer) => answer.writeHead(200, { 'content-length': String(5 * 1024 ** 3) }).write('x'),
  '/large': (answer) => answer.end('x'.repeat(2000)),
  '/silent': () => undefined,
  '/stops': (answer) => void answer.writeHead(200).write('x'),
}

beforeAll(async () => {
  server = createServer(({ url = '' }, answer) => {
    const give = ANSWERS[url]
    if (give === undefined) answer.writeHead(404).end()
    else give(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const read = (path: string, options: object = {}) =>
  download(origin + path, { allowsPrivateAddresses: true, maxBytes: 1000, ...options })

test('a file is read, also where its address has moved', async () => {
  expect((await read('/pot.jpg')).toString()).toBe('pot')
  expect((await read('/moved')).toString()).toBe('pot')
})

test.each([
  ['/gone', 'its server answers 404'],
  ['/round', 'its address leads on and on'],
  ['/said-large', 'it is larger than'],
  ['/large', 'it is larger than'],
])('%s is refused: %s', async (path, message) => {
  await expect(read(path)).rejects.toThrow(message)
})

test.each(['/silent', '/stops'])('%s: a server that does not end is given up', async (path) => {
  await expect(read(path, { timeoutMs: 200 })).rejects.toThrow('its server took too long')
})

test.each([
  'http://127.0.0.1/',
  'http://localhost/',
  'http://[::1]/',
  'http://169.254.169.254/latest',
  'http://10.0.0.1/',
])('%s is asked by nobody: it is not of the public internet', async (address) => {
  await expect(download(address)).rejects.toThrow('its address is not one of the public internet')
})

test.each(['file:///etc/passwd', 'data:text/plain,x', 'ftp://old.example/pot.jpg'])(
  '%s is no address of the web',
  async (address) => {
    await expect(download(address)).rejects.toThrow('its address is not one of the web')
  },
)
