import { PostgrestClient } from '@supabase/postgrest-js'
import { expect, test, vi } from 'vitest'
import { loadVersions } from './article-text.ts'

const fetch = vi.fn<typeof globalThis.fetch>()
const client = new PostgrestClient('https://x.supabase.co/rest/v1', { fetch })
vi.mock('../../../../backend/admin-client.ts', () => ({ adminClient: () => client }))

test('a working copy counts only while its article is published', async () => {
  const stored = { version: 3, article_working_copies: { version: 7 } }
  fetch.mockResolvedValueOnce(Response.json([{ ...stored, status: 'published' }]))
  expect(await loadVersions('a1')).toEqual({ version: 3, copyVersion: 7 })
  fetch.mockResolvedValueOnce(Response.json([{ ...stored, status: 'draft' }]))
  expect(await loadVersions('a1')).toEqual({ version: 3, copyVersion: null })
})
