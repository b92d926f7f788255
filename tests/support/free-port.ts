import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections: one of those could take the port before it is used. */
const PORTS = { from: 12_000, count: 20_000 }
const MAX_TRIES = 100

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = PORTS.from + Math.floor(Math.random() * PORTS.count)
    if (await isFree(port)) return port
  }
  throw new Error(`none of ${MAX_TRIES} ports is free`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
