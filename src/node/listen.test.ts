import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { answerAndClose, closeServers, listen, readBody } from './listen.ts'

const opened: Awaited<ReturnType<typeof listen>>[] = []
afterEach(async () => {
  for (const { servers } of opened.splice(0)) await closeServers(servers)
})

async function open(host: string | null, port = 0) {
  const listening = await listen(port, host, (_, response) => void response.end('here'))
  opened.push(listening)
  return listening
}

const addresses = (listening: Awaited<ReturnType<typeof listen>>) =>
  listening.servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' ? address?.address : address
  })

const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
)

test('without a host, listens on the loopback addresses only, and localhost reaches it', async () => {
  const listening = await open(null)
  expect(addresses(listening)).toEqual(hasIpv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1'])
  for (const host of ['localhost', '127.0.0.1']) {
    expect(await (await fetch(`http://${host}:${listening.port}`)).text()).toBe('here')
  }
})

test('with a host, listens there only', async () => {
  expect(addresses(await open('0.0.0.0'))).toEqual(['0.0.0.0'])
})

test.each(['203.0.113.9', 'no.host.invalid'])(
  'rejects with the variable HOST when %s is no address of this machine',
  async (host) => {
    await expect(open(host)).rejects.toThrow(`HOST is "${host}", which is no address of this machine.`)
  },
)

test('rejects with the port when it is in use', async () => {
  const { port } = await open(null)
  await expect(open(null, port)).rejects.toThrow(`Port ${port} is in use`)
})

test.runIf(hasIpv6)('rejects when another program has the port on ::1 only', async () => {
  const { port } = await open('::1')
  await expect(open(null, port)).rejects.toThrow(`Port ${port} is in use`)
  // The first address is free again.
  expect((await open('127.0.0.1', port)).port).toBe(port)
})

test('keeps idle connections a minute longer than clients are told, who may send a request at the last moment', async () => {
  const { servers } = await open(null)
  for (const server of servers) expect(server.keepAliveTimeoutBuffer).toBe(60_000)
})

async function openReader() {
  const listening = await listen(0, null, (request, response) => {
    void readBody(request, 1000).then(async (body) => {
      if (body === null) await answerAndClose(request, response, 413, {}, 'too large')
      else response.end(body)
    })
  })
  opened.push(listening)
  return listening.port
}

test.each([true, false])(
  'a body that is too large is answered, and its connection closed; says its size: %s',
  async (saysSize) => {
    const port = await openReader()
    const large = Buffer.alloc(20_000_000, 'x')
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      body: saysSize ? large : new Blob([large]).stream(),
      duplex: 'half',
    }
    const response = await fetch(`http://127.0.0.1:${port}`, init)
    expect([response.status, await response.text()]).toEqual([413, 'too large'])
    expect(response.headers.get('connection')).toBe('close')
  },
)

test('a body without an end is answered, and its connection closed', async () => {
  const socket = connect(await openReader(), '127.0.0.1').on('error', () => undefined)
  const closed = once(socket, 'close')
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
  const timer = setInterval(() => socket.write(`400\r\n${'x'.repeat(1024)}\r\n`), 5)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toContain('HTTP/1.1 413')
  await closed
  clearInterval(timer)
})
