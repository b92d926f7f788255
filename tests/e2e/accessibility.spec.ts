import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { secretClient } from './support/backend.ts'
import { signInAs } from './support/session.ts'

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
  '/about',
  '/contact',
  '/privacy',
  '/terms',
  '/colophon',
  '/no-such-page',
  '/auth',
]

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in ${scheme}`, () => {
    test.use({ colorScheme: scheme })
    for (const path of READER_PAGES) {
      test(`axe finds nothing on ${path}`, async ({ page }) => {
        await page.goto(path)
        await page.getByRole('heading').first().waitFor()
        expect((await new AxeBuilder({ page }).analyze()).violations.map(summary)).toEqual([])
      })
    }
  })
}

test('axe finds nothing on stories of every body format', async ({ page }) => {
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
    expect((await new AxeBuilder({ page }).analyze()).violations.map(summary), format).toEqual([])
  }
})

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the admin, in ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await signInAs(page, 'super_admin')
    for (const path of [
      '/admin',
      '/admin/articles',
      '/admin/articles/new',
      '/admin/media',
      '/admin/nowhere',
    ]) {
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect((await new AxeBuilder({ page }).analyze()).violations.map(summary), path).toEqual([])
    }
  })
}

function formatOf(content: unknown): string {
  if (typeof content === 'string') return 'plain'
  if (typeof content !== 'object' || content === null) return 'unknown'
  if ('html' in content) return 'html'
  if ('blocks' in content) return 'blocks'
  if ('root' in content || ('type' in content && content.type === 'doc')) return 'rich-text'
  return 'type' in content ? String(content.type) : 'unknown'
}

function summary(violation: { id: string; nodes: { html: string; target: unknown }[] }): string {
  return `${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`
}
