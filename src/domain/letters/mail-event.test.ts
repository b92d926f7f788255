import { expect, test } from 'vitest'
import { readPostmarkEvent, readResendEvent } from './mail-event.ts'

const ID = '0b5b2f5a-3a67-4e0b-9a51-0d4c2f6f7a10'
const AT = '2026-11-30T10:00:00.000Z'

const resend = (type: string, data: object = {}) =>
  readResendEvent(
    { type, created_at: AT, data: { email_id: 'e1', tags: [{ name: 'recipient', value: ID }], ...data } },
    'msg_1',
  )

test.each([
  [
    'email.bounced',
    { bounce: { type: 'Permanent', message: '550 unknown user' } },
    'hard',
    '550 unknown user',
  ],
  ['email.bounced', { bounce: { type: 'Transient', message: 'mailbox full' } }, 'soft', 'mailbox full'],
  ['email.bounced', { bounce: { type: 'Undetermined', message: '' } }, 'soft', ''],
  ['email.bounced', {}, 'soft', ''],
  ['email.suppressed', {}, 'hard', ''],
  ['email.failed', { failed: { reason: 'reached_daily_quota' } }, 'soft', 'reached_daily_quota'],
  ['email.complained', {}, 'complaint', ''],
  ['email.delivered', {}, 'delivered', ''],
])('Resend tells %s with %j: %s', (type, data, kind, says) => {
  expect(resend(type, data)).toEqual({
    ...{ source: 'resend', eventId: 'msg_1', kind, recipient: ID, providerId: 'e1', at: AT, says },
  })
})

test.each(['email.sent', 'email.opened', 'email.clicked', 'domain.created', 'email.new'])(
  'Resend tells %s, which changes nothing',
  (type) => expect(resend(type)).toBeNull(),
)

const postmark = (RecordType: string, rest: object = {}) =>
  readPostmarkEvent({
    RecordType,
    ID: 42,
    MessageID: 'm1',
    Metadata: { recipient: ID },
    BouncedAt: AT,
    ...rest,
  })

test.each([
  ['Bounce', { Type: 'HardBounce', Details: 'no such user' }, 'hard'],
  ['Bounce', { Type: 'BadEmailAddress' }, 'hard'],
  ['Bounce', { Type: 'ManuallyDeactivated' }, 'hard'],
  ['Bounce', { Type: 'DnsError' }, 'soft'],
  ['Bounce', { Type: 'DMARCPolicy' }, 'soft'],
  ['Bounce', { Type: 'SoftBounce' }, 'soft'],
  ['Bounce', { Type: 'SomethingNew' }, 'soft'],
  ['Bounce', { Type: 'SpamComplaint' }, 'complaint'],
  ['Bounce', { Type: 'Unsubscribe' }, 'left'],
  ['SpamComplaint', {}, 'complaint'],
  ['Delivery', { ID: undefined, BouncedAt: undefined, DeliveredAt: AT }, 'delivered'],
  [
    'SubscriptionChange',
    { SuppressSending: true, SuppressionReason: 'ManualSuppression', ChangedAt: AT },
    'left',
  ],
])('Postmark tells %s %j: %s', (type, rest, kind) => {
  expect(postmark(type, rest)).toMatchObject({
    source: 'postmark',
    kind,
    recipient: ID,
    providerId: 'm1',
    at: AT,
  })
})

test.each([
  ['Open', {}],
  ['Bounce', { Type: 'AutoResponder' }],
  ['SubscriptionChange', { SuppressSending: false, ChangedAt: AT }],
  ['SubscriptionChange', { SuppressSending: true, SuppressionReason: 'HardBounce', ChangedAt: AT }],
])('Postmark tells %s %j, which changes nothing', (type, rest) => {
  expect(postmark(type, rest)).toBeNull()
})

test('an event that names no row of ours is told by the id of the provider only', () => {
  expect(postmark('Bounce', { Type: 'HardBounce', Metadata: { recipient: "x'; --" } })?.recipient).toBeNull()
  expect(resend('email.bounced', { tags: { recipient: 5 } })?.recipient).toBeNull()
  expect(resend('email.bounced', { tags: { recipient: ID } })?.recipient).toBe(ID)
})

test.each([null, [], 'x', {}, { type: 5 }, { type: 'email.bounced', created_at: AT, data: null }])(
  '%j is no event',
  (body) => {
    expect(() => readResendEvent(body, 'msg_1')).toThrow()
    expect(() => readPostmarkEvent(body)).toThrow()
  },
)
