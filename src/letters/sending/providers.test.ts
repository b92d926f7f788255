import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Batch } from './adapter.ts'
import { letterMail } from './letter-mail.ts'
import { PostmarkAdapter } from './postmark-adapter.ts'
import { ResendAdapter } from './resend-adapter.ts'

const letter = {
  ...{
    id: 'l',
    topic: 'weeklyNewsletter',
    subject: 'This week',
    html: '<p>Hello.</p>',
    plain_text: 'Hello.',
  },
  ...{ from_name: 'The "Magazine"', from_address: 'letters@magazine.example', reply_to: null },
}
const origins = {
  siteUrl: 'https://magazine.example',
  apiUrl: 'https://api.magazine.example',
  bounceAddress: null,
}
const mails = ['a', 'b'].map((id) =>
  letterMail(letter, { id, email: `${id}@example.com`, token: 'f'.repeat(64) }, origins),
)
const batchOf = (ageMs = 0): Batch => ({ claim: 'claim-1', claimedAt: Date.now() - ageMs, mails })

interface Asked {
  url: string
  headers: IncomingMessage['headers']
  body: string
}
type Answer = [status: number, body: unknown] | 'drop'

/** A provider that gives these answers, one after the other. Returns its address, and what it was asked. */
async function provider(...answers: Answer[]): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = []
  const answerTo = async (request: IncomingMessage, response: ServerResponse) => {
    asked.push({ url: request.url ?? '', headers: request.headers, body: await text(request) })
    const answer = answers[asked.length - 1] ?? 'drop'
    if (answer === 'drop') return void request.socket.destroy()
    response.writeHead(answer[0]).end(typeof answer[1] === 'string' ? answer[1] : JSON.stringify(answer[1]))
  }
  const server = createServer((request, response) => void answerTo(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const both = (outcome: string) => mails.map(({ id }) => ({ id, outcome }))

describe('Resend', () => {
  test('is asked again with the same key and the same bytes when no answer came', async () => {
    const { url, asked } = await provider('drop', [200, { data: [{ id: 'p1' }, { id: 'p2' }] }])
    const adapter = new ResendAdapter('re_1', url)
    expect((await adapter.send(batchOf())).outcomes).toEqual(both('unknown'))
    expect((await adapter.resolve(batchOf())).outcomes).toMatchObject([
      { id: 'a', outcome: 'accepted', provider_id: 'p1' },
      { id: 'b', outcome: 'accepted', provider_id: 'p2' },
    ])
    expect(asked[1]?.body).toBe(asked[0]?.body)
    expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['claim-1', 'claim-1'])
  })

  test('is not asked again after a day: the mails are failed, and may have arrived', async () => {
    const { url, asked } = await provider()
    const { outcomes } = await new ResendAdapter('re_1', url).resolve(batchOf(24 * 3_600_000))
    expect(outcomes).toMatchObject([{ outcome: 'failed' }, { outcome: 'failed' }])
    expect(asked).toEqual([])
  })

  test.each<[string, Answer, object]>([
    ['an error of its own', [500, 'Oops'], { outcomes: both('unknown'), trouble: null }],
    ['nonsense', [200, '<html>'], { outcomes: both('unknown'), trouble: null }],
    ['too few ids', [200, { data: [{ id: 'p1' }] }], { outcomes: both('unknown'), trouble: null }],
    [
      'a wrong address among others',
      [422, { name: 'validation_error', message: 'Invalid' }],
      { outcomes: both('alone'), trouble: null },
    ],
    [
      'too many requests',
      [429, { name: 'rate_limit_exceeded', message: 'Slow down' }],
      { outcomes: both('back'), trouble: { words: 'Slow down', mustWait: false } },
    ],
    [
      'a quota',
      [429, { name: 'daily_quota_exceeded', message: 'Quota reached' }],
      { outcomes: both('back'), trouble: { words: 'Quota reached', mustWait: true } },
    ],
    [
      'a wrong key',
      [401, { name: 'invalid_api_key', message: 'API key is invalid' }],
      { outcomes: both('back'), trouble: { words: 'API key is invalid', mustWait: true } },
    ],
    [
      'the same key with other mails',
      [409, { name: 'invalid_idempotent_request', message: '' }],
      { trouble: null, outcomes: mails.map(({ id }) => ({ id, outcome: 'accepted', provider_id: null })) },
    ],
  ])('answers %s', async (_, answer, result) => {
    const { url } = await provider(answer)
    expect(await new ResendAdapter('re_1', url).send(batchOf())).toEqual(result)
  })
})

describe('Postmark', () => {
  const adapterOf = (url: string) => new PostmarkAdapter('token', 'broadcast', url)
  const MINUTES = 120_000

  test('is searched for mails without an answer, and only what it does not have is sent again', async () => {
    const { url, asked } = await provider(
      [200, { TotalCount: 1, Messages: [{ MessageID: 'm1' }] }],
      [200, { TotalCount: 0, Messages: [] }],
      [200, [{ ErrorCode: 0, Message: 'OK', MessageID: 'm2' }]],
    )
    const { outcomes } = await adapterOf(url).resolve(batchOf(MINUTES))
    expect(outcomes).toEqual([
      { id: 'a', outcome: 'accepted', provider_id: 'm1' },
      { id: 'b', outcome: 'accepted', provider_id: 'm2' },
    ])
    expect(asked.map(({ url: path }) => path.replace(/.*recipient=/, ''))).toEqual(['a', 'b', '/email/batch'])
    expect(JSON.parse(asked[2]?.body ?? '')).toMatchObject([
      { To: 'b@example.com', Metadata: { recipient: 'b' } },
    ])
  })

  test('is not searched within a minute, when it may not find them yet', async () => {
    const { url, asked } = await provider()
    expect((await adapterOf(url).resolve(batchOf())).outcomes).toEqual(both('unknown'))
    expect(asked).toEqual([])
  })

  test('refuses one address alone, and a wrong account for all', async () => {
    const refusing = await provider([
      200,
      [
        { ErrorCode: 0, MessageID: 'm1' },
        { ErrorCode: 406, Message: 'Inactive recipient' },
      ],
    ])
    expect((await adapterOf(refusing.url).send(batchOf())).outcomes).toEqual([
      { id: 'a', outcome: 'accepted', provider_id: 'm1' },
      { id: 'b', outcome: 'failed', reason: 'Inactive recipient' },
    ])
    const wrong = await provider([401, { ErrorCode: 10, Message: 'Bad token' }])
    expect(await adapterOf(wrong.url).send(batchOf())).toEqual({
      outcomes: both('back'),
      trouble: { words: 'Bad token', mustWait: true },
    })
  })
})
