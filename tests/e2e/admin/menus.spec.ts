import { type APIRequestContext, type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { toast } from '../support/editor.ts'
import { pickFound } from '../support/found-options.ts'
import { pressKey } from '../support/keys.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

/** The texts and addresses of the links in a part of the home page, as readers have them. */
async function links(request: APIRequestContext, part: 'header' | 'footer'): Promise<string[]> {
  const html = await (await request.get('/')).text()
  const [found = ''] = new RegExp(`<${part}.*?</${part}>`, 's').exec(html) ?? []
  return Array.from(
    found.matchAll(/<a href="([^"]*)"[^>]*>\s*([^<]*?)\s*</g),
    ([, href, text]) => `${text} ${href}`,
  )
}

async function openMenus(page: Page): Promise<void> {
  await signInAs(page, 'editor')
  await page.goto('/admin/menus')
  await expect(page.getByText('The standard one. The sections that are in the navigation')).toBeVisible()
}

const menu = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a link of the header follows what it leads to, and goes with it', async ({ page, request }) => {
  await openMenus(page)
  await expectAccessible(page, 'menus')
  await test.step('a tag with a label of its own', async () => {
    await menu(page, 'Header').getByRole('button', { name: 'Add Link' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /Leads to/ }).click()
    await page.getByRole('option', { name: 'Category' }).click()
    await pickFound(dialog.getByRole('combobox', { name: 'Category' }), 'Small Spaces', /^Small Spaces/)
    await expectAccessible(page, 'a link of a menu')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(menu(page, 'Header').getByRole('button', { name: /^Changes \d+ pages$/ })).toBeVisible()
    await page.getByRole('button', { name: 'Save Header' }).click()
    await expect(toast(page, 'Menu saved')).toBeVisible()
    await expect
      .poll(() => links(request, 'header'))
      .toContain('Small Spaces /living-spaces?category=Small+Spaces')
  })
  await test.step('is renamed', async () => {
    await page.goto('/admin/categories?q=Small+Spaces')
    await page.getByRole('button', { name: 'Small Spaces', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Tiny Rooms')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => links(request, 'header'))
      .toContain('Tiny Rooms /living-spaces?category=Tiny+Rooms')
    expect(await links(request, 'footer')).toContain('Tiny Rooms /living-spaces?category=Tiny+Rooms')
  })
  await test.step('is deleted, which the dialog says', async () => {
    await page.goto('/admin/categories?q=Tiny+Rooms')
    await page.getByRole('button', { name: 'Actions for Tiny Rooms' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByText('Its links in the footer and header go, too.')).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(async () => (await links(request, 'header')).join()).not.toContain('Tiny Rooms')
    await page.goto('/admin/menus')
    await expect(menu(page, 'Header').getByText('Deleted: left out')).toBeVisible()
  })
  await test.step('where the header is made by hand, a section does not say that it is in the navigation', async () => {
    await page.goto('/admin/sections')
    await page.getByRole('button', { name: 'Living Spaces', exact: true }).click()
    await expect(page.getByText('The links of the header are chosen under Menus.')).toBeVisible()
    await expect(page.getByRole('switch', { name: 'In the navigation' })).toBeHidden()
    await page.keyboard.press('Escape')
    await page.goto('/admin/menus')
  })
  await test.step('back to the standard one', async () => {
    await menu(page, 'Header').getByRole('button', { name: 'Back to the Standard' }).click()
    await expect(page.getByText('The standard one. The sections that are in the navigation')).toBeVisible()
  })
})

test('a group of the footer is titled, moved with the keys and saved; a link needs what it leads to', async ({
  page,
  request,
}) => {
  await openMenus(page)
  const footer = menu(page, 'Footer')
  await footer.getByRole('button', { name: 'Add Group' }).click()
  await footer.getByLabel('Title of the group').last().fill('Elsewhere')
  await footer.getByRole('button', { name: 'Add Link' }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Leads to/ }).click()
  await page.getByRole('option', { name: 'An address' }).click()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('shop.example')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText(/^Use a path such as/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://shop.example/')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('A link to an address needs a label')).toBeVisible()
  await dialog.getByLabel('Label').fill('Our shop')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await pressKey(footer.getByRole('button', { name: /^Move Elsewhere/ }), 'ArrowUp')
  await footer.getByRole('button', { name: 'Save Footer' }).click()
  await expect(toast(page, 'Menu saved')).toBeVisible()
  await expect.poll(() => links(request, 'footer')).toContain('Our shop https://shop.example/')
  const all = await links(request, 'footer')
  expect(all.indexOf('Our shop https://shop.example/')).toBeLessThan(all.indexOf('About /about'))
})
