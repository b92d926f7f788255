import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Stack } from '../../supabase/local/stack.ts'
import { isLongRun } from '../support/long-run.ts'
import { newVisitor, signedIn, startTestStack } from '../support/database/test-stack.ts'

let stack: Stack
let token: string

beforeAll(async () => {
  stack = await startTestStack()
  token = (await signedIn(stack, 'editor')).token
})
afterAll(() => stack.stop())

const NOBODY = '00000000-0000-4000-8000-000000000000'

/** Every address that is answered: of the auth server, Storage, PostgREST, functions and mails. */
const PATHS = [
  ...'signup otp magiclink recover resend verify token user logout logout?scope=x reauthenticate settings health'
    .concat(
      ' token?grant_type=password token?grant_type=refresh_token token?grant_type=pkce token?grant_type=x',
    )
    .concat(
      ' factors factors/x/verify authorize authorize?provider=x callback callback?code=x&state=y none invite',
    )
    .concat(' admin/users admin/users/x admin/users?page=x&per_page=-1 admin/users?page=1e30&per_page=1e30')
    .split(' ')
    .map((path) => `/auth/v1/${path}`),
  `/auth/v1/factors/${NOBODY}/challenge`,
  `/auth/v1/factors/${NOBODY}/verify`,
  `/auth/v1/admin/users/${NOBODY}`,
  ...'bucket bucket/media bucket/none bucket/media/empty object/list/media object/list-v2/media object/sign/media'
    .concat(
      ' object/sign/media/a.png object/sign/media/a.png?token=x object/sign/none/a.png object/sign/media/%zz',
    )
    .concat(
      ' object/upload/sign/media/a.png object/upload/sign/media/a.png?token=a.b.c object/move object/copy',
    )
    .concat(
      ' object/media object/media/a.png object/none/a.png object/media/ object/media/%zz object/public/media/%zz',
    )
    .concat(' object/public/ object/authenticated/media/a.png object/info/media/a.png upload/resumable none')
    .split(' ')
    .map((path) => `/storage/v1/${path}`),
  ...'articles articles?id=eq.x articles?on_conflict=x articles?columns=x articles?limit=x&offset=y subscribers none'
    .concat(' contact_messages rpc/none rpc/find_stories rpc/save_article rpc/predict_change %zz')
    .concat(' articles?title=eq.%zz articles?select=%FF')
    .split(' ')
    .map((path) => `/rest/v1/${path}`),
  ...'create-user delete-user remove-second-factor sync-authors submit-form newsletter newsletter?unsubscribe=x none'
    .concat(' first-account newsletter?confirm=%zz %zz')
    .split(' ')
    .map((path) => `/functions/v1/${path}`),
  ...['/', '/%zz', '/auth/v1/%zz', '/_local/mail'],
]

const JSON_TYPE = 'application/json'
const BODIES: [what: string, body: BodyInit | null, type: string | null][] = [
  ['no body', null, JSON_TYPE],
  ['an empty body', '', JSON_TYPE],
  ['half of an object', '{"a":', JSON_TYPE],
  ['null', 'null', JSON_TYPE],
  ['a list of null', '[null]', JSON_TYPE],
  ['a number', '1', JSON_TYPE],
  ['a text', '"a"', JSON_TYPE],
  ['an object without a type', '{}', null],
  ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), JSON_TYPE],
  ['a form with bad encoding', 'a=%zz&%E0%A4%A=1', 'application/x-www-form-urlencoded'],
  ['a form that is none', '--x\r\nbroken', 'multipart/form-data; boundary=x'],
  ['a form without a boundary', 'x', 'multipart/form-data'],
  ['bytes', Buffer.from([0xff, 0xfe, 0]), 'application/octet-stream'],
  [
    'fields of other types',
    JSON.stringify(
      Object.fromEntries(
        'email password data type token token_hash refresh_token id name public prefix limit prefixes paths expiresIn'
          .concat(' bucketId sourceKey destinationKey title content p_query p_changes role full_name action')
          .concat(
            ' user_metadata app_metadata file_size_limit allowed_mime_types challenge_id code factor_type',
          )
          .split(' ')
          .map((name, at) => [name, [[], {}, -1, 1e308, true, '', [{}]][at % 7]]),
      ),
    ),
    JSON_TYPE,
  ],
]

