import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { goInApp } from '../support/screens.ts'
import { openDashboardAs, signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const actionsOf = (page: Page, title: string) => page.getByRole('button', { name: `Actions for ${title}` })

// What is not here is checked by the test of its screen.
test.describe('axe finds nothing', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('on the dashboard, the palette over the folded sidebar and a screen that is not there', async ({
    page,
  }) => {
    await openDashboardAs(page, 'editor')
    await page.getByRole('region', { name: 'Last Publishes' }).getByRole('listitem').first().waitFor()
    await expectAccessible(page, 'dashboard')
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await page.keyboard.press('Control+k')
    await page.getByRole('searchbox').fill('green')
    await page.getByRole('menuitem', { name: /green room/ }).waitFor()
    await expectAccessible(page, 'palette')
    await goInApp(page, '/admin/nowhere')
    await page.getByRole('heading', { level: 1, name: '404' }).waitFor()
    await expectAccessible(page, 'no such screen')
  })

  test('on the list, its panels, menus and dialogs, and on an article with the folded sidebar', async ({
    page,
  }) => {
    await signInAs(page, 'super_admin')
    await page.goto('/admin/articles?q=green+room')
    await actionsOf(page, 'The green room, kept').waitFor()
    await page.getByRole('button', { name: 'Hero Image Manager' }).click()
    await page.getByRole('button', { name: 'Change image of The green room, kept' }).waitFor()
    await page.getByRole('button', { name: /More Filters/ }).click()
    await page.getByRole('button', { name: /^Change author/ }).click()
    await page.getByRole('button', { name: 'Confirm author' }).waitFor()
    await expectAccessible(page, 'panels and author')
    await actionsOf(page, 'The green room, kept').click()
    await page.getByRole('menu').waitFor()
    await expectAccessible(page, 'menu')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').waitFor()
    await expectAccessible(page, 'confirmation')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await page.getByRole('link', { name: 'The green room, kept' }).click()
    await page.getByRole('article').waitFor()
    await expectAccessible(page, 'view with the folded sidebar')
  })

  test('on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openDashboardAs(page, 'editor')
    await page.getByRole('button', { name: 'Open menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await drawer.waitFor()
    await expectAccessible(page, 'drawer')
    await drawer.getByRole('link', { name: /^Articles/ }).click()
    await page.getByRole('list', { name: 'Articles' }).getByRole('listitem').first().waitFor()
    await expectAccessible(page, 'cards')
  })
})
