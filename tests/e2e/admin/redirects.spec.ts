import { type Page, expect } from '@playwright/test'
import { secretClient } from '../support/backend.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

test.afterEach(async () => {
  const service = await secretClient()
  await service.from('slug_redirects').delete().like('old_slug', 'e2e-%')
})

async function open(page: Page): Promise<void> {
  await signInAs(page, 'editor')
  await page.goto('/admin/redirects')
  await expect(page.getByRole('heading', { level: 1, name: 'Redirects' })).toBeVisible()
}

async function fill(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: 'New Redirect' }).click()
  await page.getByLabel('Old address').fill(from)
  await page.getByLabel('Leads to').fill(to)
}

test('a redirect leads on until it is deleted, and a loop is refused', async ({ page, request, baseURL }) => {
  await open(page)

  await test.step('an added redirect answers with status 301 until it is deleted', async () => {
    await fill(page, `${baseURL}/e2e-summer/#top`, '/browse')
    await expect(page.getByText('Saved as /e2e-summer')).toBeVisible()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByRole('cell', { name: '/e2e-summer', exact: true })).toBeVisible()
    const answer = () => request.get('/e2e-summer', { maxRedirects: 0 })
    await expect.poll(async () => (await answer()).status()).toBe(301)
    expect((await answer()).headers().location).toBe('/browse')
    await page.getByRole('button', { name: 'Actions for /e2e-summer' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByText('will see “Not Found”')).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('cell', { name: '/e2e-summer', exact: true })).toHaveCount(0)
    await expect.poll(async () => (await answer()).status()).toBe(404)
  })

  await test.step('an address with letters of any script and a query leads on in every spelling', async () => {
    await fill(page, `${baseURL}/e2e-café à Paris?p=12`, '/living-spaces?category=Kitchen+Design#list')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByRole('cell', { name: '/e2e-café à Paris?p=12', exact: true })).toBeVisible()
    for (const path of ['/e2e-caf%c3%a9%20%C3%A0%20Paris', '/e2e-cafe%CC%81%20a%CC%80%20Paris']) {
      const answer = () => request.get(`${path}?p=12`, { maxRedirects: 0 })
      await expect.poll(async () => (await answer()).status()).toBe(301)
      expect((await answer()).headers().location).toBe('/living-spaces?category=Kitchen+Design#list')
      expect((await request.get(`${path}?p=13`)).status()).toBe(404)
    }
  })

  await test.step('a loop is refused with its reason, and what was typed stays', async () => {
    const service = await secretClient()
    await service.from('slug_redirects').insert({ old_slug: 'e2e-left', target: '/e2e-right' })
    await fill(page, '/e2e-right', '/e2e-left')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('would lead to each other')).toBeVisible()
    await expect(dialog.getByLabel('Old address')).toHaveValue('/e2e-right')
    await dialog.getByLabel('Old address').fill('/browse')
    await expect(dialog.getByText('The address "/browse" is used by the site itself')).toBeVisible()
  })
})
