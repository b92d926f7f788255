import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Stack } from '../../supabase/local/stack.ts'
import {
  client,
  newVisitor,
  PASSWORD,
  reloadSchema,
  signedIn,
  startTestStack,
} from '../support/database/test-stack.ts'

// Before the stack starts: it replaces the methods of the console, too.
const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
let stack: Stack

beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

test('the roles of Supabase exist; only service_role bypasses row level security', async () => {
  const roles = await stack.sql<{ rolname: string; rolbypassrls: boolean }>(
    `select rolname, rolbypassrls from pg_roles
     where rolname in ('anon', 'authenticated', 'service_role', 'authenticator') order by 1`,
  )
  expect(roles.map((role) => role.rolname)).toEqual([
    'anon',
    'authenticated',
    'authenticator',
    'service_role',
  ])
  expect(roles.filter((role) => role.rolbypassrls).map((role) => role.rolname)).toEqual(['service_role'])
})

describe('keys', () => {
  test.each([
    '/rest/v1/categories',
    '/auth/v1/settings',
    '/storage/v1/bucket',
    '/storage/v1/object/media/a.png',
  ])('%s needs a key and refuses a wrong one', async (path) => {
    expect((await fetch(stack.url + path)).status).toBe(401)
    expect((await fetch(stack.url + path, { headers: { apikey: 'sb_secret_wrong' } })).status).toBe(401)
  })

  test.each([
    '/rest/v1/rpc/find_titles',
    '/auth/v1/token?grant_type=password',
    '/auth/v1/admin/users',
    '/auth/v1/signup',
    '/storage/v1/object/list/media',
  ])('%s needs one, whichever of its characters are written with a percent sign', async (path) => {
    for (const [at, character] of [...path.replace(/\?.*/, '')].entries()) {
      const code = `%${character.charCodeAt(0).toString(16)}`
      const spelled = path.slice(0, at) + code + path.slice(at + 1)
      const body = '{"email":"nobody@mantel.example","password":"wrong-one"}'
      const headers = { 'content-type': 'application/json' }
      if (at === 0) continue
      const { status } = await fetch(stack.url + spelled, { method: 'POST', headers, body })
      expect({ spelled, isRefused: status === 401 || status === 404 }).toEqual({ spelled, isRefused: true })
    }
  })

  test('the secret key bypasses row level security, the publishable key does not', async () => {
    const service = client(stack, stack.secretKey)
    expect((await service.from('categories').insert({ name: 'Oak', slug: 'oak' })).error).toBeNull()
    const refused = await client(stack).from('categories').insert({ name: 'Elm', slug: 'elm' })
    expect(refused.error?.code).toBe('42501')
  })

  test('tables and columns that no migration grants are refused', async () => {
    expect((await client(stack).from('profiles').select('email')).error?.code).toBe('42501')
    expect((await client(stack).from('subscribers').select('id')).error?.code).toBe('42501')
    const [granted] = await stack.sql<{ any: boolean }>(
      `select bool_or(has_table_privilege('anon', oid, 'delete')) as any
       from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    expect(granted?.any).toBe(false)
  })

  test('schemas other than public are not served', async () => {
    const { error } = await client(stack, stack.secretKey).schema('auth').from('users').select('id')
    expect(error?.code).toBe('PGRST106')
  })
})

test.each([
  '/auth/v1/token?grant%5Ftype=x&grant_type=password',
  '/auth/v1/token?grant_type=x&grant_type=password',
  '/auth/v1/token?grant_type=password&grant%5Ftype=refresh_token',
])('nobody signs in at %s, which the limits of sign-ins could read as something else', async (path) => {
  const email = `${crypto.randomUUID()}@mantel.example`
  await signedIn(stack, 'viewer', email)
  const response = await fetch(stack.url + path, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json', ...newVisitor() },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  expect(response.status).toBe(400)
  expect(await response.text()).not.toContain('access_token')
})

describe('CORS', () => {
  test.each([
    '/rest/v1/no-such-table',
    '/rest/v1/rpc/no_such_function',
    '/functions/v1/none',
    '/auth/v1/admin/users',
  ])('a preflight to %s is allowed', async (path) => {
    const response = await fetch(stack.url + path, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'PATCH' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
    const allowed = response.headers.get('access-control-allow-headers')
    for (const name of ['authorization', 'apikey', 'content-type', 'prefer', 'x-upsert', 'content-profile']) {
      expect(allowed).toContain(name)
    }
  })

  test('responses, errors and the count of a list can be read', async () => {
    const answer = await fetch(`${stack.url}/rest/v1/categories?select=id`, {
      headers: { apikey: stack.publishableKey, prefer: 'count=exact' },
    })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-expose-headers')).toContain('content-range')
    expect(answer.headers.get('content-range')).toMatch(/\/\d+$/)
    expect((await fetch(`${stack.url}/rest/v1/categories`)).headers.get('access-control-allow-origin')).toBe(
      '*',
    )
  })

  test('mails cannot be read by other origins', async () => {
    const response = await fetch(`${stack.url}/_local/mail`, {
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})

test('several or= filters are joined with AND', async () => {
  await stack.sql(
    `create table public.chairs as select legs, seats from generate_series(3, 5) legs, generate_series(1, 3) seats`,
  )
  await stack.sql('grant select on public.chairs to anon')
  await reloadSchema(stack)
  const response = await fetch(
    `${stack.url}/rest/v1/chairs?or=(legs.eq.3,legs.eq.4)&or=(seats.eq.1,seats.eq.2)&order=legs,seats`,
    { headers: { apikey: stack.publishableKey } },
  )
  expect(await response.json()).toEqual([
    { legs: 3, seats: 1 },
    { legs: 3, seats: 2 },
    { legs: 4, seats: 1 },
    { legs: 4, seats: 2 },
  ])
})

describe('request settings in SQL', () => {
  beforeAll(async () => {
    await stack.sql(`create table public.seen (id int generated always as identity primary key, note text)`)
    await stack.sql(`create function public.note_request() returns trigger language plpgsql as $$
      begin new.note := current_setting('request.headers', true)::json ->> 'x-forwarded-for'
        || ' ' || current_setting('request.method') || ' ' || current_setting('request.path') || ' ' || auth.role();
      return new; end $$`)
    await stack.sql(
      `create trigger note before insert on public.seen for each row execute function note_request()`,
    )
    await stack.sql(`create function public.my_agent() returns text language sql as
      $$ select current_setting('request.headers', true)::json ->> 'user-agent' $$`)
    await stack.sql('grant insert, select on public.seen to anon')
    await stack.sql('grant execute on function public.my_agent() to anon')
    await reloadSchema(stack)
  })

  test('a trigger can read headers, method, path and role', async () => {
    const response = await fetch(`${stack.url}/rest/v1/seen?select=note`, {
      method: 'POST',
      headers: {
        apikey: stack.publishableKey,
        'content-type': 'application/json',
        prefer: 'return=representation',
        'x-forwarded-for': '203.0.113.9',
      },
      body: '{"note":""}',
    })
    expect(await response.json()).toEqual([{ note: '203.0.113.9 POST /rest/v1/seen anon' }])
  })

  test('x-forwarded-for is the address of the connection when there is no proxy', async () => {
    const response = await fetch(`${stack.url}/rest/v1/seen?select=note`, {
      method: 'POST',
      headers: {
        apikey: stack.publishableKey,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      body: '{"note":""}',
    })
    expect(await response.json()).toEqual([{ note: expect.stringMatching(/^(::ffff:)?127\.0\.0\.1 /) }])
  })

  test('headers of a proxy that is not named as trusted are not believed', async () => {
    const direct = await startTestStack({ trustedProxies: [] })
    try {
      await direct.sql(`create function public.my_addresses() returns text language sql as $$
        select concat_ws(' ', h ->> 'x-forwarded-for', h ->> 'cf-connecting-ip', h ->> 'x-real-ip')
        from (select current_setting('request.headers', true)::json as h) headers $$`)
      await direct.sql('grant execute on function public.my_addresses() to anon')
      await reloadSchema(direct)
      const response = await fetch(`${direct.url}/rest/v1/rpc/my_addresses`, {
        method: 'POST',
        headers: {
          apikey: direct.publishableKey,
          'x-forwarded-for': '203.0.113.9',
          'cf-connecting-ip': '203.0.113.9',
          'x-real-ip': '203.0.113.9',
        },
      })
      expect(await response.json()).toBe('127.0.0.1')
    } finally {
      await direct.stop()
    }
  })

  test('a function can read headers', async () => {
    const response = await fetch(`${stack.url}/rest/v1/rpc/my_agent`, {
      method: 'POST',
      headers: { apikey: stack.publishableKey, 'user-agent': 'a test' },
    })
    expect(await response.json()).toBe('a test')
  })
})

describe('errors', () => {
  test.each([
    ['23505', 'a duplicate', { name: 'Beech', slug: 'beech' }],
    ['23502', 'a missing value', { name: null, slug: 'none' }],
    ['23514', 'a failed check', { name: 'Bad', slug: 'Not a slug' }],
  ])('%s for %s', async (code, _, row: object) => {
    const service = client(stack, stack.secretKey)
    await service.from('tags').upsert({ name: 'Beech', slug: 'beech' }, { onConflict: 'slug' })
    const { error, status } = await service.from('tags').insert(row)
    expect(error?.code).toBe(code)
    expect(status).toBe(code === '23505' ? 409 : 400)
  })

  test('PGRST116 for .single() without a row', async () => {
    const { error, status } = await client(stack).from('tags').select('id').eq('slug', 'no-such-tag').single()
    expect([status, error?.code]).toEqual([406, 'PGRST116'])
  })

  test('P0001 with its hint for an exception of a function', async () => {
    await stack.sql(`create function public.refuse() returns int language plpgsql as
      $$ begin raise exception 'not today' using hint = 'tomorrow'; end $$`)
    await stack.sql('grant execute on function public.refuse() to anon')
    await reloadSchema(stack)
    const { error, status } = await client(stack).rpc('refuse')
    expect(status).toBe(400)
    expect(error).toMatchObject({ code: 'P0001', message: 'not today', hint: 'tomorrow' })
  })
})

describe('JSON', () => {
  beforeAll(async () => {
    await stack.sql('create table public.notes (id int primary key, value jsonb)')
    await stack.sql(
      `create function public.same(value jsonb) returns jsonb language sql as $$ select value || '{}' $$`,
    )
    await stack.sql('grant all on public.notes to service_role')
    await stack.sql('grant execute on function public.same(jsonb) to service_role')
    await reloadSchema(stack)
  })
  const notes = () => client(stack, stack.secretKey).from('notes')

  test.each(
    ['plain', '', '{"a":1}', '"quoted"', 'null', 5, true, [1, 'x', ['y']], { html: '<p>"</p>', n: [] }].map(
      (value, id) => ({ id, value }),
    ),
  )('$value is read as it was written', async ({ id, value }) => {
    expect((await notes().insert({ id, value }).select('value').single()).data).toEqual({ value })
    expect((await notes().update({ value }).eq('id', id).select('value').single()).data).toEqual({ value })
  })

  test('an argument reaches a function unchanged', async () => {
    const value = { html: '<p>"</p>', list: [1, { a: null }] }
    expect((await client(stack, stack.secretKey).rpc('same', { value })).data).toEqual(value)
  })
})

test('timestamps have the ISO format of PostgREST', async () => {
  const service = client(stack, stack.secretKey)
  const { data } = await service
    .from('tags')
    .insert({ name: 'Ash', slug: 'ash' })
    .select('created_at')
    .single()
  expect(data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/)
})

test('listen receives pg_notify', async () => {
  const received: string[] = []
  const stop = await stack.listen('news', (payload) => received.push(payload))
  await stack.sql(`select pg_notify('news', 'first')`)
  await expect.poll(() => received).toEqual(['first'])
  await stop()
})

describe('concurrent requests', () => {
  test('never run under the role of another request', async () => {
    const editor = await signedIn(stack, 'editor')
    const service = client(stack, stack.secretKey)
    const anonymous = client(stack)
    const rounds = Array.from({ length: 40 }, async (_, n) => {
      const [mine, denied, inserted, failed] = await Promise.all([
        editor.client.from('profiles').select('id').eq('id', editor.id),
        anonymous.from('subscribers').select('email'),
        service.from('tags').insert({ name: `tag ${n}`, slug: `tag-${n}` }),
        anonymous.from('tags').insert({ name: `bad ${n}`, slug: `bad-${n}` }),
      ])
      expect(mine.data).toEqual([{ id: editor.id }])
      expect(denied.error?.code).toBe('42501')
      expect(inserted.error).toBeNull()
      expect(failed.error?.code).toBe('42501')
    })
    await Promise.all(rounds)
    expect((await service.from('tags').select('slug', { count: 'exact' }).like('slug', 'tag-%')).count).toBe(
      40,
    )
    expect((await service.from('tags').select('slug', { count: 'exact' }).like('slug', 'bad-%')).count).toBe(
      0,
    )
  })
})

describe('the console', () => {
  beforeEach(() => printed.mockClear())

  test('prints nothing for refused requests', async () => {
    await client(stack).from('no_such_table').select()
    await client(stack).from('categories').insert({ name: 'Ash', slug: 'ash' })
    await client(stack).auth.signInWithPassword({ email: 'nobody@mantel.example', password: 'wrong-one' })
    expect(printed).not.toHaveBeenCalled()
  })

  test('prints one line for a failed request', async () => {
    await stack.sql(`create function public.fail() returns int language plpgsql as
      $$ begin raise exception 'out of paper' using errcode = 'XX000'; end $$`)
    await stack.sql('grant execute on function public.fail() to anon')
    await reloadSchema(stack)
    expect((await client(stack).rpc('fail')).error?.message).toContain('out of paper')
    expect(printed.mock.calls).toEqual([['supabase: POST /rest/v1/rpc/fail 500 out of paper']])
  })
})

test('paths of no service are answered with 404', async () => {
  expect((await fetch(`${stack.url}/_system/schema`)).status).toBe(404)
  expect((await fetch(stack.url)).status).toBe(404)
})

describe('a request that no service can read', () => {
  const post = (path: string, body: string, type = 'application/json') =>
    fetch(stack.url + path, {
      method: 'POST',
      headers: { apikey: stack.publishableKey, 'content-type': type },
      body,
    })
  const times = (count: number, part: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => part(at)).join()
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)

  test.each([
    ['an object as e-mail', '/auth/v1/signup', '{"email":{"a":1},"password":"long-enough"}'],
    ['an array as e-mail', '/auth/v1/signup', '{"email":["a@b.co"],"password":"long-enough"}'],
    [
      'an array as e-mail to sign in with',
      '/auth/v1/token?grant_type=password',
      '{"email":[],"password":"x"}',
    ],
    ['a number as password', '/auth/v1/token?grant_type=password', '{"email":"a@b.co","password":1}'],
    ['an object as e-mail for a link', '/auth/v1/recover', '{"email":{}}'],
    ['an array as e-mail for a code', '/auth/v1/otp', '{"email":[]}'],
    ['an array as e-mail for a magic link', '/auth/v1/magiclink', '{"email":[]}'],
    ['an object as code', '/auth/v1/verify', '{"email":"a@b.co","token":{},"type":"signup"}'],
    ['a number as refresh token', '/auth/v1/token?grant_type=refresh_token', '{"refresh_token":1}'],
    ['a body that is a list', '/auth/v1/signup', '[]'],
    ['a body that is a text', '/auth/v1/signup', '"a"'],
    [
      'NUL in a name',
      '/auth/v1/signup',
      '{"email":"n@b.co","password":"long-enough","data":{"full_name":"a\\u0000b"}}',
    ],
    ['NUL in an e-mail', '/auth/v1/signup', '{"email":"n\\u0000@b.co","password":"long-enough"}'],
    [
      'a lone surrogate',
      '/auth/v1/signup',
      '{"email":"l@b.co","password":"long-enough","data":{"full_name":"\\ud800"}}',
    ],
    [
      'a deeply nested body',
      '/auth/v1/signup',
      `{"email":"d@b.co","password":"long-enough","data":{"a":${deep}}}`,
    ],
    ['NUL in a row', '/rest/v1/subscribers', '{"email":"n@b.co","first_name":"a\\u0000b"}'],
    ['a lone surrogate in a row', '/rest/v1/subscribers', '{"email":"n@b.co","first_name":"\\udc00"}'],
    ['a deeply nested row', '/rest/v1/subscribers', `{"email":"n@b.co","preferences":${deep}}`],
    ['a deeply nested argument', '/rest/v1/rpc/find_stories', `{"p_query":${deep}}`],
    ['a row that is no JSON', '/rest/v1/subscribers', '{"email":'],
    ['a deeply nested list of files', '/storage/v1/object/list/media', `{"prefix":${deep}}`],
    ['NUL in a list of files', '/storage/v1/object/list/media', '{"prefix":"a\\u0000"}'],
  ])('is answered with 4xx and a message: %s', async (_, path, body) => {
    const response = await post(path, body)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    const answer = (await response.json()) as { message?: string; msg?: string }
    expect(answer.message ?? answer.msg).toMatch(/./)
  })

  test.each([
    'application/json; x=form',
    'text/csv',
    'text/csv; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('is answered with 4xx whatever its type says: %s', async (type) => {
    const rows = '['.repeat(4500) + ']'.repeat(4500)
    for (const [path, body] of [
      ['/auth/v1/signup', '{"email":["a@b.co"],"password":"long-enough"}'],
      ['/auth/v1/otp', '{"email":["a@b.co"]}'],
      ['/auth/v1/token?grant_type=password', '{"email":"a\\u0000@b.co","password":"x"}'],
      ['/auth/v1/signup', `{"email":"d@b.co","password":"long-enough","data":{"a":${rows}}}`],
      ['/rest/v1/subscribers', `{"email":"n@b.co","preferences":${rows}}`],
    ] as const) {
      const { status } = await post(path, body, type)
      expect({ path, isRefused: status >= 400 && status < 500 }).toEqual({ path, isRefused: true })
    }
  })

  test.each(['Application/JSON', 'application/vnd.list+json'])(
    'is answered with 4xx for other spellings of JSON: %s',
    async (type) => {
      const editor = await signedIn(stack, 'editor', `${crypto.randomUUID()}@mantel.example`)
      const response = await fetch(`${stack.url}/storage/v1/object/list/media`, {
        method: 'POST',
        headers: {
          apikey: stack.publishableKey,
          authorization: `Bearer ${editor.token}`,
          'content-type': type,
        },
        body: `{"prefix":${'['.repeat(4500) + ']'.repeat(4500)}}`,
      })
      expect(response.status).toBe(400)
    },
  )

  test.each([
    ['POST', '/auth/v1/signup', 'null'],
    ['POST', '/auth/v1/token?grant_type=password', 'null'],
    ['PUT', '/auth/v1/user', '{"password":null}'],
    ['PUT', '/auth/v1/user', '{"email":null}'],
    ['POST', '/storage/v1/object/list/media', '{"prefix":"","limit":-1}'],
    ['POST', '/storage/v1/object/list/media', '{"prefix":"","offset":-1}'],
    ['POST', '/storage/v1/object/list/media', '{"prefix":"","sortBy":{"column":"name","order":"zz"}}'],
    ['POST', '/storage/v1/object/list/media', '{"prefix":"","sortBy":{"column":"zz","order":"asc"}}'],
  ])('is answered with 400 and a message: %s %s with %s', async (method, path, body) => {
    const editor = await signedIn(stack, 'editor', `${crypto.randomUUID()}@mantel.example`)
    const headers = {
      apikey: stack.publishableKey,
      authorization: `Bearer ${editor.token}`,
      'content-type': 'application/json',
    }
    const response = await fetch(stack.url + path, { method, headers, body })
    expect(response.status).toBe(400)
    expect(await response.text()).toMatch(/(message|msg)":".+"/)
  })

  test.each([
    ['%00 in the path of a stored file', '/storage/v1/object/public/media/a%00b'],
    ['%00 in the path of a private file', '/storage/v1/object/media/a%00b'],
    ['%00 in a filter', '/rest/v1/categories?name=eq.%00'],
    [
      'a select that is too long',
      `/rest/v1/categories?select=${Array.from({ length: 1200 }, (_, at) => `a${at}:id`).join()}`,
    ],
    ['a long select of many columns', `/rest/v1/categories?select=${'id,'.repeat(2000)}id`],
    [
      'filters nested deeply',
      `/rest/v1/categories?${'and='}${'(and'.repeat(900)}(id.eq.1)${')'.repeat(900)}`,
    ],
    ...['categories.or', 'categories.not.or', 'categories.and', 'not.or', 'or'].map((name) => [
      `filters nested deeply in ${name}`,
      `/rest/v1/articles?select=id,categories(id)&${name}=${'(or'.repeat(1500)}(id.eq.1)${')'.repeat(1500)}`,
    ]),
    [
      'filters nested deeply behind a quoted text',
      `/rest/v1/categories?and=(id.eq."\\",${'or('.repeat(1500)}id.eq.1${')'.repeat(1500)},id.eq."\\")`,
    ],
    [
      'stories of categories of stories',
      '/rest/v1/articles?select=id,categories(id,articles(id,categories(id)))',
    ],
    [
      'stories of categories, by another name',
      '/rest/v1/categories?select=a:articles(b:category_id(c:articles(id)))',
    ],
    [
      'many tables side by side',
      `/rest/v1/articles?select=${Array.from({ length: 20 }, (_, at) => `a${at}:categories(id)`).join()}`,
    ],
    [
      'a table embedded under many names',
      `/rest/v1/tags?select=id,${times(4, (at) => `a${at}:articles(id)`)}`,
    ],
    ['a column under many names', `/rest/v1/articles?select=${times(4, (at) => `a${at}:content`)}`],
    ['the texts of embedded stories', '/rest/v1/tags?select=id,articles(title,text:content)'],
    ['whole embedded stories', '/rest/v1/tags?select=id,articles(*)'],
    ['whole embedded stories, by the name of the table', '/rest/v1/categories?select=id,articles(articles)'],
    ['whole embedded stories, by a key', '/rest/v1/categories?select=articles_category_id_fkey(*)'],
    ['tables hidden in quotes', '/rest/v1/articles?select="a\\":id,categories(articles(id)),"b\\":id'],
    ['tables in each other without columns', '/rest/v1/articles?select=id,categories(articles())'],
    ['a method in the path', '/auth/v1/tok%65n?grant_type=password'],
    ['a path with half a character', '/rest/v1/%E0%A4%A'],
  ])('is answered with 4xx and a message: %s', async (_, path) => {
    const response = await fetch(stack.url + path, { headers: { apikey: stack.publishableKey } })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    const answer = (await response.json()) as { message?: string; msg?: string }
    expect(answer.message ?? answer.msg).toMatch(/./)
  })

  test.each([
    'categories(articles(id))',
    'categories(a0:articles(id),a1:articles(id))',
    'categories(tags:articles(id))',
    'article_tags(articles(id))',
    'tags(article_tags(tags(id)))',
    'categories(tags(id))',
    'article_revisions(data->form)',
  ])(
    'is one of embedded rows that embed more than tags, or of all revisions, signed in or not: %s',
    async (select) => {
      const viewer = await signedIn(stack, 'viewer', `${crypto.randomUUID()}@mantel.example`)
      for (const caller of [client(stack), viewer.client])
        expect((await caller.from('articles').select(select)).error?.code).toBe('PGRST100')
    },
  )

  test('is none that the admin makes', async () => {
    const editor = await signedIn(stack, 'editor', 'selects@mantel.example')
    for (const select of [
      '*, category:categories(name, color), author:profiles!articles_author_id_fkey(full_name, email), working_copy:article_working_copies(version), article_tags(tag:tags(id, name))',
      'id, content, article_tags(tag_id), article_working_copies(version, data), tagged:article_tags!inner(tag_id)',
    ])
      expect((await editor.client.from('articles').select(select)).error).toBeNull()
    const fonts = ['primary', 'secondary', 'accent'].map(
      (role) => `${role}_font:fonts!global_styles_${role}_font_id_fkey(id)`,
    )
    expect((await editor.client.from('global_styles').select(fonts.join())).error).toBeNull()
  })

  test('is none of one embedded table for visitors, and of two for signed-in callers', async () => {
    expect((await client(stack).from('articles').select('id, categories(name)')).error).toBeNull()
    const viewer = await signedIn(stack, 'viewer', 'embeds@mantel.example')
    expect((await viewer.client.from('articles').select('id, article_tags(tags(name))')).error).toBeNull()
    expect((await client(stack).from('articles').select('id, article_tags(tags(name))')).error?.code).toBe(
      'PGRST100',
    )
  })

  test.each(['Basic eDp4', 'Bearer ', 'bearer', 'Bearer not-a-token'])(
    'is one of two embedded tables with anything but an access token: %s',
    async (authorization) => {
      const path = '/rest/v1/articles?select=id,article_tags(tags(name))'
      const response = await fetch(stack.url + path, {
        headers: { apikey: stack.publishableKey, authorization },
      })
      expect(response.status).toBe(400)
    },
  )

  test('is one of two embedded tables with a false access token, which is answered with 401', async () => {
    const response = await fetch(`${stack.url}/rest/v1/articles?select=id,article_tags(tags(name))`, {
      headers: { apikey: stack.publishableKey, authorization: 'Bearer a.b.c' },
    })
    expect(response.status).toBe(401)
  })

  test('is none of a list of files in pages and in order', async () => {
    const editor = await signedIn(stack, 'editor', 'lister@mantel.example')
    for (const column of ['name', 'created_at', 'updated_at', 'last_accessed_at']) {
      const options = { limit: 10, offset: 0, sortBy: { column, order: 'desc' } }
      expect((await editor.client.storage.from('media').list('', options)).error).toBeNull()
    }
  })

  test('is none of a stored JSON file, whatever its members are called', async () => {
    const service = client(stack, stack.secretKey)
    expect((await service.storage.createBucket('data')).error).toBeNull()
    const { status } = await fetch(`${stack.url}/storage/v1/object/data/limits.json`, {
      method: 'POST',
      headers: { apikey: stack.secretKey, 'content-type': 'application/json' },
      body: '{"limit":"none","sortBy":{"order":"random"}}',
    })
    expect(status).toBe(200)
  })

  test('keeps long texts that only look like it', async () => {
    const service = client(stack, stack.secretKey)
    const name = `${'['.repeat(100)} \\u0000 \\ud800 😀`
    const { data, error } = await service
      .from('tags')
      .insert({ name, slug: 'brackets' })
      .select('name')
      .single()
    expect(error).toBeNull()
    expect(data?.name).toBe(name)
  })
})

test('a statement of a visitor ends after three seconds', async () => {
  await stack.sql(`create function public.sleep() returns void language sql as 'select pg_sleep(250)'`)
  await stack.sql('grant execute on function public.sleep() to anon')
  await reloadSchema(stack)
  const { error } = await client(stack).rpc('sleep')
  expect(error?.message).toContain('canceling statement due to statement timeout')
})
