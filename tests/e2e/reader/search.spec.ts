import { type Page, type Route, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { pressKey } from '../support/keys.ts'
import { test } from '../support/test.ts'

const REST = '**/rest/v1/rpc/find_*'

const toggle = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Search' })
const panel = (page: Page) => page.locator('#search')
const field = (page: Page) => panel(page).getByLabel('Search articles')
const hits = (page: Page) => panel(page).getByRole('option')

async function open(page: Page): Promise<void> {
  await toggle(page).click()
  await expect(field(page)).toBeFocused()
}

test('the header search opens, finds while typing, and links to a story', async ({ page }) => {
  await page.clock.install()
  await page.goto('/about')
  await expect(field(page)).toBeHidden()
  await open(page)
  await expect(panel(page).getByText('Recent searches')).toBeVisible()
  for (const example of ['modern kitchen design', 'small space solutions', 'bathroom renovation']) {
    await expect(panel(page).getByRole('link', { name: example })).toHaveAttribute(
      'href',
      `/browse?search=${example.replaceAll(' ', '+')}`,
    )
  }
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/rpc/find_')) requests.push(request.url())
  })
  // Five letters in quick succession cause one request. The page's clock is paused between them.
  await page.clock.pauseAt(Date.now() + 60_000)
  await field(page).pressSequentially('TABLE')
  await page.clock.resume()
  await expect(hits(page)).toHaveCount(6)
  expect(requests).toHaveLength(1)
  await expect(panel(page).getByText('Recent searches')).toBeHidden()
  await expect(hits(page).last()).toHaveText(/^View all \d+ results$/)
  const remembers = hits(page).filter({ hasText: 'What the table remembers' })
  await expect(remembers.locator('mark')).toHaveText('table')
  await expect(remembers).toContainText('Food & Design')
  await expect(remembers.locator('img')).toHaveJSProperty('complete', true)
  await expect(panel(page).getByRole('status')).toHaveText(/^\d+ results, 5 shown$/)
  await remembers.click()
  await expect(page).toHaveURL('/article/what-the-table-remembers')
  await expect(panel(page)).toBeHidden()
})

test('two clicks before the styles have come open it, as one does', async ({ page }) => {
  let arrive = (): void => undefined
  const held = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/_astro/overlays.*.css', async (route) => {
    await held
    await route.continue()
  })
  // The browser's `pointerover` asks for the styles while the page loads, and its `load` would wait for them.
  await page.goto('/about', { waitUntil: 'domcontentloaded' })
  await page.getByRole('button', { name: 'Menu', includeHidden: true }).dispatchEvent('click')
  for (let click = 0; click < 2; click += 1) await toggle(page).dispatchEvent('click')
  arrive()
  await expect(field(page)).toBeFocused()
  expect(await page.locator(':popover-open').getAttribute('id')).toBe('search')
})

