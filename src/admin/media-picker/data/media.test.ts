import { PostgrestClient } from '@supabase/postgrest-js'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { mediaType } from '../../../domain/media/media.ts'
import { mediaAtQuery } from '../../data/files/media-at.ts'
import { imagesQuery } from './media.ts'

const requests: URL[] = []
/** The rows of the media library. */
let stored: unknown[] = []
const answer = async (input: RequestInfo | URL) => {
  const url = new URL(input instanceof Request ? input.url : input)
  requests.push(url)
  const offset = Number(url.searchParams.get('offset') ?? 0)
  return Response.json(stored.slice(offset, offset + Number(url.searchParams.get('limit') ?? 1000)))
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

test('a row that cannot be read does not end the list of pictures', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  stored = Array.from({ length: 30 }, (_, at) => ({
    id: `00000000-0000-4000-8000-0000000000${10 + at}`,
    filename: `${at}.jpg`,
    original_filename: `${at}.jpg`,
    mime_type: 'image/jpeg',
    size_bytes: at === 3 ? null : 9,
    uploaded_by: null,
    storage_path: `u/${at}.jpg`,
    thumbnail_path: null,
    width: 9,
    height: 9,
    created_at: '2026-03-01T09:00:00+00:00',
    rights_override_at: null,
    ...mediaType.columnsOf(mediaType.blank()),
  }))
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...imagesQuery(''), pages: 9 })
  expect(pages.map(({ rows }) => rows.length)).toEqual([23, 6])
})
