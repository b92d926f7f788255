import { type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { toast } from '../support/editor.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
const frame = (page: Page) => page.frameLocator('iframe')

const DRAWING = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 220 40">
  <style>.cls-1{fill:#231f20}</style><title>Hearth</title><path class="cls-1" d="M0 0h60v40H0zM80 0h140v40H80z"/></svg>`

async function openBranding(page: Page): Promise<void> {
  await page.goto('/admin/branding')
  await expect(page.getByRole('heading', { level: 1, name: 'Branding' })).toBeVisible()
  await expect(page.locator('iframe')).toBeVisible()
}

async function upload(page: Page, name: string, content: string, title = 'Logo'): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await card(page, title).getByRole('button', { name: 'Upload an SVG' }).click()
  await (await chooser).setFiles({ name, mimeType: 'image/svg+xml', buffer: Buffer.from(content) })
}

async function choosePicture(page: Page, title: string): Promise<void> {
  await card(page, title).getByRole('button', { name: 'Choose a Picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose a Picture' })
  await dialog.getByRole('row').first().click()
  await dialog.getByRole('button', { name: 'Use Picture' }).click()
  await expect(dialog).toBeHidden()
}

// The icon of the demo, too.
test.beforeEach(async () => {
  const client = await secretClient()
  const { error } = await client.from('branding').delete().not('id', 'is', null)
  if (error !== null) throw error
})

test('a super admin chooses a drawing as the logo, sees the page with it, and readers get it', async ({
  page,
}) => {
  await signInAs(page, 'super_admin')
  await openBranding(page)
  await expectAccessible(page, 'branding')

  await test.step('a drawing with a script is refused, and said why', async () => {
    await upload(page, 'evil.svg', DRAWING.replace('<title>', '<script>alert(1)</script><title>'))
    await expect(card(page, 'Logo').getByRole('alert')).toHaveText(
      '“evil.svg” is not used. It has the element “script”, which is not drawn here: scripts are not taken.',
    )
    await expect(save(page)).toBeDisabled()
  })

  await test.step('a black one stands in the page beside it, in the colour of the text', async () => {
    await upload(page, 'hearth.svg', DRAWING)
    await expect(card(page, 'Logo').getByRole('alert')).toBeHidden()
    await expect(card(page, 'Logo')).toContainText('in the colour of their text')
    const mark = frame(page).locator('.logo svg')
    await expect(mark).toHaveAttribute('width', '220')
    await page.getByRole('button', { name: 'Dark', exact: true }).click()
    await expect(mark.locator('path')).toHaveCSS('fill', 'rgb(236, 238, 240)')
    await expectAccessible(page, 'branding with a logo')
  })

  await test.step('readers get it where the name stood, with the name', async () => {
    await expect(page.getByRole('button', { name: /^Changes \d+ pages$/ })).toBeVisible()
    await save(page).click()
    await expect(toast(page, 'Branding saved successfully')).toBeVisible()
    for (const path of ['/', '/living-spaces'])
      await expect
        .poll(async () => (await page.request.get(path)).text(), path)
        .toContain('<svg class="mark-both"')
    await page.goto('/')
    const link = page.getByRole('link', { name: 'Mantel, home' })
    await expect(link).not.toContainText('mantel')
    const box = await link.locator('svg').boundingBox()
    // Smaller beside a long menu, in its own shape.
    expect(box?.width).toBeGreaterThan(150)
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(220 / 40, 1)
    await expectAccessible(page, 'home with a logo')
    await page.goto('/living-spaces')
    expect(await link.locator('svg').boundingBox()).toEqual(box)
  })

  await test.step('the change can be taken back', async () => {
    await openBranding(page)
    await page.getByRole('button', { name: 'Take Back the Last Change' }).click()
    await save(page).click()
    await expect.poll(async () => (await page.request.get('/')).text()).toContain('mantel<span>.</span>')
  })
})

test('pictures of the library are the logo, another one in dark, and what shared links show', async ({
  page,
}) => {
  await signInAs(page, 'super_admin')
  await openBranding(page)
  await choosePicture(page, 'Logo')
  await upload(page, 'dark.svg', DRAWING, 'Logo in Dark')
  await choosePicture(page, 'Shared Links')
  await save(page).click()
  await expect(toast(page, 'Branding saved successfully')).toBeVisible()
  await expect.poll(async () => (await page.request.get('/contact')).text()).toContain('class="mark-light"')
  await expect
    .poll(async () => (await page.request.get('/contact')).text())
    .toMatch(/property="og:image" content="[^"]*\/_images\/[0-9a-f]{16}-share-\d+-\d+\.jpg"/)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/contact')
    const link = page.getByRole('link', { name: 'Mantel, home' })
    await expect(link.locator('img[alt="Mantel"]')).toBeVisible({ visible: colorScheme === 'light' })
    await expect(link.locator('svg')).toBeVisible({ visible: colorScheme === 'dark' })
  }
})

test('the icon of browsers and devices is made of a drawing, and is a letter again without it', async ({
  page,
}) => {
  const bytes = async (path: string) => (await page.request.get(path)).body()
  const svg = async () => (await bytes('/favicon.svg')).toString()
  await expect.poll(svg).not.toContain('<circle')
  const letter = await bytes('/icon-180.png')
  await signInAs(page, 'super_admin')
  await openBranding(page)
  await upload(page, 'wide.svg', DRAWING, 'Icon')
  await expect(card(page, 'Icon').getByRole('alert')).toContainText('An icon is as wide as it is high.')
  await upload(
    page,
    'icon.svg',
    '<svg viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#c2410c"/></svg>',
    'Icon',
  )
  await save(page).click()
  await expect(toast(page, 'Branding saved successfully')).toBeVisible()
  await expect.poll(svg).toContain('fill="#c2410c"')
  await expect.poll(async () => (await page.request.get('/icon-maskable-512.png')).status()).toBe(200)
  expect((await bytes('/icon-180.png')).equals(letter)).toBe(false)
  const { icons } = (await (await page.request.get('/site.webmanifest')).json()) as {
    icons: { src: string }[]
  }
  expect(icons).toHaveLength(5)
  for (const { src } of icons) expect((await page.request.get(src)).status(), src).toBe(200)

  await page.getByRole('button', { name: 'The First Letter of the Name' }).click()
  await save(page).click()
  await expect.poll(async () => (await bytes('/icon-180.png')).equals(letter)).toBe(true)
})
