import { randomUUID } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { type Locator, type Page, expect } from '@playwright/test'
import { DEMO_EMAILS } from './session.ts'
import { secretClient } from './backend.ts'

/** The parts of the article editor, named as people find them. */
export function editor(page: Page) {
  return {
    title: page.getByRole('textbox', { name: 'Title', exact: true }),
    standfirst: page.getByRole('textbox', { name: 'Standfirst' }),
    slug: page.getByRole('textbox', { name: 'URL Slug' }),
    body: page.getByRole('textbox', { name: 'Content' }),
    status: page.locator('header p[role=status]'),
    saveDraft: page.getByRole('button', { name: 'Save Draft' }),
    submit: page.getByRole('button', { name: /^Submit/ }),
    publish: page.getByRole('button', { name: 'Publish', exact: true }),
    schedule: page.getByRole('button', { name: 'Schedule', exact: true }),
    more: page.getByRole('button', { name: 'More actions' }),
    update: page.getByRole('button', { name: 'Update', exact: true }),
  }
}

/** Presses Publish or Schedule of a story in which there is something to look at, and does it all the same. */
export async function publishAnyway(page: Page, button: 'publish' | 'schedule' = 'publish'): Promise<void> {
  await editor(page)[button].click()
  await anyway(page).click()
}

/** The button that publishes a story all the same. */
export function anyway(page: Page): Locator {
  return page.getByRole('dialog', { name: /to look at$/ }).getByRole('button', { name: / Anyway$/ })
}

/** The open preview beside the text, and the page in it. */
export function previewBeside(page: Page) {
  const panel = page.getByRole('complementary', { name: 'Preview' })
  return { panel, shown: panel.frameLocator('iframe') }
}

/** A message at the corner of the screen. */
export function toast(page: Page, text: string): Locator {
  return page.getByText(text, { exact: true }).first()
}

export async function openArticle(page: Page, id: string): Promise<void> {
  await page.goto(`/admin/articles/${id}/edit`)
  await expect(editor(page).title).toBeVisible()
}

/** Switches the auto-save off: the text stays unsaved until the test saves it. */
export async function stopAutoSave(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Auto-save' }).click()
}

/** Puts the cursor behind the last word of the body and writes on. */
export async function writeOn(page: Page, text: string): Promise<void> {
  await editor(page).body.locator('p').last().click()
  await page.keyboard.press('End')
  await page.keyboard.type(text)
}

/** An article of the demo account `author` in the database, with a title and address of its own. */
export async function storeArticle(
  status: 'draft' | 'review' | 'published',
  author: keyof typeof DEMO_EMAILS = 'editor',
  patch: Record<string, unknown> = {},
): Promise<{ id: string; slug: string; title: string }> {
  const client = await secretClient()
  const profile = await client.from('profiles').select('id').eq('email', DEMO_EMAILS[author]).single()
  const mark = randomUUID().slice(0, 8)
  const row = {
    title: `The drawer ${mark}`,
    slug: `the-drawer-${mark}`,
    content: { html: '<p>There is a drawer that nobody opens.</p>' },
    status,
    author_id: profile.data?.id,
    ...patch,
  }
  const { data, error } = await client.from('articles').insert(row).select('id, slug, title').single()
  if (error) throw new Error(error.message)
  return data
}

/** The row as it is stored now. */
export async function storedArticle(id: string): Promise<Record<string, unknown>> {
  const client = await secretClient()
  const { data, error } = await client.from('articles').select('*').eq('id', id).single()
  if (error) throw new Error(error.message)
  return data as Record<string, unknown>
}

/** The bytes of a PNG of one colour. */
export function png(width: number, height: number): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height, 120)
  for (let row = 0; row < height; row += 1) rows[row * (width * 3 + 1)] = 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...parts])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
