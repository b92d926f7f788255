import { readFile } from 'node:fs/promises'
import { type Browser, type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { storeArticle } from '../support/editor.ts'
import { pressKey } from '../support/keys.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36'

let story: { id: string; slug: string; title: string }

test.beforeAll(async ({ service }) => {
  story = await storeArticle('published')
  for (let at = 0; at < 9; at += 1)
    await service.rpc('count_view', { p_slug: story.slug }).setHeader('user-agent', BROWSER)
})
test.afterAll(async () => {
  // Its views go with it.
  await (await secretClient()).from('articles').delete().eq('id', story.id)
})

const today = () => new Date().toISOString().slice(0, 10)

async function views(): Promise<number> {
  const { data } = await (await secretClient()).rpc('get_view_numbers', { p_from: today(), p_until: today() })
  const { stories } = data as { stories: { id: string; views: number }[] }
  return stories.find(({ id }) => id === story.id)?.views ?? 0
}

/** A page of a browser as readers have it: the automation of these tests would otherwise not be counted. */
async function reader(browser: Browser, signal?: 'doNotTrack' | 'globalPrivacyControl'): Promise<Page> {
  const context = await browser.newContext({
    userAgent: BROWSER,
  })
  await context.addInitScript((name) => {
    const say = (key: string, value: unknown) =>
      Object.defineProperty(Navigator.prototype, key, { configurable: true, get: () => value })
    say('webdriver', false)
    if (name !== null) say(name, name === 'doNotTrack' ? '1' : true)
  }, signal ?? null)
  return context.newPage()
}

function countCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('count_view') && request.method() === 'POST')
      calls.push(request.postData() ?? '')
  })
  return calls
}

/** Scrolls; resolves after the page's scroll listeners have run. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

test('counts a view once a visit and sends nothing about the reader', async ({ browser }) => {
  const path = `/article/${story.slug}`
  const page = await reader(browser)
  await expect.poll(async () => (await page.request.get(path)).status()).toBe(200)
  const calls = countCalls(page)
  const before = await views()
  await page.goto(path)
  expect(calls).toEqual([])
  const answer = page.waitForResponse(
    (response) => response.url().includes('count_view') && response.request().method() === 'POST',
  )
  await page.mouse.wheel(0, 400)
  expect((await answer).ok()).toBe(true)
  expect(await views()).toBe(before + 1)

  await page.mouse.wheel(0, -400)
  await page.reload()
  await scroll(page)
  expect(calls).toEqual([JSON.stringify({ p_slug: story.slug })])
  expect(await views()).toBe(before + 1)
  expect(await page.context().cookies()).toEqual([])
  await page.context().close()
})

test('counts a view after ten visible seconds, not after seconds in the background', async ({ browser }) => {
  const page = await reader(browser)
  const before = await views()
  await page.clock.install()
  // Time does not pass by itself.
  await page.clock.pauseAt(Date.now() + 60_000)
  // The fake clock has no navigation entry, which the page reads to recognise a visit.
  await page.addInitScript(() => {
    performance.getEntriesByType = () => [{ type: 'navigate' }] as never
  })
  const calls = countCalls(page)
  await page.goto(`/article/${story.slug}`)
  const seen = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value === 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await page.clock.runFor(5_000)
  await seen('hidden')
  await page.clock.runFor(60_000)
  // A page that is drawn before it is visited may scroll to the part that its link names.
  await page.evaluate(() => dispatchEvent(new Event('scroll')))
  await seen('visible')
  await page.clock.runFor(3_000)
  expect(calls).toEqual([])
  const answer = page.waitForResponse((response) => response.url().includes('count_view'))
  await page.clock.runFor(3_000)
  await answer
  await expect.poll(views).toBe(before + 1)
  await page.context().close()
})

for (const signal of ['doNotTrack', 'globalPrivacyControl'] as const) {
  test(`${signal}: nothing is sent`, async ({ browser }) => {
    const page = await reader(browser, signal)
    const calls = countCalls(page)
    await page.goto(`/article/${story.slug}`)
    await scroll(page)
    expect(calls).toEqual([])
    await page.context().close()
  })
}

test('shows editors the numbers as charts and tables, and exports them', async ({ page }) => {
  await signInAs(page, 'editor')
  await page.goto('/admin/analytics')
  const weekly = page.getByRole('region', { name: 'Stories by week' })
  await expect(weekly.getByRole('img', { name: 'Stories by week' })).toBeVisible()
  await expect(page.getByRole('link', { name: story.title })).toHaveAttribute(
    'href',
    `/admin/articles/${story.id}`,
  )
  await expectAccessible(page, 'charts')

  await pressKey(weekly.getByRole('group', { name: /arrow keys/ }), 'End')
  await expect(weekly.locator('[aria-live]')).toContainText(
    new RegExp(`${new Date().getUTCFullYear()}Stories\\d+$`),
  )

  await page.getByRole('button', { name: 'Show as table: Stories by week' }).click()
  const table = page.getByRole('table', { name: 'Stories by week' })
  const cells = await table.getByRole('row').getByRole('cell').allTextContents()
  const sum = cells.filter((_, index) => index % 2 === 1).reduce((total, text) => total + Number(text), 0)
  const { data } = await (
    await secretClient()
  ).rpc('get_story_numbers', {
    p_from: new Date(Date.now() - 29 * 86_400_000).toISOString().slice(0, 10),
    p_until: today(),
  })
  const days = (data as { days: { stories: number }[] }).days
  expect(sum).toBe(days.reduce((total, { stories }) => total + stories, 0))
  await expect(weekly).toContainText(`${sum}stories published`)
  await expectAccessible(page, 'a table')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV: Most read' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('most-read.csv')
  expect(await readFile(await file.path(), 'utf8')).toContain(`${story.title},`)

  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: '12 months' }).click()
  await expect(page).toHaveURL('/admin/analytics?period=12m')
  await expect(page.getByRole('region', { name: 'Views by week' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: '12 months' })).toHaveAttribute('aria-current', 'page')
})

test('shows empty and error states; contributors and viewers have no analytics', async ({ page }) => {
  let failing = true
  await page.route('**/rpc/get_view_numbers', (route) =>
    failing
      ? route.fulfill({ status: 400, json: { code: '22023', message: 'no' } })
      : route.fulfill({ json: { days: [], stories: [], crawlers: 0 } }),
  )
  await signInAs(page, 'super_admin')
  await page.goto('/admin/analytics?period=forever')
  const figure = page.getByRole('region', { name: 'Views by day' })
  await expect(figure).toContainText('Failed to load these numbers')
  await expectAccessible(page, 'a failure')
  failing = false
  await figure.getByRole('button', { name: 'Try Again' }).click()
  await expect(figure).toContainText('No views counted yet in this period.')

  for (const role of ['contributor', 'viewer'] as const) {
    await signInAs(page, role)
    await page.goto('/admin/analytics')
    await expect(page.getByText("You don't have permission to view analytics.")).toBeVisible()
  }
})
