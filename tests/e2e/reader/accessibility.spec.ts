import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { test } from '../support/test.ts'

const READER_PAGES = [
  '/',
  '/browse',
  '/design-journal',
  '/living-spaces',
  '/wellness-lifestyle',
  '/entertainment-hosting',
  '/guides-tips',
  '/article/the-green-room-kept',
  '/article/a-bath-with-nowhere-else-to-be',
  '/authors',
  '/author/ines-abril',
  '/tag/light',
  '/about',
  '/contact',
  '/privacy',
  '/terms',
  '/colophon',
  '/no-such-page',
  '/auth',
]

test('axe finds no violation on reader pages', async ({ page }) => {
  for (const path of READER_PAGES) {
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    await expectAccessible(page, path)
  }
})

test('axe finds no violation on stories of every body format', async ({ page }) => {
  const service = await secretClient()
  const { data } = await service
    .from('articles')
    .select('slug, content')
    .eq('status', 'published')
    .lte('published_at', new Date().toISOString())
  const byFormat = new Map<string, string>()
  for (const { slug, content } of data ?? []) byFormat.set(formatOf(content), slug)
  expect([...byFormat.keys()].sort()).toEqual([
    'blocks',
    'html',
    'interactive',
    'mixed-media',
    'plain',
    'rich-text',
  ])
  for (const [format, slug] of byFormat) {
    await page.goto(`/article/${slug}`)
    await expectAccessible(page, format)
  }
})

function formatOf(content: unknown): string {
  if (typeof content === 'string') return 'plain'
  if (typeof content !== 'object' || content === null) return 'unknown'
  if ('html' in content) return 'html'
  if ('blocks' in content) return 'blocks'
  if ('root' in content || ('type' in content && content.type === 'doc')) return 'rich-text'
  return 'type' in content ? String(content.type) : 'unknown'
}
