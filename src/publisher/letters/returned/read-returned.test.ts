import { expect, test } from 'vitest'
import { readReturned } from './read-returned.ts'

const ID = '0b5b2f5a-3a67-4e0b-9a51-0d4c2f6f7a10'
const TOKEN = 'ab'.repeat(32)

const read = (text: string) => readReturned(new TextEncoder().encode(text.replaceAll('\n', '\r\n')))

/** A report as Postfix writes it. */
function report(
  type: string,
  fields: string,
  returned = `Content-Type: message/rfc822\n\nMessage-ID: <${ID}@example.org>\nSubject: Letter\n\nText\n`,
): string {
  return `From: MAILER-DAEMON@mail.example.org
Subject: Undelivered Mail Returned to Sender
Message-Id: <one@mail.example.org>
Date: Mon, 30 Nov 2026 10:00:00 +0000
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="A"

--A
Content-Type: text/plain

It could not be delivered.

--A
Content-Type: ${type}

${fields}

--A
${returned}
--A--
`
}

const status = (code: string, action = 'failed') =>
  `Reporting-MTA: dns; mail.example.org\n\nFinal-Recipient: rfc822; nobody@example.com\nAction: ${action}\nStatus: ${code}\nDiagnostic-Code: smtp; 550 ${code} <nobody@example.com>:\n    User unknown`

test('a mail that came back says whose letter it was, and what the other server said', async () => {
  expect(await read(report('message/delivery-status', status('5.1.1')))).toEqual({
    kind: 'event',
    event: {
      source: 'mailbox',
      eventId: '<one@mail.example.org>',
      kind: 'hard',
      recipient: ID,
      providerId: null,
      at: '2026-11-30T10:00:00.000Z',
      says: '550 5.1.1 <nobody@example.com>: User unknown',
    },
  })
})

test.each([
  ['5.1.1', 'hard'],
  ['5.1.10', 'hard'],
  ['5.2.1', 'hard'],
  ['5.2.2', 'soft'],
  ['5.7.1', 'soft'],
  ['4.4.7', 'soft'],
  ['5.0.0', 'soft'],
  ['no code', 'soft'],
])('after status %s the address is lost only where it takes no mail at all: %s', async (code, kind) => {
  expect(await read(report('message/delivery-status', status(code)))).toMatchObject({ event: { kind } })
})

test('where only the headers of the letter come back, it is found, too', async () => {
  const headers = `Content-Type: text/rfc822-headers\n\nSubject: Letter\nMessage-ID: <${ID}@example.org>\n`
  expect(await read(report('message/delivery-status', status('5.1.1'), headers))).toMatchObject({
    event: { recipient: ID },
  })
})

test('a reader who calls it spam is told by a feedback report', async () => {
  expect(await read(report('message/feedback-report', 'Feedback-Type: abuse\nVersion: 1'))).toMatchObject({
    event: { kind: 'complaint', recipient: ID },
  })
})

test.each([
  ['a delay', report('message/delivery-status', status('4.4.1', 'delayed'))],
  ['a delivery', report('message/delivery-status', status('2.0.0', 'delivered'))],
  ['a report that is no complaint', report('message/feedback-report', 'Feedback-Type: not-spam')],
  [
    'a report about another mail',
    report(
      'message/delivery-status',
      status('5.1.1'),
      'Content-Type: message/rfc822\n\nMessage-ID: <x@example.com>\n\n',
    ),
  ],
  ['an answer', 'From: a@example.com\nSubject: Re: Letter\n\nI am away.'],
  [
    'an answer that quotes a bounce',
    `From: a@example.com\nSubject: Fwd\n\nStatus: 5.1.1\nAction: failed\nMessage-ID: <${ID}@example.org>`,
  ],
  ['nothing', ''],
  ['noise', '\u0000\u0001--A\nContent-Type: multipart/report; boundary=""\n\n'],
])('%s changes nothing', async (_, text) => {
  expect(await read(text)).toEqual({ kind: 'other' })
})

test.each([
  [`unsubscribe ${TOKEN}`, null],
  [`unsubscribe ${TOKEN} ${ID}`, ID],
  [`Re: Unsubscribe ${TOKEN.toUpperCase()} ${ID} please`, ID],
])('a mail with the subject “%s” leaves', async (subject, recipient) => {
  expect(await read(`From: a@example.com\nSubject: ${subject}\n\n`)).toEqual({
    kind: 'leave',
    token: TOKEN,
    recipient,
  })
})
