import { type Locator, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { openArticle, png, publishAnyway, storeArticle, toast } from '../support/editor.ts'
import { openMedia, storePicture, uniqueName, uploadFiles } from '../support/media.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const rowOf = async (id: string) => {
  const { data } = await (await secretClient()).from('media').select('*').eq('id', id).single()
  return data as Record<string, unknown>
}

async function expectLoaded(picture: Locator): Promise<void> {
  await expect
    .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0))
    .toBe(true)
}

test('the rights of a picture are edited, listed with where it is used, and lead the way out of a refused publish', async ({
  page,
}) => {
  const { id, name, url } = await storePicture('editor', { usable_until: '2026-03-01T12:00:00Z' })
  const article = await storeArticle('draft', 'editor', { featured_image: url })
  await signInAs(page, 'editor')

  await test.step('a story with a picture whose right has ended is not published, and the message leads to it', async () => {
    await openArticle(page, article.id)
    await publishAnyway(page)
    const notice = page.getByRole('alert').filter({ hasText: `“${name}” may be shown only until` })
    await expect(notice.first()).toBeVisible()
    const link = page.getByRole('link', { name: 'Show the File' })
    await expect(link).toHaveAttribute('href', `/admin/media?file=${id}`)
  })

  await test.step('the list of ended rights says where the picture is used', async () => {
    await openMedia(page, `?q=${encodeURIComponent(name)}`)
    await page.getByRole('group', { name: 'Rights' }).getByRole('button', { name: 'Ended' }).click()
    const row = page.getByRole('row').filter({ hasText: name })
    await expect(row).toContainText(article.title)
    await expectAccessible(page, 'ended rights')
  })

  await test.step('staff see the file, which nobody else gets', async () => {
    expect((await page.request.get(url)).ok()).toBe(false)
    const row = page.getByRole('row').filter({ hasText: name })
    await expectLoaded(row.locator('img').first())
    await row.getByRole('button', { name }).first().click()
    await expectLoaded(page.getByRole('dialog').getByRole('img').first())
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('the rights are saved, a wrong address is not', async () => {
    await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name }).first().click()
    const rights = page.getByRole('dialog').getByRole('region', { name: 'Rights' })
    await expect(rights).toContainText('Not shown since')
    await rights.getByRole('textbox', { name: 'Credit' }).fill('Ines Abril')
    await rights.getByRole('textbox', { name: 'Address of the Licence' }).fill('pictures.example')
    await expect(rights.getByText('Enter a whole address that begins with https://')).toBeVisible()
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save' })
    await expect(save).toBeDisabled()
    await rights.getByRole('textbox', { name: 'Address of the Licence' }).fill('https://pictures.example/1')
    await rights.getByRole('button', { name: /Made By/ }).click()
    await page.getByRole('option', { name: 'Photograph' }).click()
    await rights.getByRole('textbox', { name: 'Reason to Show It' }).fill('She agreed by mail.')
    await save.click()
    await expect(toast(page, 'File updated successfully')).toBeVisible()
    await expect(rights).toContainText('She agreed by mail.')
    expect(await rowOf(id)).toMatchObject({
      credit: 'Ines Abril',
      licence_url: 'https://pictures.example/1',
      made_by: 'photograph',
      rights_override: 'She agreed by mail.',
    })
    await expectAccessible(page, 'rights')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, 'rights on a phone')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('then the story is published', async () => {
    await openArticle(page, article.id)
    await publishAnyway(page)
    await expect(toast(page, 'Article published successfully!')).toBeVisible()
  })
  // Its picture has no thumbnail, which lists of later tests would ask for in vain.
  await (await secretClient()).from('articles').delete().eq('id', article.id)
})

test('a file is replaced wherever it is used, and keeps its texts and its focus', async ({ page }) => {
  const { id, name, path, url } = await storePicture('editor', { alt_text: 'A hall', focus: [20, 30] })
  const article = await storeArticle('draft', 'editor', { featured_image: url })
  const other = uniqueName('Other')
  await signInAs(page, 'editor')
  await openMedia(page, `?file=${id}`)
  const dialog = page.getByRole('dialog', { name })
  await uploadFiles(
    page,
    { name: other, mimeType: 'image/png', buffer: png(80, 60) },
    dialog.getByRole('button', { name: 'Replace' }),
  )
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click()
  await expect(toast(page, 'File replaced successfully')).toBeVisible()
  const row = await rowOf(id)
  expect(row).toMatchObject({ original_filename: other, alt_text: 'A hall', focus: [20, 30], width: 80 })
  const { data } = await (
    await secretClient()
  )
    .from('articles')
    .select('featured_image')
    .eq('id', article.id)
    .single()
  expect(data?.featured_image).toContain(String(row.storage_path))
  await expect(page.getByRole('dialog', { name: other }).getByText('80 × 60')).toBeVisible()
  expect((await page.request.get(url)).ok(), path).toBe(false)
})

test('a picture proposes its own credit and caption when it is uploaded', async ({ page }) => {
  const { default: sharp } = await import('sharp')
  const { rightsXmp } = await import('../../../src/domain/media/media-rights.ts')
  const xmp = rightsXmp({
    credit: 'Ines Abril',
    licence: 'One year',
    licence_url: 'https://pictures.example/1',
    made_by: 'photograph',
  })
  const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#1d5548' } })
    .withXmp(xmp ?? '')
    .jpeg()
    .toBuffer()
  const name = uniqueName('Credited', 'jpg')
  await signInAs(page, 'editor')
  await openMedia(page)
  await uploadFiles(page, { name, mimeType: 'image/jpeg', buffer })
  await expect(toast(page, 'Files uploaded successfully')).toBeVisible()
  const { data } = await (
    await secretClient()
  )
    .from('media')
    .select('credit, licence, licence_url, made_by')
    .eq('original_filename', name)
    .single()
  expect(data).toEqual({
    credit: 'Ines Abril',
    licence: 'One year',
    licence_url: 'https://pictures.example/1',
    made_by: 'photograph',
  })
})
