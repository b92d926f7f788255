import { type Locator, type Page, expect } from '@playwright/test'
import { secretClient } from './backend.ts'

/** The articles list as a table. */
export const articleTable = (page: Page): Locator => page.getByRole('table', { name: 'Articles' })

/** The row of an article in the list. */
export function articleRow(page: Page, title: string): Locator {
  return articleTable(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })
}

export async function openArticles(page: Page, query = ''): Promise<void> {
  await page.goto(`/admin/articles${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()
}

/** The article of this slug as the database holds it. */
export async function storedArticle(slug: string): Promise<Record<string, unknown>> {
  const service = await secretClient()
  const { data } = await service
    .from('articles')
    .select('*')
    .eq('slug', slug)
    .single<Record<string, unknown>>()
  return data ?? {}
}

/** Writes past the screens: to put back what a test changed. */
export async function changeArticle(slug: string, values: object): Promise<void> {
  const service = await secretClient()
  const { error } = await service.from('articles').update(values).eq('slug', slug)
  if (error !== null) throw error
}
