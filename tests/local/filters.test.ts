import { PostgresQueryCompiler, type Kysely, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, currentCaller } from '../../supabase/local/http/callers.ts'
import { readConfig } from '../../supabase/local/config.ts'
import type { Database } from '../../supabase/local/database/database.ts'
import { loadKeys } from '../../supabase/local/keys.ts'
import {
  type LiteApi,
  type LiteMailer,
  type StorageAdapter,
  createApi,
} from '../../supabase/local/auth/lite.ts'
import { migratedCluster, openPglite } from '../../supabase/local/database/pglite.ts'
import { checkRequest } from '../../supabase/local/http/request-checks.ts'
import { rewriteFilters } from '../../supabase/local/database/rewrite-filters.ts'
import { type Random, seededRandom } from '../support/random.ts'

/** What a request was answered, and the SQL that it ran. */
interface Outcome {
  status: number
  sql: string[]
}

let database: Database
let api: LiteApi
let publishableKey: string
let ran: string[] = []

const recordSql: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    ran.push(new PostgresQueryCompiler().compileQuery(node, queryId).sql)
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

beforeAll(async () => {
  database = await openPglite(null, migratedCluster)
  const keys = await loadKeys(null)
  publishableKey = keys.publishableKey
  const { connection } = database
  connection.kysely = connection.kysely.withPlugin(recordSql) as Kysely<unknown>
  api = await createApi({
    config: readConfig(),
    connection,
    keys,
    mailer: {} as LiteMailer,
    storage: {} as StorageAdapter,
    siteUrl: 'http://localhost',
  })
})
afterAll(() => database.close())

/** Sends a request through what the gateway does with one to PostgREST. */
async function send(path: string, caller: Caller, init: RequestInit = {}): Promise<Outcome> {
  const url = new URL(`http://localhost/rest/v1/${path}`)
  const headers = { apikey: publishableKey, 'content-type': 'application/json', ...init.headers }
  ran = []
  const { status } = await currentCaller.run(caller, async () => {
    const checked = await checkRequest(new Request(url, { ...init, headers }), url, '/rest/v1/', caller)
    return checked instanceof Response ? checked : api.fetch(rewriteFilters(checked, url))
  })
  return { status, sql: ran }
}

