import { type Locator, type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import {
  editor,
  openArticle,
  png,
  previewBeside,
  publishAnyway,
  storeArticle,
  storedArticle,
  toast,
} from '../support/editor.ts'
import { secretClient } from '../support/backend.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { pressKey } from '../support/keys.ts'
import { openDashboardAs, signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

/** Pastes as a person would, with what an application put on the clipboard. */
async function paste(page: Page, html: string, text: string): Promise<void> {
  await editor(page).body.evaluate(
    (element, [asHtml, asText]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', asHtml ?? '')
      clipboardData.setData('text/plain', asText ?? '')
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [html, text],
  )
}

/** Presses all keys at once: none waits for the one before. */
async function pressAll(page: Page, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key === ' ' ? 'Space' : key)))
}

for (const slowdown of [1, 6]) {
  for (const field of ['title', 'standfirst'] as const) {
    test(`Enter in the ${field} followed by fast typing loses no key, ${slowdown} times slower`, async ({
      page,
    }) => {
      await signInAs(page, 'editor')
      await page.goto('/admin/articles/new')
      const { title, standfirst, body } = editor(page)
      await expect(title).toBeFocused()
      if (field === 'standfirst') await standfirst.focus()
      await slowDown(page, slowdown)
      await pressAll(page, ['a', 'b', 'c', 'Enter', ...'Some text'])
      await expect(body).toHaveText('Some text')
      if (field === 'title') await expect(title).toHaveText('abc')
      else await expect(standfirst).toHaveValue('abc')
    })
  }

  test(`fast typing of several paragraphs puts each letter into its place, ${slowdown} times slower`, async ({
    page,
  }) => {
    await signInAs(page, 'editor')
    await page.goto('/admin/articles/new')
    const { title, body } = editor(page)
    await expect(title).toBeFocused()
    await slowDown(page, slowdown)
    const typed = ['One', 'Two', 'Enter', 'Three', '- Four', 'Five', 'Enter', 'Six']
    const keys = typed.flatMap((line) => ['Enter', ...(line === 'Enter' ? [] : line)])
    for (const key of ['a', ...keys, 'ArrowLeft', 'ArrowLeft', 'X']) {
      await page.keyboard.press(key === ' ' ? 'Space' : key)
    }
    await expect(title).toHaveText('a')
    await expect(body.locator('p')).toHaveText(['One', 'Two', '', 'Three', 'Four', 'Five', 'SXix', ''])
  })

  test(`Home right after Enter in the title moves the cursor for the next letter, ${slowdown} times slower`, async ({
    page,
  }) => {
    await signInAs(page, 'editor')
    await page.goto('/admin/articles/new')
    const { title, body } = editor(page)
    await expect(title).toBeFocused()
    await slowDown(page, slowdown)
    for (const key of ['a', 'Enter', 'b', 'Home', 'c', 'ArrowUp', 'd', 'ArrowDown', 'e']) {
      await page.keyboard.press(key)
    }
    await expect(title).toHaveText('a')
    await expect(body).toHaveText('dcbe')
  })

  test(`fast typing into the slug and the excerpt loses no key, ${slowdown} times slower`, async ({
    page,
  }) => {
    const { id } = await storeArticle('draft')
    await signInAs(page, 'editor')
    await openArticle(page, id)
    await slowDown(page, slowdown)
    const { slug } = editor(page)
    // Before: a modifier that is still down would turn letters into shortcuts.
    await pressKey(slug, 'ControlOrMeta+a')
    await pressAll(page, [...'a-slug-typed-at-once'])
    await expect(slug).toHaveValue('a-slug-typed-at-once')
    const excerpt = page.getByLabel('Excerpt')
    await excerpt.focus()
    await pressAll(page, [...'An excerpt typed at once, over a good many keys.'])
    await expect(excerpt).toHaveValue('An excerpt typed at once, over a good many keys.')
    await expect(slug).toHaveValue('a-slug-typed-at-once')
  })
}

test('Enter in the title leads to the text while the page still loads', async ({ page }) => {
  const faults: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
  page.on('pageerror', (error) => void faults.push(error.message))
  // With the scripts in the browser's cache the title is there before the text is.
  await openDashboardAs(page, 'editor')
  await page.goto('/admin/articles/new')
  const { title, body } = editor(page)
  await title.click()
  for (const key of ['a', 'b', 'c', 'Enter', ...'Some text']) await page.keyboard.press(key)
  await expect(body).toHaveText('Some text')
  await expect(title).toHaveText('abc')
  expect(faults).toEqual([])
})

