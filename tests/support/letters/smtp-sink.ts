import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** What the server does with a mail: takes it, or fails at a step. */
export type SmtpFault = 'none' | 'drop-before-data' | 'drop-after-dot' | 421 | 451 | 550

export interface SmtpSink {
  port: number
  /** The address and the bytes of each mail that it has taken. */
  taken: { to: string; raw: Buffer }[]
  /** Mails that it took without saying so. */
  dropped: number
  stop(): Promise<void>
}

/** A mail server on this machine, which decides by the address what it does. */
export async function startSmtpSink(
  faultOf: (address: string) => SmtpFault = () => 'none',
): Promise<SmtpSink> {
  const taken: SmtpSink['taken'] = []
  const sink = { dropped: 0 }
  const socketOf = (id: string): Socket | undefined => {
    for (const connection of server.connections)
      if (connection.session.id === id) return (connection as unknown as { _socket: Socket })._socket
    return undefined
  }
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, session, done) {
      const fault = faultOf(address)
      if (fault === 'drop-before-data') return void socketOf(session.id)?.destroy()
      if (typeof fault === 'number')
        return done(Object.assign(new Error(`Fault ${fault}`), { responseCode: fault }))
      session.envelope.bodyType = fault as never
      done()
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo)
          taken.push({ to: address, raw: Buffer.concat(parts) })
        if ((session.envelope.bodyType as unknown) !== 'drop-after-dot') return done()
        sink.dropped += 1
        socketOf(session.id)?.destroy()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    get dropped() {
      return sink.dropped
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
