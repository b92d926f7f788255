import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLongRun } from '../support/long-run.ts'
import { client } from '../support/database/test-stack.ts'

/** What the request after a hostile one may take, in ms. */
const MAX_ANSWER_MS = 4000
/** What a reader's page may take, in ms. */
const MAX_PAGE_MS = 200
/** What the slowest page takes beside a harmless request, in ms: where it takes longer, the machine is slow or busy. */
const USUAL_PAGE_MS = 20
const PAGE_EVERY_MS = 20
const MAX_TRIES = 5

const MB = 1024 * 1024
const REGEX = '^(.+)(.+)(.+)(.+)(.+)\\1\\2\\3\\4\\5$'
const JSON_HEADERS = { 'content-type': 'application/json' }

interface Hostile {
  name: string
  path: string
  /** Anew for each sending: a stream is read once. */
  init: () => RequestInit
}

const get = (path: string, headers: Record<string, string> = {}): Hostile => ({
  name: `GET ${path}`,
  path,
  init: () => ({ headers }),
})
const post = (
  path: string,
  body: BodyInit,
  what: string,
  headers: Record<string, string> = JSON_HEADERS,
): Hostile => ({
  name: `POST ${path} with ${what}`,
  path,
  init: () => ({ method: 'POST', body, headers }),
})

const UNUSED_OPERATORS = [
  'match',
  'imatch',
  'fts',
  'plfts',
  'phfts',
  'wfts',
  'isdistinct',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
]

function filters(): Hostile[] {
  const value = encodeURIComponent(REGEX)
  const ofOperators = UNUSED_OPERATORS.flatMap((operator) => [
    `title=${operator}.${value}`,
    `title=not.${operator}.${value}`,
    `title=${operator}(any).{"${value}"}`,
    `or=(title.${operator}.${value},slug.eq.a)`,
    `and=(slug.neq.a,not.or(title.${operator}.${value}))`,
  ])
  const wildcards = '*a'.repeat(100)
  const tests = Array.from({ length: 190 }, (_, n) => `title.like.*${n}*b*`)
  const others = [
    `title=like.${wildcards}`,
    `title=ilike.${wildcards}b`,
    `or=(${tests.join()})`,
    `id=in.(${Array.from({ length: 900 }, (_, n) => n).join()})`,
    `or=${'(or'.repeat(150)}(slug.eq.a)${')'.repeat(150)}`,
    `content->${'a->'.repeat(900)}b=eq.1`,
    `order=${Array.from({ length: 400 }, () => 'title.desc').join()}`,
    'title=eq.%00',
    'title=like.%FF%FE',
    'select=count()',
  ]
  return [...ofOperators, ...others].map((filter) => get(`/rest/v1/articles?${filter}`))
}

function selects(): Hostile[] {
  const nested = (names: string[]) => names.reduceRight((inner, name) => `${name}(${inner})`, 'id')
  return [
    nested(Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? 'categories' : 'articles'))),
    nested(['article_tags', 'tags', 'article_tags', 'articles']),
    Array.from({ length: 60 }, (_, n) => `a${n}:categories(id)`).join(),
    Array.from({ length: 60 }, (_, n) => `a${n}:article_tags(*,tags(*))`).join(),
    Array.from({ length: 700 }, (_, n) => `t${n}:title`).join(),
    Array.from({ length: 100 }, (_, n) => `c${n}:content`).join(),
    `content->${'x->'.repeat(700)}y`,
    '('.repeat(3000),
    ')'.repeat(3000),
    'title::regclass',
    'title.sum(),content.max()',
    '*,articles!inner(*)',
    '"a(b',
    '...categories(...articles(...categories(*)))',
  ].map((select) => get(`/rest/v1/articles?select=${encodeURIComponent(select)}`))
}

function pages(): Hostile[] {
  const huge = '9'.repeat(30)
  const queries = [
    `offset=${huge}`,
    'offset=9223372036854775807',
    'offset=-1',
    `limit=${huge}`,
    'limit=-5',
    'limit=NaN',
    'limit=1e300&offset=1e300',
    'limit=1000&offset=0&select=*',
  ].map((query) => get(`/rest/v1/articles?${query}`))
  const ranges = ['0-99999999999999999999', '5-1', '-1--5', 'a-b', '99999999999-'].map((range) =>
    get('/rest/v1/articles', { range, 'range-unit': 'items' }),
  )
  const counts = ['count=exact', 'count=planned', 'count=estimated', 'tx=rollback', 'max-affected=0'].map(
    (prefer) => get('/rest/v1/articles?select=id', { prefer }),
  )
  return [...queries, ...ranges, ...counts]
}

