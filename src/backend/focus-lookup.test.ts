import { PostgrestClient } from '@supabase/postgrest-js'
import { describe, expect, test } from 'vitest'
import { focusLookup } from './focus-lookup.ts'

/** A lookup in these media rows; null: every request fails. */
function lookupIn(rows: object[] | null) {
  const requests: string[] = []
  const answer = async (url: RequestInfo | URL) => {
    requests.push(url instanceof Request ? url.url : url.toString())
    return Response.json(rows, { status: rows === null ? 500 : 200 })
  }
  const client = new PostgrestClient('https://x.supabase.co/rest/v1', { fetch: answer })
  return { requests, focusOf: focusLookup(() => client) }
}

describe('focusLookup', () => {
  const base = 'https://x.supabase.co/storage/v1/object/public/media/'

  test('reads the pictures of one list in one request, and pictures from elsewhere in none', async () => {
    const { requests, focusOf } = lookupIn([
      { storage_path: 'u/1.jpg', focus: [30, 70] },
      { storage_path: 'u/2.jpg', focus: 'wrong' },
    ])
    const urls = [`${base}u/1.jpg`, `${base}u/2.jpg`, `${base}u/1.jpg?t=1`, 'https://elsewhere.example/1.jpg']
    expect(await Promise.all(urls.map(focusOf))).toEqual([[30, 70], null, [30, 70], null])
    expect(requests.map((url) => new URL(url).searchParams.get('storage_path'))).toEqual([
      'in.(u/1.jpg,u/2.jpg)',
    ])
    await focusOf(`${base}u/3.jpg`)
    expect(requests).toHaveLength(2)
  })

  test('finds none when the request fails', async () => {
    const { focusOf } = lookupIn(null)
    expect(await focusOf(`${base}u/1.jpg`)).toBeNull()
  })
})
