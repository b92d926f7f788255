import { once } from 'node:events'
import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkLink } from './check-link.ts'

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await once(server.listen(0, '0.0.0.0'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const options = { mayAsk: (ip: string) => ip === '127.0.0.1', ports: new Set([String(port)]) }
  return { origin: `http://localhost:${port}`, options }
}

/** Answers `/<status for HEAD>/<status for GET>`; `/to/<address>` redirects there. */
const answering: RequestListener = ({ url = '', method }, response) => {
  const [, first = '', second = first] = url.split('/')
  if (first === 'to') response.writeHead(302, { location: decodeURIComponent(second) }).end()
  else response.writeHead(Number(method === 'HEAD' ? first : second)).end('x'.repeat(100))
}

test.for([
  ['/200', 'fine'],
  ['/404', 'dead'],
  ['/410', 'dead'],
  ['/403', 'unknown'],
  ['/429', 'unknown'],
  ['/500', 'unknown'],
  // HEAD alone says nothing bad of a page.
  ['/405/200', 'fine'],
  ['/404/200', 'fine'],
  ['/403/404', 'dead'],
  ['/to/%2F200', 'fine'],
  ['/to/%2F404', 'dead'],
])('%s is %s', async ([path, state]) => {
  const { origin, options } = await serve(answering)
  expect(await checkLink(origin + path, options)).toBe(state)
})

test('a host that does not exist is dead, where hosts are found at all', async () => {
  for (const [isOnline, state] of [
    [true, 'dead'],
    [false, 'unknown'],
  ] as const) {
    const findsHosts = () => Promise.resolve(isOnline)
    expect(await checkLink('http://nowhere.invalid/', { findsHosts })).toBe(state)
  }
})

test('redirects without end, and a server that does not answer, leave it open', async () => {
  const { origin, options } = await serve(({ url }, response) => {
    if (url !== '/silent') response.writeHead(302, { location: '/again' }).end()
  })
  expect(await checkLink(`${origin}/again`, options)).toBe('unknown')
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort())
  expect(await checkLink(`${origin}/silent`, options)).toBe('unknown')
})

test('only servers of the public internet are asked, also where a name or a redirect leads to others', async () => {
  const asked = vi.fn(answering)
  const { origin, options } = await serve(asked)
  const { port } = new URL(origin)
  const onlyPort = { ports: options.ports }
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    '0.0.0.0',
  ])
    expect(await checkLink(`http://${host}:${port}/200`, onlyPort), host).toBe('unknown')
  expect(asked).not.toHaveBeenCalled()

  // A redirect leads from a server that may be asked to another address of this machine.
  const path = `/to/${encodeURIComponent(`http://127.0.0.2:${port}/200`)}`
  expect(await checkLink(origin + path, options)).toBe('unknown')
  expect(asked.mock.calls.map(([{ url }]) => url)).toEqual([path])
})

test.for(['http://localhost:22/', 'http://a:b@example.com/', 'ftp://example.com/', 'file:///etc/passwd'])(
  '%s is not asked',
  async (address) => {
    expect(await checkLink(address, { mayAsk: () => true })).toBe('unknown')
  },
)
