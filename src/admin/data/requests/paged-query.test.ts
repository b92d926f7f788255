import { PostgrestClient } from '@supabase/postgrest-js'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fetchPage } from './paged-query.ts'

test('a page behind the end of a list has no rows', async () => {
  const refusal = { code: 'PGRST103', message: 'Requested range not satisfiable', details: null, hint: null }
  const client = new PostgrestClient('https://x.supabase.co/rest/v1', {
    fetch: () =>
      Promise.resolve(Response.json(refusal, { status: 416, headers: { 'content-range': '*/40' } })),
  })
  const page = await fetchPage(
    {
      query: { text: '', page: 99 },
      schema: z.object({ id: z.string() }),
      pageSize: 20,
      request: () => client.from('tags').select('id', { count: 'exact' }),
    },
    new AbortController().signal,
  )
  expect(page.rows).toEqual([])
})
