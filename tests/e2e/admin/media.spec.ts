import { truncate, writeFile } from 'node:fs/promises'
import { type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { png, storeArticle, toast } from '../support/editor.ts'
import { pressKey } from '../support/keys.ts'
import {
  openMedia,
  removeFilesNamed,
  rowsNamed,
  storedIn,
  storePicture,
  uniqueName,
  uploadFiles,
} from '../support/media.ts'
import { goInApp } from '../support/screens.ts'
import { openDashboardAs, signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

/** The head of a film, by which its type is known. */
const MP4 = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')

const files = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem')
const tile = (page: Page, name: string) => page.getByRole('button', { name: `Preview ${name}` })
const preview = (page: Page, name: string) => page.getByRole('dialog', { name })

test('Mine narrows the library and its totals to the files that one has uploaded', async ({ page }) => {
  const own = await storePicture('contributor')
  const other = await storePicture('editor')
  await signInAs(page, 'contributor')
  await openMedia(page, `?q=Stored&view=table`)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(row(other.name)).toBeVisible()
  await page.getByRole('button', { name: 'Mine', exact: true }).click()
  await expect(row(other.name)).toBeHidden()
  await expect(row(own.name)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^1 file, / })).toBeVisible()
  // Without a thumbnail, which other tests look for.
  await removeFilesNamed(own.name, other.name)
})

test('finds files on the server, says what failed, and axe finds nothing in the library', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAs(page, 'editor')
  const list = '**/rest/v1/media?**'
  await page.route(list, (route) => route.fulfill({ status: 403, json: { message: 'no' } }))
  await openMedia(page)

  await test.step('shows that the files failed to load, and a retry succeeds', async () => {
    await expect(page.getByText('Failed to fetch media files')).toBeVisible()
    await page.unroute(list)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(files(page)).toHaveCount(48)
  })

  await test.step('searches, filters, sorts and pages on the server, with the state in the address', async () => {
    await expect(files(page)).toHaveCount(48)
    const totals = page.getByRole('status').filter({ hasText: /^\d+ files, \d+\.\d\d MB$/ })
    await expect(totals).toBeVisible()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByText(/^49–96 of \d+ files$/)).toBeVisible()

    await page.getByRole('searchbox', { name: 'Search files' }).fill('white tub')
    await expect(page).toHaveURL(/q=white/)
    await expect(page).not.toHaveURL(/page=/)
    await expect.poll(() => files(page).count()).toBeLessThan(12)
    await page.getByRole('button', { name: 'Documents' }).click()
    await expect(page.getByText('No files match.')).toBeVisible()
    await expect(page.getByText('0 files, 0 Bytes')).toBeVisible()
    await page.getByRole('link', { name: 'Show All Files' }).click()
    await expect(files(page)).toHaveCount(48)

    await page.getByRole('button', { name: 'Table' }).click()
    const table = page.getByRole('table', { name: 'Files' })
    for (const column of ['File', 'Type', 'Size', 'Dimensions', 'Uploaded By', 'Date', 'Actions']) {
      await expect(table.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
    }
    await table.getByRole('button', { name: 'Size' }).click()
    await expect(page).toHaveURL(/sort=size_bytes/)
    await expect(table.getByRole('columnheader', { name: 'Size' })).toHaveAttribute('aria-sort', 'descending')
    // Nothing of the list is loaded in full size.
    const sources = await table
      .locator('img')
      .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src))
    expect(sources.filter((source) => !source.includes('-thumb.webp'))).toEqual([])
  })

  await test.step('axe finds no violation in the library with its dialogs open', async () => {
    await goInApp(page, '/admin/media?q=courtyard')
    await files(page).first().waitFor()
    await expectAccessible(page, 'grid')
    await page.getByRole('button', { name: 'Table' }).click()
    await page.getByRole('table', { name: 'Files' }).waitFor()
    await expectAccessible(page, 'table')
    await page
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: /^courtyard/ })
      .click()
    await page.getByRole('dialog').getByRole('link').first().waitFor()
    await expectAccessible(page, 'preview')
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete' })
    await remove.click()
    await page.getByRole('alertdialog').getByRole('link').first().waitFor()
    await expectAccessible(page, 'delete')
    await page.keyboard.press('Escape')
    await expect(remove).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.route('**/storage/v1/object/**', (route) => route.abort())
    await uploadFiles(page, [{ name: 'x.png', mimeType: 'image/png', buffer: png(4, 4) }])
    await page.getByRole('button', { name: 'Try Again: x.png' }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, 'failed upload on a phone')
  })
})

