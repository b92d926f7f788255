import { type Page, expect } from '@playwright/test'
import { secretClient } from '../support/backend.ts'
import { editor, openArticle, storeArticle } from '../support/editor.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

/** Composes a word as an input method does; the word is not ended yet. */
async function compose(page: Page, steps: readonly string[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  for (const text of steps)
    await devtools.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  // Enter, which the input method takes.
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
}

async function openText(page: Page, html: string): Promise<void> {
  const { id } = await storeArticle('draft', 'editor', { content: { html } })
  await signInAs(page, 'editor')
  await openArticle(page, id)
  await editor(page).body.click()
  await page.keyboard.press('ControlOrMeta+End')
}

test('what is typed after a new link does not belong to it, and undo brings back what a selection replaced', async ({
  page,
}) => {
  await openText(page, '')
  const { body, title } = editor(page)
  await page.keyboard.type('See ')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByLabel('Address').fill('mantel.example/green')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('the green room')
  await page.getByRole('button', { name: 'Add Link' }).click()
  await page.keyboard.type('. At www.mantel.org we moved in.It was 60 * 40 * 30 cm.')
  await expect(body.locator('a')).toHaveText(['the green room', 'www.mantel.org'])
  await expect(body.locator('p')).toHaveText(
    'See the green room. At www.mantel.org we moved in.It was 60 * 40 * 30 cm.',
  )
  await expect(body.locator('em')).toHaveCount(0)

  for (const [field, before] of [
    [body, 'See the green room. At www.mantel.org we moved in.It was 60 * 40 * 30 cm.'],
    [title, 'The cellar'],
  ] as const) {
    if (field === title) {
      await field.click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(before)
    }
    await page.keyboard.press('ControlOrMeta+a')
    // Together, or a pause between them makes two steps of Undo.
    await Promise.all(['n', 'd'].map((key) => page.keyboard.press(key)))
    await expect(field).toHaveText('nd')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(field).toHaveText(before)
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect(field).toHaveText('nd')
  }
})

test('Enter that ends the word of an input method adds no tag and chooses nothing', async ({ page }) => {
  await openText(page, '<p>Text</p>')
  const tags = page.getByRole('combobox', { name: 'Add a tag' })
  const word = `zuer${Date.now().toString(36)}`
  await tags.click()
  await compose(page, ['z', 'zu', word])
  await expect(tags).toHaveValue(word)
  await expect(page.getByRole('button', { name: `Remove tag ${word}` })).toHaveCount(0)
  const { count } = await (
    await secretClient()
  )
    .from('tags')
    .select('*', { count: 'exact', head: true })
    .eq('name', word)
  expect(count).toBe(0)
})

test('standfirst and excerpt set quotation marks, dashes and ellipses, and one undo brings back what was typed', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openText(page, '')
  for (const field of [editor(page).standfirst, page.getByLabel('Excerpt')]) {
    await field.focus()
    await page.keyboard.type('"It\'s 6\'2" wide," she said--"so..."')
    await expect(field).toHaveValue('“It’s 6\'2" wide,” she said—“so…”')
    await page.keyboard.type(' "')
    await expect(field).toHaveValue('“It’s 6\'2" wide,” she said—“so…” “')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(field).toHaveValue('“It’s 6\'2" wide,” she said—“so…” "')
    await page.keyboard.type('oak')
    await expect(field).toHaveValue('“It’s 6\'2" wide,” she said—“so…” "oak')

    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Backspace')
    await page.evaluate(() => navigator.clipboard.writeText('"Oak" -- it\'s'))
    await page.keyboard.press('ControlOrMeta+v')
    await expect(field).toHaveValue('“Oak” – it’s')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(field).toHaveValue('"Oak" -- it\'s')
  }
})
