import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { editor, openArticle, previewBeside, storeArticle, toast } from '../support/editor.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

test('a draft is shared with somebody who has no account, who goes on to home and section, until it is revoked', async ({
  page,
  browser,
}) => {
  const service = await secretClient()
  const { data: category } = await service
    .from('categories')
    .select('id')
    .eq('name', 'Interior Design')
    .single()
  const { id, title, slug } = await storeArticle('draft', 'editor', { category_id: category?.id as string })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(page, 'editor')
  await openArticle(page, id)
  await editor(page).more.click()
  await page.getByRole('menuitem', { name: 'Share Preview…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Preview' })
  await expect(dialog).toContainText('Everybody who has a link can read this story')
  await expect(dialog).toContainText('There is no link to this story yet.')
  await dialog.getByRole('button', { name: 'Make a Link' }).click()
  await expect(toast(page, 'Link copied')).toBeVisible()
  const field = dialog.getByRole('textbox', { name: 'Address of the new link' })
  const address = await field.inputValue()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await expectAccessible(page, 'the dialog with a new link')

  // Openings by programs are not counted, and a browser without a window says that it is one.
  const userAgent = (await page.evaluate(() => navigator.userAgent)).replace('Headless', '')
  const context = await browser.newContext({ userAgent })
  const visitor = await context.newPage()
  const requested: string[] = []
  visitor.on('request', (request) => requested.push(request.url()))
  expect((await visitor.goto(address))?.status()).toBe(200)
  const bar = visitor.getByRole('complementary', { name: 'Preview' })
  await expect(bar).toContainText('This story is not published. The link ends on')
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expectAccessible(visitor, 'a preview')
  await visitor.setViewportSize({ width: 390, height: 844 })
  await visitor.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(visitor, 'a preview on a phone in the dark')
  for (const name of ['Home', 'Living Spaces']) {
    await bar.getByRole('link', { name }).click()
    await expect(bar.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    await expect(visitor.getByRole('main').getByRole('link', { name: title }).first()).toBeVisible()
  }
  await visitor.getByRole('main').getByRole('link', { name: title }).first().click()
  await expect(visitor).toHaveURL(address)
  expect((await visitor.request.get(`/article/${slug}`)).status()).toBe(404)
  expect(requested.filter((url) => url.includes('count_'))).toEqual([])

  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await editor(page).more.click()
  await page.getByRole('menuitem', { name: 'Share Preview…' }).click()
  await expect(dialog.getByRole('region', { name: 'Links' })).toContainText(/opened (once|twice), last today/)
  await dialog.getByRole('button', { name: /^Revoke the link/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke this link?' })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(toast(page, 'Link revoked')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Ended' })).toContainText('Revoked')
  for (const path of ['', '/home', '/section']) {
    const answer = await visitor.goto(address + path)
    expect(answer?.status(), path).toBe(404)
    await expect(visitor.getByRole('heading', { level: 1, name: 'No Preview Here' })).toBeVisible()
  }
  await context.close()
})

test('the preview beside the text follows it at the width of a phone and of a desktop, and stays where it was scrolled to', async ({
  page,
}) => {
  const paragraphs = Array.from({ length: 60 }, (_, index) => `<p>Paragraph ${index}.</p>`).join('')
  const { id } = await storeArticle('draft', 'editor', { content: { html: paragraphs } })
  await signInAs(page, 'editor')
  await openArticle(page, id)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const { panel, shown } = previewBeside(page)
  await expect(shown.getByText('Paragraph 59.')).toBeAttached()
  const frame = panel.locator('iframe')
  expect(await frame.evaluate(({ clientWidth }: HTMLElement) => clientWidth)).toBe(390)
  await expectAccessible(page, 'the preview beside the text')
  const scrolled = () => frame.evaluate((element: HTMLIFrameElement) => element.contentWindow?.scrollY)
  await frame.evaluate((element: HTMLIFrameElement) => element.contentWindow?.scrollTo(0, 900))
  await expect.poll(scrolled).toBe(900)

  // What is the same stays: nothing is loaded or laid out anew.
  const last = shown.getByText('Paragraph 59.')
  await last.evaluate((paragraph) => Object.assign(paragraph, { isKept: true }))
  const isKept = () => last.evaluate((paragraph) => Reflect.get(paragraph, 'isKept') === true)
  await editor(page).title.fill('A drawer that is opened')
  await expect(shown.getByRole('heading', { level: 1, name: 'A drawer that is opened' })).toBeAttached()
  expect(await scrolled()).toBe(900)
  expect(await isKept()).toBe(true)

  const text = page.getByRole('textbox', { name: 'Content' })
  await text.getByText('Paragraph 3.', { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('An inserted one.')
  await text.getByText('Paragraph 5.', { exact: true }).dblclick()
  await page.keyboard.press('ControlOrMeta+b')
  await text.getByText('Paragraph 9.', { exact: true }).selectText()
  await page.keyboard.press('Delete')
  await expect(shown.getByText('An inserted one.')).toBeAttached()
  await expect(shown.getByText('Paragraph 9.', { exact: true })).toHaveCount(0)
  expect(await isKept()).toBe(true)
  // After all these changes it equals the page drawn afresh, except for the time: it is published as of now.
  const main = async () => {
    const html = await shown.getByRole('main').evaluate((element) => element.outerHTML)
    return html.replaceAll(/datetime="[^"]*"/g, '')
  }
  const changed = await main()
  await panel.getByRole('button', { name: 'Close preview' }).click()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(last).toBeAttached()
  expect(await isKept()).toBe(false)
  await expect.poll(main).toBe(changed)
  await panel.getByRole('button', { name: 'Desktop' }).click()
  await expect.poll(() => frame.evaluate(({ clientWidth }: HTMLElement) => clientWidth)).toBe(1280)
  await expect(shown.getByRole('navigation').first()).toBeVisible()

  // On a narrow window it is a dialog.
  await page.setViewportSize({ width: 390, height: 844 })
  const dialog = page.getByRole('dialog', { name: 'Preview' })
  await expect(dialog.frameLocator('iframe').getByText('Paragraph 0.')).toBeVisible()
  await expectAccessible(page, 'the preview on a phone')
})

test('where no publisher answers, a link shows the story live, and the preview is the admin’s own', async ({
  page,
  browser,
}) => {
  const { id, title } = await storeArticle('draft')
  await signInAs(page, 'editor')
  await openArticle(page, id)
  await page.route('**/publish/preview', (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(previewBeside(page).panel.getByRole('heading', { name: title })).toBeVisible()
  await editor(page).more.click()
  await page.getByRole('menuitem', { name: 'Share Preview…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Preview' })
  await dialog.getByRole('button', { name: 'Make a Link' }).click()
  const address = await dialog.getByRole('textbox', { name: 'Address of the new link' }).inputValue()

  const context = await browser.newContext()
  const visitor = await context.newPage()
  // As a host that only has files.
  await visitor.route(address, (route) =>
    route.continue({ url: new URL('/article/not-there', address).href }),
  )
  const sent: string[] = []
  visitor.on('request', (request) => sent.push(request.url()))
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const bar = visitor.getByRole('complementary', { name: 'Preview' })
  await expect(bar).toContainText('This story is not published.')
  await expect(bar).toContainText('The home page and its section cannot be shown with it here.')
  const token = address.split('/').at(-1) ?? ''
  expect(sent.filter((url) => url.includes(token) && url !== address)).toEqual([])
  await expectAccessible(visitor, 'a preview that is drawn live')
  await context.close()
})
