import { type Locator, type Page, expect } from '@playwright/test'
import { DEMO_FONTS, readFont } from '../../../supabase/seed/fonts.ts'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { toast } from '../support/editor.ts'
import { uploadFiles } from '../support/media.ts'
import { goInApp } from '../support/screens.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const SERIF = { primary: 'Newsreader', body: 'Instrument Sans' }

const upload = (page: Page) => page.getByRole('dialog', { name: 'Upload Font' })
const card = (page: Page, role: 'Primary' | 'Secondary' | 'Accent') =>
  page.getByRole('region', { name: `${role} Font` })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })

async function openStyles(page: Page): Promise<void> {
  await page.goto('/admin/styles')
  await expect(page.getByRole('heading', { level: 1, name: 'Global Typography Settings' })).toBeVisible()
}

async function choose(page: Page, role: 'Primary' | 'Secondary' | 'Accent', font: string): Promise<void> {
  await card(page, role).getByRole('button').click()
  // By its name: another list may still be closing.
  await page
    .getByRole('listbox', { name: `${role} Font` })
    .getByRole('option', { name: font })
    .click()
}

/** As the demo content leaves them. */
async function resetStyles(): Promise<void> {
  const client = await secretClient()
  const none = { primary_font_id: null, secondary_font_id: null, accent_font_id: null }
  const { error } = await client.from('global_styles').update(none).not('id', 'is', null)
  if (error !== null) throw error
}

async function storedFonts(name: string): Promise<{ id: string; font_file_path: string }[]> {
  const client = await secretClient()
  const { data } = await client.from('fonts').select('*').eq('font_name', name)
  return (data ?? []) as { id: string; font_file_path: string }[]
}

