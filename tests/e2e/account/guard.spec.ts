import { setTimeout as sleep } from 'node:timers/promises'
import { type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { goInApp } from '../support/screens.ts'
import { DEMO_EMAILS, DEMO_PASSWORD, fillSignIn, signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

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
  '/admin/colours',
  '/admin/branding',
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

test('the admin opens for a session only, at the requested address', async ({ page }) => {
  const id = await anyArticleId()
  const path = `/admin/articles/${id}`

  await test.step('every admin route leads to /auth without a session', async () => {
    for (const route of [...ROUTES, `${path}/edit`, path]) {
      await page.goto(route)
      await expect(page, route).toHaveURL('/auth')
    }
  })

  await test.step('a link into the admin is followed after signing in', async () => {
    await fillSignIn(page, DEMO_EMAILS.editor, DEMO_PASSWORD)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The green room, kept')
  })

  await test.step('signing out leads back to the site and ends the session', async () => {
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/')
    await page.goto('/admin')
    await expect(page).toHaveURL('/auth')
  })
})

test('a spinner shows while the profile is loading; a session without a profile leads to /auth', async ({
  page,
}) => {
  await signInAs(page, 'editor')
  const profiles = '**/rest/v1/profiles**'

  await test.step('a spinner shows while the profile is loading', async () => {
    const held = await holdRequests(page, profiles)
    await page.goto('/admin')
    await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    held.release()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.unroute(profiles)
  })

  await test.step('a session without a profile leads to /auth', async () => {
    await page.route(profiles, (route) => route.fulfill({ status: 200, json: [] }))
    await page.goto('/admin')
    await expect(page).toHaveURL('/auth')
    const reason = page.getByText(/^The account .* has no profile here, so it was signed out\./)
    await expect(reason).toBeVisible()
    await expectAccessible(page, 'an account without a profile')
  })

  await test.step('and is signed out, as often as the person signs in', async () => {
    await page.reload()
    await fillSignIn(page, DEMO_EMAILS.editor, DEMO_PASSWORD)
    await expect(page.getByText('The account editor@mantel.example has no profile here')).toBeVisible()
    await page.unroute(profiles)
    await page.goto('/admin')
    await expect(page).toHaveURL('/auth')
    await expect(page.getByText('has no profile here')).toHaveCount(0)
  })
})

test('on a slow line a spinner shows before the script comes, and the sidebar before the editor does', async ({
  page,
}) => {
  const path = `/admin/articles/${await anyArticleId()}/edit`
  await signInAs(page, 'editor')
  const spinner = page.getByRole('status').filter({ hasText: 'Loading…' })

  await test.step('a spinner shows before the script comes', async () => {
    const scripts = '**/_astro/*.js'
    await page.route(scripts, () => {
      // Never answered.
    })
    await page.goto(path, { waitUntil: 'commit' })
    await expect(spinner).toBeVisible()
    await page.unroute(scripts)
  })

  await test.step('the sidebar shows before the editor comes', async () => {
    // Its loader is in the first of them: the router waits for it, as it does for the profile.
    const held = await holdRequests(page, /\/_astro\/(editor|article-editor-screen)\.[^/]+\.js$/)
    await page.route('**/rest/v1/profiles**', async (route) => {
      await sleep(500)
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
    await expect(spinner).toBeVisible()
    held.release()
    await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible()
  })
})

test('a server that cannot load the profile shows why, with Try Again and Sign Out, and never the sign-in form', async ({
  page,
  context,
}) => {
  await signInAs(page, 'editor')
  const profiles = '**/rest/v1/profiles**'
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  const open = async (tab: Page) => {
    await tab.route(profiles, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }))
    await tab.goto('/admin/articles?status=review')
  }
  const reason = (tab: Page) => tab.getByRole('alert').filter({ hasText: 'Your account could not be loaded' })
  await open(page)
  const otherTab = await context.newPage()
  await open(otherTab)

  await test.step('shows the reason at the requested address, and logs it', async () => {
    await expect(reason(page)).toContainText('The server has a problem.')
    await expect(page).toHaveURL('/admin/articles?status=review')
    await expect(page.getByLabel('Password')).toHaveCount(0)
    expect(logged.some((text) => text.includes('Error fetching profile:'))).toBe(true)
    await expectAccessible(page, 'a profile that could not be loaded')
  })

  await test.step('Try Again shows the reason again, or the requested screen', async () => {
    const asked = page.waitForRequest(profiles)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await asked
    await expect(reason(page)).toBeVisible()
    await page.unroute(profiles)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()
    await expect(page).toHaveURL('/admin/articles?status=review')
  })

  await test.step('Sign Out leads to the site and ends the session', async () => {
    await expect(reason(otherTab)).toBeVisible()
    await otherTab.getByRole('button', { name: 'Sign Out' }).click()
    await expect(otherTab).toHaveURL('/')
    await otherTab.goto('/admin')
    await expect(otherTab).toHaveURL('/auth')
  })
})

test('the address stays over a reload, scrolls to the top when it changes and back on Back, and may be unknown', async ({
  page,
  context,
}) => {
  await signInAs(page, 'editor')

  await test.step('a reload stays on the same screen', async () => {
    await page.goto('/admin/articles?status=review')
    await page.reload()
    await expect(page).toHaveURL('/admin/articles?status=review')
    await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()
  })

  await test.step('a change of route scrolls to the top', async () => {
    await goInApp(page, '/admin/articles')
    await expect(page.getByRole('table', { name: 'Articles' }).getByRole('row')).toHaveCount(21)
    await page.evaluate(() => scrollTo(0, 400))
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: /Welcome/ })).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })

  await test.step('Back returns to the place in a list', async () => {
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(400)
  })

  await test.step('a notice shows while the browser is offline', async () => {
    const notice = page.getByText('You are offline.')
    await context.setOffline(true)
    await expect(notice).toBeVisible()
    await context.setOffline(false)
    await expect(notice).toHaveCount(0)
  })

  await test.step('an unknown address shows the not-found page', async () => {
    await page.goto('/admin/nowhere')
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
  })
})
