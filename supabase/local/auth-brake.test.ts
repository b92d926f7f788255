import { expect, test } from 'vitest'
import { brakeGuesses, createFailureCounter } from './auth-brake.ts'
import { readConfig } from './config.ts'

test('refuses a key at its limit, until the next five minutes', () => {
  let time = 0
  const counter = createFailureCounter(() => time)
  expect([1, 2, 3].map(() => counter.begin(['a'], 2))).toEqual([true, true, false])
  expect(counter.begin(['b'], 2)).toBe(true)
  time += 5 * 60_000
  expect(counter.begin(['a'], 2)).toBe(true)
})

test('does not count what succeeds', () => {
  const counter = createFailureCounter(() => 0)
  for (let at = 0; at < 10; at += 1) {
    expect(counter.begin(['a', 'b'], 1)).toBe(true)
    counter.succeed(['a', 'b'])
  }
})

const config = readConfig()
config.rateLimit = { sign_in_sign_ups: 3, token_verifications: 3 }

function guess(
  handler: ReturnType<typeof brakeGuesses>,
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

const refuseAll = () => brakeGuesses(async () => Response.json({}, { status: 400 }), config)
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

test('codes and the links of mails are counted, too, and the answer is that of the auth server', async () => {
  const handler = brakeGuesses(async () => new Response(null, { status: 403 }), config)
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