test('Tab leads from the title to the standfirst, the address and the text', async ({ page }) => {
  await signInAs(page, 'editor')
  await page.goto('/admin/articles/new')
  const { title, standfirst, slug, body } = editor(page)
  await title.pressSequentially('Casa Lume')
  for (const next of [standfirst, slug, body]) {
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
  }
})

/** Throttles the processor of a page. */
async function slowDown(page: Page, rate: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

test('a dialog and a menu give the focus back before the next key, also where no frame is drawn meanwhile', async ({
  page,
}) => {
  await signInAs(page, 'editor')
  await page.goto('/admin/articles/new')
  const { body } = editor(page)
  const table = page.getByRole('button', { name: 'Table', exact: true })
  await body.click()
  await page.keyboard.type('One')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByLabel('Address')).toBeFocused()
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0
  })
  await pressAll(page, ['Escape', ...' two'])
  await expect(body).toHaveText('One two')

  await pressKey(table, 'Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  expect(await table.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('writes a new article with toolbar and keys; its title is required and has at most 300 characters', async ({
  page,
}) => {
  await signInAs(page, 'editor')
  await page.goto('/admin/articles/new')
  const { title, body, saveDraft } = editor(page)
  await test.step('the title is required; the message names it and the field gets the focus', async () => {
    await body.click()
    await page.keyboard.type('Words without a name')
    await saveDraft.click()
    await expect(page.getByText('Title is required')).toHaveCount(2)
    await expect(title).toBeFocused()
    await expect(title).toHaveAttribute('aria-invalid', 'true')
    await expect(page).toHaveURL('/admin/articles/new')
  })

  await test.step('Ctrl+B makes text bold without folding the sidebar; Ctrl+K adds a link', async () => {
    await body.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await page.keyboard.press('ControlOrMeta+b')
    await page.keyboard.type('Heavy')
    await expect(body.locator('strong')).toHaveText('Heavy')
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveCSS('width', '256px')
    // What is typed at once is for the dialog, not for the text.
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('javascript:alert(1)')
    await expect(page.getByLabel('Address')).toHaveValue('javascript:alert(1)')
    await page.getByRole('button', { name: 'Add Link' }).click()
    await expect(page.getByText('Enter a web address')).toBeVisible()
    await page.keyboard.press('Escape')
    // Words that are selected get a link to a story with one press.
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('green room kept')
    const stories = page.getByRole('list', { name: 'Stories' }).getByRole('button')
    await expect(stories).toHaveText([/The green room, kept/])
    await stories.click()
    await expect(body.getByRole('link', { name: 'Heavy' })).toHaveAttribute(
      'href',
      '/article/the-green-room-kept',
    )
  })

  await test.step('a table is inserted, filled, grown and deleted by keyboard', async () => {
    const table = page.getByRole('button', { name: 'Table', exact: true })
    const choose = async (name: string) => {
      await pressKey(table, 'Enter')
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
      await expect(body).toBeFocused()
    }
    await body.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await page.keyboard.type('Before')
    await choose('Insert Table')
    await page.keyboard.type('Wood')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Price')
    await expect(body.getByRole('columnheader')).toHaveText(['Wood', 'Price', ''])
    await expect(body.getByRole('row')).toHaveCount(3)
    await choose('Add Column After')
    await choose('Add Row Below')
    await expect(body.getByRole('row')).toHaveCount(4)
    await expect(body.getByRole('columnheader')).toHaveCount(4)
    await choose('Delete Column')
    await expect(body.getByRole('columnheader')).toHaveText(['Wood', '', ''])
    await choose('Delete Table')
    await expect(body.getByRole('table')).toHaveCount(0)
    await expect(body).toContainText('Before')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(body.getByRole('columnheader').first()).toHaveText('Wood')
  })

  await test.step('the formatting toolbar has twelve named actions, one tab stop and arrow keys', async () => {
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' })
    await expect(toolbar.getByRole('button')).toHaveCount(12)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await toolbar.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await body.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await page.keyboard.type('A word')
    await page.keyboard.press('ControlOrMeta+Alt+2')
    await expect(toolbar.getByRole('button', { name: 'Heading 2' })).toHaveAttribute('aria-pressed', 'true')
    await expect(body.getByRole('heading', { level: 2, name: 'A word' })).toBeVisible()
    await pressKey(toolbar.getByRole('button', { name: 'Heading 1' }), 'ArrowRight')
    await expect(toolbar.getByRole('button', { name: 'Heading 2' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(body.locator('p', { hasText: 'A word' })).toBeVisible()

    await body.click()
    await page.keyboard.press('ControlOrMeta+a')
    for (const [name, selector] of [
      ['Bold', 'strong'],
      ['Italic', 'em'],
      ['Underline', 'u'],
      ['Quote', 'blockquote'],
      ['Bullet list', 'ul'],
      ['Numbered list', 'ol'],
    ] as const) {
      await toolbar.getByRole('button', { name }).click()
      await expect(body.locator(selector)).toContainText('A word')
    }
  })

  await test.step('saves a title of 300 characters; refuses a longer one and keeps it in the field', async () => {
    const mark = Date.now().toString(36)
    const long = `${mark} ${'Weatherboarding '.repeat(30)}`.slice(0, 299) + 'Z'
    await title.fill(`${long}Z`)
    await saveDraft.click()
    await expect(page.getByText('Title must be at most 300 characters').first()).toBeVisible()
    await expect(title).toHaveText(`${long}Z`)
    await title.fill(long)
    await saveDraft.click()
    await expect(toast(page, 'Article saved as draft')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/admin/articles?q=${mark}`)
    await expect(page.getByRole('link', { name: long })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await (await secretClient()).from('articles').delete().eq('title', long)
  })
})

test('from tablets up, the bar of the editor is one row with title, status and all buttons in line', async ({
  page,
}) => {
  const { id } = await storeArticle('draft')
  await signInAs(page, 'editor')
  await openArticle(page, id)
  const { saveDraft, submit, publish, status } = editor(page)
  const preview = page.getByRole('button', { name: 'Preview' })
  const heading = page.getByRole('heading', { level: 1, name: 'Edit Article' })
  const middleOf = (part: Locator) =>
    part.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return (top + bottom) / 2
    })
  for (const width of [820, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // Opened on such a screen, the sidebar is narrow.
    await page.reload()
    await expect(heading).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Articles' })).toBeVisible()
    const tops = await Promise.all(
      [preview, saveDraft, submit, publish].map((button) =>
        button.evaluate((element) => element.getBoundingClientRect().top),
      ),
    )
    expect(new Set(tops).size).toBe(1)
    const titled = await middleOf(heading.locator('..'))
    expect(Math.abs((await middleOf(publish)) - titled)).toBeLessThan(2)
    expect(await status.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test('uploads pictures into the text', async ({ page }) => {
  await openDashboardAs(page, 'editor')
  await page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('link', { name: 'New article' })
    .click()
  const { body } = editor(page)
  const client = await secretClient()
  await test.step('the dialog of pictures does not move when they have loaded', async () => {
    const held = await holdRequests(page, '**/rest/v1/media?*')
    await page.getByRole('button', { name: 'Image', exact: true }).click()
    const upload = page.getByRole('button', { name: 'Upload', exact: true })
    await upload.hover()
    const place = await upload.boundingBox()
    held.release()
    await expect(page.getByRole('grid', { name: 'Pictures' }).getByRole('row')).toHaveCount(24)
    expect(await upload.boundingBox()).toEqual(place)
    await page.unroute('**/rest/v1/media?*')
    await page.keyboard.press('Escape')
  })

  await test.step('an interrupted upload keeps the picture and its texts for a retry', async () => {
    await page.getByRole('button', { name: 'Image', exact: true }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await (await choosing).setFiles([{ name: 'cut.png', mimeType: 'image/png', buffer: png(20, 20) }])
    const alt = page.getByLabel('Alt text')
    await alt.fill('A square, sent twice')
    await page.goBack()
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL('/admin/articles/new')
    await page.route('**/storage/v1/object/media/**', (route) => route.abort('connectionreset'))
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(toast(page, 'Failed to upload files')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(alt).toHaveValue('A square, sent twice')
    await page.unroute('**/storage/v1/object/media/**')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByRole('button', { name: 'Use Picture' }).click()
    await expect(body.getByRole('img', { name: 'A square, sent twice' })).toBeVisible()
    await client.from('media').delete().eq('alt_text', 'A square, sent twice')
  })

  await test.step('uploads a pasted picture and asks for its alt text', async () => {
    await pressKey(body, 'ControlOrMeta+End')
    await body.evaluate(
      (element, bytes) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'pasted.png', { type: 'image/png' }))
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      [...png(40, 30)],
    )
    await page.getByRole('textbox', { name: 'Alt text' }).fill('A small square')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByRole('button', { name: 'Use Picture' }).click()
    await expect(body.getByRole('img', { name: 'A small square' })).toBeVisible()
    const { data } = await client
      .from('media')
      .select('width, height, original_filename, alt_text, storage_path, uploaded_by')
      .eq('alt_text', 'A small square')
      .limit(1)
      .single()
    expect(data).toMatchObject({ width: 40, height: 30, original_filename: 'pasted.png' })
    const { storage_path, uploaded_by } = data as { storage_path: string; uploaded_by: string }
    expect(storage_path).toMatch(new RegExp(`^${uploaded_by}/\\d+\\.png$`))
  })

  await test.step('a file over 50 MB is refused by name, and nothing is uploaded', async () => {
    await page.getByRole('button', { name: 'Add Images' }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    // Only its size is read, never its bytes.
    await page.evaluate(() => {
      Object.defineProperty(File.prototype, 'size', { get: () => 60 * 1024 * 1024 })
    })
    await (await choosing).setFiles([{ name: 'huge.png', mimeType: 'image/png', buffer: png(2, 2) }])
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Larger than 50 MB: huge.png')
    await expect(page.getByRole('textbox', { name: 'Alt text' })).toBeHidden()
  })
})

test('opens bodies of every kind and saves them in their format', async ({ page }) => {
  await signInAs(page, 'editor')
  await test.step('cleans HTML pasted from Word and Google Docs', async () => {
    const { id } = await storeArticle('draft', 'editor', { content: { html: '' } })
    await openArticle(page, id)
    await editor(page).body.click()
    await paste(
      page,
      `<b style="font-weight:normal" id="docs-internal-guid-1"><h2 style="color:red"><span>Oak</span></h2>
       <p><span style="font-weight:700">Heavy</span> <span style="font-style:italic">grain</span>
       <img src="https://elsewhere.example/x.png"><script>alert(1)</script></p><ul><li><p>Ash</p></li></ul></b>`,
      'Oak Heavy grain',
    )
    await expect(page.getByText('One picture was left out')).toBeVisible()
    await editor(page).saveDraft.click()
    await expect(toast(page, 'Article saved as draft')).toBeVisible()
    const { content } = (await storedArticle(id)) as { content: { html: string } }
    expect(content.html).toBe('<h2>Oak</h2><p><strong>Heavy</strong> <em>grain</em></p><ul><li>Ash</li></ul>')
  })

  await test.step('a body that cannot be read is shown read-only and stays as it is', async () => {
    const content = { type: 'interactive', choices: 'Rain.' }
    const { id } = await storeArticle('draft', 'editor', { content })
    await openArticle(page, id)
    await expect(page.getByText('The body of this story cannot be read')).toBeVisible()
    await expect(page.getByText('Error loading interactive content')).toBeVisible()
    await editor(page).title.fill('A new name for choices')
    await editor(page).saveDraft.click()
    await expect(toast(page, 'Article saved as draft')).toBeVisible()
    expect(await storedArticle(id)).toMatchObject({ title: 'A new name for choices', content })
  })

  await test.step('a story stored as plain text keeps its format until its text is changed', async () => {
    const { id } = await storeArticle('draft', 'editor', { content: '## A step\n\nIt **hums**.' })
    await openArticle(page, id)
    await expect(editor(page).body.getByRole('heading', { level: 2, name: 'A step' })).toBeVisible()
    await expect(page.getByText('Not saved yet')).toBeHidden()
    await page.getByLabel('Excerpt').fill('A stair.')
    await editor(page).saveDraft.click()
    await expect(toast(page, 'Article saved as draft')).toBeVisible()
    expect(await storedArticle(id)).toMatchObject({
      content: '## A step\n\nIt **hums**.',
      excerpt: 'A stair.',
    })
  })

  await test.step('an unknown article leads back to the list', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'no-id-at-all']) {
      await page.goto(`/admin/articles/${id}/edit`)
      await expect(toast(page, 'Article not found')).toBeVisible()
      await expect(page).toHaveURL('/admin/articles')
    }
  })
})

test('a new article starts from its template, and opening it saves nothing', async ({ page }) => {
  const client = await secretClient()
  const { data } = await client
    .from('article_templates')
    .select('id, article_template_tags(tag_id)')
    .eq('name', 'House visit')
    .single<{ id: string; article_template_tags: unknown[] }>()
  await signInAs(page, 'contributor')
  await page.goto(`/admin/articles/new?template=${String(data?.id)}`)
  const { title, body, saveDraft } = editor(page)
  await expect(body.getByRole('heading').first()).toBeVisible()
  await expect(page.getByText('Not saved yet')).toBeHidden()
  const mark = Date.now().toString(36)
  await title.fill(`A visit ${mark}`)
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await saveDraft.click()
  await expect(toast(page, 'Article saved as draft')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/articles\/[0-9a-f-]{36}\/edit$/)
  const stored = await client
    .from('articles')
    .select('content, article_tags(tag_id)')
    .eq('title', `A visit ${mark}`)
    .single<{ content: { html: string }; article_tags: unknown[] }>()
  expect(stored.data?.content.html).toContain('<h2>')
  expect(stored.data?.article_tags).toHaveLength(data?.article_template_tags.length ?? -1)
  await client.from('articles').delete().eq('title', `A visit ${mark}`)
})

test('the preview shows the article, its status and its search result; axe finds no violation there, in the editor and its pictures', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAs(page, 'editor')
  const { id, title, slug } = await storeArticle('published')
  await openArticle(page, id)
  await expectAccessible(page, 'editor')
  await page.getByRole('button', { name: 'Image', exact: true }).click()
  await expect(page.getByRole('grid', { name: 'Pictures' })).toBeVisible()
  await expectAccessible(page, 'media picker')
  await page.keyboard.press('Escape')
  await page.getByRole('switch', { name: 'Featured Article' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  const { panel: preview, shown } = previewBeside(page)
  await expect(shown.getByRole('heading', { name: title })).toBeVisible()
  await expect(preview).toContainText('Published')
  await expect(preview).toContainText('Featured')
  await expect(shown.getByRole('main')).toContainText('There is a drawer that nobody opens.')
  await expect(preview).toContainText(`/article/${slug}`)
  await expect(preview).toContainText('No description available')
  await expectAccessible(page, 'preview')
})

test('a text area grows with its text in browsers without field-sizing, too', async ({ page }) => {
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS)
    CSS.supports = (...args: [string, string?]) =>
      args[0] !== 'field-sizing' && (supports as (...args: unknown[]) => boolean)(...args)
    addEventListener('DOMContentLoaded', () => {
      const style = document.createElement('style')
      style.textContent = 'textarea { field-sizing: fixed !important }'
      document.head.append(style)
    })
  })
  await signInAs(page, 'editor')
  await page.goto('/admin/articles/new')
  const { standfirst } = editor(page)
  const hidden = () => standfirst.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  const height = async () => (await standfirst.boundingBox())?.height ?? 0
  const oneLine = await height()
  await standfirst.fill('A line that is seen while it is written. '.repeat(7))
  await expect.poll(height).toBeGreaterThan(2 * oneLine)
  expect(await hidden()).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(hidden).toBe(0)
  await standfirst.fill('Short.')
  await expect.poll(height).toBe(oneLine)
})

test('shows the standfirst under the title on the page, in the preview, the feed and live', async ({
  page,
}) => {
  const { id, slug } = await storeArticle('draft', 'editor', { excerpt: 'A teaser for the cards.' })
  await signInAs(page, 'editor')
  await openArticle(page, id)
  const standfirst = page.getByRole('textbox', { name: 'Standfirst' })
  const { title, body } = editor(page)
  await title.click()
  await page.keyboard.press('Tab')
  await expect(standfirst).toBeFocused()
  const line = 'Three keys, no lock: what a drawer keeps.'
  await page.keyboard.insertText(line)
  // One paragraph: Enter goes on to the text.
  await page.keyboard.press('Enter')
  await expect(body).toBeFocused()
  await expect(standfirst).toHaveValue(line)
  await expectAccessible(page, 'the editor with a standfirst')

  await page.getByRole('button', { name: 'Preview' }).click()
  const { panel, shown } = previewBeside(page)
  await expect(shown.getByText(line)).toBeVisible()
  await expect(panel).toContainText('Draft')
  await panel.getByRole('button', { name: 'Close preview' }).click()
  await publishAnyway(page)
  await expect(toast(page, 'Article published successfully!')).toBeVisible()

  await page.getByRole('button', { name: 'History' }).click()
  await expect(
    page
      .getByRole('dialog')
      .getByText(/Standfirst/)
      .first(),
  ).toBeVisible()

  await expect(async () => {
    await page.goto(`/article/${slug}`)
    await expect(page.locator('.standfirst')).toHaveText(line, { timeout: 1_000 })
  }).toPass()
  await expect
    .poll(async () => (await page.request.get('/rss.xml')).text())
    .toContain(`<description>${line}</description>`)
  // The same where the page has not been rendered yet and the story is read live.
  await page.route(`**/article/${slug}`, (route) =>
    route.continue({ url: new URL('/article/not-built-yet', page.url()).href }),
  )
  await page.goto(`/article/${slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('The drawer')
  await expect(page.locator('.standfirst')).toHaveText(line)

  await page.goto(`/admin/articles/${id}`)
  await expect(page.getByText(line)).toBeVisible()
})