async function statusOf(path: string, init: RequestInit): Promise<number> {
  const response = await fetch(stack.url + path, { ...init, redirect: 'manual' })
  await response.arrayBuffer()
  return response.status
}

/** Who sends a request. A sign-out would end the session. */
function callers(path: string): [name: string, headers: Record<string, string>][] {
  const visitor = { apikey: stack.publishableKey }
  const all: [string, Record<string, string>][] = [
    ['a visitor', visitor],
    ['nobody known', { ...visitor, authorization: 'Bearer a.b.c' }],
    ['the secret key', { apikey: stack.secretKey }],
  ]
  return path.includes('logout')
    ? all
    : [...all, ['an editor', { ...visitor, authorization: `Bearer ${token}` }]]
}

beforeEach(async () => {
  // The request before was answered, and has ended nothing.
  expect(await statusOf('/rest/v1/categories?select=id', { headers: { apikey: stack.publishableKey } })).toBe(
    200,
  )
})

test.each(PATHS)('no malformed request to %s is an error of the server', async (path) => {
  const failed: string[] = []
  const senders = callers(path)
  for (const [sender, [caller, headers]] of senders.entries()) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const isRead = method === 'GET' || method === 'HEAD'
      const bodies = isRead ? BODIES.slice(0, 1) : BODIES.filter((_, at) => method === 'POST' || at % 3 === 1)
      // The bucket is for the other requests.
      if (method === 'DELETE' && path.endsWith('/bucket/media')) continue
      for (const [at, [what, body, type]] of bodies.entries()) {
        // One of them sends each body, to the next path another one: all do in the long run.
        const isTurn = (at + PATHS.indexOf(path)) % senders.length === sender
        if (!isLongRun && !isRead && !isTurn) continue
        const sent = { ...headers, ...newVisitor(), ...(type === null ? {} : { 'content-type': type }) }
        const status = await statusOf(path, { method, headers: sent, body: isRead ? null : body })
        if (status >= 500) failed.push(`${method} by ${caller} with ${what}: ${status}`)
      }
    }
  }
  expect(failed).toEqual([])
})

test.each([
  ['/auth/v1/signup', JSON_TYPE],
  ['/rest/v1/articles', JSON_TYPE],
  ['/rest/v1/rpc/find_stories', JSON_TYPE],
  ['/storage/v1/object/list/media', JSON_TYPE],
  ['/functions/v1/submit-form', 'application/x-www-form-urlencoded'],
])('a body without an end to %s is refused, and its connection closed', async (path, type) => {
  const socket = connect(stack.port, '127.0.0.1').on('error', () => undefined)
  const closed = once(socket, 'close')
  const head = [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', `apikey: ${stack.publishableKey}`]
  socket.write([...head, `Content-Type: ${type}`, 'Transfer-Encoding: chunked', '', ''].join('\r\n'))
  const part = `10000\r\n${'x'.repeat(65_536)}\r\n`
  const timer = setInterval(() => socket.write(part), 2)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
  expect(String(answer)).toMatch(/\r\nconnection: close\r\n/i)
  await closed
  clearInterval(timer)
})

test('a large upload of nobody is refused before it is read', async () => {
  const socket = connect(stack.port, '127.0.0.1').on('error', () => undefined)
  const head = ['POST /storage/v1/object/media/a.png HTTP/1.1', 'Host: 127.0.0.1', 'Content-Type: image/png']
  socket.write([...head, `apikey: ${stack.publishableKey}`, 'Content-Length: 40000000', '', 'x'].join('\r\n'))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /)
  expect(String(answer)).toContain('new row violates row-level security policy')
  socket.destroy()
})
