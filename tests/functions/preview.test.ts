import { afterAll, beforeAll, expect, test } from 'vitest'
import { livePreviewSchema } from '../../src/domain/newsroom/preview.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { draft, insertRow, published } from '../db/support/backend.ts'
import { signedIn, startTestStack } from '../support/database/test-stack.ts'

let stack: Stack
let editor: Awaited<ReturnType<typeof signedIn>>
beforeAll(async () => {
  stack = await startTestStack()
  editor = await signedIn(stack, 'editor')
})
afterAll(() => stack.stop())

const ask = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${stack.url}/functions/v1/preview`, { method: 'POST', body: JSON.stringify(body), headers })

async function share(article: string): Promise<string> {
  const until = new Date(Date.now() + 24 * 60 * 60_000).toISOString()
  const { data } = await editor.client.rpc('create_preview_link', { p_article: article, p_until: until })
  return data as string
}

test('answers the story of a link, with its category and its author', async () => {
  const category = await insertRow(stack, 'categories', { name: 'Halls', slug: 'halls', color: '#112233' })
  const { id } = await insertRow(
    stack,
    'articles',
    draft({ title: 'A hall', author_id: editor.id, category_id: category.id }),
  )
  const response = await ask({ token: await share(id) })
  const preview = livePreviewSchema.parse(await response.json())
  expect(preview).toMatchObject({ shows: 'draft' })
  expect(preview.article).toMatchObject({
    id,
    title: 'A hall',
    category: { name: 'Halls', color: '#112233' },
    author: { id: editor.id, full_name: 'The editor' },
  })
})

test('counts who opens the link, and no program that shows links', async () => {
  const { id } = await insertRow(stack, 'articles', draft({ author_id: editor.id }))
  const token = await share(id)
  for (const userAgent of [
    'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
    'Slackbot 1.0',
  ])
    await ask({ token }, { 'user-agent': userAgent })
  expect(await stack.sql('select openings from public.preview_links where article_id = $1', [id])).toEqual([
    { openings: 1 },
  ])
})

test('of a published story only says where it is', async () => {
  const { id, slug } = await insertRow(stack, 'articles', published())
  const response = await ask({ token: await share(id) })
  expect(await response.json()).toMatchObject({ shows: 'published', slug, article: null })
})

test.for([
  [{ token: '0'.repeat(64) }, 404],
  [{ token: '' }, 404],
  [{ token: 1 }, 400],
  [{}, 400],
  [null, 400],
] as const)('%j is answered with %i', async ([body, status]) => {
  expect((await ask(body)).status).toBe(status)
})
