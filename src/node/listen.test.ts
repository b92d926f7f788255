import { networkInterfaces } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { closeServers, listen } from './listen.ts'

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
