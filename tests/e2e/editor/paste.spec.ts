import { type Page, expect } from '@playwright/test'
import { editor, openArticle, storeArticle, storedArticle, toast } from '../support/editor.ts'
import { openMedia, uploadFiles } from '../support/media.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

/** Pastes as a person would, with what an application put on the clipboard. */
async function paste(page: Page, html: string): Promise<void> {
  await editor(page).body.evaluate((element, asHtml) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', asHtml)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}

/** Copies the whole text, and returns what the editor put on the clipboard. */
async function copyAll(page: Page): Promise<string> {
  await editor(page).body.click()
  await page.keyboard.press('ControlOrMeta+a')
  return editor(page).body.evaluate((element) => {
    const clipboardData = new DataTransfer()
    element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return clipboardData.getData('text/html')
  })
}

async function savedHtml(page: Page, id: string): Promise<string> {
  await editor(page).saveDraft.click()
  await expect(toast(page, 'Article saved as draft')).toBeVisible()
  return ((await storedArticle(id)) as { content: { html: string } }).content.html
}

test('text of this editor is pasted unchanged, with its tables and numbers', async ({ page }) => {
  const html =
    '<ol start="3"><li>CO<sub>2</sub></li></ol><table><tr><th>Oak</th><td></td></tr></table><p></p><p>End</p>'
  await signInAs(page, 'editor')
  const { id } = await storeArticle('draft', 'editor', { content: { html } })
  await openArticle(page, id)
  const copied = await copyAll(page)
  expect(copied).toContain('data-pm-slice')
  await page.keyboard.press('Delete')
  await paste(page, copied)
  expect(await savedHtml(page, id)).toBe(html)
})

test('the mark of an editor brings in no picture of another host, and what is left out is said', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('tracker.example')) asked.push(request.url())
  })
  await signInAs(page, 'editor')
  const { id } = await storeArticle('draft', 'editor', { content: { html: '' } })
  await openArticle(page, id)
  await editor(page).body.click()
  await paste(
    page,
    '<p data-pm-slice="0 0 []">Text</p><figure><img src="https://tracker.example/a.png"></figure><iframe src="https://tracker.example/"></iframe>',
  )
  await expect(page.getByText('One picture and one frame were left out')).toBeVisible()
  expect(await savedHtml(page, id)).toBe('<p>Text</p>')
  expect(asked).toEqual([])
})

test('a HEIC photo, also under another name, and a damaged picture are refused with what to do', async ({
  page,
}) => {
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'.padEnd(200, '\0'), 'latin1')
  const damaged = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'latin1'), Buffer.alloc(200)])
  await signInAs(page, 'editor')
  await openMedia(page)
  await uploadFiles(page, [{ name: 'photo.heic', mimeType: 'image/heic', buffer: heic }])
  await expect(page.getByText('Save as JPEG and upload that: photo.heic')).toBeVisible()
  await uploadFiles(page, [{ name: 'renamed.jpg', mimeType: 'image/jpeg', buffer: heic }])
  await expect(page.getByText('Save as JPEG and upload that: renamed.jpg')).toBeVisible()
  await uploadFiles(page, [{ name: 'damaged.png', mimeType: 'image/png', buffer: damaged }])
  await expect(page.getByText('cannot read the picture damaged.png')).toBeVisible()
})
