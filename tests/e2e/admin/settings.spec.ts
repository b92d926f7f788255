import { type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { toast } from '../support/editor.ts'
import { pressKey } from '../support/keys.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

type Row = Record<string, unknown>
let before: Row

test.beforeAll(async ({ service }) => {
  const { data } = await service.from('site_settings').select('*').single<Row>()
  before = data ?? {}
})

test.afterEach(async () => {
  const service = await secretClient()
  const columns = Object.entries(before).filter(([name]) => !['updated_at', 'version'].includes(name))
  await service.from('site_settings').update(Object.fromEntries(columns)).eq('id', before.id)
  await service.from('deploy_settings').delete().not('id', 'is', null)
})

const stored = async () =>
  (await (await secretClient()).from('site_settings').select('*').single<Row>()).data ?? {}
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()
const saved = (page: Page) => expect(toast(page, 'Settings saved')).toBeVisible()

async function open(page: Page): Promise<void> {
  await page.goto('/admin/settings')
  await expect(field(page, 'Site Name')).toHaveValue(String(before.site_name))
}

test('a super admin changes the settings and the site follows', async ({ page, request }) => {
  const html = async (path: string) => (await request.get(path)).text()
  await signInAs(page, 'super_admin')
  await open(page)
  await field(page, 'Site Name').fill('  ')
  await field(page, 'Link Address').fill('social.example/@hearth')
  await field(page, 'Contact Email').fill('hearth')
  await save(page)
  await expect(page.getByText('Site name is required')).toBeVisible()
  await expect(page.getByText('Enter a whole address that begins with https://')).toBeVisible()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(field(page, 'Site Name')).toBeFocused()
  await expectAccessible(page, 'errors')
  expect(await stored()).toEqual(before)

  await field(page, 'Site Name').fill('Hearth & Sons')
  await field(page, 'Tagline').fill('stay a while.')
  await field(page, 'Link Name').fill('Elsewhere')
  await field(page, 'Link Address').fill('https://social.example/@hearth')
  await field(page, 'Contact Email').fill('door@hearth.example')
  for (const name of ['Newsletter', 'Contact Form']) {
    await pressKey(page.getByRole('switch', { name }), 'Space')
    await expect(page.getByRole('switch', { name })).not.toBeChecked()
  }
  await page.getByRole('checkbox', { name: 'Excerpt' }).check()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await save(page)
  await saved(page)
  expect(await stored()).toMatchObject({ required_checks: ['excerpt', 'notes'] })
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Hearth & Sons, dashboard' })).toContainText('hearth & sons')

  for (const [path, change] of [
    ['/contact', 'door@hearth.example'],
    ['/rss.xml', '<title>Hearth &amp; Sons</title>'],
    ['/', 'https://social.example/@hearth'],
    ['/site.webmanifest', '"name":"Hearth & Sons"'],
    ['/auth', 'Sign in · Hearth &amp; Sons'],
    ['/admin', 'Hearth &amp; Sons admin'],
  ] as const) {
    await expect.poll(() => html(path)).toContain(change)
  }

  await page.goto('/')
  await expect(page).toHaveTitle('Hearth & Sons · stay a while. · A journal of lived-in homes')
  await expect(page.getByRole('link', { name: 'Hearth & Sons, home' })).toBeVisible()
  const data = await page.locator('script[type="application/ld+json"]').first().textContent()
  expect(JSON.parse(data ?? '')).toMatchObject({
    name: 'Hearth & Sons',
    sameAs: ['https://social.example/@hearth'],
  })
  await expect(page.getByRole('contentinfo')).toContainText('stay a while.')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Elsewhere' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Subscribe' })).toHaveCount(0)
  await expect(page.getByText('One letter a week.')).toHaveCount(0)
  await page.goto('/admin/settings')
  await expect(page).toHaveTitle('Settings · Hearth & Sons')
  await expect(page.getByRole('link', { name: 'Hearth & Sons, dashboard' })).toBeVisible()
  await page.goto('/contact')
  await expect(page.getByRole('link', { name: 'door@hearth.example' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Message' })).toHaveCount(0)
  await expectAccessible(page, 'the closed contact page')
})

test('a super admin gets the conflict dialog for a save over another tab’s, and sets a deploy hook that is never shown', async ({
  page,
}) => {
  await signInAs(page, 'super_admin')
  await open(page)

  await test.step("saving settings over another tab's save opens the conflict dialog and keeps what was typed", async () => {
    await field(page, 'Tagline').fill('mine.')
    await page.route('**/rest/v1/site_settings?**', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await save(page)
    await expect(toast(page, 'Failed to save settings')).toBeVisible()
    await page.unroute('**/rest/v1/site_settings?**')
    await expect(field(page, 'Tagline')).toHaveValue('mine.')

    const service = await secretClient()
    await service
      .from('site_settings')
      .update({ tagline: 'theirs.', social_label: 'Theirs' })
      .eq('id', before.id)
    await save(page)
    const question = page.getByRole('alertdialog', { name: 'Someone else saved these settings' })
    await expect(question).toContainText('Yours differ in: Tagline, Link name')
    await expectAccessible(page, 'a conflict')
    expect((await stored()).tagline).toBe('theirs.')
    await page.getByRole('button', { name: 'Overwrite with Mine' }).click()
    await saved(page)
    expect(await stored()).toMatchObject({ tagline: 'mine.', social_label: before.social_label })

    await service.from('site_settings').update({ tagline: 'theirs again.' }).eq('id', before.id)
    await field(page, 'Tagline').fill('mine again.')
    await save(page)
    await page.getByRole('button', { name: 'Take Theirs, Drop Mine' }).click()
    await expect(field(page, 'Tagline')).toHaveValue('theirs again.')

    await field(page, 'Tagline').fill('unsaved.')
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('Leave without saving?')
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect(field(page, 'Tagline')).toHaveValue('unsaved.')
  })

  await test.step('so does a save by somebody who knew of no settings yet', async () => {
    const settings = '**/rest/v1/site_settings?select=*'
    await page.route(settings, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: [] }) : route.continue(),
    )
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await field(page, 'Tagline').fill('first.')
    await page.unroute(settings)
    await save(page)
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: /^Take Theirs/ }).click()
    await expect(field(page, 'Tagline')).toHaveValue(String((await stored()).tagline))
  })

  await test.step('sets, replaces and removes the deploy hook, which is never shown', async () => {
    await field(page, 'Tagline').fill(String((await stored()).tagline))
    const hook = page.getByRole('region', { name: 'Deploy Hook' })
    await expect(hook).toContainText('Not set')
    await hook.getByRole('button', { name: 'Save Hook' }).click()
    await expect(hook).toContainText('Paste the address of the hook')
    await hook.getByLabel('Address of the Hook').fill('https://api.host.example/hooks/c0ffee')
    await page.route('**/rest/v1/deploy_settings?**', (route) =>
      route.fulfill({ status: 403, json: { code: '42501', message: 'no' } }),
    )
    await hook.getByRole('button', { name: 'Save Hook' }).click()
    await expect(toast(page, 'Failed to save the deploy hook')).toBeVisible()
    await page.unroute('**/rest/v1/deploy_settings?**')
    await expect(hook.getByLabel('Address of the Hook')).toHaveValue('https://api.host.example/hooks/c0ffee')
    await hook.getByRole('button', { name: 'Save Hook' }).click()
    await expect(hook).toContainText('Set, at api.host.example')
    const { data } = await (await secretClient()).from('deploy_settings').select('deploy_hook_url').single()
    expect(data).toEqual({ deploy_hook_url: 'https://api.host.example/hooks/c0ffee' })

    const told: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.url().includes('deploy_settings')) told.push(response.text())
    })
    await page.reload()
    await expect(hook).toContainText('Set, at api.host.example')
    expect((await Promise.all(told)).join()).not.toContain('c0ffee')
    await expect(hook.getByLabel('Replace by')).toHaveValue('')
    await hook.getByRole('button', { name: 'Remove Hook' }).click()
    await expectAccessible(page, 'removing the hook')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(hook).toContainText('Not set')
  })
})

test('editors read the settings, contributors and viewers do not', async ({ page }) => {
  await signInAs(page, 'editor')
  await page.goto('/admin/settings')
  await expect(page.getByText('Only a super admin changes these.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(String(before.tagline))
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0)
  await expect(page.getByText('Deploy Hook')).toHaveCount(0)
  await expectAccessible(page, 'the settings of an editor')
  for (const role of ['contributor', 'viewer'] as const) {
    await signInAs(page, role)
    await page.goto('/admin/settings')
    await expect(page.getByText("You don't have permission to view settings.")).toBeVisible()
  }
})
