import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Random } from '../random.ts'

/** A provider with the rules of Resend, which often drops its answers, before or after it has taken the mails. */
export interface FakeResend {
  url: string
  /** The address of each mail that it has taken. */
  taken: string[]
  /** Ends the faults. */
  behave(): void
  stop(): Promise<void>
}

const INVALID = /invalid/

export async function startFakeResend(random: Random): Promise<FakeResend> {
  const taken: string[] = []
  const answers = new Map<string, { body: string; answer: string }>()
  let isFaulty = true
  const server: Server = createServer((request, response) => {
    void (async (): Promise<void> => {
      const body = await text(request)
      const key = String(request.headers['idempotency-key'])
      const fault = isFaulty ? random.below(20) : 19
      if (fault === 0) return void request.socket.destroy()
      const send = (status: number, answer: object) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      }
      if (fault === 1) return void response.writeHead(500).end('Bad gateway')
      if (fault === 2) return send(429, { name: 'rate_limit_exceeded', message: 'Too many requests' })
      const known = answers.get(key)
      if (known !== undefined && known.body !== body)
        return send(409, { name: 'invalid_idempotent_request', message: 'Same key, other payload' })
      if (known === undefined) {
        const parsed = JSON.parse(body) as { to: string[] } | { to: string[] }[]
        const mails = [parsed].flat()
        if (mails.some(({ to }) => INVALID.test(to.join())))
          return send(422, { name: 'validation_error', message: 'Invalid `to` field' })
        taken.push(...mails.flatMap(({ to }) => to))
        const ids = mails.map(() => ({ id: crypto.randomUUID() }))
        answers.set(key, { body, answer: JSON.stringify(Array.isArray(parsed) ? { data: ids } : ids[0]) })
      }
      if (fault === 3) return void request.socket.destroy()
      if (fault === 4) return void response.writeHead(200).end('<html>')
      response.writeHead(200, { 'content-type': 'application/json' }).end(answers.get(key)?.answer)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    behave: () => (isFaulty = false),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
