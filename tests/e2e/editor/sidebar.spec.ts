import { type Page, expect } from '@playwright/test'
import { COLOUR_BY_PICTURE, storyPalette } from '../../../src/domain/story/story-palette.ts'
import { STANDARD_THEME } from '../../../src/domain/theme/theme.ts'
import { storedArticle as articleOf } from '../support/articles.ts'
import { expectAccessible } from '../support/axe.ts'
import {
  editor,
  openArticle,
  png,
  publishAnyway,
  storeArticle,
  storedArticle,
  toast,
} from '../support/editor.ts'
import { secretClient } from '../support/backend.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { pressKey } from '../support/keys.ts'
import { removeFilesNamed, storePicture, uniqueName } from '../support/media.ts'
import { DEMO_EMAILS, signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

test('the sidebar sets the featured image, gallery and tags', async ({ page }) => {
  await signInAs(page, 'editor')
  await test.step('sets the featured image and an ordered gallery from the library', async () => {
    const { id } = await storeArticle('draft')
    await openArticle(page, id)
    await page.getByRole('button', { name: 'Choose an image' }).click()
    const pictures = page.getByRole('grid', { name: 'Pictures' })
    await expect(pictures.getByRole('row')).toHaveCount(24)
    await page.getByRole('button', { name: 'Show More' }).click()
    await expect(pictures.getByRole('row')).toHaveCount(48)
    await page.getByRole('searchbox', { name: 'Search pictures' }).fill('white bath')
    await expect(pictures.getByRole('row').first()).toBeVisible()
    await expect.poll(() => pictures.getByRole('row').count()).toBeLessThan(24)
    await pictures.getByRole('row').first().dblclick()
    await expect(page.getByRole('img', { name: 'Featured image' })).toBeVisible()

    await page.getByRole('button', { name: 'Add Images' }).click()
    await pictures.getByRole('row').nth(3).click()
    await pictures.getByRole('row').nth(1).click()
    await pictures.getByRole('row').nth(2).click()
    await page.getByRole('button', { name: 'Use 3 Pictures' }).click()
    const gallery = page.getByRole('list', { name: 'Gallery' })
    await expect(gallery.getByRole('listitem')).toHaveCount(3)
    // Of each picture what its thumbnail and the file itself have in common: a thumbnail that is not made yet is shown as
    // the file, and either way the article keeps the file.
    const shown = () =>
      gallery
        .getByRole('img')
        .evaluateAll((all) =>
          all.map((image) => String(image.getAttribute('src')).replace(/(?:-thumb)?\.\w+$/, '')),
        )
    const [first, second, third] = await shown()
    // The focus goes with the picture, at an end of the list to the button that is left.
    await pressKey(page.getByRole('button', { name: 'Move picture 1 down' }), 'Enter')
    await expect(page.getByRole('button', { name: 'Move picture 2 down' })).toBeFocused()
    await pressKey(page.getByRole('button', { name: 'Move picture 2 up' }), 'Enter')
    await expect(page.getByRole('button', { name: 'Move picture 1 down' })).toBeFocused()
    await pressKey(page.getByRole('button', { name: 'Move picture 3 up' }), 'Enter')
    await expect(page.getByRole('button', { name: 'Move picture 2 up' })).toBeFocused()
    expect(await shown()).toEqual([first, third, second])
    await pressKey(page.getByRole('button', { name: 'Remove picture 1' }), 'Enter')
    await expect(page.getByRole('button', { name: 'Remove picture 1' })).toBeFocused()
    expect(await shown()).toEqual([third, second])
    await page.getByRole('button', { name: 'Remove featured image' }).click()
    await editor(page).saveDraft.click()
    await expect(toast(page, 'Article saved as draft')).toBeVisible()
    const kept = [third, second].map((picture) => expect.stringMatching(`^${String(picture)}\\.\\w+$`))
    expect(await storedArticle(id)).toMatchObject({ gallery: kept, featured_image: null })
  })

  await test.step('adds pictures that are uploaded to those chosen before', async () => {
    const { id } = await storeArticle('draft')
    await openArticle(page, id)
    await page.getByRole('button', { name: 'Add Images' }).click()
    await page.getByRole('grid', { name: 'Pictures' }).getByRole('row').nth(1).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    const name = uniqueName('Gallery', 'png')
    await (await choosing).setFiles([{ name, mimeType: 'image/png', buffer: png(20, 20) }])
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByRole('button', { name: 'Use 2 Pictures' }).click()
    await expect(page.getByRole('list', { name: 'Gallery' }).getByRole('listitem')).toHaveCount(2)
    await removeFilesNamed(name)
  })

  await test.step('suggests, creates and removes tags, also on a slow server', async () => {
    const mark = Date.now().toString(36)
    const { id } = await storeArticle('draft')
    const typed = await holdRequests(page, /\/rest\/v1\/tags\?.*limit=50/)
    await openArticle(page, id)
    const tag = page.getByRole('combobox', { name: 'Add a tag' })
    const chips = page.getByRole('grid', { name: 'Tags of this article' })
    await tag.click()
    await page.keyboard.type('zell')
    typed.release()
    const zellige = page.getByRole('option', { name: 'zellige' })
    await expect(zellige).toBeVisible()
    // Escape closes the list, and keeps what was typed.
    await page.keyboard.press('Escape')
    await expect(tag).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.type('ige')
    await expect(tag).toHaveValue('zellige')
    await zellige.click()
    await expect(chips.getByRole('row', { name: 'zellige' })).toBeVisible()
    // The next one is written while the first is still being made.
    const written = await holdRequests(page, /\/rest\/v1\/tags\?on_conflict/)
    await tag.fill(`Drawers ${mark}`)
    await pressKey(page.getByRole('button', { name: 'Add', exact: true }), 'Enter')
    await expect(tag).toBeFocused()
    await tag.fill(`Knobs ${mark}`)
    await pressKey(tag, 'Enter')
    await expect(tag).toHaveValue('')
    written.release()
    await expect(chips.getByRole('row', { name: `Drawers ${mark}` })).toBeVisible()
    await page.getByRole('button', { name: `Remove tag Knobs ${mark}` }).click()
    // The same again, written otherwise, is the same tag.
    await tag.fill(`drawers  ${mark}`)
    await pressKey(tag, 'Enter')
    await expect(tag).toHaveValue('')
    await expect(chips.getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: 'Remove tag zellige' }).click()
    await editor(page).saveDraft.click()
    await expect(toast(page, 'Article saved as draft')).toBeVisible()
    const client = await secretClient()
    const { data } = await client.from('article_tags').select('tags(name)').eq('article_id', id)
    expect(data).toEqual([{ tags: { name: `Drawers ${mark}` } }])
  })
})

