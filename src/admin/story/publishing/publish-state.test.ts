import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { type PublishState, pollDelay, publishStateQuery } from './publish-state.ts'

const answer = vi.fn()
vi.mock('../../../backend/admin-client.ts', () => ({
  adminClient: () => ({ rpc: () => ({ abortSignal: answer }) }),
}))

const NOW = new Date('2026-11-14T09:00:00.000Z')
const OUT = '2026-11-01T08:00:00.000Z'

function publish(patch: Partial<PublishState>): PublishState {
  const at = '2026-11-14T08:59:59.000Z'
  return { event_id: 1, due_at: at, created_at: at, status: 'live', duration_ms: 412, error: null, ...patch }
}

test('polls a publish four times a second while it runs, seldom while it waits, never when it is done', () => {
  expect(pollDelay(publish({ status: 'publishing' }), NOW)).toBe(250)
  expect(pollDelay(publish({ status: 'publishing', created_at: OUT, due_at: OUT }), NOW)).toBe(2_000)
  expect(pollDelay(publish({ status: 'scheduled', due_at: '2026-11-14T09:00:05.000Z' }), NOW)).toBe(5_000)
  expect(pollDelay(publish({ status: 'scheduled', due_at: '2027-01-01T00:00:00.000Z' }), NOW)).toBe(60_000)
  expect(pollDelay(publish({ status: 'stale', created_at: OUT, due_at: OUT }), NOW)).toBe(2_000)
  const done = [publish({}), publish({ status: 'delivered' }), null]
  expect(done.map((state) => pollDelay(state, NOW))).toEqual([false, false, false])
})

test('polls the publish of a static host every two seconds at first, an old one once a minute', () => {
  expect(pollDelay(publish({ status: 'sent' }), NOW)).toBe(2_000)
  expect(pollDelay(publish({ status: 'sent', created_at: OUT, due_at: OUT }), NOW)).toBe(60_000)
  expect(pollDelay(publish({ status: 'waiting', created_at: OUT, due_at: OUT }), NOW)).toBe(60_000)
})

test('asks again after a failed request, also where the publish before was done', async () => {
  const client = new QueryClient()
  const { refetchInterval, ...query } = publishStateQuery('a1')
  client.setQueryData(query.queryKey, publish({}))
  answer.mockResolvedValueOnce({ data: null, error: { message: 'Failed to fetch' }, status: 0 })
  await expect(client.fetchQuery(query)).rejects.toThrow()
  if (typeof refetchInterval !== 'function') throw new Error('Never asks again')
  const failed = client.getQueryCache().build(client, client.defaultQueryOptions(query))
  expect(refetchInterval(failed)).toBe(2_000)
})