test('uploads with progress, stores size and thumbnail; edits, previews and deletes the file', async ({
  page,
}) => {
  const long = `${'A very long name of a tub '.repeat(11)}`.slice(0, 296) + '.png'
  const film = uniqueName('Film', 'mp4')
  await removeFilesNamed(long)
  await openDashboardAs(page, 'editor')
  await page.getByRole('link', { name: 'Media Library', exact: true }).click()
  const before = await storedIn('editor')
  await uploadFiles(page, [
    { name: film, mimeType: 'video/mp4', buffer: MP4 },
    { name: long, mimeType: 'image/png', buffer: png(1200, 800) },
  ])
  await expect(toast(page, 'Files uploaded successfully')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Uploads' })).toBeHidden()
  const [row] = await rowsNamed(long)
  expect(row).toMatchObject({
    width: 1200,
    height: 800,
    mime_type: 'image/png',
    size_bytes: png(1200, 800).length,
  })
  const thumbnail = await page.request.get(
    (await secretClient()).storage.from('media').getPublicUrl(String(row?.thumbnail_path)).data.publicUrl,
  )
  expect(thumbnail.headers()['content-type']).toBe('image/webp')

  await tile(page, long).click()
  const dialog = preview(page, long)
  await expect(dialog.getByText('1200 × 800')).toBeVisible()
  await expect(dialog.getByText('Not used anywhere.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Alt text' }).fill('A tub')
  await dialog.getByRole('textbox', { name: 'Caption' }).fill('At night')
  // What is typed is not lost by going on, nor by going back.
  await dialog.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Keep Editing' }).click()
  await page.goBack()
  await page.getByRole('button', { name: 'Stay' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'File updated successfully')).toBeVisible()
  expect((await rowsNamed(long))[0]).toMatchObject({ alt_text: 'A tub', caption: 'At night' })
  // The button that had the focus is disabled now: the keys are still heard by the dialog.
  await expect(dialog).toBeFocused()

  // What somebody else changes meanwhile stays: a save that fails reads the file again.
  await dialog.getByRole('textbox', { name: 'Alt text' }).fill('A tub, again')
  const client = await secretClient()
  await client.from('media').update({ caption: 'Theirs' }).eq('id', row?.id)
  await page.route('**/rest/v1/media?*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Failed to save file')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Caption' })).toHaveValue('Theirs')
  await page.unroute('**/rest/v1/media?*')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await rowsNamed(long))[0])
    .toMatchObject({ alt_text: 'A tub, again', caption: 'Theirs' })
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()

  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename().slice(0, 40)).toBe(long.slice(0, 40))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy Address' }).click()
  await expect(toast(page, 'Address copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(String(row?.storage_path))

  // The keyboard goes to the neighbours; the film cannot be shown and says so.
  const [filmRow] = await rowsNamed(film)
  const isBefore = String(filmRow?.created_at) > String(row?.created_at)
  await expect(dialog.getByRole('button', { name: isBefore ? 'Previous' : 'Next' })).toBeEnabled()
  await dialog.getByRole('heading', { name: long }).click({ position: { x: 5, y: 5 } })
  await page.keyboard.press(isBefore ? 'ArrowLeft' : 'ArrowRight')
  await expect(preview(page, film).getByText('The file could not be loaded.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/file=/)

  for (const name of [film, long]) {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const confirmation = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this file?' })
    await expect(confirmation.getByText('It is not used anywhere.')).toBeVisible()
    await confirmation.getByRole('button', { name: 'Delete' }).click()
    await expect(tile(page, name)).toBeHidden()
  }
  await expect(toast(page, 'File deleted successfully')).toBeVisible()
  expect(await storedIn('editor')).toEqual(before)
})

test('what cannot be uploaded is named, leaves nothing behind, and is not cancelled without a confirmation', async ({
  page,
}, testInfo) => {
  await signInAs(page, 'contributor')
  await openMedia(page)

  await test.step('refuses files that are too large, empty or of a wrong type, by name, and uploads none', async () => {
    const [fine, huge] = [testInfo.outputPath('fine.png'), testInfo.outputPath('huge.mp4')]
    await writeFile(fine, png(4, 4))
    await writeFile(huge, '')
    await truncate(huge, 50 * 1024 * 1024 + 1)
    const before = await storedIn('contributor')
    await uploadFiles(page, [fine, huge])
    await expect(page.getByText('Nothing was uploaded. Larger than 50 MB: huge.mp4')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()

    // Dropped anywhere on the screen.
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.items.add(new File(['x'], 'setup.exe', { type: 'application/x-msdownload' }))
      return data
    })
    await page.dispatchEvent('h1', 'dragenter', { dataTransfer: dropped })
    await expect(page.getByText('Drop to upload')).toBeVisible()
    await page.dispatchEvent('h1', 'drop', { dataTransfer: dropped })
    await expect(page.getByText(/This kind of file cannot be used here: setup\.exe/)).toBeVisible()
    await expect(page.getByText('Drop to upload')).toBeHidden()
    expect(await storedIn('contributor')).toEqual(before)
  })

  await test.step('an interrupted upload leaves no file without row and no row without file', async () => {
    const name = uniqueName('Cut off')
    const file = { name, mimeType: 'image/png', buffer: png(300, 200) }
    const before = await storedIn('contributor')
    const isRow = (url: URL) => url.pathname === '/rest/v1/media'
    const isObject = (url: URL) => url.pathname.startsWith('/storage/v1/object')

    // The connection breaks after the bytes, before the row.
    await page.route(isRow, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await uploadFiles(page, [file])
    await expect(toast(page, 'Failed to upload files')).toBeVisible()
    await expect(page.getByText('No connection')).toBeVisible()
    await expect.poll(() => storedIn('contributor')).toEqual(before)

    // It does not even come back to clear away what was sent: the next visit does.
    await page.route(isObject, (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
    )
    const refused = page.waitForEvent('requestfailed', (request) => request.method() === 'DELETE')
    await page.getByRole('button', { name: `Try Again: ${name}` }).click()
    await refused
    await expect(page.getByRole('button', { name: `Try Again: ${name}` })).toBeVisible()
    await expect.poll(async () => (await storedIn('contributor')).length).toBe(before.length + 2)
    await page.unrouteAll()
    await page.reload()
    await expect.poll(() => storedIn('contributor')).toEqual(before)

    // Given up after a minute without progress, and cancelled in the second try.
    await page.clock.install()
    await page.route(isObject, () => {
      // Never answered.
    })
    // Not a thumbnail of the list, which has the same address and may still be loading.
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && isObject(new URL(request.url())),
    )
    await uploadFiles(page, [file])
    await sent
    await page.clock.fastForward(60_000)
    await expect(page.getByRole('button', { name: `Try Again: ${name}` })).toBeVisible()
    await page.getByRole('button', { name: `Try Again: ${name}` }).click()
    await page.getByRole('button', { name: `Cancel ${name}` }).click()
    await expect(page.getByRole('list', { name: 'Uploads' })).toBeHidden()
    await page.unrouteAll()
    expect(await rowsNamed(name)).toEqual([])
    expect(await storedIn('contributor')).toEqual(before)
  })

  await test.step('leaving during an upload needs a confirmation', async () => {
    await page.route('**/storage/v1/object/**', () => {
      // Never answered.
    })
    await uploadFiles(page, [{ name: 'slow.png', mimeType: 'image/png', buffer: png(10, 10) }])
    await expect(page.getByRole('progressbar', { name: 'Uploading slow.png' })).toBeVisible()
    await page.getByRole('link', { name: 'Tags', exact: true }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect(page.getByRole('progressbar', { name: 'Uploading slow.png' })).toBeVisible()
    await page.getByRole('link', { name: 'Tags', exact: true }).click()
    await page.getByRole('button', { name: 'Stop and Leave' }).click()
    await expect(page).toHaveURL('/admin/tags')
  })
})

test('deleting shows where a file is used, needs a confirmation, and says when it failed', async ({
  page,
}) => {
  await signInAs(page, 'editor')

  await test.step('deleting a picture in use shows where it is used and needs a confirmation', async () => {
    const file = await storePicture()
    const { id, title } = await storeArticle('draft', 'editor', { featured_image: file.url })
    await openMedia(page, `?file=${file.id}`)
    await preview(page, file.name).getByRole('button', { name: 'Delete' }).click()
    const confirmation = page.getByRole('alertdialog')
    await expect(confirmation.getByText('It is used in one place')).toBeVisible()
    await expect(confirmation.getByRole('link', { name: title })).toHaveAttribute(
      'href',
      `/admin/articles/${id}`,
    )
    await expect(confirmation.getByText('featured image (draft)')).toBeVisible()
    await confirmation.getByRole('button', { name: 'Cancel' }).click()
    expect(await rowsNamed(file.name)).toHaveLength(1)

    // Used only since the list was made: the server refuses, the new list is shown.
    const client = await secretClient()
    await client.from('articles').update({ featured_image: null }).eq('id', id)
    await preview(page, file.name).getByRole('button', { name: 'Delete' }).click()
    await expect(confirmation.getByText('It is not used anywhere.')).toBeVisible()
    // While the list is asked for once more, the button waits: an answer after the change would name it Delete Anyway.
    const plainDelete = confirmation.getByRole('button', { name: 'Delete', exact: true })
    await expect(plainDelete).toBeEnabled()
    await client
      .from('articles')
      .update({ gallery: [file.url] })
      .eq('id', id)
    await plainDelete.click()
    await expect(confirmation.getByText('gallery (draft)')).toBeVisible()
    expect(await rowsNamed(file.name)).toHaveLength(1)
    await confirmation.getByRole('button', { name: 'Delete Anyway' }).click()
    await expect(toast(page, 'File deleted successfully')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await rowsNamed(file.name)).toEqual([])
    await client.from('articles').delete().eq('id', id)
  })

  await test.step('shows that a file could not be deleted, and keeps it', async () => {
    const file = await storePicture()
    await goInApp(page, `/admin/media?file=${file.id}`)
    await page.route('**/rest/v1/rpc/delete_media', (route) => route.abort())
    await preview(page, file.name).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Failed to delete file')).toBeVisible()
    expect(await rowsNamed(file.name)).toHaveLength(1)
    await removeFilesNamed(file.name)
  })
})

test('selected files get alt texts one after the other, then rights, and are deleted except files in use', async ({
  page,
}) => {
  const pictures = await Promise.all([storePicture('editor'), storePicture('editor'), storePicture('editor')])
  const client = await secretClient()
  const stored = async (name: string) => (await rowsNamed(name))[0]
  const describeNone = () =>
    client
      .from('media')
      .update({ alt_text: null })
      .in(
        'original_filename',
        pictures.map(({ name }) => name),
      )
  await describeNone()
  await signInAs(page, 'editor')
  await openMedia(page, '?type=undescribed&q=Stored')

  await test.step('a file that leaves the list by its new text still leads to the next', async () => {
    const tiles = page.getByRole('button', { name: /^Preview / })
    await tiles.first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Alt Text' }).fill('A hall')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(tiles).toHaveCount(2)
    await dialog.getByRole('button', { name: 'Next' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Alt Text' })).toHaveValue('')
    await describeNone()
    await openMedia(page, '?type=undescribed&q=Stored')
  })

  const bar = page.getByRole('region', { name: 'Selected files' })
  const select = async () => {
    for (const { name } of pictures) await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    await expect(bar).toContainText('3 selected')
  }

  await test.step('what is typed of a picture that was passed over is kept, and asked about', async () => {
    await select()
    await bar.getByRole('button', { name: 'Alt Texts…' }).click()
    const field = page.getByRole('textbox', { name: 'Alt Text' })
    const walk = (at: number) => page.getByRole('dialog', { name: `Alt Texts: ${at} of 3` })
    await walk(1).waitFor()
    await expectAccessible(page, 'alt texts')
    await field.fill('A hall')
    await pressKey(field, 'Enter')
    await walk(2).waitFor()
    await expect(field).toBeFocused()
    await field.fill('A stair')
    await page.getByRole('button', { name: 'Skip' }).click()
    await walk(3).waitFor()
    await field.fill('A door')
    await pressKey(field, 'Enter')
    await expect(page.getByText('The alt text of one picture was typed and not saved.')).toBeVisible()
    await page.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(field).toHaveValue('A stair')
    await pressKey(field, 'Enter')
    await walk(3).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(toast(page, '3 alt texts saved')).toBeVisible()
    const texts = await Promise.all(pictures.map(async ({ name }) => (await stored(name))?.alt_text))
    expect(texts.toSorted()).toEqual(['A door', 'A hall', 'A stair'])
  })

  await test.step('their rights are changed, and set back', async () => {
    await openMedia(page, '?q=Stored')
    await select()
    await bar.getByRole('button', { name: 'Rights…' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Rights of 3 files' })
    await dialog.getByRole('textbox', { name: 'Credit' }).fill('Wren Okafor')
    await expect(dialog).toContainText('3 files get these rights.')
    await expectAccessible(page, 'rights of many files')
    await dialog.getByRole('button', { name: 'Change 3' }).click()
    // Held by the pointer it stays.
    await toast(page, 'Rights of 3 files changed').hover()
    expect((await stored(pictures[0].name))?.credit).toBe('Wren Okafor')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, '3 files are as before')).toBeVisible()
    expect((await stored(pictures[0].name))?.credit).toBeNull()
  })

  await test.step('one that a story shows stays, the others go with what is stored', async () => {
    const used = pictures[1]
    await storeArticle('draft', 'editor', { featured_image: used.url })
    await select()
    await bar.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete 3 files' })
    const left = dialog.getByRole('list', { name: 'Cannot be changed' })
    await expect(left).toContainText('This file is in use')
    await expect(left).toContainText(used.name)
    await dialog.getByRole('button', { name: 'Delete 2' }).click()
    await expect(toast(page, '2 files deleted')).toBeVisible()
    expect(await Promise.all(pictures.map(async ({ name }) => (await rowsNamed(name)).length))).toEqual([
      0, 1, 0,
    ])
  })
})

test('viewers read what is published, contributors upload, editors delete', async ({ page }) => {
  const own = await storePicture('contributor')
  const shown = await storePicture('contributor', { restriction: 'Not for posters' })
  /** The same for those who do not read what the staff know of it, the name on the uploader's machine included. */
  const readable = { ...shown, name: shown.url.slice(shown.url.lastIndexOf('/') + 1) }
  const story = await storeArticle('published', 'editor', { featured_image: shown.url })
  const actions = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    // The focus comes after the menu, which is loaded when it is first opened; Escape is heard only then.
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    const items = await page.getByRole('menuitem').allTextContents()
    await page.keyboard.press('Escape')
    return items
  }
  for (const [role, file, mayUpload, mayDescribe, mayDelete] of [
    ['viewer', readable, false, false, false],
    ['contributor', own, true, true, false],
    ['contributor', shown, true, false, false],
    ['editor', shown, true, true, true],
    ['super_admin', own, true, true, true],
  ] as const) {
    await signInAs(page, role)
    await openMedia(page, `?q=${encodeURIComponent(file.name)}`)
    await expect(tile(page, file.name)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Upload/ })).toHaveCount(mayUpload ? 1 : 0)
    expect(await actions(file.name)).toEqual([
      'Preview',
      'Download',
      'Copy Address',
      ...(mayDelete ? ['Delete'] : []),
    ])
    await tile(page, file.name).click()
    const dialog = preview(page, file.name)
    await expect(dialog.getByRole('button', { name: 'Download' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save' })).toHaveCount(mayDescribe ? 1 : 0)
    await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveCount(mayDelete ? 1 : 0)
    const isRestrictionRead = file.id === shown.id && role !== 'viewer'
    await expect(dialog.getByText('Not for posters')).toHaveCount(isRestrictionRead ? 1 : 0)
    await expect(
      dialog.getByText('This file is published. An editor can change its texts and its focus.'),
    ).toHaveCount(role === 'contributor' && file === shown ? 1 : 0)
  }
  await signInAs(page, 'viewer')
  for (const name of [own.name, shown.name]) {
    await openMedia(page, `?q=${encodeURIComponent(name)}`)
    await expect(page.getByText('No files match.')).toBeVisible()
  }
  await (await secretClient()).from('articles').delete().eq('id', story.id)
  await removeFilesNamed(own.name, shown.name)
})
