import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

interface Line {
  /** The round-trip time, in ms. */
  roundTripMs: number
  /** What the line carries to the reader, in bytes a second; all connections share it. */
  bytesPerSecond: number
}

/** Bytes that are sent at once, as in a packet. */
const PACKET = 1_460

/** A server on this machine that passes connections on to a port as a slow line would. Opening one costs a round trip, too. */
export class SlowLine {
  readonly port: number
  readonly #server: ReturnType<typeof createServer>

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server
    this.port = (server.address() as AddressInfo).port
  }

  static async open(target: number, line: Line): Promise<SlowLine> {
    const downstream = new Queue(line.bytesPerSecond)
    const server = createServer((reader) => {
      const site = connect(target, '127.0.0.1')
      const opened = performance.now() + line.roundTripMs
      carry(reader, site, new Queue(Infinity), line.roundTripMs / 2, opened)
      carry(site, reader, downstream, line.roundTripMs / 2, opened)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new SlowLine(server)
  }

  close(): void {
    this.#server.close()
  }
}

/** The order in which packets go over a line, and when its last one has left. */
class Queue {
  readonly #bytesPerSecond: number
  #freeAt = 0

  constructor(bytesPerSecond: number) {
    this.#bytesPerSecond = bytesPerSecond
  }

  /** When a packet that is ready now has left. */
  add(bytes: number): number {
    this.#freeAt = Math.max(this.#freeAt, performance.now()) + (bytes / this.#bytesPerSecond) * 1_000
    return this.#freeAt
  }
}

/** Carries all data from one end to the other: each packet waits for its turn, and is then under way for `delayMs`. */
function carry(from: Socket, to: Socket, queue: Queue, delayMs: number, openedAt: number): void {
  let last = sleep(Math.max(0, openedAt - performance.now()))
  const after = (step: () => unknown) => (last = last.then(step).then(() => undefined))
  from.on('data', (data: Buffer) => {
    for (let start = 0; start < data.length; start += PACKET) {
      const packet = data.subarray(start, start + PACKET)
      const due = Math.max(queue.add(packet.length), openedAt) + delayMs
      void after(async () => {
        await sleep(Math.max(0, due - performance.now()))
        if (!to.destroyed) to.write(packet)
      })
    }
  })
  from.on('end', () => void after(() => to.end()))
  for (const socket of [from, to]) socket.on('error', () => to.destroy())
}
