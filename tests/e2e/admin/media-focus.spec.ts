import { type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { openArticle, storeArticle, toast } from '../support/editor.ts'
import { pressKey } from '../support/keys.ts'
import { openMedia, removeFilesNamed, rowsNamed, storePicture } from '../support/media.ts'
import { signInAs } from '../support/session.ts'
import { removeStories } from '../support/stories.ts'
import { test } from '../support/test.ts'

const handle = (page: Page) => page.getByRole('slider', { name: 'Focus' })
const crops = (page: Page) => page.getByRole('list', { name: 'Crops' }).locator('img')

/** What the handle says, as percent. */
async function shownFocus(page: Page): Promise<number[]> {
  const text = (await handle(page).getAttribute('aria-valuetext')) ?? ''
  return [...text.matchAll(/(\d+)%/g)].map(([, percent]) => Number(percent))
}

async function focusOf(name: string): Promise<unknown> {
  return (await rowsNamed(name))[0]?.focus
}

test.afterAll(() => removeStories('the-drawer-'))

test('a focus is dragged or moved by keys, saved with what was typed, and kept by every crop of the site', async ({
  page,
}) => {
  // Large enough to fill the place above a story, which crops no smaller one.
  const picture = await storePicture('editor', {}, { width: 1600, height: 1000 })
  const story = await storeArticle('published', 'editor', {
    featured_image: picture.url,
    published_at: '2026-01-05T10:00:00Z',
  })
  await signInAs(page, 'editor')
  await openMedia(page, `?file=${picture.id}`)
  const preview = page.getByRole('dialog', { name: picture.name, exact: true })
  await preview.getByRole('textbox', { name: 'Alt text' }).fill('A drawer')
  await expect(preview.getByText('In the middle')).toBeVisible()
  await preview.getByRole('button', { name: 'Set Focus' }).click()

  await expect(handle(page)).toHaveAttribute('aria-valuetext', '50% from the left, 50% from the top')
  await expectAccessible(page, 'the focus dialog')
  // The arrow keys of the preview below do not turn to another file.
  await pressKey(page.getByRole('button', { name: 'Reset to Middle' }), 'ArrowRight')
  const picked = handle(page).locator('..').locator('img')
  await expect.poll(() => picked.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  const box = await handle(page).locator('..').boundingBox()
  if (box === null) throw new Error('There is no picture')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.7, { steps: 4 })
  await page.mouse.up()
  const farFromGoal = async () => {
    const [x = 0, y = 0] = await shownFocus(page)
    return Math.abs(x - 30) + Math.abs(y - 70)
  }
  await expect.poll(farFromGoal).toBeLessThan(5)
  const [x = 0, y = 0] = await shownFocus(page)
  await expect(handle(page)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowUp')
  expect(await shownFocus(page)).toEqual([x + 1, y - 10])
  const position = `${x + 1}% ${y - 10}%`
  await expect(crops(page).first()).toHaveCSS('object-position', position)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(preview.getByRole('textbox', { name: 'Alt text' })).toHaveValue('A drawer')
  await preview.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'File updated successfully')).toBeVisible()
  expect((await rowsNamed(picture.name))[0]).toMatchObject({ alt_text: 'A drawer', focus: [x + 1, y - 10] })

  await expect
    .poll(async () => (await page.request.get(`/article/${story.slug}`)).text())
    .toContain(`object-position:${position}`)
  await page.goto(`/article/${story.slug}`)
  await expect(page.getByRole('img', { name: 'A drawer' })).toHaveCSS('object-position', position)
  const cropped = /\/_images\/[0-9a-f]+-1x1-\d+-\d+\.jpg/.exec(await page.content())?.[0] ?? ''
  expect(cropped).toContain(`-1x1-${x + 1}-${y - 10}.jpg`)
  expect((await page.request.get(cropped)).ok()).toBe(true)

  await page.goto(`/browse?search=${encodeURIComponent(story.title)}`)
  await expect(page.locator('.answer img').first()).toHaveCSS('object-position', position)
  await page.goto(`/admin/articles?q=${encodeURIComponent(story.title)}`)
  await expect(page.locator('tbody img').first()).toHaveCSS('object-position', position)
  await removeFilesNamed(picture.name)
})

test('a focus is set where the picture is used, taken from the proposal, and reset to the middle', async ({
  page,
}) => {
  const picture = await storePicture()
  const client = await secretClient()
  const { id } = await storeArticle('draft', 'editor', {
    featured_image: picture.url,
    gallery: [picture.url],
  })
  await expect
    .poll(
      async () =>
        (await client.from('media_focus_proposals').select('focus').eq('media_id', picture.id)).data?.length,
    )
    .toBe(1)
  // Of a plain picture nothing draws the eye: a proposal that is seen.
  await client
    .from('media_focus_proposals')
    .update({ focus: [20, 80] })
    .eq('media_id', picture.id)
  await signInAs(page, 'editor')
  await openArticle(page, id)
  await expect(page.getByRole('button', { name: 'Focus: Gallery picture 1' })).toBeVisible()
  const open = page.getByRole('button', { name: 'Focus: Featured image' })
  await open.click()
  await page.getByRole('button', { name: 'Use Proposal' }).click()
  expect(await shownFocus(page)).toEqual([20, 80])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep Editing' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Focus updated successfully')).toBeVisible()
  expect(await focusOf(picture.name)).toEqual([20, 80])
  await expect(page.getByRole('img', { name: 'Featured image' })).toHaveCSS('object-position', '20% 80%')
  await expect(page.getByRole('img', { name: 'Gallery picture 1' })).toHaveCSS('object-position', '20% 80%')

  await open.click()
  await page.getByRole('button', { name: 'Reset to Middle' }).click()
  expect(await shownFocus(page)).toEqual([50, 50])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => focusOf(picture.name)).toBeNull()
  await expect(page.getByRole('img', { name: 'Featured image' })).toHaveCSS('object-position', '50% 50%')
  await removeFilesNamed(picture.name)
})

test('contributors set the focus of their own pictures only', async ({ page }) => {
  const [own, other] = [await storePicture('contributor'), await storePicture('editor')]
  const { id } = await storeArticle('draft', 'contributor', {
    featured_image: other.url,
    gallery: [own.url, 'https://elsewhere.example/a.jpg'],
  })
  await signInAs(page, 'contributor')
  await openMedia(page, `?file=${other.id}`)
  await expect(page.getByRole('dialog').getByText('In the middle')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set Focus' })).toHaveCount(0)
  await openMedia(page, `?file=${own.id}`)
  await expect(page.getByRole('button', { name: 'Set Focus' })).toBeVisible()

  await openArticle(page, id)
  await expect(page.getByRole('button', { name: 'Focus: Gallery picture 1' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Focus: Gallery picture 2' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Focus: Featured image' })).toHaveCount(0)
  await removeFilesNamed(own.name, other.name)
})
