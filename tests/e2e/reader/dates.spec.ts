import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { editor, openArticle, publishAnyway, storeArticle, storedArticle, toast } from '../support/editor.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

interface Zone {
  time_zone: string | null
  date_language: string | null
}

let before: Zone
test.beforeAll(async ({ service }) => {
  const { data } = await service.from('site_settings').select('time_zone, date_language').single<Zone>()
  before = data ?? { time_zone: null, date_language: null }
})
test.afterEach(() => setZone(before))

async function setZone(zone: Zone): Promise<void> {
  const { error } = await (await secretClient()).from('site_settings').update(zone).not('id', 'is', null)
  expect(error).toBeNull()
}

async function zone(): Promise<Zone | null> {
  const client = await secretClient()
  return (await client.from('site_settings').select('time_zone, date_language').single<Zone>()).data
}

test.describe('a browser in Los Angeles', () => {
  test.use({ timezoneId: 'America/Los_Angeles', locale: 'fr-FR' })

  test('gives its zone to a magazine without, and no other language for its dates, once a super admin is signed in', async ({
    page,
  }) => {
    await setZone({ time_zone: null, date_language: null })
    await signInAs(page, 'editor')
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await zone()).toEqual({ time_zone: null, date_language: null })

    await signInAs(page, 'super_admin')
    await page.goto('/admin/settings')
    await expect(page.getByRole('combobox', { name: 'Time Zone' })).toHaveValue('America/Los_Angeles')
    expect(await zone()).toEqual({ time_zone: 'America/Los_Angeles', date_language: null })
  })

  test('picks a date in the zone of the magazine, which the picker names', async ({ page }) => {
    await setZone({ time_zone: 'Pacific/Auckland', date_language: null })
    const { id, slug } = await storeArticle('published', 'editor', { published_at: '2025-11-14T12:30:00Z' })
    await expect
      .poll(async () => (await page.request.get(`/article/${slug}`)).text())
      .toContain('>15 November 2025</time>')
    await signInAs(page, 'editor')
    await openArticle(page, id)
    const date = page.getByRole('button', { name: /^Publish Date/ })
    await expect(date).toHaveText('15 Nov 2025, 01:30')
    await expect(date).toHaveAccessibleDescription('Pacific/Auckland, UTC+13')
    await date.click()
    const picker = page.getByRole('dialog', { name: 'Publish Date' })
    await expect(picker).toContainText('On this device: 14 Nov 2025, 04:30')
    await picker.getByLabel('Time').fill('00:15')
    await picker.getByRole('button', { name: / 16 November 2025/ }).click()
    await expect(date).toHaveText('16 Nov 2025, 00:15')
    await picker.getByRole('button', { name: 'Done' }).click()
    await editor(page).update.click()
    await expect(toast(page, 'Article published successfully!')).toBeVisible()
    expect(Date.parse(String((await storedArticle(id)).published_at))).toBe(
      Date.parse('2025-11-15T11:15:00Z'),
    )
    await expect
      .poll(async () => (await page.request.get(`/article/${slug}`)).text())
      .toContain('>16 November 2025</time>')
  })

  test('says what a change of the clocks makes of a time', async ({ page }) => {
    await setZone({ time_zone: 'Europe/Berlin', date_language: null })
    const { id } = await storeArticle('published', 'editor', { published_at: '2025-03-30T10:00:00Z' })
    await signInAs(page, 'editor')
    await openArticle(page, id)
    const date = page.getByRole('button', { name: /^Publish Date/ })
    await date.click()
    const picker = page.getByRole('dialog', { name: 'Publish Date' })
    await picker.getByLabel('Time').fill('02:30')
    await expect(picker).toContainText('The clocks skip 02:30 on this day: it is 03:30.')
    await expect(date).toHaveText('30 Mar 2025, 03:30')
  })
})

test.describe('a browser a day behind the magazine', () => {
  test.use({ timezoneId: 'Pacific/Pago_Pago' })

  test('hears and sees the day of the magazine as today', async ({ page }) => {
    await setZone({ time_zone: 'Pacific/Kiritimati', date_language: null })
    await signInAs(page, 'editor')
    await page.goto('/admin/articles/new')
    await page.getByRole('button', { name: /^Publish Date/ }).click()
    const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'Pacific/Kiritimati' })
    await expect(page.getByRole('button', { name: /^Today/ })).toHaveAccessibleName(
      new RegExp(today.format().replace(',', ',?')),
    )
    await expect(page.getByRole('button', { name: /^Today/ })).toHaveCSS('text-decoration-line', 'underline')
  })
})

test('a story that is out is live although the clock of the browser is slow', async ({ page }) => {
  const { id, slug, title } = await storeArticle('draft', 'editor')
  await page.clock.install({ time: Date.now() - 2 * 3_600_000 })
  await signInAs(page, 'editor')
  await openArticle(page, id)
  await publishAnyway(page)
  await expect(toast(page, 'Article published successfully!')).toBeVisible()
  await expect(editor(page).status).toContainText('Live')
  expect((await page.request.get(`/article/${slug}`)).status()).toBe(200)
  await page.goto(`/admin/articles?q=${encodeURIComponent(title)}`)
  await expect(page.getByRole('row', { name: title })).toContainText('Published')
})

test('the settings show what a zone and a language mean, and dates follow them', async ({ page }) => {
  await signInAs(page, 'super_admin')
  await page.goto('/admin/settings')
  const language = page.getByRole('combobox', { name: 'Language of Dates' })
  // Scrolls to it: a list that is open already would close.
  await language.click()
  await language.fill('German')
  await page.getByRole('option', { name: 'German', exact: true }).click()
  await expect(page.getByText(/^As in \d+\. \p{L}+ \d{4}$/u)).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Settings saved')).toBeVisible()
  await expectAccessible(page, 'the settings')
  expect(await zone()).toMatchObject({ date_language: 'de' })
  await page.goto('/admin/articles')
  await expect(page.getByRole('table', { name: 'Articles' })).toContainText(/\d+\. \p{L}+\.? \d{4}/u)
})
