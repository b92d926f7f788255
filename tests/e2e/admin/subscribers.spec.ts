import { readFile } from 'node:fs/promises'
import { type Page, expect } from '@playwright/test'
import { Calendar, ownTimeZone } from '../../../src/domain/text/calendar.ts'
import { csvFileName } from '../../../src/domain/text/csv.ts'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { chooseDay } from '../support/days.ts'
import { goInApp } from '../support/screens.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

/** Where the subscribers of these tests came from. */
const SOURCE = '/a-page-of-the-tests'
const MANY = '/a-busy-page-of-the-tests'

const PREFERENCES = { weeklyNewsletter: false, designTips: false, newArticles: false, specialOffers: false }

const heading = (page: Page) => page.getByRole('heading', { level: 2, name: /^Subscribers \(/ })
const table = (page: Page) => page.getByRole('table', { name: 'Subscribers' })
const counter = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${label}$`) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function save(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test.beforeAll(async ({ service }) => {
  const rows = [
    {
      email: 'first@subscribers.example',
      first_name: '=HYPERLINK("https://evil.example")',
      subscribed_at: new Date(2026, 2, 5, 0, 0, 0).toISOString(),
      status: 'unsubscribed',
      preferences: { ...PREFERENCES, weeklyNewsletter: true, specialOffers: true },
    },
    {
      email: 'second@subscribers.example',
      first_name: 'Zoë, "the tall"',
      subscribed_at: new Date(2026, 2, 5, 23, 59, 59).toISOString(),
      status: 'active',
      preferences: { ...PREFERENCES, designTips: true, newArticles: true },
    },
    {
      email: 'third@subscribers.example',
      first_name: null,
      subscribed_at: new Date(2026, 2, 6, 0, 0, 0).toISOString(),
      status: 'active',
      preferences: PREFERENCES,
    },
  ]
  const { error } = await service
    .from('subscribers')
    .insert(rows.map((row) => ({ ...row, source_page: SOURCE })))
  if (error) throw error
})

test.afterAll(async () => {
  const service = await secretClient()
  await service.from('subscribers').delete().in('source_page', [SOURCE, MANY])
})

test('counts subscribers, lists the latest first and filters by everything', async ({ page }) => {
  const service = await secretClient()
  const { count } = await service.from('subscribers').select('id', { count: 'exact', head: true })
  const total = (count ?? 0).toLocaleString('en-GB')
  const all = service.from('subscribers').select('id', { count: 'exact', head: true })
  const active = ((await all.eq('status', 'active')).count ?? 0).toLocaleString('en-GB')
  expect(active).not.toBe(total)
  await signInAs(page, 'editor')
  await page.goto('/admin/subscribers')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Newsletter Subscribers')
  await expect(counter(page, 'Total Subscribers')).toHaveText(active)
  await expect(counter(page, 'Active Subscribers')).toHaveText(active)
  await expect(counter(page, 'This Month')).toHaveText(/^[\d,]+$/)
  await expect(heading(page)).toHaveText(`Subscribers (${total})`)
  await expect(page.getByText(`${active} of them subscribed`)).toBeVisible()
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Email',
    'Name',
    'Subscribed',
    'Source',
    'Status',
    'Preferences',
  ])
  await expectAccessible(page, 'subscribers')

  await choose(page, 'Source Page', SOURCE)
  await expect(heading(page)).toHaveText('Subscribers (3)')
  await expect(page).toHaveURL(`/admin/subscribers?source=${encodeURIComponent(SOURCE)}`)
  const rows = table(page).getByRole('row')
  await expect(rows.nth(1)).toContainText('third@subscribers.example-Mar 6, 2026')
  await expect(rows.nth(2).getByRole('cell').nth(4)).toHaveText('Active')
  await expect(rows.nth(2).getByRole('listitem')).toHaveText(['Design Tips', 'New Articles'])
  await expect(rows.nth(3).getByRole('cell').nth(4)).toHaveText('Unsubscribed')
  await expect(rows.nth(3).getByRole('listitem')).toHaveText(['Newsletter', 'Offers'])

  await choose(page, 'Status', 'Unsubscribed')
  await expect(heading(page)).toHaveText('Subscribers (1)')
  await choose(page, 'Status', 'All')

  // One day alone changes nothing; both are whole days.
  await chooseDay(page, 'Start Date', '2026-03-05')
  await expect(page.getByText('Set an end date, too')).toBeVisible()
  await expect(heading(page)).toHaveText('Subscribers (3)')
  await chooseDay(page, 'End Date', '2026-03-05')
  await expect(heading(page)).toHaveText('Subscribers (2)')
  await chooseDay(page, 'End Date', '2026-03-04')
  await expect(page.getByText('Before the start date')).toBeVisible()
  await expect(page.getByText('No subscribers match.')).toBeVisible()

  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(heading(page)).toHaveText(`Subscribers (${total})`)
  const search = page.getByRole('searchbox', { name: 'Search subscribers' })
  await search.fill('zoë, "')
  await expect(heading(page)).toHaveText('Subscribers (1)')
  await search.fill('THIRD@subscribers')
  await expect(rows.nth(1)).toContainText('third@subscribers.example')
  await search.fill('%')
  await expect(page.getByText('No subscribers match.')).toBeVisible()
  // The counters are of everyone who is subscribed.
  await expect(counter(page, 'Total Subscribers')).toHaveText(active)
})

test('exports the subscribers as CSV, and says what failed', async ({ page }) => {
  await signInAs(page, 'editor')

  await test.step('says why subscribers fail to load, and Try Again loads them', async () => {
    const refusal = { status: 400, json: { code: '22P02', message: 'refused', details: null, hint: null } }
    await page.route('**/rest/v1/subscribers**', (route) => route.fulfill(refusal))
    await page.goto('/admin/subscribers')
    const failure = page.getByRole('alert')
    await expect(failure).toContainText('Failed to load subscribers.')
    await expect(failure).toContainText('refused')
    await expect(page.getByRole('searchbox', { name: 'Search subscribers' })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(heading(page)).toBeVisible()

    // The network goes away in the middle of an export.
    await page.route('**/rest/v1/subscribers**limit=1000**', (route) => route.abort())
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(page.getByText('Export failed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeEnabled()
    await page.unrouteAll()
  })

  await test.step('exports the filtered subscribers as CSV without formulas', async () => {
    await goInApp(page, `/admin/subscribers?source=${encodeURIComponent(SOURCE)}`)
    await expect(heading(page)).toHaveText('Subscribers (3)')
    const { name, text } = await save(page)
    await expect(page.getByText('Export successful')).toBeVisible()
    await expect(page.getByText('Exported 3 subscribers to CSV. 2 of them are subscribed.')).toBeVisible()
    expect(name).toBe(
      csvFileName('subscribers', { now: () => new Date(), calendar: new Calendar(ownTimeZone(), null) }),
    )
    const cell = (change: object) =>
      `"${JSON.stringify({ ...PREFERENCES, ...change }).replaceAll('"', '""')}"`
    expect(text).toBe(
      [
        '\ufeffEmail,First Name,Subscribed At,Source Page,Status,Preferences',
        `third@subscribers.example,,2026-03-06 00:00:00,${SOURCE},active,${cell({})}`,
        `second@subscribers.example,"Zoë, ""the tall""",2026-03-05 23:59:59,${SOURCE},active,${cell({ designTips: true, newArticles: true })}`,
        `first@subscribers.example,"'=HYPERLINK(""https://evil.example"")",2026-03-05 00:00:00,${SOURCE},unsubscribed,${cell({ weeklyNewsletter: true, specialOffers: true })}`,
      ].join('\r\n'),
    )
  })

  await test.step('exports more rows than one response holds, each subscriber once', async () => {
    const service = await secretClient()
    // All in the same second: the order must not lean on the time alone.
    const { error } = await service.from('subscribers').insert(
      Array.from({ length: 1005 }, (_, n) => ({
        email: `many-${n}@subscribers.example`,
        source_page: MANY,
        subscribed_at: '2026-03-01T10:00:00Z',
      })),
    )
    expect(error).toBeNull()
    await goInApp(page, `/admin/subscribers?source=${encodeURIComponent(MANY)}`)
    await expect(heading(page)).toHaveText('Subscribers (1,005)')
    const { text } = await save(page)
    await expect(page.getByText('Exported 1005 subscribers to CSV.')).toBeVisible()
    const emails = text.split('\r\n').slice(1)
    expect(new Set(emails.map((line) => line.split(',')[0])).size).toBe(1005)
    expect(emails).toHaveLength(1005)
  })
})

