import { type APIRequestContext, type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import {
  editor,
  openArticle,
  publishAnyway,
  storeArticle,
  storedArticle,
  toast,
  writeOn,
} from '../support/editor.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

async function front(request: APIRequestContext): Promise<string> {
  return /<article class="hero.*?<\/article>/s.exec(await (await request.get('/')).text())?.[0] ?? ''
}

/** The hero of the demo content, which other tests find on the front page. */
const DEMO_HERO = 'the-green-room-kept'
test.afterAll(async ({ request }) => {
  const client = await secretClient()
  const { error } = await client.from('articles').update({ hero: true }).eq('slug', DEMO_HERO)
  expect(error).toBeNull()
  await expect.poll(() => front(request)).toContain(`/article/${DEMO_HERO}`)
})

async function choose(page: Page, entry: string): Promise<void> {
  await editor(page).more.click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('a date chosen for a draft is kept, and becomes its publish date', async ({ page }) => {
  const { id, slug } = await storeArticle('draft')
  await signInAs(page, 'editor')
  await openArticle(page, id)
  const { saveDraft, submit, publish, status } = editor(page)
  const date = page.getByRole('button', { name: /^Publish Date/ })
  await date.click()
  await page.getByRole('button', { name: 'Next' }).first().click()
  await page.getByRole('button', { name: / 15 / }).last().click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(publish).toBeHidden()
  await saveDraft.click()
  await expect(toast(page, 'Article saved as draft')).toBeVisible()
  const chosen = await date.innerText()
  await page.reload()
  await expect(date).toHaveText(chosen)
  await submit.click()
  await expect(toast(page, 'Article submitted for review')).toBeVisible()
  await page.reload()
  await expect(date).toHaveText(chosen)

  await publishAnyway(page, 'schedule')
  await expect(page.getByText(/^Article scheduled for 15 /)).toBeVisible()
  await expect(status).toContainText('Scheduled, 15 ')
  expect((await page.request.get(`/article/${slug}`)).status()).toBe(404)

  await saveDraft.click()
  await expect(page.getByRole('alertdialog')).toContainText('It does not come out at its date.')
  await page.getByRole('button', { name: 'Unschedule and Save Draft' }).click()
  await expect(status).toContainText('Draft')
  await page.reload()
  await expect(date).toHaveText(chosen)
})

test('the menu unpublishes, archives, duplicates and shows the page', async ({ page, context }) => {
  const { id, slug, title } = await storeArticle('published', 'editor', { hero: true })
  await signInAs(page, 'editor')
  await openArticle(page, id)
  const { status, update, more, title: titleField } = editor(page)
  await expect(status).toContainText('Live')

  await test.step('View on Site', async () => {
    const opening = context.waitForEvent('page')
    await choose(page, 'View on Site')
    const tab = await opening
    await expect(tab.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await tab.close()
  })

  await test.step('Unpublish tells of the lost crown, and that the date is forgotten', async () => {
    await choose(page, 'Unpublish')
    await expect(page.getByRole('alertdialog')).toContainText('It is no longer the hero')
    await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
    await expect(toast(page, 'Article saved as draft')).toBeVisible()
    await expect(page.getByText(/^Readers no longer find it.* no longer the hero/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Publish Date/ })).toHaveText('Publish immediately')
    await expect.poll(async () => (await page.request.get(`/article/${slug}`)).status()).toBe(404)
  })

  await test.step('a date ahead takes a live story off the site only after a question', async () => {
    await publishAnyway(page)
    await expect(update).toBeVisible()
    await expect.poll(async () => (await page.request.get(`/article/${slug}`)).status()).toBe(200)
    await page.getByRole('button', { name: /^Publish Date/ }).click()
    await page.getByRole('button', { name: 'Next' }).first().click()
    await page.getByRole('button', { name: / 15 / }).last().click()
    await page.getByRole('button', { name: 'Done' }).click()
    await editor(page).schedule.click()
    const question = page.getByRole('dialog', { name: 'Take this article off the site until its date?' })
    await expect(question).toContainText(/Readers do not find it until 15 /)
    await expect(question).toContainText(/\d to look at/)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    expect(await storedArticle(id)).toMatchObject({ status: 'published' })
    expect((await page.request.get(`/article/${slug}`)).status()).toBe(200)
  })

  await test.step('Archive', async () => {
    await choose(page, 'Archive')
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await expect(toast(page, 'Article archived')).toBeVisible()
    await expect(status).toContainText('Archived')
    await expect.poll(async () => (await page.request.get(`/article/${slug}`)).status()).toBe(404)
  })

  await test.step('Duplicate', async () => {
    await choose(page, 'Duplicate')
    await expect(toast(page, 'Article duplicated')).toBeVisible()
    await expect(titleField).toHaveText(`Copy of ${title}`)
    await expect(editor(page).body).toHaveText('There is a drawer that nobody opens.')
    await expect(status).toContainText('Draft')
    await expect(more).toBeVisible()
    expect(page.url()).not.toContain(id)
  })
})

test('a contributor’s Save Draft withdraws a story from review only after a question', async ({ page }) => {
  const { id } = await storeArticle('review', 'contributor')
  await signInAs(page, 'contributor')
  await openArticle(page, id)
  await editor(page).saveDraft.click()
  await expect(page.getByRole('alertdialog', { name: 'Withdraw this article from review?' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(editor(page).submit).toHaveCount(0)
  await writeOn(page, ' Not even she.')
  await editor(page).saveDraft.click()
  await page.getByRole('button', { name: 'Save and Keep under Review' }).click()
  await expect
    .poll(() => storedArticle(id))
    .toMatchObject({ status: 'review', content: { html: expect.stringContaining('Not even she.') } })
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(page.getByText('It no longer waits for an editor.')).toBeVisible()
  expect(await storedArticle(id)).toMatchObject({ status: 'draft' })
})

test('a story under review is published or sent back where it is read, also on a phone', async ({ page }) => {
  const noted = { content: { html: '<p>There is a drawer that nobody opens [which year?].</p>' } }
  const asked = await storeArticle('review', 'contributor', noted)
  const good = await storeArticle('review', 'contributor')
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'editor')
  await page.goto(`/admin/articles/${asked.id}`)
  const { publish } = editor(page)
  await publish.click()
  const lookAt = page.getByRole('dialog', { name: /to look at$/ })
  await expect(lookAt).toContainText('Not published: notes left in the text.')
  await expectAccessible(page, 'what there is to look at, on a phone')
  await lookAt.getByRole('button', { name: '[which year?]: Notes' }).click()
  await expect(editor(page).body).toBeFocused()
  expect(await page.evaluate(() => String(getSelection()))).toBe('[which year?]')

  await page.goto(`/admin/articles/${asked.id}`)
  await page.getByRole('button', { name: 'Send Back', exact: true }).click()
  await page.getByRole('textbox', { name: 'Note to the writer' }).fill('Which year?')
  await page.getByRole('dialog').getByRole('button', { name: 'Send Back', exact: true }).click()
  await expect(page.getByText(/^Sent back to /).first()).toBeVisible()
  await expect(publish).toHaveCount(0)
  expect(await storedArticle(asked.id)).toMatchObject({ status: 'draft' })

  await page.goto(`/admin/articles/${good.id}`)
  await expect(publish).toBeVisible()
  // Nobody decides on a text that they have not seen.
  await (await secretClient()).from('articles').update({ standfirst: 'Not even she.' }).eq('id', good.id)
  await publishAnyway(page)
  await expect(
    page.getByText('This article was saved by someone else in the meantime', { exact: false }).first(),
  ).toBeVisible()
  expect(await storedArticle(good.id)).toMatchObject({ status: 'review' })
  await expect(page.getByText('Not even she.')).toBeVisible()
  await publishAnyway(page)
  await expect(toast(page, 'Article published successfully!')).toBeVisible()
  expect(await storedArticle(good.id)).toMatchObject({ status: 'published' })
})

test('the list archives a story, keeps its unpublished changes in the history, and takes it back', async ({
  page,
}) => {
  const { id, title } = await storeArticle('published')
  const client = await secretClient()
  const form = { title: 'Changed' }
  const copy = { article_id: id, base_version: 1, data: { form, base: {}, patch: form } }
  expect((await client.from('article_working_copies').insert(copy)).error).toBeNull()
  await signInAs(page, 'editor')
  await page.goto(`/admin/articles?q=${encodeURIComponent(title)}`)
  const menu = page.getByRole('button', { name: `Actions for ${title}` })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Its unpublished changes stay in its history.')
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(toast(page, 'Article archived')).toBeVisible()
  await expect(page.getByRole('row', { name: title })).toContainText('Archived')
  const revisions = await client.from('article_revisions').select('kind, data->>title').eq('article_id', id)
  expect(revisions.data).toContainEqual({ kind: 'working-copy', title: 'Changed' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Unarchive' }).click()
  await expect(page.getByRole('row', { name: title })).toContainText('Draft')
})

test('a scheduled hero leaves the front page to today’s until it is out', async ({ page }) => {
  const client = await secretClient()
  const today = await storeArticle('published', 'editor', { hero: true })
  const next = await storeArticle('published', 'editor', { published_at: inDays(3) })
  await expect.poll(() => front(page.request)).toContain(today.title)
  await signInAs(page, 'editor')
  await page.goto(`/admin/articles?q=${encodeURIComponent(next.title)}`)
  const crown = page.getByRole('button', { name: `Hero: ${next.title}` })
  await crown.click()
  await expect(toast(page, 'Article set as hero successfully')).toBeVisible()
  await expect(page.getByText(/^The home page opens with it from /)).toBeVisible()
  expect(await storedArticle(today.id)).toMatchObject({ hero: true })
  expect(await front(page.request)).toContain(today.title)

  const due = new Date(Date.now() + 2_000).toISOString()
  await client.from('articles').update({ published_at: due }).eq('id', next.id)
  await expect.poll(() => front(page.request)).toContain(next.title)
  await expect.poll(async () => (await storedArticle(today.id)).hero).toBe(false)
  await client.from('articles').delete().in('id', [today.id, next.id])
})
