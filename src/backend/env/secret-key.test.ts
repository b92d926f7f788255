import { createClient } from '@supabase/supabase-js'
import { afterEach, expect, test, vi } from 'vitest'
import { secretClient } from '../client.ts'
import { fetchWithoutKeyAsToken } from './secret-key.ts'

const NEW_KEY = 'sb_secret_0123456789'
const LEGACY_KEY = 'eyJhbGciOiJIUzI1NiJ9.e30.x'

afterEach(() => vi.unstubAllGlobals())

/** The headers of the requests that are sent meanwhile. */
async function sentBy(act: () => PromiseLike<unknown>): Promise<Headers[]> {
  const send = vi.fn<typeof fetch>(() => Promise.resolve(Response.json([])))
  vi.stubGlobal('fetch', send)
  await act()
  return send.mock.calls.map(([, init]) => new Headers(init?.headers))
}

const supabaseJs = (key: string) =>
  createClient('http://nowhere.example', key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: fetchWithoutKeyAsToken },
  })

test.each([
  ['the publisher', (key: string) => secretClient('http://nowhere.example', key).from('tags').select()],
  ['tables', (key: string) => supabaseJs(key).from('tags').select()],
  ['accounts', (key: string) => supabaseJs(key).auth.admin.listUsers()],
  ['files', (key: string) => supabaseJs(key).storage.listBuckets()],
])('a secret key of the newer form is never sent as a token: %s', async (_, act) => {
  for (const headers of await sentBy(() => act(NEW_KEY))) {
    expect(headers.get('apikey')).toBe(NEW_KEY)
    expect(headers.get('authorization')).toBeNull()
  }
  const [legacy] = await sentBy(() => act(LEGACY_KEY))
  expect(legacy?.get('authorization')).toBe(`Bearer ${LEGACY_KEY}`)
})

test("a signed-in person's token is sent", async () => {
  const [headers] = await sentBy(() =>
    fetchWithoutKeyAsToken('http://nowhere.example', { headers: { authorization: 'Bearer a.b.c' } }),
  )
  expect(headers?.get('authorization')).toBe('Bearer a.b.c')
})