test('of two authors the one chosen later stays, though the other is found after that', async ({ page }) => {
  const service = await secretClient()
  // Found by address: no account is linked.
  const unlinked = { name: 'Lou Unlinked', slug: 'lou-unlinked', email: DEMO_EMAILS.viewer }
  await service.from('author_profiles').insert(unlinked)
  try {
    const { id } = await storeArticle('draft')
    await signInAs(page, 'editor')
    await openArticle(page, id)
    const author = page.getByRole('button', { name: /Author/ })
    const found = await holdRequests(page, /\/rest\/v1\/profiles\?.*ilike/)
    await author.click()
    await page.getByRole('option', { name: 'Lou Unlinked' }).click()
    await found.begun
    await author.click()
    await page.getByRole('option', { name: 'No author' }).click()
    const answer = page.waitForResponse(/\/rest\/v1\/profiles\?.*ilike/)
    found.release()
    await (await answer).finished()
    await expect(author).toContainText('No author')
    await editor(page).saveDraft.click()
    await expect(toast(page, 'Article saved as draft')).toBeVisible()
    expect(await storedArticle(id)).toMatchObject({ author_id: null })
  } finally {
    await service.from('author_profiles').delete().eq('slug', unlinked.slug)
  }
})

test('a picture has a caption of its own in a story, or none, until the library’s is taken again', async ({
  page,
}) => {
  const { url } = await storePicture('editor', { caption: 'Of the library' })
  const { id, slug } = await storeArticle('published', 'editor', { featured_image: url, gallery: [url] })
  await signInAs(page, 'editor')
  await openArticle(page, id)
  const caption = page.getByRole('textbox', { name: 'Caption', exact: true })
  const ofGallery = page.getByRole('textbox', { name: 'Caption of picture 1' })
  await expect(caption).toHaveValue('Of the library')
  await caption.fill('')
  await expect(ofGallery).toHaveValue('')
  await ofGallery.pressSequentially('The hall in "May"')
  const shown = async () => (await page.request.get(`/article/${slug}`)).text()
  const update = async () => {
    await editor(page).update.click()
    await expect(toast(page, 'Article published successfully!')).toBeVisible()
  }
  await update()
  await expect.poll(shown).toContain('The hall in “May”')
  expect(await shown()).not.toContain('Of the library')
  await page.reload()
  await expect(caption).toHaveValue('The hall in “May”')
  await page.getByRole('button', { name: 'Use the Library’s Caption' }).first().click()
  await expect(ofGallery).toHaveValue('Of the library')
  await update()
  await expect.poll(shown).toContain('Of the library')
})