function values(): Hostile[] {
  const wrong = [true, {}, [], [[true, false], [1]], [null, {}], 1e308, -0.5, '\u{1F4A9}'.repeat(1000)]
  const columns = ['focus', 'width', 'metadata', 'id', 'created_at', 'storage_path']
  const ofMedia = columns.flatMap((column) =>
    wrong.map((value, n) =>
      post('/rest/v1/media', JSON.stringify({ [column]: value }), `${column} of kind ${n}`),
    ),
  )
  const ofArticles = ['content', 'hero', 'published_at', 'version'].flatMap((column) =>
    wrong
      .slice(0, 4)
      .map((value, n) =>
        post(
          '/rest/v1/articles',
          JSON.stringify([{ [column]: value }, { title: value }]),
          `${column} of kind ${n}`,
        ),
      ),
  )
  return [...ofMedia, ...ofArticles]
}

function bodies(): Hostile[] {
  const long = 'x'.repeat(10 * MB)
  const texts: [string, string][] = [
    ['a text of 10 MB', JSON.stringify({ title: long })],
    ['500,000 numbers', JSON.stringify({ focus: Array.from({ length: 500_000 }, (_, n) => n) })],
    ['100,000 levels', '['.repeat(100_000)],
    ['900 levels', '{"a":'.repeat(900) + '1' + '}'.repeat(900)],
    [
      '20,000 rows',
      JSON.stringify(Array.from({ length: 20_000 }, (_, n) => ({ title: `t${n}`, slug: `s${n}` }))),
    ],
    [
      '20,000 columns',
      JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`c${n}`, 1]))),
    ],
    ['half of an object', '{"title": "a'],
    ['a NUL', '{"title": "\\u0000"}'],
    ['a lone surrogate', '{"title": "\\ud800"}'],
    ['__proto__', '{"__proto__": {"title": 1}, "constructor": null}'],
  ]
  const paths = ['/rest/v1/articles', '/rest/v1/rpc/search_articles', '/auth/v1/signup']
  const types = [
    'text/csv',
    'application/octet-stream',
    'application/xml',
    'multipart/form-data',
    'text/plain;charset=utf-16',
  ]
  return [
    ...paths.flatMap((path) => texts.map(([what, text]) => post(path, text, what))),
    ...types.map((type) => post('/rest/v1/articles', 'a,b\n1,2', type, { 'content-type': type })),
    ...types.map((type) => post('/storage/v1/object/media/a.png', long, type, { 'content-type': type })),
    post('/rest/v1/articles', Buffer.from([0xff, 0xfe, 0x00]), 'no UTF-8'),
    post('/rest/v1/articles', '{}', 'gzip that is none', { ...JSON_HEADERS, 'content-encoding': 'gzip' }),
    post(
      '/auth/v1/signup',
      JSON.stringify({ email: 'a@b.example', password: 'long-enough-1', data: { a: long } }),
      'metadata of 10 MB',
    ),
    post(
      '/auth/v1/token?grant_type=password',
      JSON.stringify({ email: long, password: long }),
      'a password of 10 MB',
    ),
  ]
}

/** Bodies that begin, and do not end until they are given up. */
const ENDLESS: Hostile[] = [
  ['/rest/v1/articles', 'application/json'],
  ['/auth/v1/signup', 'application/json'],
  ['/functions/v1/newsletter', 'application/json'],
  ['/storage/v1/object/media/a.pdf', 'application/pdf'],
].map(([path = '', type = '']) => ({
  name: `POST ${path} without an end`,
  path,
  init: () => {
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(Buffer.from('%PDF-1.4 {"title": "')),
    })
    const signal = AbortSignal.timeout(1000)
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, signal, duplex: 'half' }
    return { ...init, headers: { 'content-type': type } }
  },
}))

/** Functions of this test, which take any time, lock a table, or leave a setting and an open transaction behind. */
const FUNCTIONS: Hostile[] = [
  post('/rest/v1/rpc/count_long', '{"p_rows": 1000000000000}', 'a count without end'),
  post('/rest/v1/rpc/lock_articles', '{}', 'a lock'),
  post('/rest/v1/rpc/leave_open', '{}', 'an exception'),
]

const HARMLESS = get('/rest/v1/categories?select=id')

