import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { limitRequests, RequestCounter } from './rate-limits.ts'

test('a key at its limit is refused until the next five minutes', () => {
  let time = 0
  const counter = new RequestCounter(() => time)
  const begin = (key: string) => counter.begin(new Map([[key, 2]]))
  expect([1, 2, 3].map(() => begin('a'))).toEqual([null, null, 'a'])
  expect(begin('b')).toBeNull()
  time += 4 * 60_000
  expect(counter.secondsLeft()).toBe(60)
  time += 60_000
  expect(begin('a')).toBeNull()
})

test('a request that is taken back does not count', () => {
  const counter = new RequestCounter(() => 0)
  for (let at = 0; at < 10; at += 1) {
    expect(
      counter.begin(
        new Map([
          ['a', 1],
          ['b', 1],
        ]),
      ),
    ).toBeNull()
    counter.takeBack(['a', 'b'])
  }
})

const config = readConfig()
config.rateLimit = { sign_in_sign_ups: 3, token_verifications: 3, token_refresh: 4 }
config.mailEverySeconds = 150

function guess(
  handler: ReturnType<typeof limitRequests>,
  address: string,
  email: unknown,
  path = 'token?grant_type=password',
) {
  return handler(
    new Request(`http://127.0.0.1/auth/v1/${path}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: JSON.stringify({ email }),
    }),
  )
}

const refuseAll = () => limitRequests(async () => Response.json({}, { status: 400 }), config)
const statuses = async (responses: Promise<Response>[]) =>
  (await Promise.all(responses)).map(({ status }) => status)

test('one address cannot guess the passwords of many accounts, also not at the same moment', async () => {
  const handler = refuseAll()
  const guesses = [1, 2, 3, 4, 5].map((at) => guess(handler, '203.0.113.1', `${at}@mantel.example`))
  expect(await statuses(guesses)).toEqual([400, 400, 400, 429, 429])
  expect((await guess(handler, '203.0.113.2', 'a@mantel.example')).status).toBe(400)
})

test('many addresses cannot guess the password of one account, in whatever spelling', async () => {
  const handler = refuseAll()
  const guesses = ['a@mantel.example', 'A@mantel.example', ' a@MANTEL.example', 'a@mantel.example'].map(
    (email, at) => guess(handler, `203.0.113.${at}`, email),
  )
  expect(await statuses(guesses)).toEqual([400, 400, 400, 429])
})

test('addresses of one IPv6 network count as one', async () => {
  const handler = refuseAll()
  const addresses = ['2001:db8:0:1::1', '2001:db8:0:1:2::', '2001:db8:0:1:ffff:1:2:3', '2001:db8::1:0:0:0:9']
  expect(await statuses(addresses.map((address, at) => guess(handler, address, `${at}@x.example`)))).toEqual([
    400, 400, 400, 429,
  ])
  expect((await guess(handler, '2001:db8:0:2::1', 'z@x.example')).status).toBe(400)
})

test('codes and the links of mails are counted, too, and refused as the auth server does it', async () => {
  const handler = limitRequests(async () => new Response(null, { status: 403 }), config)
  const open = () =>
    handler(
      new Request('http://127.0.0.1/auth/v1/verify', {
        method: 'POST',
        headers: { 'x-forwarded-for': '203.0.113.1' },
        body: JSON.stringify({ type: 'recovery', token_hash: 'x' }),
      }),
    )
  expect(await statuses([open(), open(), open()])).toEqual([403, 403, 403])
  const refused = await open()
  expect(refused.status).toBe(429)
  expect(await refused.json()).toEqual({
    code: 429,
    error_code: 'over_request_rate_limit',
    msg: 'Request rate limit reached',
  })
})

/** Every request that has a mail sent, as the auth server knows them. */
const MAIL_REQUESTS: [method: string, path: string][] = [
  ['POST', 'signup'],
  ['POST', 'signup/'],
  ['POST', 'otp'],
  ['POST', 'magiclink'],
  ['POST', 'recover'],
  ['POST', 'resend'],
  ['PUT', 'user'],
]

function mailRequest([method, path]: [string, string], address: string, email: string): Request {
  const headers = { 'x-forwarded-for': address }
  return new Request(`http://127.0.0.1/auth/v1/${path}`, { method, headers, body: JSON.stringify({ email }) })
}

test.each(MAIL_REQUESTS)(
  '%s %s is refused to a sender of too many, whatever it is answered',
  async (...to) => {
    for (const status of [200, 400]) {
      const handler = limitRequests(async () => Response.json({}, { status }), config)
      const sent = [1, 2, 3, 4].map((at) => handler(mailRequest(to, '203.0.113.1', `${at}@x.example`)))
      expect(await statuses(sent)).toEqual([status, status, status, 429])
      const refused = await handler(mailRequest(to, '203.0.113.1', 'new@x.example'))
      expect(await refused.json()).toMatchObject({ code: 429, error_code: 'over_request_rate_limit' })
    }
  },
)

test.each(MAIL_REQUESTS)('%s %s is refused for an address that has had too many mails', async (...to) => {
  const handler = limitRequests(async () => Response.json({}), config)
  const spellings = ['a@x.example', ' A@x.example', 'a@X.example ']
  const sent = spellings.map((email, at) => handler(mailRequest(to, `203.0.113.${at}`, email)))
  expect(await statuses(sent)).toEqual([200, 200, 429])
  const refused = await handler(mailRequest(to, '203.0.113.9', 'a@x.example'))
  expect(await refused.json()).toMatchObject({
    code: 429,
    error_code: 'over_email_send_rate_limit',
    msg: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
  })
})

test('requests for mails count together, whichever they are', async () => {
  const handler = limitRequests(async () => Response.json({}), config)
  const sent = MAIL_REQUESTS.slice(2, 6).map((to, at) =>
    handler(mailRequest(to, '203.0.113.1', `${at}@x.example`)),
  )
  expect(await statuses(sent)).toEqual([200, 200, 200, 429])
})

test('a request that was refused, and so sent no mail, does not count for its address', async () => {
  const handler = limitRequests(async () => Response.json({}, { status: 422 }), config)
  for (const at of [1, 2, 3, 4]) {
    const sent = await handler(mailRequest(['POST', 'signup'], `203.0.113.${at}`, 'a@x.example'))
    expect(sent.status).toBe(422)
  }
})

test('a change of an account that sends no mail is not counted', async () => {
  const handler = limitRequests(async () => Response.json({}), config)
  const change = () =>
    handler(new Request('http://127.0.0.1/auth/v1/user', { method: 'PUT', body: '{"password":"x"}' }))
  expect(await statuses([1, 2, 3, 4].map(change))).toEqual([200, 200, 200, 200])
})

test.each([200, 400])('one address renews sessions only so often, with an answer of %i', async (status) => {
  const handler = limitRequests(async () => Response.json({}, { status }), config)
  const renew = (address: string) =>
    guess(handler, address, undefined, 'token?grant_type=refresh_token').then((answer) => answer.status)
  const statuses = [1, 2, 3, 4, 5].map(() => renew('203.0.113.8'))
  expect(await Promise.all(statuses)).toEqual([status, status, status, status, 429])
  expect(await renew('203.0.113.9')).toBe(status)
})