test('the colour of a page is chosen by keys, and goes back to the one of the picture', async ({ page }) => {
  const { featured_image } = await articleOf('the-green-room-kept')
  const { id, slug } = await storeArticle('published', 'editor', { featured_image })
  await expect.poll(async () => (await page.request.get(`/article/${slug}`)).status()).toBe(200)
  const wallOf = async (reader: Page) => {
    await reader.goto(`/article/${slug}`)
    return reader
      .locator('.story > header')
      .evaluate((header) => getComputedStyle(header).getPropertyValue('--wall'))
  }
  const reader = await page.context().newPage()
  const ofPicture = await wallOf(reader)
  await signInAs(page, 'editor')
  await openArticle(page, id)
  const colours = page.getByRole('group', { name: 'Colour' })
  const byPicture = colours.getByRole('radio', { name: COLOUR_BY_PICTURE })
  const update = async () => {
    await editor(page).update.click()
    await expect(toast(page, 'Article published successfully!')).toBeVisible()
  }
  await expect(byPicture).toBeChecked()
  await byPicture.focus()
  // The first colour of the picture is the one that its page has already.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(colours.getByRole('radio').nth(2)).toBeChecked()
  const { colour } = await update().then(() => storedArticle(id))
  const chosen = storyPalette(String(colour), STANDARD_THEME).light.wall
  await expect.poll(() => wallOf(reader)).toContain(chosen)
  expect(ofPicture).not.toContain(chosen)

  await page.reload()
  await expect(colours.getByRole('radio').nth(2)).toBeChecked()
  await colours.getByRole('radio').nth(2).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(byPicture).toBeChecked()
  await update()
  await expect.poll(() => wallOf(reader)).toBe(ofPicture)
  expect(await storedArticle(id)).toMatchObject({ colour: null })
})

test('the card of a shared link is drawn by the publisher, and its words are shown where none answers', async ({
  page,
}) => {
  const { id, title } = await storeArticle('draft')
  await signInAs(page, 'editor')
  await openArticle(page, id)
  const checks = page.getByRole('region', { name: 'Before it goes out' })
  const card = checks.getByRole('img', { name: /^Share card: / })
  await expect(card).toHaveAttribute('alt', `Share card: ${title}`)
  const isDrawn = () => card.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))
  expect(await isDrawn()).toBe(1200)
  const first = await card.getAttribute('src')
  await editor(page).title.fill('Another title')
  await expect(card).not.toHaveAttribute('src', first ?? '')
  expect(await isDrawn()).toBe(1200)
  await expect(checks.getByRole('figure')).toContainText('As a shared link will look.')

  await page.route('**/publish/preview-card', (route) => route.fulfill({ status: 404, body: '' }))
  await editor(page).title.fill('A third title')
  await expect(checks.getByRole('figure')).toContainText('A third title')
  await expect(checks.getByRole('figure')).toContainText('The words of a shared link.')
  await expect(card).toHaveCount(0)
})

