import { type Page, test } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { openDashboardAs, signInAs } from './support/session.ts'

const actionsOf = (page: Page, title: string) => page.getByRole('button', { name: `Actions for ${title}` })

test.describe('axe finds nothing', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('on the sign-up form with its errors', async ({ page }) => {
    await page.goto('/auth')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByText('Invalid email address').waitFor()
    await expectAccessible(page, 'sign-up')
  })

  test('on the dashboard, the folded sidebar and a screen that is not there', async ({ page }) => {
    await openDashboardAs(page, 'editor')
    await page.getByRole('region', { name: 'Last Publishes' }).getByRole('listitem').first().waitFor()
    await expectAccessible(page, 'dashboard')
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await expectAccessible(page, 'folded')
    await page.keyboard.press('Control+k')
    await page.getByRole('searchbox').fill('green')
    await page.getByRole('menuitem', { name: /green room/ }).waitFor()
    await expectAccessible(page, 'palette')
    await page.goto('/admin/nowhere')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page, 'no such screen')
  })

  test('on the list, its panels, menus and dialogs', async ({ page }) => {
    await signInAs(page, 'super_admin')
    await page.goto('/admin/articles?q=green+room')
    await actionsOf(page, 'The green room, kept').waitFor()
    await page.getByRole('button', { name: 'Hero Image Manager' }).click()
    await page.getByRole('button', { name: 'Change image of The green room, kept' }).waitFor()
    await page.getByRole('button', { name: /More Filters/ }).click()
    await expectAccessible(page, 'panels')
    await page.getByRole('button', { name: /^Change author/ }).click()
    await expectAccessible(page, 'author')
    await actionsOf(page, 'The green room, kept').click()
    await expectAccessible(page, 'menu')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expectAccessible(page, 'confirmation')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'The green room, kept' }).click()
    await page.getByRole('article').waitFor()
    await expectAccessible(page, 'view')
    await page.goto('/admin/users')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page, 'users')
  })

  test('on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openDashboardAs(page, 'editor')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await expectAccessible(page, 'drawer')
    await page.keyboard.press('Escape')
    await page.goto('/admin/articles')
    await page.getByRole('list', { name: 'Articles' }).getByRole('listitem').first().waitFor()
    await expectAccessible(page, 'cards')
  })
})