test('many are unsubscribed at once, and who is already is said before', async ({ page }) => {
  await signInAs(page, 'editor')
  await page.goto(`/admin/subscribers?source=${encodeURIComponent(SOURCE)}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.getByRole('region', { name: 'Selected subscribers' })
  await expect(bar).toContainText('3 selected')
  // Only super admins delete.
  await expect(bar.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await bar.getByRole('button', { name: 'Unsubscribe' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Unsubscribe 3 subscribers' })
  await expect(dialog).toContainText('2 subscribers get no letters any more.')
  await expect(dialog).toContainText('1 subscriber is unsubscribed already.')
  await expectAccessible(page, 'what many subscribers will become')
  await dialog.getByRole('button', { name: 'Unsubscribe 2' }).click()
  await expect(page.getByText('2 subscribers unsubscribed')).toBeVisible()
  await expect(table(page).getByText('Unsubscribed', { exact: true })).toHaveCount(3)
  await expect(bar).toHaveCount(0)
})

test('a request that a reader has made since their row was read is not marked as answered', async ({
  page,
  service,
}) => {
  const email = 'asking@subscribers.example'
  const now = new Date().toISOString()
  await service.from('subscribers').insert({ email, source_page: MANY, data_requested_at: now })
  await signInAs(page, 'editor')
  await page.goto(`/admin/subscribers?q=${email}`)
  await table(page).getByRole('button', { name: email }).click()
  await service.from('subscribers').update({ erasure_requested_at: now }).eq('email', email)
  await page.getByRole('dialog', { name: email }).getByRole('button', { name: 'Mark as Answered' }).click()
  await expect(page.getByText(/has asked for something else/)).toBeVisible()
  const { data } = await service
    .from('subscribers')
    .select('data_requested_at, erasure_requested_at')
    .eq('email', email)
  expect(data).toEqual([{ data_requested_at: expect.any(String), erasure_requested_at: expect.any(String) }])
})

test('contributors and viewers see a message instead of the subscribers', async ({ page }) => {
  for (const role of ['contributor', 'viewer'] as const) {
    await signInAs(page, role)
    await page.goto('/admin/subscribers')
    await expect(page.getByText("You don't have permission to view subscribers.")).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0)
  }
})

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

  test('the subscriber list fits the screen', async ({ page }) => {
    await signInAs(page, 'editor')
    await page.goto(`/admin/subscribers?source=${encodeURIComponent(SOURCE)}`)
    const list = page.getByRole('list', { name: 'Subscribers' })
    await expect(list.getByText('second@subscribers.example')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await expectAccessible(page, 'subscribers on a phone')
  })
})
