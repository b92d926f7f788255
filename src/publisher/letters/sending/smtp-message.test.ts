import { generateKeyPairSync } from 'node:crypto'
import { authenticate } from 'mailauth'
import { describe, expect, test } from 'vitest'
import { PREFERENCES_PLACE, UNSUBSCRIBE_PLACE } from '../../../letters/reader-links.ts'
import { letterMail, testMail } from '../../../letters/sending/letter-mail.ts'
import { smtpMessage } from './smtp-message.ts'

const letter = {
  id: '11111111-1111-4111-8111-111111111111',
  topic: 'weeklyNewsletter',
  subject: 'Chairs, and what is under them – ünd mehr',
  html: `<p>Hello.</p><a href="${UNSUBSCRIBE_PLACE}">leave</a> <a href="${PREFERENCES_PLACE}">choose</a>`,
  plain_text: `Hello.\n\n${UNSUBSCRIBE_PLACE}\n${PREFERENCES_PLACE}`,
  from_name: 'The Magazine',
  from_address: 'letters@magazine.example',
  reply_to: 'office@magazine.example',
}
const reader = {
  id: '22222222-2222-4222-8222-222222222222',
  email: 'anna@example.com',
  token: 'a'.repeat(64),
}
const origins = {
  siteUrl: 'https://magazine.example',
  apiUrl: 'https://api.magazine.example',
  bounceAddress: null,
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

const raw = async (
  more: Partial<typeof letter> = {},
  dkim: { selector: string; privateKey: string } | null = null,
) => (await smtpMessage(letterMail({ ...letter, ...more }, reader, origins), dkim)).toString()

/** The header fields of a message, unfolded, by their names in small letters. */
function headersOf(message: string): Map<string, string> {
  const [head = ''] = message.split('\r\n\r\n')
  return new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
}

describe('the mail of a letter', () => {
  test('is the same at each attempt, and names the recipient only in its id and links', () => {
    const mail = letterMail(letter, reader, origins)
    expect(letterMail(letter, reader, origins)).toEqual(mail)
    expect(mail.messageId).toBe(`<${reader.id}@magazine.example>`)
    expect(mail.html).toContain(
      `href="https://magazine.example/subscription?unsubscribe=${reader.token}.${reader.id}"`,
    )
    expect(mail.text).toContain(`https://magazine.example/subscription?preferences=${reader.token}`)
  })

  test('has the headers by which mail programs unsubscribe and tell letters', async () => {
    const headers = headersOf(await raw())
    expect(headers.get('list-unsubscribe')).toBe(
      `<https://api.magazine.example/functions/v1/newsletter?unsubscribe=${reader.token}&letter=${reader.id}>`,
    )
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(headers.get('list-id')).toBe('<weeklynewsletter.magazine.example>')
    expect(headers.get('feedback-id')?.split(':')).toHaveLength(4)
    expect(headers.get('precedence')).toBe('bulk')
    expect(headers.get('reply-to')).toBe('office@magazine.example')
    expect(headers.has('auto-submitted')).toBe(false)
  })

  test('can also be left by a mail, where somebody reads the mailbox that it comes back to', () => {
    const mail = letterMail(letter, reader, { ...origins, bounceAddress: 'bounces@magazine.example' })
    expect(mail.returnTo).toBe('bounces@magazine.example')
    expect(mail.headers['List-Unsubscribe']).toBe(
      `<https://api.magazine.example/functions/v1/newsletter?unsubscribe=${reader.token}&letter=${reader.id}>, <mailto:bounces@magazine.example?subject=unsubscribe%20${reader.token}%20${reader.id}>`,
    )
  })

  test('is signed with both headers of List-Unsubscribe: a mail server that checks the bytes says so', async () => {
    const message = await raw({}, { selector: 's1', privateKey })
    const record = `v=DKIM1; k=rsa; p=${publicKey.replace(/-----[^-]+-----|\s/g, '')}`
    const { dkim } = await authenticate(message, {
      ...{
        ip: '192.0.2.1',
        helo: 'mail.magazine.example',
        sender: letter.from_address,
        mta: 'mx.example.com',
      },
      resolver: async (name: string, type: string) => {
        if (type === 'TXT' && name === 's1._domainkey.magazine.example') return [[record]]
        throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
      },
    })
    expect(dkim.results).toMatchObject([{ status: { result: 'pass' }, signingDomain: 'magazine.example' }])
    const signature = headersOf(message).get('dkim-signature') ?? ''
    const signed = (/;\s*h=([^;]+)/.exec(signature)?.[1] ?? '').replace(/\s/g, '').toLowerCase().split(':')
    expect(signed).toEqual(
      expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post', 'message-id', 'subject']),
    )
  })

  test('takes no header from a subject or a name with line breaks', async () => {
    const evil = 'News\r\nBcc: all@example.com\r\n\r\n<p>Hello</p>\u2028X: y'
    const headers = headersOf(await raw({ subject: evil, from_name: evil }))
    expect([...headers.keys()].filter((name) => name === 'bcc' || name === 'x')).toEqual([])
    const mail = letterMail({ ...letter, subject: evil, from_name: evil }, reader, origins)
    expect(mail.subject).toBe('News Bcc: all@example.com <p>Hello</p> X: y')
    expect(mail.from.name).not.toMatch(/[\r\n\u2028]/)
  })

  test('to the staff has no reader’s links, and no headers by which anybody is unsubscribed', () => {
    const mail = testMail(letter, 'editor@magazine.example', origins)
    expect(mail.headers).toEqual({})
    expect(mail.html).not.toContain('reader.invalid')
  })
})
