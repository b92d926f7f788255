import { PostgrestClient } from '@supabase/postgrest-js'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { historyQuery } from './revisions.ts'

const ID = 'a5f0b0de-6d3f-4a57-9d5b-0c9e2f6b7a10'
const revision = (id: number) => ({
  id,
  kind: 'saved',
  created_at: '2026-03-01T09:00:00+00:00',
  created_by: null,
  author_name: null,
  // The last one of the first part has a status of another version.
  status: id === 71 ? 'unknown' : 'draft',
  changed: [],
  is_first: id === 1,
})
const answer = async (url: RequestInfo | URL, init?: RequestInit) => {
  const { p_before } = (await new Request(url, init).json()) as { p_before: number | null }
  const stored = Array.from({ length: 120 }, (_, at) => revision(120 - at))
  return Response.json(stored.filter(({ id }) => p_before === null || id < p_before).slice(0, 50))
}
const client = new PostgrestClient('https://x.supabase.co/rest/v1', { fetch: answer })
vi.mock('../../../../backend/admin-client.ts', () => ({ adminClient: () => client }))

test('a revision that cannot be read does not end the history', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...historyQuery(ID, true), pages: 9 })
  const ids = pages.flatMap(({ rows }) => rows.map(({ id }) => id))
  expect(ids).toEqual(Array.from({ length: 120 }, (_, at) => 120 - at).filter((id) => id !== 71))
})
