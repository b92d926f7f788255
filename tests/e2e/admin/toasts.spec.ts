import { type Page, expect } from '@playwright/test'
import { pressKey } from '../support/keys.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' })

/** Opens a screen with a toast over it. */
async function openWithToast(page: Page, path: string): Promise<void> {
  await page.goto(`${path}#error_description=The+link+has+failed`)
  await expect(toasts(page).getByText('This link does not work.')).toBeVisible()
}

for (const width of [390, 820]) {
  test(`nothing at the end of a screen stays under a toast, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await signInAs(page, 'super_admin')
    for (const [path, role, name] of [
      ['/admin/tags', 'button', 'Next page'],
      ['/admin/settings', 'button', 'Save Hook'],
      ['/admin/articles/new', 'textbox', 'Meta Keywords'],
    ] as const) {
      await openWithToast(page, path)
      const message = toasts(page).locator('[role=alert] > *')
      // Held by the pointer it stays.
      await message.hover()
      const last = page.getByRole(role, { name })
      await expect(last).toBeVisible()
      const roomBetween = async () => {
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
        const [toast, button] = [await message.boundingBox(), await last.boundingBox()]
        return toast === null || button === null ? null : toast.y - (button.y + button.height)
      }
      await expect.poll(roomBetween, { message: path }).toBeGreaterThan(0)
    }
  })
}

test('Escape closes what is open, then the toast', async ({ page }) => {
  await signInAs(page, 'editor')
  await openWithToast(page, '/admin/tags')
  // Held by the pointer it stays.
  await toasts(page).getByText('This link does not work.').hover()
  await pressKey(page.getByRole('button', { name: 'New Tag' }), 'Enter')
  const dialog = page.getByRole('dialog', { name: 'New Tag' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(toasts(page).getByText('This link does not work.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(toasts(page).getByText('This link does not work.')).toHaveCount(0)
})

test('a toast stands above the bar of a selection', async ({ page }) => {
  await signInAs(page, 'editor')
  await openWithToast(page, '/admin/tags')
  const message = toasts(page).locator('[role=alert] > *')
  // Held by the pointer it stays.
  await message.hover()
  await pressKey(page.getByRole('checkbox', { name: /^Select (?!all)/ }).first(), 'Space')
  const bar = page.getByRole('region', { name: 'Selected tags' })
  await expect(bar).toBeVisible()
  const roomBetween = async () => {
    const [toast, selected] = [await message.boundingBox(), await bar.boundingBox()]
    return toast === null || selected === null ? null : selected.y - (toast.y + toast.height)
  }
  await expect.poll(roomBetween).toBeGreaterThan(0)
})