test('what a story lacks is listed with the way to it, and refuses it where it is required', async ({
  page,
}) => {
  const service = await secretClient()
  const setRequired = async (required_checks: string[]) => {
    const { error } = await service.from('site_settings').update({ required_checks }).neq('version', 0)
    expect(error).toBeNull()
  }
  await setRequired(['excerpt'])
  try {
    const html =
      '<p>It was built in 1971 [ask her].</p><h3>The stair</h3><figure><img src="/uploads/none.webp"></figure><p><a href="/article/there-is-no-such-story">See</a>.</p>'
    const { id } = await storeArticle('draft', 'editor', { content: { html }, category_id: null })
    await signInAs(page, 'editor')
    await openArticle(page, id)
    const { publish, body } = editor(page)
    const checks = page.getByRole('region', { name: 'Before it goes out' })
    await expect(checks).toContainText('6 to look at, 1 required')
    const list = checks.getByRole('list', { name: 'What is missing' })
    await expect(list).toBeVisible()

    await page.getByRole('button', { name: 'Comments', exact: true }).click()
    await publish.click()
    const lookAt = page.getByRole('dialog', { name: '6 to look at' })
    await expect(lookAt).toContainText('Not published: no excerpt.')
    await expect(lookAt.getByRole('button', { name: / Anyway$/ })).toHaveCount(0)
    await expectAccessible(page, 'what there is to look at')
    // Its field is behind the comments.
    await lookAt.getByRole('button', { name: 'Choose one: Category' }).click()
    await expect(page.getByRole('button', { name: 'No category Category' })).toBeFocused()
    await checks.getByRole('button', { name: 'Check Links' }).click()
    await expect(checks.getByRole('button', { name: '/article/there-is-no-such-story: Links' })).toBeVisible()
    expect((await storedArticle(id)).status).toBe('draft')

    await checks.getByRole('button', { name: '[ask her]: Notes' }).click()
    await expect(body).toBeFocused()
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('[ask her]')
    await page.keyboard.press('Backspace')
    await checks.getByRole('button', { name: 'The stair: Order of Headings' }).click()
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('The stair')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await checks.getByRole('button', { name: 'none.webp: Alt Text' }).click()
    await expect(page.getByRole('toolbar', { name: 'Picture' })).toBeVisible()
    await page.keyboard.press('Backspace')
    await expect(checks).toContainText('4 to look at, 1 required')
    await expectAccessible(page, 'the checks')

    // Where the settings have no room beside the text they are in a sheet, which makes way for it.
    await page.setViewportSize({ width: 390, height: 844 })
    const sheet = page.getByRole('dialog', { name: 'Story Settings' })
    await expect(sheet).toBeHidden()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Before It Goes Out' }).click()
    await expect(sheet.getByRole('region', { name: 'Before it goes out' })).toContainText('1 required')
    await expectAccessible(page, 'the checks on a phone')
    await sheet.getByRole('button', { name: 'Write one: Excerpt' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'Excerpt' })).toBeFocused()
    await page.getByRole('button', { name: 'Story Settings' }).click()
    await expect(sheet.getByRole('region', { name: 'Publish Settings' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await page.setViewportSize({ width: 1440, height: 900 })

    await checks.getByRole('button', { name: 'Choose one: Category' }).click()
    await expect(page.getByRole('button', { name: 'No category Category' })).toBeFocused()
    await checks.getByRole('button', { name: 'Write one: Excerpt' }).click()
    await expect(page.getByRole('textbox', { name: 'Excerpt' })).toBeFocused()
    await page.keyboard.type('Where the stair leads.')
    await expect(checks).toContainText('3 to look at')
    await expect(checks.getByText('Required')).toHaveCount(0)

    // A list, not a wall: what is not required is published.
    await publishAnyway(page)
    await expect(toast(page, 'Article published successfully!')).toBeVisible()
  } finally {
    await setRequired(['notes'])
  }
})
