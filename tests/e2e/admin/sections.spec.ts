import { type APIRequestContext, type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { toast } from '../support/editor.ts'
import { pressKey } from '../support/keys.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

async function openSections(page: Page): Promise<void> {
  await signInAs(page, 'editor')
  await page.goto('/admin/sections')
  await expect(page.getByRole('button', { name: 'Living Spaces', exact: true })).toBeVisible()
}

/** The links of the header, as readers have them at an address. */
async function navigation(request: APIRequestContext, path = '/'): Promise<string[]> {
  const html = await (await request.get(path)).text()
  const [menu = ''] = /<nav class="nav".*?<\/nav>/s.exec(html) ?? []
  return Array.from(menu.matchAll(/<a href="([^"]*)"/g), ([, href = '']) => href)
}

async function chooseAction(page: Page, section: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${section}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a section that gets another title and address is live with them, and its old address leads on', async ({
  page,
  request,
}) => {
  await openSections(page)
  await expectAccessible(page, 'sections')
  await page.getByRole('button', { name: 'Living Spaces', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Rooms')
  await dialog.getByLabel('Address').fill('browse')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('The address "/browse" is used by the site itself')).toBeVisible()
  await dialog.getByLabel('Address').fill('rooms')
  await expectAccessible(page, 'a section')
  await expect(dialog.getByRole('button', { name: /^Changes \d+ pages$/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  // Held by the pointer it stays, with its button to undo.
  await toast(page, 'Section updated successfully').hover()

  await expect.poll(() => navigation(request)).toContain('/rooms')
  await expect.poll(async () => (await request.get('/rooms')).status()).toBe(200)
  const former = await request.get('/living-spaces?category=Small+Spaces')
  expect(former.url()).toContain('/rooms?category=Small+Spaces')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Living Spaces', exact: true })).toBeVisible()
  await expect.poll(() => navigation(request)).toContain('/living-spaces')
  await expect.poll(async () => (await request.get('/rooms')).url()).toContain('/living-spaces')
})

test('sections are ordered with the keys, left out of the navigation, made and removed', async ({
  page,
  request,
}) => {
  await openSections(page)
  await test.step('order', async () => {
    await pressKey(page.getByRole('button', { name: /^Move Living Spaces/ }).first(), 'ArrowUp')
    await page.getByRole('button', { name: 'Save Order' }).click()
    await expect(toast(page, 'Order saved')).toBeVisible()
    await expect.poll(async () => (await navigation(request))[0]).toBe('/living-spaces')
  })
  await test.step('a section of its own', async () => {
    await page.getByRole('button', { name: 'New Section' }).click()
    await page.getByRole('dialog').getByLabel('Title').fill('Workshops & Yards')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await expect(toast(page, 'Section created successfully')).toBeVisible()
    await expect.poll(async () => (await navigation(request)).at(-1)).toBe('/workshops-yards')
    await expect.poll(async () => (await request.get('/workshops-yards')).status()).toBe(200)
  })
  await test.step('with a colour of its own', async () => {
    await chooseAction(page, 'Workshops & Yards', 'Edit')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Accent as a hex value').fill('green')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('A colour has six digits, such as #2f6b3c')).toBeVisible()
    await dialog.getByLabel('Accent as a hex value').fill('2A6236')
    await expect(dialog.getByText('In dark')).toBeVisible()
    await expectAccessible(page, 'a section with a colour')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect
      .poll(async () => (await request.get('/workshops-yards')).text())
      .toMatch(/<html[^>]* style="[^"]*--link:light-dark\(#2a6236,#/)
    await page.goto('/workshops-yards')
    await expectAccessible(page, 'the page of a section with a colour')
    await openSections(page)
  })
  await test.step('outside of the navigation', async () => {
    await chooseAction(page, 'Workshops & Yards', 'Edit')
    await page.getByRole('dialog').getByRole('switch', { name: 'In the navigation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Not in the navigation')).toBeVisible()
    await expect.poll(() => navigation(request)).not.toContain('/workshops-yards')
  })
  await test.step('removed, with its categories and its address to another one', async () => {
    await chooseAction(page, 'Guides & Tips', 'Remove…')
    await expectAccessible(page, 'the removal of a section')
    await page.getByRole('button', { name: /Its categories and its address go to/ }).click()
    await page.getByRole('option', { name: /Workshops & Yards/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    // Held by the pointer it stays, with its button to undo.
    await toast(page, 'Section removed').hover()
    await expect.poll(async () => (await request.get('/guides-tips')).url()).toContain('/workshops-yards')
    await expect.poll(async () => (await request.get('/workshops-yards')).text()).toContain('Furniture Guide')
  })
  await test.step('and brought back', async () => {
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(page.getByRole('button', { name: 'Guides & Tips', exact: true })).toBeVisible()
    await expect.poll(async () => (await request.get('/guides-tips')).url()).toContain('/guides-tips')
  })
})
