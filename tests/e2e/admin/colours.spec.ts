import { type Page, expect } from '@playwright/test'
import { derivedDark } from '../../../src/domain/theme/legible.ts'
import { type Theme, STANDARD_THEME } from '../../../src/domain/theme/theme.ts'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { toast } from '../support/editor.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

/** As dark or as light as a theme lets them be. */
const EDGE = { ...STANDARD_THEME.light, paper: '#ffe9b0', card: '#fff7df', ink: '#4a4030', soft: '#645840' }

const role = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const typed = (page: Page, name: string, scheme: 'light' | 'dark') =>
  page.getByRole('textbox', { name: `${name}, ${scheme} as a hex value`, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
const frame = (page: Page) => page.frameLocator('iframe')

async function openColours(page: Page): Promise<void> {
  await page.goto('/admin/colours')
  await expect(page.getByRole('heading', { level: 1, name: 'Colours' })).toBeVisible()
  await expect(page.locator('iframe')).toBeVisible()
}

async function storeTheme({ light, dark }: Theme): Promise<void> {
  const client = await secretClient()
  const { data } = await client.from('theme').select('id').maybeSingle<{ id: string }>()
  const row = { light, dark }
  const { error } = await (data === null
    ? client.from('theme').insert(row)
    : client.from('theme').update(row).eq('id', data.id))
  if (error !== null) throw error
}

test.afterEach(() => storeTheme(STANDARD_THEME))

test('a super admin changes a colour, sees the page in it, and readers get it', async ({ page }) => {
  await signInAs(page, 'super_admin')
  await openColours(page)
  await expectAccessible(page, 'colours')

  await test.step('a colour that cannot be read is refused, with one that can a press away', async () => {
    await typed(page, 'Links', 'light').fill('#9aa7d0')
    await expect(role(page, 'Links')).toContainText(
      /has a contrast of 1\.\d+ : 1 on Paper with a tint; at least 4\.5 : 1/,
    )
    await expect(save(page)).toBeDisabled()
    await expectAccessible(page, 'colours with a refused one')
    await role(page, 'Links')
      .getByRole('button', { name: /^Use #/ })
      .click()
    await expect(role(page, 'Links')).not.toContainText('contrast')
    await expect(save(page)).toBeEnabled()
  })

  await test.step('the page beside it has the colour, in dark the derived one', async () => {
    await typed(page, 'Links', 'light').fill('#7a1fa8')
    await expect(role(page, 'Links')).toContainText('Follows the light one.')
    const label = frame(page).locator('.label').first()
    await page.getByRole('button', { name: 'Light', exact: true }).click()
    await expect(label).toHaveCSS('color', 'rgb(122, 31, 168)')
    await page.getByRole('button', { name: 'Dark', exact: true }).click()
    await expect(label).not.toHaveCSS('color', 'rgb(122, 31, 168)')
    await page.getByRole('button', { name: 'Newest story' }).click()
    await expect(page.getByTitle('The newest story in these colours')).toBeVisible()
  })

  await test.step('the save goes out, and can be taken back', async () => {
    await expect(page.getByRole('button', { name: /^Changes \d+ pages$/ })).toBeVisible()
    await save(page).click()
    await expect(toast(page, 'Colours saved successfully')).toBeVisible()
    const html = async () => (await page.request.get('/')).text()
    await expect.poll(html).toContain('--link:light-dark(#7a1fa8,')
    await page.getByRole('button', { name: 'Take Back the Last Change' }).click()
    await expect(typed(page, 'Links', 'light')).toHaveValue(STANDARD_THEME.light.link)
    await save(page).click()
    await expect.poll(html).not.toContain('#7a1fa8')
  })
})

test('what is no colour is said when the field is left, and another tab’s save is not overwritten', async ({
  page,
}) => {
  await signInAs(page, 'super_admin')
  await openColours(page)
  await typed(page, 'Text', 'light').fill('#12')
  await typed(page, 'Text', 'light').blur()
  await expect(role(page, 'Text')).toContainText('A colour has six digits')
  await typed(page, 'Text', 'light').fill('#222')
  await typed(page, 'Text', 'light').blur()
  await expect(typed(page, 'Text', 'light')).toHaveValue('#222222')

  await storeTheme({ ...STANDARD_THEME, light: { ...STANDARD_THEME.light, rule: '#aabbcc' } })
  await save(page).click()
  const question = page.getByRole('alertdialog', { name: 'Someone else saved the colours' })
  await question.getByRole('button', { name: 'Take Theirs, Drop Mine' }).click()
  await expect(typed(page, 'Lines', 'light')).toHaveValue('#aabbcc')
  await expect(typed(page, 'Text', 'light')).toHaveValue(STANDARD_THEME.light.ink)
})

test('pages in a theme with the least contrast that can be stored are readable', async ({ page }) => {
  await storeTheme({ light: EDGE, dark: derivedDark(EDGE) })
  const html = async () => (await page.request.get('/article/the-green-room-kept')).text()
  await expect.poll(html, { timeout: 60_000 }).toContain('--ink:light-dark(#4a4030,')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const path of ['/', '/article/the-green-room-kept', '/contact']) {
      await page.goto(path)
      await expectAccessible(page, `${path} in ${colorScheme}`)
    }
  }
})
