import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MAX_CHECKED_LINKS } from '../../src/domain/story/checks.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { client, signedIn, startTestStack } from '../support/database/test-stack.ts'

let stack: Stack
const as: Partial<Record<'contributor' | 'viewer' | 'anon', SupabaseClient>> = {}
beforeAll(async () => {
  stack = await startTestStack()
  as.contributor = (await signedIn(stack, 'contributor')).client
  as.viewer = (await signedIn(stack, 'viewer')).client
  as.anon = client(stack)
})
afterAll(() => stack.stop())
afterEach(() => stack.sql('delete from private.rate_limits'))

async function check(links: unknown, caller: keyof typeof as = 'contributor') {
  const answer = await as[caller]?.functions.invoke<unknown>('check-links', { body: { links } })
  return { status: answer?.response?.status, data: answer?.data }
}

test('writers get a state for each link; nothing within the network is asked', async () => {
  const links = [
    'http://nowhere.invalid/',
    stack.url,
    'http://169.254.169.254/latest/meta-data',
    'mailto:a@b.example',
  ]
  expect(await check(links)).toEqual({
    status: 200,
    // On a machine that is offline no host is known to exist or not.
    data: { states: [expect.stringMatching(/^(dead|unknown)$/), 'unknown', 'unknown', 'unknown'] },
  })
  expect(await check([])).toEqual({ status: 200, data: { states: [] } })
})

test('visitors and viewers have no links checked', async () => {
  expect((await check([], 'anon')).status).toBe(401)
  expect((await check([], 'viewer')).status).toBe(403)
})

test.for<[string, unknown]>([
  ['none', undefined],
  ['no list', 'https://a.example'],
  ['no address', ['a']],
  ['no text', [1]],
  ['an address that is too long', [`https://a.example/${'x'.repeat(2000)}`]],
  ['too many', Array.from({ length: MAX_CHECKED_LINKS + 1 }, () => 'https://a.example/')],
])('links that are %s are refused', async ([, links]) => {
  expect((await check(links)).status).toBe(400)
})

test('a person may ask 30 times in ten minutes', async () => {
  const states: unknown[] = []
  for (let time = 0; time < 31; time += 1) states.push((await check([])).status)
  expect(states).toEqual([...Array.from({ length: 30 }, () => 200), 429])
})
