import { type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import {
  editor,
  openArticle,
  previewBeside,
  publishAnyway,
  storeArticle,
  storedArticle,
  toast,
} from '../support/editor.ts'
import { pressKey } from '../support/keys.ts'
import { storePicture } from '../support/media.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

/** A button by the beginning of its name; a closed part's button has its first words after it. */
const button = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${RegExp.escape(name)}(?: |$)`) }).first()

/** Presses a button by the keyboard. */
async function press(page: Page, name: string) {
  await pressKey(button(page, name), 'Enter')
}

test('a story in choices is begun, written, published and edited by keys', async ({ page }) => {
  const mark = Date.now().toString(36)
  await signInAs(page, 'editor')
  await page.goto('/admin/articles/new')
  const { title, body, more, update } = editor(page)

  await pressKey(more, 'Enter')
  await pressKey(page.getByRole('menuitem', { name: 'Write it as choices' }), 'Enter')
  await expect(page.getByRole('list', { name: 'The choices of the story' })).toBeVisible()
  await title.focus()
  await page.keyboard.type(`Which wood ${mark}`)
  await page.keyboard.press('Enter')
  await expect(button(page, 'Choice 1')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Oak')
  await page.keyboard.press('Tab')
  await page.keyboard.type('For the floor')
  await body.focus()
  await page.keyboard.type('It is **hard** to saw.')

  await press(page, 'Add a Choice')
  await expect(page.getByRole('textbox', { name: 'Title of the Choice' })).toBeFocused()
  await page.keyboard.type('Ash')
  await body.focus()
  await page.keyboard.type('It bends.')
  await expect(page.getByText('12 words · 1 min')).toBeVisible()

  await pressKey(button(page, 'Move Choice 2:'), 'ArrowUp')
  await expect(page.getByText('Choice 2 is now number 1 of 2')).toBeAttached()
  await expect(button(page, 'Move Choice 1:')).toBeFocused()
  await expect(body).toHaveText('It bends.')

  // What is removed can be had back with the next key.
  await press(page, 'Remove Choice 1')
  await expect(button(page, 'Remove Choice 1')).toBeDisabled()
  await expect(button(page, 'Undo')).toBeFocused()
  await expectAccessible(page, 'the choices with one removed')
  await page.keyboard.press('Enter')
  await expect(body).toHaveText('It bends.')

  await publishAnyway(page)
  await expect(toast(page, 'Article published successfully!')).toBeVisible()
  await expect(page).toHaveURL(/articles\/[0-9a-f-]{36}/)
  const id = /articles\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  const { content, read_time } = await storedArticle(id)
  expect(read_time).toBe(1)
  expect(content).toEqual({
    type: 'interactive',
    choices: [
      { title: 'Ash', description: '', image: '', content: '<p>It bends.</p>' },
      {
        title: 'Oak',
        description: 'For the floor',
        image: '',
        content: '<p>It is <strong>hard</strong> to saw.</p>',
      },
    ],
  })

  await press(page, 'Choice 2')
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill('For the stair')
  await update.click()
  const path = `/article/which-wood-${mark}`
  await expect.poll(async () => (await page.request.get(path)).text()).toContain('For the stair')
  await page.goto(path)
  await expect(page.getByRole('listitem').filter({ hasText: 'For the stair' })).toContainText('Oak')
  await expect(page.getByText('For the floor')).toHaveCount(0)
})

test('a story in sections keeps what the editor does not know, and gets pictures of the library', async ({
  page,
}) => {
  const picture = await storePicture('editor', { alt_text: 'A lamp' })
  const unknown = { type: 'map', at: [51.5, 0] }
  const stored = {
    type: 'mixed-media',
    theme: 'night',
    sections: [
      { type: 'text', content: 'The lamp\n\ngoes **on**.', tone: 2 },
      unknown,
      { type: 'media', items: [{ type: 'video', src: '/uploads/lamp.mp4', alt: '', caption: 'On' }] },
    ],
  }
  const { id, slug } = await storeArticle('draft', 'editor', { content: JSON.stringify(stored) })
  await signInAs(page, 'editor')
  await openArticle(page, id)
  const { body, saveDraft } = editor(page)
  await expect(button(page, 'Part of an unknown kind (map) 2')).toBeDisabled()

  await press(page, 'Text 1')
  await expect(body).toHaveText('The lampgoes on.')
  await press(page, 'Media 3')
  await press(page, 'Add Pictures')
  await page.getByRole('grid', { name: 'Pictures' }).getByRole('row').first().click()
  await page.getByRole('button', { name: 'Use Picture' }).click()
  await expect(button(page, 'Picture 2')).toBeVisible()
  await pressKey(button(page, 'Move Picture 2:'), 'ArrowUp')
  await press(page, 'Picture 1')
  await expect(page.getByRole('textbox', { name: 'Alt Text' })).toHaveValue('A lamp')
  await page.getByRole('textbox', { name: 'Caption' }).fill('Off')
  await press(page, 'Film 2')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('javascript:alert(1)')
  await expect(page.getByText('Readers do not see it')).toBeVisible()
  await expectAccessible(page, 'the sections, one of them unknown and one with a film that is refused')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('/uploads/other.mp4')
  await saveDraft.click()
  await expect(toast(page, 'Article saved as draft')).toBeVisible()
  const video = { type: 'video', src: '/uploads/other.mp4', alt: '', caption: 'On' }
  const image = { type: 'image', src: picture.url, alt: 'A lamp', caption: 'Off' }
  const [text, map] = stored.sections
  const content = { ...stored, sections: [text, map, { type: 'media', items: [image, video] }] }
  expect((await storedArticle(id)).content).toEqual(content)

  await button(page, 'Preview').click()
  await expect(previewBeside(page).shown.getByRole('img', { name: 'A lamp' })).toBeVisible()
  await publishAnyway(page)
  await expect(toast(page, 'Article published successfully!')).toBeVisible()
  await page.goto(`/article/${slug}`)
  await expect(page.getByRole('img', { name: 'A lamp' })).toBeVisible()
})