test('Escape that ends the input of a character leaves it open', async ({ page }) => {
  await page.goto('/about')
  await open(page)
  await expect(field(page)).toHaveRole('combobox')
  await field(page).dispatchEvent('keydown', { key: 'Escape', isComposing: true })
  expect(await panel(page).evaluate((element) => element.matches(':popover-open'))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
})

test('arrow keys move through the results and back to the field', async ({ page }) => {
  await page.goto('/about')
  await pressKey(toggle(page), 'Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.insertText('table')
  await expect(hits(page)).toHaveCount(6)
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(hits(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', 'search-hits-1')
  await expectAccessible(page, 'the results')

  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(toggle(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()

  // Leaving it closes it.
  await page.keyboard.press('Shift+Tab')
  await expect(panel(page)).toBeHidden()

  await pressKey(toggle(page), 'Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.insertText('table')
  await expect(hits(page)).toHaveCount(6)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/browse?search=table')
  await expect(page.getByText(/^Showing 1-\d+ of \d+ articles$/)).toBeVisible()
})

test('a word of a body is shown in its passage, and a misspelled one is corrected', async ({ page }) => {
  await page.goto('/about')
  await open(page)
  const status = panel(page).getByRole('status')
  await field(page).fill('lampshade')
  await expect(status).toHaveText(/^\d+ results?, \d shown$/)
  const passage = hits(page).filter({ hasText: 'Sleeping in the oat field' }).locator('.passage')
  await expect(passage.locator('mark')).toHaveText('lampshade')
  await expect(passage).toContainText('got to eleven with the lampshade.')
  await expectAccessible(page, 'results by words of the text')

  await field(page).fill('kichen')
  await expect(status).toHaveText(/^\d+ close match(es)?, \d shown$/)
  await expect(panel(page).getByRole('button', { name: 'kitchen', exact: true })).toBeVisible()
  // A correction of another text is not shown while an answer is awaited.
  await page.route(REST, () => undefined)
  await field(page).fill('kichn')
  await expect(panel(page).getByText('Did you mean')).toBeHidden()
  await page.unroute(REST)
  await field(page).fill('kichen')
  await panel(page).getByRole('button', { name: 'kitchen' }).click()
  await expect(field(page)).toHaveValue('kitchen')
  await expect(field(page)).toBeFocused()
  await expect(hits(page).first().locator('mark').first()).toHaveText('kitchen')
  await expect(panel(page).getByText('Did you mean')).toBeHidden()

  await page.goto('/browse?search=kichen')
  await expect(page.getByRole('heading', { name: 'Close matches' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeHidden()
  await expectAccessible(page, 'close matches of /browse')
  await page.getByRole('main').getByRole('button', { name: 'kitchen' }).click()
  await expect(page).toHaveURL('/browse?search=kitchen')
  await expect(page.getByRole('main').getByLabel('Search articles')).toHaveValue('kitchen')
})

test('submitting leads to /browse; an empty search is not submitted', async ({ page }) => {
  await page.goto('/about')
  await open(page)
  await expect(field(page)).toHaveAttribute('role', 'combobox')
  await field(page).fill('   ')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/about')
  await field(page).fill('100% "qwertz", (uiopq)')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/browse?search=100%25+%22qwertz%22%2C+%28uiopq%29')
  await expect(page.getByRole('main').getByLabel('Search articles')).toHaveValue('100% "qwertz", (uiopq)')
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible()
})

test('no results, a failed request and a late response show different messages', async ({ page }) => {
  await page.goto('/about')
  await open(page)
  const status = panel(page).getByRole('status')
  await field(page).fill('qwertz uiopq')
  await expect(status).toHaveText('No results for “qwertz uiopq”')
  await expect(hits(page)).toHaveCount(0)

  await page.route(REST, (route) => route.abort())
  await field(page).fill('lamp')
  await expect(status).toHaveText('Search is not answering. Press Enter to try on the Browse page.')
  await page.unroute(REST)

  // While the next search runs, the failed one is not shown any more.
  const late: Route[] = []
  await page.route(REST, async (route) => {
    if (route.request().postData()?.includes('"lampshade"')) late.push(route)
    else await route.continue()
  })
  await field(page).fill('lampshade')
  await expect.poll(() => late.length).toBe(1)
  await expect(status).toHaveText('Searching...')
  await field(page).fill('forgives everyone')
  await expect(hits(page)).toHaveCount(1)
  for (const route of late) await route.continue().catch(() => {})
  await field(page).fill('forgives everyon')
  await expect(hits(page)).toHaveText([/A kitchen that forgives everyone/])
})

test.describe('on a phone, in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true })
  test('the results fit, and axe finds no violation', async ({ page }) => {
    await page.goto('/')
    await toggle(page).tap()
    await field(page).fill('table')
    await expect(hits(page)).toHaveCount(6)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectAccessible(page, 'the results on a phone')
    await toggle(page).tap()
    await expect(panel(page)).toBeHidden()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('it is a form that leads to the list', async ({ page }) => {
    await page.goto('/about')
    await toggle(page).click()
    await field(page).fill('oak table')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/browse?search=oak+table')
  })
})