async function fontFile(): Promise<Buffer> {
  const [demo] = DEMO_FONTS
  if (demo === undefined) throw new Error('There is no demo font')
  return readFont(demo)
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.afterAll(resetStyles)

test('uploads, previews, chooses and deletes a font; warns when it is in use', async ({ page }) => {
  const name = `Hearth ${Date.now().toString(36)} Größe`
  await signInAs(page, 'editor')
  await page.goto('/admin/fonts')
  await expect(page.getByRole('heading', { level: 1, name: 'Font Management' })).toBeVisible()
  await page.getByRole('button', { name: /^Upload/ }).click()
  const submit = upload(page).getByRole('button', { name: 'Upload Font' })
  const pick = upload(page).getByRole('button', { name: 'Choose File' })
  await expect(submit).toBeDisabled()
  await expect(upload(page).getByText('No file selected')).toBeVisible()
  await uploadFiles(page, [{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }], pick)
  await expect(
    upload(page).getByText('Please select a valid font file (.woff, .woff2, or .ttf)', { exact: true }),
  ).toBeVisible()
  await uploadFiles(page, [{ name: 'broken.ttf', mimeType: 'font/ttf', buffer: Buffer.from('x') }], pick)
  await expect(upload(page).getByText(/^broken\.ttf cannot be read as a font/)).toBeVisible()
  await expectAccessible(page, 'font upload with its error')
  await upload(page).getByRole('textbox', { name: 'Font Name' }).fill(name)
  await expect(submit).toBeDisabled()
  await uploadFiles(page, [{ name: 'hearth.woff2', mimeType: 'font/woff2', buffer: await fontFile() }], pick)
  await upload(page)
    .getByRole('button', { name: /Weight/ })
    .click()
  await page.getByRole('option', { name: 'Semi-Bold' }).click()
  await upload(page).getByRole('checkbox', { name: 'Header' }).check()

  // Cut off between file and row: said so, nothing typed is lost, nothing stays behind.
  await page.route('**/rest/v1/fonts**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await submit.click()
  await expect(toast(page, 'Upload failed: No connection')).toBeVisible()
  const client = await secretClient()
  const lying = async () => {
    const { data } = await client.storage.from('fonts').list('', { limit: 1000 })
    return (data ?? []).filter((file) => file.name.includes('Hearth'))
  }
  await expect.poll(lying).toEqual([])
  await page.unrouteAll()
  await submit.click()
  await expect(toast(page, 'Font uploaded successfully')).toBeVisible()
  const [stored] = await storedFonts(name)
  expect(stored?.font_file_path).toMatch(/\/fonts\/\d+_Hearth_\w+_Gr_e\.woff2$/)
  const shown = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(shown.locator('[data-font=ready]')).toBeVisible()
  await expect(shown).toContainText('Semi-Bold')
  await expectAccessible(page, 'fonts')

  await page.getByRole('button', { name: `Preview ${name}` }).click()
  await expect(
    page.getByRole('dialog', { name }).getByText('Sphinx of black quartz, judge my vow.'),
  ).toBeVisible()
  await expectAccessible(page, 'font preview')
  await page.keyboard.press('Escape')

  await client.from('global_styles').update({ primary_font_id: stored?.id }).not('id', 'is', null)
  await page.reload()
  await expect(shown).toContainText('In use: Primary')

  // Not known to be unused, it is not said to be.
  await page.route('**/rest/v1/global_styles?**', (route) =>
    route.fulfill({ status: 403, json: { message: 'no' } }),
  )
  await page.reload()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this font?' })
  await expect(confirmation).toContainText('Failed to load Global Styles')
  await expect(confirmation.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
  await page.unrouteAll()
  await confirmation.getByRole('button', { name: 'Try Again' }).click()
  await expect(confirmation).toContainText('Global Styles use it as Primary font.')
  await page.route('**/rest/v1/fonts**', (route) => route.abort())
  await confirmation.getByRole('button', { name: 'Delete Anyway' }).click()
  await expect(toast(page, 'Delete failed: No connection')).toBeVisible()
  await page.unrouteAll()
  await confirmation.getByRole('button', { name: 'Delete Anyway' }).click()
  await expect(toast(page, 'Font deleted successfully')).toBeVisible()
  expect(await storedFonts(name)).toEqual([])
  expect(await lying()).toEqual([])
})

test('previews chosen fonts at once and changes the site after Save', async ({ page, context }) => {
  await resetStyles()
  await signInAs(page, 'editor')
  await openStyles(page)
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(/Dashboard.*Global Styles/)
  await expect(page.getByRole('link', { name: 'Manage Fonts' })).toHaveAttribute('href', '/admin/fonts')
  await expect(page.getByRole('region', { name: 'Live Preview' })).toBeHidden()
  await expect(card(page, 'Primary').getByRole('button')).toContainText('No font selected')

  await card(page, 'Primary').getByRole('button').click()
  await page.getByRole('option', { name: SERIF.body }).waitFor()
  await expectAccessible(page, 'choice of a font')
  await page.getByRole('option', { name: SERIF.body }).click()
  await expect(card(page, 'Primary').locator('[data-font=ready]')).toBeVisible()
  await choose(page, 'Accent', SERIF.body)
  const preview = page.getByRole('region', { name: 'Live Preview' })
  const family = (of: Locator) => of.evaluate((element) => getComputedStyle(element).fontFamily)
  await expect(preview.getByRole('paragraph').nth(1)).toHaveCSS(
    'font-family',
    '"Instrument Sans", ui-sans-serif, system-ui, sans-serif',
  )
  await expect(preview.getByText('Subscribe')).toHaveCSS(
    'font-family',
    '"Instrument Sans", ui-monospace, Menlo, monospace',
  )
  // A font that is not meant for the role says that the site will not show it.
  await choose(page, 'Secondary', SERIF.primary)
  await expect(card(page, 'Secondary')).toContainText('The site will not show it')
  await expectAccessible(page, 'styles')

  // Leaving needs a confirmation.
  await page.getByRole('link', { name: 'Manage Fonts' }).click()
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click()
  await page.route('**/rest/v1/global_styles**', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  )
  await save(page).click()
  await expect(toast(page, 'Save failed: No connection')).toBeVisible()
  await page.unrouteAll()
  await expect(card(page, 'Primary').getByRole('button')).toContainText('Instrument Sans')
  await save(page).dblclick()
  await expect(toast(page, 'Global styles saved successfully')).toBeVisible()
  await expect(page.getByText('Someone else saved the styles')).toHaveCount(0)

  const reader = await context.newPage()
  const readersFamily = async () => {
    await reader.goto('/')
    return family(reader.locator('body'))
  }
  // Both publishes write every page of the site.
  await expect.poll(readersFamily).toBe('"Instrument Sans", ui-sans-serif, system-ui, sans-serif')
  expect(await family(reader.getByRole('heading', { level: 1 }).first())).not.toContain('"Instrument Sans"')

  await resetStyles()
  await expect.poll(readersFamily).not.toContain('ui-sans-serif')
})

test('styles load again after a failure, and ask before a save over another tab’s', async ({
  page,
  context,
}) => {
  await resetStyles()
  await signInAs(page, 'editor')

  await test.step('styles that fail to load show an error, and load again with the page', async () => {
    await page.route('**/rest/v1/global_styles**', (route) =>
      route.fulfill({ status: 403, json: { code: '42501', message: 'permission denied' } }),
    )
    await page.goto('/admin/styles')
    await expect(page.getByRole('heading', { name: 'Error Loading Global Styles' })).toBeVisible()
    await expect(page.getByText('Your account is not allowed to do this.')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(card(page, 'Primary')).toBeVisible()
  })

  await test.step("saving styles over another tab's save opens the conflict dialog", async () => {
    await choose(page, 'Primary', SERIF.primary)
    const other = await context.newPage()
    await openStyles(other)
    await choose(other, 'Accent', SERIF.body)
    await save(other).click()
    await expect(toast(other, 'Global styles saved successfully')).toBeVisible()
    await save(page).click()
    const question = page.getByRole('alertdialog', { name: 'Someone else saved the styles' })
    await question.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(card(page, 'Primary').getByRole('button')).toContainText(SERIF.primary)
    await save(page).click()
    await question.getByRole('button', { name: 'Take Theirs, Drop Mine' }).click()
    await expect(card(page, 'Accent').getByRole('button')).toContainText(SERIF.body)
    await expect(card(page, 'Primary').getByRole('button')).toContainText('No font selected')
    await resetStyles()
  })
})

test('viewers and contributors see fonts and styles and change neither', async ({ page }) => {
  for (const role of ['viewer', 'contributor'] as const) {
    await test.step(role, async () => {
      await signInAs(page, role)
      await page.goto('/admin/fonts')
      await expect(page.getByRole('button', { name: 'Preview Newsreader' })).toBeVisible()
      await expect(page.getByRole('button', { name: /^(Upload|Delete)/ })).toHaveCount(0)
      await goInApp(page, '/admin/styles')
      await expect(card(page, 'Primary').getByRole('button')).toBeDisabled()
      await expect(save(page)).toHaveCount(0)
    })
  }
})