const HOSTILE: Readonly<Record<string, Hostile[]>> = {
  filters: filters(),
  selects: selects(),
  'pages of a list': pages(),
  values: values(),
  bodies: bodies(),
  'bodies without an end': ENDLESS,
  functions: FUNCTIONS,
}

let child: ChildProcess
let folder: string
let stack: { url: string; publishableKey: string; secretKey: string; siteUrl: string }
let token: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mantel-hostile-'))
  child = fork(join(import.meta.dirname, 'site-and-api-process.ts'), [join(folder, 'data')])
  const [started] = (await once(child, 'message')) as [typeof stack]
  stack = started
  const service = client(stack, stack.secretKey)
  const account = { email: 'viewer@mantel.example', password: 'love-where-you-live' }
  await service.auth.admin.createUser({ ...account, email_confirm: true })
  const { data, error } = await client(stack).auth.signInWithPassword(account)
  if (error) throw error
  token = data.session.access_token
})
afterAll(async () => {
  child.kill()
  await once(child, 'exit')
  await rm(folder, { recursive: true, force: true })
})

/** Asks for the page until the task is over. Resolves with the longest that it took. */
async function slowestPage(task: () => Promise<unknown>): Promise<number> {
  let isOver = false
  const running = task().finally(() => (isOver = true))
  let slowest = 0
  while (!isOver) {
    const startedAt = performance.now()
    await (await fetch(stack.siteUrl)).text()
    slowest = Math.max(slowest, performance.now() - startedAt)
    await sleep(PAGE_EVERY_MS)
  }
  await running
  return slowest
}

/** Sends a hostile request, and another while it is answered. Resolves with the status of both, and the time of the second. */
async function attack({ path, init }: Hostile, authorization: Record<string, string>) {
  const headers = { apikey: stack.publishableKey, ...authorization }
  const request = init()
  const hostile = fetch(stack.url + path, { ...request, headers: { ...request.headers, ...headers } }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    // A body that is refused early may have its connection closed.
    () => 0,
  )
  await sleep(5)
  const startedAt = performance.now()
  const next = await fetch(`${stack.url}/rest/v1/categories?select=id&limit=1`, { headers })
  await next.arrayBuffer()
  const ms = performance.now() - startedAt
  return { hostile: await hostile, status: next.status, ms }
}

/** How many times as long as usual a page takes beside a harmless request and for so long after it, at least 1. */
async function slowness(ms: number): Promise<number> {
  const slowest = await slowestPage(async () => {
    await attack(HARMLESS, {})
    await sleep(ms)
  })
  return Math.max(1, slowest / USUAL_PAGE_MS)
}

/** What was held up, else null. What a request holds up it does each time; what a busy machine holds up, it does not. */
async function whatIsHeldUp(hostile: Hostile, authorization: Record<string, string>): Promise<string | null> {
  for (let tries = 1; ; tries++) {
    let answer = { hostile: 0, status: 0, ms: Infinity }
    const startedAt = performance.now()
    const page = await slowestPage(async () => (answer = await attack(hostile, authorization)))
    const took = performance.now() - startedAt
    const isServerError = answer.hostile >= 500 && !FUNCTIONS.includes(hostile)
    const isWrong = isServerError || answer.status !== 200
    const share = Math.max(answer.ms / MAX_ANSWER_MS, page / MAX_PAGE_MS)
    if (!isWrong && (share <= 1 || share <= (await slowness(took)))) return null
    const times = `after ${Math.round(answer.ms)} ms; page: ${Math.round(page)} ms`
    if (isWrong || tries === MAX_TRIES)
      return `${hostile.name.slice(0, 100)}: ${answer.hostile}; the next: ${answer.status} ${times}`
  }
}

test('at least 200 hostile requests are tried', () => {
  expect(Object.values(HOSTILE).flat().length).toBeGreaterThanOrEqual(200)
})

// Tests of their own: together they would take longer than one may on a busy machine.
for (const who of ['a stranger', 'a viewer']) {
  test.each(Object.entries(HOSTILE))(
    `no hostile request with %s of ${who} holds up the next one or the site`,
    async (_, requests) => {
      const held: string[] = []
      for (const [at, hostile] of requests.entries()) {
        // In the quick run each request is sent by one of the two.
        if (!isLongRun && (at % 2 === 0) !== (who === 'a stranger')) continue
        const found = await whatIsHeldUp(
          hostile,
          who === 'a viewer' ? { authorization: `Bearer ${token}` } : {},
        )
        if (found !== null) held.push(found)
      }
      expect(held).toEqual([])
    },
  )
}
