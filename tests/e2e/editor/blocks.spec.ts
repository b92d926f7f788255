import { expect } from '@playwright/test'
import { editor, openArticle, stopAutoSave, storeArticle, toast } from '../support/editor.ts'
import { secretClient } from '../support/backend.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const FILM = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const picture = (name: string) =>
  `<figure><img src="/${name}.webp" alt="${name}" width="900" height="600"></figure>`

test('the / menu inserts blocks by keys, which move by keys', async ({ page }) => {
  const { id } = await storeArticle('draft')
  await signInAs(page, 'editor')
  await openArticle(page, id)
  await stopAutoSave(page)
  const { body } = editor(page)
  await body.locator('p').last().click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  const menu = page.getByRole('listbox', { name: 'Blocks' })
  await expect(menu.getByRole('option')).toHaveCount(12)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('/fact')
  await expect(menu.getByRole('option', { name: 'Fact Box', selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('In figures')
  const box = body.locator('aside[data-block="facts"]')
  await expect(box.getByRole('heading', { name: 'In figures' })).toBeVisible()
  await page.keyboard.press('Alt+Shift+ArrowUp')
  await expect(body.locator('> :first-child')).toHaveText('In figures')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(body.locator('> :first-child')).toHaveText('There is a drawer that nobody opens.')
})

test('a pressed picture has its tools: width, a place beside the one above, and back', async ({ page }) => {
  const html = `<p>One.</p>${picture('a')}${picture('b')}<p>Two.</p>`
  const { id } = await storeArticle('draft', 'editor', { content: { html } })
  await signInAs(page, 'editor')
  await openArticle(page, id)
  const { body, saveDraft } = editor(page)
  const bar = page.getByRole('toolbar', { name: 'Picture' })
  await body.getByRole('img', { name: 'b' }).click()
  await bar.getByRole('button', { name: 'Put beside the picture above' }).click()
  await expect(body.locator('figure[data-block="pictures"] img')).toHaveCount(2)
  await body.getByRole('img', { name: 'a' }).click()
  await bar.getByRole('button', { name: 'Wide', exact: true }).click()
  await saveDraft.click()
  const client = await secretClient()
  const stored = async () => {
    const { data } = await client.from('articles').select('content').eq('id', id).single()
    return String((data as { content: { html: string } }).content.html)
  }
  await expect
    .poll(stored)
    .toContain('<figure data-block="pictures" data-width="wide"><figure><img src="/a.webp"')
  await body.getByRole('img', { name: 'b' }).click()
  await bar.getByRole('button', { name: 'Take out of the row' }).click()
  await expect(body.locator('figure[data-block="pictures"]')).toHaveCount(0)
  await expect(body.getByRole('img')).toHaveCount(2)
})

test('a sequence is inserted by keys, undone at once, and kept with its empty places, which take pictures', async ({
  page,
}) => {
  const { id } = await storeArticle('draft')
  await signInAs(page, 'editor')
  await openArticle(page, id)
  await stopAutoSave(page)
  const { body, saveDraft } = editor(page)
  const places = body.getByRole('button', { name: /^Choose (?:a|an) / })
  await body.locator('p').last().click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/sequence')
  await page.keyboard.press('Enter')
  await expect(places).toHaveCount(5)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(places).toHaveCount(0)
  await page.keyboard.press('Shift+ControlOrMeta+z')
  await expect(places).toHaveCount(5)
  await saveDraft.click()
  await expect(toast(page, 'Article saved as draft')).toBeVisible()
  await page.reload()
  await expect(body.locator('figure[data-block="pictures"]').getByRole('button')).toHaveText([
    'Choose an upright picture, 1600 × 2133 or larger',
    'Choose an upright picture, 1600 × 2133 or larger',
  ])
  await body.getByRole('button', { name: 'Choose a detail for the margin, 1200 × 1200 or larger' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose the Picture' })
  await dialog.getByRole('grid', { name: 'Pictures' }).getByRole('row').first().click()
  await dialog.getByRole('button', { name: 'Use Picture' }).click()
  await expect(places).toHaveCount(4)
  await expect(body.locator('figure[data-width="margin"] img')).toHaveAttribute('src', /\/media\//)
})

test('a film is added by its address, and its site is asked for nothing before a press', async ({ page }) => {
  const { id, slug } = await storeArticle('published')
  await signInAs(page, 'editor')
  await openArticle(page, id)
  const { body, update } = editor(page)
  await body.locator('p').last().click()
  await page.getByRole('button', { name: 'Insert' }).click()
  await page.getByRole('menuitem', { name: 'Film or Sound' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('https://example.org/film')
  await dialog.getByLabel('Title').fill('The sink at work')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText(
    'Enter the address of a film or sound on YouTube, Vimeo, SoundCloud or Spotify',
  )
  await dialog.getByLabel('Address').fill(FILM)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(body.getByRole('button', { name: 'Edit film or sound: The sink at work' })).toBeVisible()
  await update.click()
  await expect(toast(page, 'Article published successfully!')).toBeVisible()
  await expect(async () => {
    await page.goto(`/article/${slug}`)
    expect(await page.getByRole('link', { name: 'The sink at work' }).count()).toBe(1)
  }).toPass()

  const foreign: string[] = []
  await page.route(/youtube/, (route) => {
    foreign.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: 'plays' })
  })
  await page.reload()
  const link = page.getByRole('link', { name: 'The sink at work' })
  await link.scrollIntoViewIfNeeded()
  await expect(link).toHaveAttribute('href', FILM)
  expect(foreign).toEqual([])
  const before = await link.boundingBox()
  await link.click()
  const frame = page.locator('iframe')
  await expect(frame.contentFrame().getByText('plays')).toBeVisible()
  expect(foreign).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'])
  const after = await frame.boundingBox()
  expect([after?.width, after?.height]).toEqual([before?.width, before?.height])
})
