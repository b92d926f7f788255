import { PostgrestClient } from '@supabase/postgrest-js'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { mediaAtQuery } from './media.ts'

const requests: URL[] = []
const answer = async (url: RequestInfo | URL) => {
  requests.push(new URL(url instanceof Request ? url.url : url))
  return Response.json([])
}
const client = new PostgrestClient('https://x.supabase.co/rest/v1', { fetch: answer })
vi.mock('../../../backend/admin-client.ts', () => ({ adminClient: () => client }))

test('reads the files of all pictures of a gallery in one request', async () => {
  const queries = new QueryClient()
  const base = 'https://x.supabase.co/storage/v1/object/public/media/'
  const urls = [`${base}u/1.jpg`, `${base}u/2.jpg`, 'https://elsewhere.example/3.jpg']
  expect(await Promise.all(urls.map((url) => queries.fetchQuery(mediaAtQuery(url))))).toEqual([
    null,
    null,
    null,
  ])
  expect(requests.map(({ searchParams }) => searchParams.get('storage_path'))).toEqual([
    'in.(u/1.jpg,u/2.jpg)',
  ])
})
