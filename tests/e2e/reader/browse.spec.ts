import { type Page, type Route, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { pressKey } from '../support/keys.ts'
import { countScript } from '../support/script-bytes.ts'
import { test } from '../support/test.ts'

const REST = '**/rest/v1/rpc/find_*'

const field = (page: Page) => page.getByRole('main').getByLabel('Search articles')
const summary = (page: Page) => page.locator('.summary')
const titles = (page: Page) => page.locator('.answer').getByRole('heading', { level: 3 }).allTextContents()

/** Opens the page and waits until it answers by itself: before that its links lead to it anew. */
async function openLive(page: Page, address = '/browse'): Promise<void> {
  await page.goto(address)
  await field(page).hover()
  await expect(field(page)).toHaveRole('combobox')
}

/** What the list shows once it has come to rest: a page that has still to read its address is not there yet. */
async function shown(page: Page): Promise<string[]> {
  await expect(page.locator('html:not(.has-query) .results')).toHaveAttribute('aria-busy', 'false')
  return titles(page)
}

async function storyTitles(): Promise<
  { title: string; excerpt: string | null; published_at: string; read_time: number }[]
> {
  const service = await secretClient()
  const { data, error } = await service
    .from('articles')
    .select('title, excerpt, published_at, read_time')
    .eq('status', 'published')
    .lte('published_at', new Date().toISOString())
    .order('published_at', { ascending: false })
  if (error) throw error
  return data
}

test('the first page is pre-rendered and loads no script until it is touched', async ({ page }) => {
  const script = countScript(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/browse', { waitUntil: 'networkidle' })
  await expect(page).toHaveTitle(/^All Articles/)
  const newest = await storyTitles()
  const latest = page.locator('.latest')
  await expect(latest.getByRole('heading', { name: 'Latest Stories' })).toBeVisible()
  await expect(latest.getByText('Featured')).toBeVisible()
  expect(await latest.getByRole('heading', { level: 3 }).allTextContents()).toEqual(
    newest.slice(0, 3).map(({ title }) => title),
  )
  await expect(page.getByRole('heading', { name: 'All Articles' })).toBeVisible()
  // The stories of the block above begin page 1 and are not shown twice.
  const titles = page.locator('main .card').getByRole('heading', { level: 3 })
  expect(await titles.filter({ visible: true }).allTextContents()).toEqual(
    newest.slice(0, 12).map(({ title }) => title),
  )
  await expect(page.getByText(`Showing 1-12 of ${newest.length} articles`)).toBeVisible()
  await expect(page.getByText(`Page 1 of ${Math.ceil(newest.length / 12)}`)).toBeVisible()
  expect(asked.some((url) => url.includes('/rest/v1/'))).toBe(false)

  expect(script.files()).toBe(0)
  expect(await script.bytes()).toBeLessThanOrEqual(6 * 1024)
  await page.locator('.as-built a').filter({ visible: true }).first().hover()
  await field(page).fill('lamp')
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await page.locator('#search').getByLabel('Search articles').fill('lamp')
  await expect(page.getByRole('listbox', { name: 'Search results' })).toBeVisible()
  expect(script.files()).toBeGreaterThan(0)
  // The 0.6 KB with which every page counts a reading are beside those of the list and the search.
  expect(await script.bytes()).toBeLessThanOrEqual((90 + 0.6) * 1024)
})

test('search: suggestions, results, count, clear', async ({ page }) => {
  await page.goto('/browse')
  await field(page).click()
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/rpc/find_')) requests.push(request.url())
  })
  await field(page).pressSequentially('d')
  await expect(page.getByRole('heading', { level: 2, name: '“d”' })).toBeVisible()
  await shown(page)
  // One letter is searched for, but suggests nothing.
  expect(requests).toHaveLength(1)
  await field(page).fill('design')
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(suggestions.getByRole('option')).toHaveCount(5)
  await expect(page.getByRole('status').filter({ hasText: '5 suggestions' })).toBeAttached()
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  const active = await field(page).getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('aria-selected', 'true')
  await field(page).dispatchEvent('keydown', { key: 'Escape', isComposing: true })
  await expect(suggestions).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(suggestions).toBeHidden()
  await expect(page).toHaveURL('/browse?search=design')

  await field(page).fill('forgives')
  await suggestions.getByRole('option', { name: 'A kitchen that forgives everyone' }).click()
  await expect(page).toHaveURL('/browse?search=A+kitchen+that+forgives+everyone')
  expect(await shown(page)).toEqual(['A kitchen that forgives everyone'])
  await expect(summary(page)).toContainText('Showing 1-1 of 1 articles')
  await expect(page.getByRole('heading', { name: 'Latest Stories' })).toBeHidden()

  await field(page).fill('small sp')
  await suggestions.getByRole('option', { name: /^Small Spaces/ }).click()
  await expect(page).toHaveURL('/browse?category=Small+Spaces')
  await expect(field(page)).toHaveValue('')
  await expect(page.getByRole('heading', { level: 2, name: 'Small Spaces' })).toBeVisible()

  await field(page).fill('qwertz uiopq')
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible()
  await expect(
    page.getByText("Try adjusting your search terms or filters to find what you're looking for."),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL('/browse')
  await expect(page.getByRole('heading', { level: 2, name: 'All Articles' })).toBeFocused()
  await expect(field(page)).toHaveValue('')
  await expect(page.getByRole('heading', { name: 'Latest Stories' })).toBeVisible()
  await expect(page.getByText(/^Showing 1-12 of \d+ articles$/)).toBeVisible()

  await field(page).fill('   ')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/browse')
})

test('the first click on Next shows page 2 without a page load', async ({ page }) => {
  await page.goto('/browse')
  // As a finger does it: nothing was touched before.
  await page.getByRole('link', { name: 'Next' }).dispatchEvent('click')
  await expect(page).toHaveURL('/browse?page=2')
  expect(await shown(page)).toEqual((await storyTitles()).slice(12, 24).map(({ title }) => title))
  await expect(page.getByRole('heading', { level: 2, name: 'All Articles' })).toBeInViewport()
  await expect(page.getByRole('heading', { level: 2, name: 'All Articles' })).toBeFocused()
})

test('a choice made before the script is there is not lost', async ({ page }) => {
  await page.goto('/browse')
  const held = await holdRequests(page, '**/_astro/*.js')
  // As a phone does it: nothing was touched before.
  await page.getByLabel('Sort').selectOption('Oldest')
  held.release()
  await expect(page).toHaveURL('/browse?sort=oldest')
  await expect(page.getByLabel('Sort')).toHaveValue('oldest')
})

test('every filter is in the address: back, forward, reload and sharing give the same list', async ({
  page,
}) => {
  await openLive(page)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/browse?page=2')
  const second = await shown(page)
  expect(second).toEqual((await storyTitles()).slice(12, 24).map(({ title }) => title))
  await expect(summary(page)).toContainText(/Showing 13-24 of \d+ articles.*Page 2 of \d/)
  await expect(page.getByRole('heading', { level: 2, name: 'All Articles' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Latest Stories' })).toBeAttached()

  await page.getByLabel('Sort').selectOption('Oldest')
  await expect(page).toHaveURL('/browse?sort=oldest')
  expect(await shown(page)).toEqual(
    (await storyTitles())
      .reverse()
      .slice(0, 12)
      .map(({ title }) => title),
  )
  await page.getByLabel('Sort').selectOption('Title A-Z')
  await expect(page).toHaveURL('/browse?sort=title')
  const byTitle = await shown(page)
  expect(byTitle).toEqual(byTitle.toSorted((a, b) => a.localeCompare(b, 'en')))
  await page.getByLabel('Sort').selectOption('Read Time')
  await expect(page).toHaveURL('/browse?sort=read-time')
  await shown(page)
  const minutes = (await page.locator('.answer .meta').allTextContents()).map((text) =>
    Number(/(\d+) min/.exec(text)?.[1]),
  )
  expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Small Spaces', exact: true }).click()
  await expect(page).toHaveURL('/browse?category=Small+Spaces&sort=read-time')
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  await page.getByLabel('Read time', { exact: true }).selectOption('Short (5 min or less)')
  await page.getByLabel('Author').selectOption({ index: 1 })
  await expect(page.getByRole('button', { name: 'Filters (3)' })).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('button', { name: 'List view' }).click()
  await expect(page).toHaveURL(/category=Small\+Spaces&author=[^&]+&readTime=short&sort=read-time&view=list$/)
  const deep = page.url()
  const there = await shown(page)

  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/browse?category=Small+Spaces&sort=read-time')
  await expect(page.getByLabel('Read time', { exact: true })).toHaveValue('')
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/browse?sort=title')
  expect(await shown(page)).toEqual(byTitle)
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/browse')
  await expect(page.locator('.as-built')).toBeVisible()
  await page.goForward()
  expect(await shown(page)).toEqual(second)
  await page.reload()
  expect(await shown(page)).toEqual(second)

  await page.goto(deep)
  expect(await shown(page)).toEqual(there)
  await expect(page.getByRole('button', { name: 'List view' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  await expect(page).toHaveURL('/browse?view=list')
})

test('a new search begins at page 1, a page behind the last is the last', async ({ page }) => {
  await page.goto('/browse?page=3')
  await shown(page)
  await field(page).fill('the')
  await expect(page).toHaveURL('/browse?search=the')
  await shown(page)
  await page.goto('/browse?search=the&page=900')
  await expect(page).toHaveURL(/\?search=the&page=\d$/)
  await expect(summary(page)).toContainText(/Page (\d) of \1/)
  expect((await shown(page)).length).toBeGreaterThan(0)
  await page.goto('/browse?page=nonsense&sort=best')
  await expect(page.getByText(/^Showing 1-12 of/)).toBeVisible()
})

test('a blank after the search keeps the page', async ({ page }) => {
  await page.clock.install()
  await page.goto('/browse?search=the&page=2')
  await shown(page)
  await pressKey(field(page), 'End')
  await page.keyboard.type(' ')
  await page.clock.runFor(1000)
  await expect(page).toHaveURL('/browse?search=the&page=2')
  await expect(summary(page)).toContainText('Page 2 of')
})

test('with params in the address the pre-rendered list is never visible', async ({ page }) => {
  const held = await holdRequests(page, REST)
  await page.goto('/browse?search=oak')
  await expect(page.getByText('Loading articles...')).toBeVisible()
  await expect(page.locator('.waiting .card')).toHaveCount(6)
  await expect(page.locator('.as-built')).toBeHidden()
  await expect(page.locator('.latest')).toBeHidden()
  held.release()
  await expect(summary(page)).toContainText(/Showing 1-/)
  await expect(field(page)).toHaveValue('oak')
})

test('a late response does not replace a newer one', async ({ page }) => {
  await page.goto('/browse')
  const late: Route[] = []
  await page.route(REST, async (route) => {
    if (route.request().postData()?.includes('"lamp"')) late.push(route)
    else await route.continue()
  })
  await field(page).fill('lamp')
  await expect.poll(() => late.length).toBeGreaterThan(0)
  await field(page).fill('kitchen that')
  await expect(page).toHaveURL('/browse?search=kitchen+that')
  expect(await shown(page)).toEqual(['A kitchen that forgives everyone'])
  for (const route of late) await route.continue().catch(() => {})
  await field(page).fill('kitchen that forgives')
  await expect(page).toHaveURL('/browse?search=kitchen+that+forgives')
  expect(await shown(page)).toEqual(['A kitchen that forgives everyone'])
})

test('a failed list shows an error, and Try Again reloads it', async ({ page }) => {
  await page.route(REST, (route) => route.abort())
  await page.goto('/browse?search=oak')
  await expect(page.getByRole('heading', { name: 'Failed to load articles' })).toBeVisible()
  await page.unroute(REST)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Failed to load articles' })).toBeHidden()
  expect((await shown(page)).length).toBeGreaterThan(0)

  // What was there before is not left standing for an answer.
  await page.route(REST, (route) => route.fulfill({ status: 500, body: '{}' }))
  await field(page).fill('lamp')
  await expect(page.getByRole('heading', { name: 'Failed to load articles' })).toBeVisible()
  expect(await titles(page)).toEqual([])

  // A later page is not given up for the first one.
  await page.goto('/browse?page=2')
  await expect(page.getByRole('heading', { name: 'Failed to load articles' })).toBeVisible()
  await expect(page).toHaveURL('/browse?page=2')
})

test('special characters and very long texts are searched literally', async ({ page }) => {
  await page.goto('/browse')
  const stories = await storyTitles()
  for (const text of [
    '"',
    ',',
    '(',
    ')',
    '%',
    '_',
    '\\',
    '🪑',
    "'",
    'seven.',
    'x'.repeat(500),
    '🪑'.repeat(250),
  ]) {
    await field(page).fill(text)
    // The field takes no more than is searched for.
    const searched = text.slice(0, 200)
    await expect(field(page)).toHaveValue(searched)
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(searched)
    await shown(page)
    const expected = stories.filter(({ title, excerpt }) =>
      [title, excerpt ?? ''].some((words) => words.toLowerCase().includes(searched.toLowerCase())),
    ).length
    // Of these only this one has a word of a text, which is shown as what was looked for.
    if (expected === 0 && text !== 'seven.')
      await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible()
    else await expect(summary(page)).toContainText(`of ${expected === 0 ? '' : `${expected} articles`}`)
  }
})

test('axe finds no violation with everything open', async ({ page }) => {
  await page.goto('/browse?category=Small+Spaces&view=list')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await shown(page)
  await expectAccessible(page, 'the filters')
  await field(page).fill('the')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible()
  await expectAccessible(page, 'the suggestions')
  await page.goto('/browse?search=qwertz+uiopq')
  await shown(page)
  await expectAccessible(page, 'no results')
  await page.route(REST, (route) => route.abort())
  await page.reload()
  await page.getByRole('button', { name: 'Try Again' }).waitFor()
  await expectAccessible(page, 'a failure')
})

test('the keyboard alone reaches the search, its suggestions, the filters and the pages', async ({
  page,
}) => {
  await openLive(page)
  await field(page).focus()
  await page.keyboard.insertText('kitchen th')
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/browse?search=A+kitchen+that+forgives+everyone')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'All', exact: true })).toBeFocused()
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'More' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=.*&category=/)
  await pressKey(page.getByRole('button', { name: 'Clear all', exact: true }), 'Enter')
  await expect(page).toHaveURL('/browse')
  await expect(page.getByRole('heading', { level: 2, name: 'All Articles' })).toBeFocused()
  await pressKey(page.getByRole('link', { name: 'Page 3' }), 'Enter')
  await expect(page).toHaveURL('/browse?page=3')
})

test('shows an error when the island fails to load, with a retry', async ({ page }) => {
  await page.route('**/_astro/browse.*.js', (route) => route.abort())
  await page.goto('/browse?search=green')
  await expect(page.getByRole('heading', { name: 'Failed to load articles' })).toBeVisible()
  await expect(page.locator('main .card:visible')).toHaveCount(0)
  await page.unroute('**/_astro/browse.*.js')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.locator('.answer .card').first()).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('without script the newest stories are shown, with links to the others and no dead controls', async ({
    page,
  }) => {
    await page.goto('/browse?search=oak')
    await expect(page.getByText('JavaScript, which is switched off')).toBeVisible()
    await expect(page.locator('.as-built article')).toHaveCount(12)
    await expect(page.getByRole('main').getByRole('link', { name: 'Living Spaces' })).toHaveAttribute(
      'href',
      '/living-spaces',
    )
    await expect(page.getByRole('button', { name: /Filters|More|Grid view/ })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0)
  })
})
