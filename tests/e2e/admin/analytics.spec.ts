import { readFile } from 'node:fs/promises'
import { type Browser, type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { magazineKeys, secretClient, supabaseUrl } from '../support/backend.ts'
import { storeArticle } from '../support/editor.ts'
import { pressKey } from '../support/keys.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36'

let story: { id: string; slug: string; title: string }

const today = () => new Date().toISOString().slice(0, 10)

/** Counts a begun reading as a page sends it. */
async function sendReading(path: string, source: string): Promise<void> {
  const { publishableKey } = await magazineKeys()
  const response = await fetch(`${supabaseUrl}/rest/v1/rpc/count_reading?apikey=${publishableKey}`, {
    method: 'POST',
    headers: { 'user-agent': BROWSER },
    body: new URLSearchParams({ p_reading: [path, 2, 0, source, '', ''].join('\n') }),
  })
  expect(response.status).toBe(204)
}

test.beforeAll(async ({ service }) => {
  story = await storeArticle('published')
  for (let at = 0; at < 9; at += 1) await sendReading(`/article/${story.slug}`, 'www.google.com')
  const { data } = await service.rpc('get_readings', { p_articles: [story.id], p_from: today() })
  expect(data).toMatchObject([{ begun: 9 }])
})
test.afterAll(async () => {
  // Its readings go with it.
  await (await secretClient()).from('articles').delete().eq('id', story.id)
})

/** How often the story was opened, begun and read. */
async function readings(): Promise<number[]> {
  const { data } = await (
    await secretClient()
  ).rpc('get_readings', { p_articles: [story.id], p_from: today() })
  const [row] = data as { opened: number; begun: number; read: number }[]
  return [row?.opened ?? 0, row?.begun ?? 0, row?.read ?? 0]
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

/** The readings that a page sends, in their lines. */
function sentReadings(page: Page): string[][] {
  const sent: string[][] = []
  page.on('request', (request) => {
    if (!request.url().includes('count_reading')) return
    expect(request.method()).toBe('POST')
    sent.push((new URLSearchParams(request.postData() ?? '').get('p_reading') ?? '').split('\n'))
  })
  return sent
}

/** Hides the page, or shows it again, as a change of tabs does. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

/** Scrolls; resolves after the page's scroll listeners have run. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Opens the story with a clock that stands still. */
async function openWithClock(page: Page, address = `/article/${story.slug}`): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  // The fake clock has no navigation entry, which the page reads to recognise a visit.
  await page.addInitScript(() => {
    performance.getEntriesByType = () => [{ type: 'navigate' }] as never
  })
  await expect.poll(async () => (await page.request.get(address)).status()).toBe(200)
  await page.goto(address)
}

test('sends one reading as the page is hidden, and what was reached later with the next', async ({
  browser,
}) => {
  const page = await reader(browser)
  const path = `/article/${story.slug}`
  const before = await readings()
  const sent = sentReadings(page)
  await openWithClock(page, `${path}?l=may-2026&from=a#b`)
  expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('?from=a#b')
  await page.clock.runFor(900)
  await setHidden(page, true)
  // A page that is drawn before it is visited may scroll to the part that its link names.
  await page.evaluate(() => dispatchEvent(new Event('scroll')))
  await page.clock.runFor(60_000)
  await setHidden(page, false)
  await page.clock.runFor(2_000)
  expect(sent).toEqual([])
  await setHidden(page, true)
  await expect.poll(() => sent).toEqual([[path, '1', '0', '', 'may-2026', '']])
  await setHidden(page, false)
  await page.clock.runFor(20_000)
  await page.mouse.wheel(0, 100_000)
  await page.clock.runFor(600_000)
  await setHidden(page, true)
  await setHidden(page, false)
  await setHidden(page, true)
  await expect.poll(() => sent.slice(1)).toEqual([[path, '3', '1', '', 'may-2026', '']])
  await expect.poll(readings).toEqual(before.map((number) => number + 1))
  expect(await page.context().cookies()).toEqual([])
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  await page.context().close()
})

test('a search that found nothing goes with the reading; a reload is no reading', async ({ browser }) => {
  const page = await reader(browser)
  const sent = sentReadings(page)
  await page.goto('/browse?search=zzqqxx')
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible()
  await expect
    .poll(async () => {
      await setHidden(page, true)
      await setHidden(page, false)
      return sent
    })
    .toEqual([['/browse', '1', '0', '', '', 'zzqqxx']])
  await page.reload()
  await scroll(page)
  await setHidden(page, true)
  expect(sent).toHaveLength(1)
  await page.context().close()
})

for (const signal of ['doNotTrack', 'globalPrivacyControl'] as const) {
  test(`${signal}: nothing is sent`, async ({ browser }) => {
    const page = await reader(browser, signal)
    const sent = sentReadings(page)
    await page.goto(`/article/${story.slug}`)
    await scroll(page)
    await setHidden(page, true)
    expect(sent).toEqual([])
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

  const readingsTable = page.getByRole('table', { name: 'Most read' })
  await readingsTable.getByRole('button', { name: 'Name' }).click()
  await expect(readingsTable.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(page.getByRole('table', { name: 'Where readers came from' })).toContainText('Google')

  await choosePeriod(page, 'This month and the eleven before')
  await expect(page).toHaveURL('/admin/analytics?period=12m')
  await expect(page.getByRole('region', { name: 'Readings of stories by week' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /Period/ })).toContainText('This month and the eleven before')
  await choosePeriod(page, 'October 2026')
  await expect(
    page.getByText('1 Oct – 31 Oct 2026, beside 1 Sept – 30 Sept 2026', { exact: false }),
  ).toBeVisible()
})

async function choosePeriod(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /Period/ }).click()
  await page.getByRole('option', { name }).click()
}

test('an address at which readers found nothing becomes a redirect', async ({ page, service }) => {
  // A path with an id would not be kept.
  const path = `/gone-${Date.now() % 1_000_000}`
  await sendReading(path, '')
  await signInAs(page, 'editor')
  await page.goto('/admin/analytics')
  await page.getByRole('link', { name: `Make a Redirect from ${path}` }).click()
  const dialog = page.getByRole('dialog', { name: 'New Redirect' })
  await expect(dialog.getByLabel('Old address')).toHaveValue(path)
  await expectAccessible(page, 'a redirect that is begun')
  await dialog.getByLabel('Leads to').fill('/browse')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/admin/redirects')
  await page.goto('/admin/analytics')
  await expect(page.getByRole('region', { name: 'Not found' })).toBeVisible()
  await expect(page.getByRole('link', { name: `Make a Redirect from ${path}` })).toHaveCount(0)
  await service.from('slug_redirects').delete().eq('old_slug', path.slice(1))
})

test('shows empty and error states; contributors and viewers have no analytics', async ({ page }) => {
  let failing = true
  await page.route('**/rpc/get_reading_numbers', (route) =>
    failing
      ? route.fulfill({ status: 400, json: { code: '22023', message: 'no' } })
      : route.fulfill({
          json: {
            days: [],
            before: { opened: 0, begun: 0, read: 0 },
            lists: {},
            searches: [],
            missing: [],
            left_out: [],
          },
        }),
  )
  await signInAs(page, 'super_admin')
  await page.goto('/admin/analytics?period=forever')
  const figure = page.getByRole('region', { name: 'Readings of stories by day' })
  await expect(figure).toContainText('Failed to load these numbers')
  await expectAccessible(page, 'a failure')
  failing = false
  await figure.getByRole('button', { name: 'Try Again' }).click()
  await expect(figure).toContainText('No readings of stories in this period.')

  for (const role of ['contributor', 'viewer'] as const) {
    await signInAs(page, role)
    await page.goto('/admin/analytics')
    await expect(page.getByText("You don't have permission to view analytics.")).toBeVisible()
  }
})
