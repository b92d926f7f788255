import { ImapFlow } from 'imapflow'

export interface MailboxSettings {
  host: string
  /** 993: encrypted from the start; on others the connection is encrypted by STARTTLS, or given up. */
  port: number
  user: string
  pass: string
}

/** The first bytes of a mail, which are read: reports stand at the top, and quote a letter below. */
const MAX_BYTES = 500_000
/** Of one turn: further ones wait for the next. */
const MAILS_OF_TURN = 500
const TIMEOUT_MS = 30_000

/**
 * Hands on each unread mail of the inbox, and marks it as read when it was taken; one whose turn fails is read again next time.
 * Returns how many were taken. Rejects when the mailbox cannot be reached, or `take` rejects.
 */
export async function readMailbox(
  { host, port, user, pass }: MailboxSettings,
  take: (raw: Uint8Array) => Promise<void>,
): Promise<number> {
  const isLocal = /^(?:localhost|127\.0\.0\.1|::1)$/.test(host)
  const client = new ImapFlow({
    ...{ host, port, secure: port === 993, auth: { user, pass }, logger: false },
    ...(port === 993 || isLocal ? {} : { doSTARTTLS: true }),
    ...{ connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
  })
  // Without a listener an error of the connection would end the process; the command that runs rejects, too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const lock = await client.getMailboxLock('INBOX')
    try {
      const unread = (await client.search({ seen: false }, { uid: true })) || []
      const turn = unread.slice(0, MAILS_OF_TURN)
      for (const uid of turn) {
        const mail = await client.fetchOne(uid, { source: { start: 0, maxLength: MAX_BYTES } }, { uid: true })
        if (mail && mail.source !== undefined) await take(mail.source)
        await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
      }
      return turn.length
    } finally {
      lock.release()
    }
  } finally {
    await client.logout().catch(() => client.close())
  }
}
