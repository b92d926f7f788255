import { expect } from '@playwright/test'
import { secretClient } from '../support/backend.ts'
import { allPublished } from '../support/stories.ts'
import { test } from '../support/test.ts'

test('the authors are listed with role, bio, articles and links', async ({ page }) => {
  await page.goto('/authors')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Authors')
  const ines = page
    .locator('.people article')
    .filter({ has: page.getByRole('heading', { name: 'Ines Abril' }) })
  await expect(ines.getByText('Senior Design Editor')).toBeVisible()
  await expect(ines.getByRole('img')).toBeVisible()
  // A leading @ is no part of an address; a LinkedIn value is a path.
  await expect(ines.getByRole('link', { name: 'Ines Abril on Instagram' })).toHaveAttribute(
    'href',
    'https://www.instagram.com/ines.abril',
  )
  await expect(ines.getByRole('link', { name: 'Ines Abril on LinkedIn' })).toHaveAttribute(
    'href',
    'https://www.linkedin.com/in/ines-abril',
  )
  const line = (await ines.getByText(/^\d+ articles?$/).textContent())?.trim()
  await ines.getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL('/author/ines-abril')
  const count = Number.parseInt(line ?? '')
  await expect(page.getByRole('heading', { name: `Articles by Ines Abril (${count})` })).toBeVisible()
  await expect(page.locator('#list > article')).toHaveCount(count)
})

test('an author without picture or articles has a page', async ({ page }) => {
  const service = await secretClient()
  const row = {
    name: 'Quiet Newcomer',
    slug: 'quiet-newcomer',
    role: 'Writer, corridors',
    email: `${'quiet'.repeat(12)}@mantel.example`,
    social_links: { twitter: '@quiet' },
  }
  expect((await service.from('author_profiles').insert(row)).error).toBeNull()
  try {
    await allPublished()
    await page.goto('/author/quiet-newcomer')
    await expect(page.getByRole('heading', { name: 'Articles by Quiet Newcomer (0)' })).toBeVisible()
    await expect(page.getByText('No articles found by this author yet.')).toBeVisible()
    await expect(page.locator('.empty').getByRole('link')).toHaveAttribute('href', '/browse')
    await expect(page.getByRole('link', { name: 'Quiet Newcomer on X' })).toHaveAttribute(
      'href',
      'https://x.com/quiet',
    )
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.goto('/authors')
    await expect(
      page.locator('.people article').filter({ hasText: 'Quiet Newcomer' }).getByText('0 articles'),
    ).toBeVisible()
  } finally {
    await service.from('author_profiles').delete().eq('slug', row.slug)
    await allPublished()
  }
})

test('an author that is not built yet is rendered live', async ({ page }) => {
  await page.route('**/author/priya-lindqvist', async (route) => {
    await route.continue({ url: new URL('/author/not-built-yet', route.request().url()).href })
  })
  await page.goto('/author/priya-lindqvist')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Priya Lindqvist')
  await expect(page.getByText(/^Joined /)).toBeVisible()
  await expect(
    page.getByRole('heading', { name: /^Articles by Priya Lindqvist \([1-9]\d*\)$/ }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'A bath with nowhere else to be' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A bath with nowhere else to be')
})

test('an author whose stories cannot be loaded live has failed to load, and is not shown without stories', async ({
  page,
}) => {
  await page.route('**/author/priya-lindqvist', async (route) => {
    await route.continue({ url: new URL('/author/not-built-yet', route.request().url()).href })
  })
  await page.route('**/rest/v1/rpc/find_stories*', (route) => route.abort())
  await page.goto('/author/priya-lindqvist')
  await expect(page.getByRole('main').getByText('Failed to load author data')).toBeVisible()
})

test('an unknown author shows "not found"', async ({ page }) => {
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  const message = (text: string) =>
    expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible()
  await page.goto('/author/nobody-of-that-name')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Author Not Found')
  await message('Author not found')
  await expect.poll(() => lines.some((line) => line.includes('/author/nobody-of-that-name'))).toBe(true)
  await page.goto('/author/%25%25')
  await message('Author not found')
  await page.goto('/author/%E0%A4%A')
  await message("The author you're looking for doesn't exist.")
  await page.route('**/rest/v1/rpc/get_public_author_profiles*', (route) => route.abort())
  await page.goto('/author/nobody-of-that-name')
  await message('Failed to load author data')
  await page.getByRole('link', { name: 'Browse All Articles' }).click()
  await expect(page).toHaveURL('/browse')
})
