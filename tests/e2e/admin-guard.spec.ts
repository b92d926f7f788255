import { expect, test } from '@playwright/test'
import { secretClient } from './support/backend.ts'
import { DEMO_EMAILS, DEMO_PASSWORD, fillSignIn, openDashboardAs, signInAs } from './support/session.ts'

const ROUTES = [
  '/admin',
  '/admin/articles',
  '/admin/articles/new',
  '/admin/pages',
  '/admin/categories',
  '/admin/tags',
  '/admin/redirects',
  '/admin/media',
  '/admin/subscribers',
  '/admin/authors',
  '/admin/fonts',
  '/admin/styles',
  '/admin/users',
  '/admin/templates',
  '/admin/analytics',
  '/admin/settings',
]

async function anyArticleId(): Promise<string> {
  const service = await secretClient()
  const { data } = await service
    .from('articles')
    .select('id')
    .eq('slug', 'the-green-room-kept')
    .single<{ id: string }>()
  return data?.id ?? ''
}

test('every admin route leads to /auth without a session', async ({ page }) => {
  const id = await anyArticleId()
  for (const route of [...ROUTES, `/admin/articles/${id}`, `/admin/articles/${id}/edit`]) {
    await page.goto(route)
    await expect(page, route).toHaveURL('/auth')
  }
})

test('a link into the admin is followed after signing in', async ({ page }) => {
  const path = `/admin/articles/${await anyArticleId()}`
  await page.goto(path)
  await expect(page).toHaveURL('/auth')
  await fillSignIn(page, DEMO_EMAILS.editor, DEMO_PASSWORD)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The green room, kept')
})

test('a reload stays on the same screen', async ({ page }) => {
  await signInAs(page, 'editor')
  await page.goto('/admin/articles?status=review')
  await page.reload()
  await expect(page).toHaveURL('/admin/articles?status=review')
  await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()
})

test('a spinner shows while the profile is loading', async ({ page }) => {
  await signInAs(page, 'editor')
  const held = Promise.withResolvers<void>()
  await page.route('**/rest/v1/profiles**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/admin')
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  held.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a session without a profile leads to /auth', async ({ page }) => {
  await signInAs(page, 'editor')
  await page.route('**/rest/v1/profiles**', (route) => route.fulfill({ status: 200, json: [] }))
  await page.goto('/admin')
  await expect(page).toHaveURL('/auth')
})

test('signing out leads back to the site and ends the session', async ({ page }) => {
  await openDashboardAs(page, 'editor')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/admin')
  await expect(page).toHaveURL('/auth')
})

test('an unknown address shows the not-found page', async ({ page }) => {
  await signInAs(page, 'editor')
  await page.goto('/admin/nowhere')
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
})

test('a change of route scrolls to the top', async ({ page }) => {
  await signInAs(page, 'editor')
  await page.goto('/admin/articles')
  await expect(page.getByRole('table', { name: 'Articles' }).getByRole('row')).toHaveCount(21)
  await page.evaluate(() => scrollTo(0, 600))
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /Welcome/ })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('a notice shows while the browser is offline', async ({ page, context }) => {
  await openDashboardAs(page, 'editor')
  const notice = page.getByText('You are offline.')
  await context.setOffline(true)
  await expect(notice).toBeVisible()
  await context.setOffline(false)
  await expect(notice).toHaveCount(0)
})
