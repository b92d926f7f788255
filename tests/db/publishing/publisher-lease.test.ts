import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Backend, CALLERS, openBackend, takeLease } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())
beforeEach(() => setEnd('-infinity'))

/** Ends the lease at a time, as SQL. */
const setEnd = (time: string) =>
  backend.sql(`update private.publisher_lease set expires_at = ${time.includes('(') ? time : `'${time}'`}`)
const take = (holder: string) => takeLease(backend, holder)
const call = async (name: string, args: object) => (await backend.service.rpc(name, args)).error?.code ?? null
const renew = (p_number: number | null) => call('renew_publisher_lease', { p_number })

/** What each write of the publisher answers to a number: null, or the code of the refusal. */
const write = (p_lease: number | null) =>
  Promise.all([
    call('begin_build', { p_lease, p_kind: 'publish' }),
    call('finish_build', { p_lease, p_build: 0, p_events: [], p_stats: {} }),
    call('set_publish_problems', { p_lease, p_problems: [] }),
    call('record_readers', { p_lease, p_build: 0, p_readers: 'seen' }),
  ])
const ACCEPTED = Array(4).fill(null)
const REFUSED = Array(4).fill('PT409')

test.each(CALLERS)(
  '%s can neither take, renew nor release the lease, nor record what readers see',
  async (caller) => {
    for (const [name, args] of [
      ['take_publisher_lease', { p_holder: 'a' }],
      ['renew_publisher_lease', { p_number: 1 }],
      ['release_publisher_lease', { p_number: 1 }],
      ['record_readers', { p_lease: 1, p_build: 1, p_readers: 'seen' }],
    ] as const) {
      expect((await backend.as[caller].rpc(name, args)).error?.code).toBe('42501')
    }
  },
)

test('a second publisher gets the lease once the first has not renewed it in time, with a greater number', async () => {
  const first = await take('a')
  expect(await take('b')).toBeNull()
  await setEnd("now() + interval '10 milliseconds'")
  await backend.sql('select pg_sleep(0.02)')
  expect(await take('b')).toBe(Number(first) + 1)
  expect(await take('a')).toBeNull()
})

test('a lease that was given back is free at once, and is not renewed', async () => {
  const first = await take('a')
  expect(await call('release_publisher_lease', { p_number: Number(first) - 1 })).toBeNull()
  expect(await take('b')).toBeNull()
  expect(await call('release_publisher_lease', { p_number: first })).toBeNull()
  expect(await renew(first)).toBe('PT409')
  expect(await take('b')).toBe(Number(first) + 1)
})

test('the next process of the same data folder need not wait, and the last one is refused', async () => {
  const first = await take('a')
  const next = await take('a')
  expect(next).toBe(Number(first) + 1)
  expect([await renew(first), await renew(next)]).toEqual(['PT409', null])
})

test('a renewal puts off the end, also when it comes late but nobody took over', async () => {
  const first = await take('a')
  await setEnd("now() - interval '1 minute'")
  expect(await renew(first)).toBeNull()
  expect(await take('b')).toBeNull()
})

test('nobody waits for longer than a lease lasts after the clock was set back', async () => {
  await take('a')
  await setEnd("now() + interval '10 minutes'")
  expect(await take('b')).toBeNull()
  const [lease] = await backend.sql<{ is_short: boolean }>(
    `select expires_at < now() + interval '10 seconds' as is_short from private.publisher_lease`,
  )
  expect(lease?.is_short).toBe(true)
})

describe('writes of the publisher', () => {
  test('are accepted with the number of the lease, also when it was to be renewed', async () => {
    const number = await take('a')
    expect(await write(number)).toEqual(ACCEPTED)
    await setEnd("now() - interval '1 minute'")
    expect(await write(number)).toEqual(ACCEPTED)
  })

  test('are refused with the number of an earlier lease, or none', async () => {
    const stale = await take('a')
    await setEnd('-infinity')
    await take('b')
    expect(await write(stale)).toEqual(REFUSED)
    expect(await write(null)).toEqual(REFUSED)
    const { error } = await backend.service.rpc('begin_build', { p_lease: stale })
    expect(error?.message).toBe('Another publisher has taken over')
  })
})