/** SQL without its names and texts, which hold what was asked for. */
function operatorsOf(sql: readonly string[]): string {
  return sql.join('\n').replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, '')
}
/** Operators and functions that a visitor has no use for, and queries within a query that no embedded table asks for. */
const REFUSED_SQL = /~|@@|@>|<@|&&|<<|(?<!-)>>|&<|&>|-\|-|is distinct|tsquery|\bin \(?select|= \(?select/i

/** Pieces of filters, and what could lead one parser of them elsewhere than another. */
const PIECES = [
  ...[
    'title',
    '"title"',
    'metadata->>a',
    '$or',
    '.',
    ',',
    '(',
    ')',
    '{',
    '}',
    '"',
    '\\"',
    '\\\\',
    '\\',
    ' ',
    '*',
    "'",
  ],
  ...[
    'eq',
    '.match.a',
    'MATCH',
    'like(any).',
    '.in.(',
    'not.',
    'or',
    'and(',
    'not.or(',
    'a',
    'null',
    ':',
    '::text',
  ],
]
const CONDITIONS = [
  ...['title.match.a', 'title.not.imatch.a', 'title.match(any).{a,b}', 'slug.fts.a', 'slug.wfts(english).a'],
  ...[
    'title.isdistinct.a',
    'metadata->>a.match.a',
    '"title".match.a',
    'title.cs.{a}',
    'title.sl.a',
    'title.eq.a',
  ],
  ...[
    'title.eq.{"$ref":"slug"}',
    'id.eq.{"type":"query","from":"articles","select":["id"]}',
    'title.in.("a","b\\")',
  ],
]
/** What a condition may be nested in. */
const FRAMES: ((condition: string) => string)[] = [
  (condition) => condition.replace(/^[^.]*\./, ''),
  (condition) => `match.eq.${condition}`,
  (condition) => `(title.eq.a,${condition})`,
  (condition) => `(${condition},title.eq.a)`,
  (condition) => `(title.eq."a\\",${condition},title.eq."b")`,
  (condition) => `(title.like."a\\",${condition},title.like."b")`,
  (condition) => `(not.or(slug.eq.a,${condition}))`,
  (condition) => `(and(slug.neq.a,or(title.is.null,${condition})),id.in.(1,2))`,
  (condition) => `(title.like(any).{"a\\",${condition},slug.eq."b"})`,
  (condition) => `(title.in.("a","b\\"),${condition},slug.in.("c"))`,
  (condition) => `(title.eq.{,${condition},slug.eq.})`,
]
const JOINED = Array.from({ length: 8 }, () => ['or', 'and', 'not.or', 'not.and']).flat()
const NAMES = [
  ...['categories.or', 'categories.name', 'title', '"title"', 'excerpt', 'Or'],
  ...[
    'metadata->>a',
    'metadata->>a.select',
    'metadata->a.order',
    'metadata->a.or',
    'p_text',
    'select',
    'order',
  ],
  ...[
    'columns',
    'on_conflict',
    'metadata->>a.apikey',
    '$or',
    '$not',
    '$exists',
    '$and',
    'title.or',
    'or.title',
  ],
]

function randomFilter(random: Random): string {
  const filter = random.pick(FRAMES)(random.pick(CONDITIONS))
  const at = random.below(filter.length)
  return random.below(3) > 0
    ? filter
    : filter.slice(0, at) + random.pick(PIECES) + filter.slice(at + random.below(2))
}

function randomRequest(random: Random): { path: string; init: RequestInit } {
  const query = new URLSearchParams()
  for (let left = random.pick([1, 1, 2]); left > 0; left -= 1)
    query.append(random.pick([...NAMES, ...JOINED]), randomFilter(random))
  query.append('select', random.pick(['id', 'title,categories(name)', '*', 'slug,categories!inner(id,name)']))
  const path = random.below(9) > 0 ? 'articles' : 'rpc/find_titles'
  const method = random.pick(['GET', 'GET', 'GET', 'HEAD', 'PATCH', 'DELETE', 'POST'])
  const prefer = random.pick(['return=representation', 'count=exact', 'tx=rollback', 'handling=strict'])
  const body = method === 'PATCH' ? '{"title":"a"}' : method === 'POST' ? '{"p_text":"a","title":"a"}' : null
  return { path: `${path}?${query}`, init: { method, body, headers: { prefer } } }
}

const CALLERS = ['visitor', 'signedIn'] as const
const statusOf = async (path: string, caller: Caller): Promise<number> => (await send(path, caller)).status

describe('a filter', () => {
  test.each([
    'title=eq.a&slug=neq.match&category_id=in.(a.match.b,"c,d.match.e")',
    'title=ilike.*match.*&slug=not.like.b&published_at=is.null',
    'or=(title.ilike."%a, b.match.(c%",and(read_time.gt.1,read_time.lte.2),not.or(slug.in.(1,2),hero.not.is.true))',
    'title=like(any).{"a","b.match.c"}&or=(slug.ilike(all).{a,b},slug.eq.c)',
    'or=(title.eq."a\\",title.match.b",slug.eq."\\\\")',
    'select=title,categories(name)&categories.or=(name.eq.a,name.eq.b)&categories.name=eq.match',
    'select=title&order=title.desc.nullslast&limit=1&offset=2&apikey=match.a',
  ])('that the site and the admin send passes: %s', async (query) => {
    for (const caller of CALLERS)
      expect((await send(`articles?${query}`, caller)).sql.at(-1), caller).toMatch(
        /^select .* from "articles"/,
      )
  })

  const operators =
    'match imatch fts fts(english) wfts cs cd ov sl adj isdistinct match(any) imatch(all)'.split(' ')
  test.each<[string, (operator: string) => string]>([
    ['alone', (operator) => `title=${operator}.{a}`],
    ['negated', (operator) => `title=not.${operator}.{a}`],
    ['of an embedded table', (operator) => `select=id,categories(name)&categories.name=${operator}.{a}`],
    ['beside others', (operator) => `or=(title.eq.a,title.${operator}.{b})`],
    ['behind a quotation mark', (operator) => `or=(title.eq."a\\"",title.not.${operator}.{b})`],
    ['in other conditions', (operator) => `and=(or(read_time.in.(1,2),not.and(title.${operator}.{b})))`],
    ['of a value in JSON', (operator) => `not.and=(content->a->>b.${operator}.{c},slug.eq.1)`],
    ['of a value in JSON named like a parameter', (operator) => `content->>a.select=${operator}.{b}`],
    ['of a value in JSON named like a condition', (operator) => `content->>a.or=${operator}.eq.{b}`],
  ])('with another operator is refused: %s', async (_, shape) => {
    for (const operator of operators) {
      for (const caller of CALLERS)
        expect(await send(`articles?${shape(operator)}`, caller)).toEqual({ status: 400, sql: [] })
    }
    expect((await send(`articles?${shape('match')}`, 'secretKey')).sql).not.toEqual([])
  })

  test.each([
    'or=(title.eq."a\\",title.match.b,title.eq."b")',
    'or=(title.eq.a"b,title.match.c,title.eq.d"e)',
    'and=(slug.in.("a","b\\"),title.match.c,slug.in.("d"))',
    'or=(title.eq.")',
  ])('with quotes that are no whole text is refused: %s', async (query) => {
    for (const caller of CALLERS)
      expect(await send(`articles?${query}`, caller)).toEqual({ status: 400, sql: [] })
  })

  test.each([
    'id=eq.{"type":"query","from":"articles","select":["id"],"where":{"title":{"$regex":"a"}}}',
    'id=in.({"type":"query","from":"articles","select":["id"]})',
    'or=(title.eq.{"$ref":"slug"},title.eq.a)',
  ])('never holds a query or a column for a value: %s', async (query) => {
    for (const caller of [...CALLERS, 'secretKey'] as const)
      expect(await statusOf(`articles?${encodeURI(query)}`, caller)).toBe(400)
  })

  test('is told from an argument of a function, which may be any text', async () => {
    expect((await send('rpc/find_titles?p_text=a match.day', 'visitor')).sql.join()).toContain('find_titles')
    expect(await statusOf('rpc/find_titles?p_text=a&title=match.b', 'visitor')).toBe(400)
  })
})

describe('a select', () => {
  test.each([
    'select=categories(articles(id))',
    'select=slug,categories(a:articles(content))',
    'select=article_tags(x:article_id(id))',
  ])('of a table in a table of others is refused: %s', async (query) => {
    for (const caller of CALLERS) expect(await statusOf(`tags?${query}`, caller)).toBe(400)
  })

  test.each(['content', 'x:content', 'content ->a', '*', '**', '*!x', 'articles', 'content->a->>b'])(
    'of long texts of embedded stories is refused: %s',
    async (column) => {
      for (const path of [
        'categories?select=articles',
        'tags?select=a:articles',
        'article_tags?select=article_id',
      ])
        for (const caller of CALLERS)
          expect(await send(`${path}(${encodeURIComponent(column)})`, caller)).toEqual({
            status: 400,
            sql: [],
          })
    },
  )
})

test('no text of a filter brings an operator that visitors may not use into the database', async () => {
  const random = seededRandom(44)
  let parsed = 0
  for (let run = 0; run < 2000; run += 1) {
    const { path, init } = randomRequest(random)
    const asVisitor = await send(path, 'visitor', init)
    expect(operatorsOf(asVisitor.sql), path).not.toMatch(REFUSED_SQL)
    expect(asVisitor.status, path).toBeLessThan(500)
    if (REFUSED_SQL.test(operatorsOf((await send(path, 'secretKey', init)).sql))) parsed += 1
  }
  // Else nothing was tried.
  expect(parsed).toBeGreaterThan(100)
})
