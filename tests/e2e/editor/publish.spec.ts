import { expect } from '@playwright/test'
import {
  anyway,
  editor,
  openArticle,
  png,
  publishAnyway,
  storeArticle,
  storedArticle,
  toast,
} from '../support/editor.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { secretClient } from '../support/backend.ts'
import { pressKey } from '../support/keys.ts'
import { openDashboardAs, signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

test('publishes a story with a picture and tags; it appears on all its pages', async ({ page }) => {
  const mark = Date.now().toString(36)
  const title = `The stair that hums ${mark}`
  await openDashboardAs(page, 'editor')
  await page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('link', { name: 'New article' })
    .click()
  const { title: titleField, slug, body, status, update } = editor(page)

  // The cursor waits in the title; Enter leads to the text.
  await expect(titleField).toBeFocused()
  await page.keyboard.type(title)
  await expect(slug).toHaveValue(`the-stair-that-hums-${mark}`)
  await page.keyboard.press('Enter')
  await expect(body).toBeFocused()
  await page.keyboard.type('## Which step')
  await page.keyboard.press('Enter')
  await page.keyboard.type('It is the **fourth**, and only in *October*.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- Oak')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Ash')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByLabel('Address').fill('mantel.example/about')
  await page.getByLabel('Text', { exact: true }).fill('The joiner')
  await page.getByRole('button', { name: 'Add Link' }).click()
  await expect(body).toBeFocused()
  await page.keyboard.type(' agreed.')
  await page.keyboard.press('Enter')

  await page.getByRole('button', { name: 'Image', exact: true }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const chooser = await choosing
  await chooser.setFiles({ name: 'stair.png', mimeType: 'image/png', buffer: png(600, 400) })
  await page.getByLabel('Alt text').fill('A stair of oak, seen from below')
  // The auto-save creates the article meanwhile, which asks nothing about the open dialog.
  await expect(page).toHaveURL(/\/admin\/articles\/[0-9a-f-]{36}\/edit$/)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(toast(page, 'Files uploaded successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Use Picture' }).click()
  await expect(body.getByRole('img', { name: 'A stair of oak, seen from below' })).toBeVisible()

  await page.getByRole('button', { name: /Author/ }).click()
  await page.getByRole('option', { name: 'Priya Lindqvist' }).click()
  await page.getByRole('button', { name: /Category/ }).click()
  await page.getByRole('option', { name: 'Small Spaces' }).click()
  const tag = page.getByRole('combobox', { name: 'Add a tag' })
  await tag.fill(`stairs ${mark}`)
  await pressKey(tag, 'Enter')
  await expect(toast(page, 'Tag added successfully')).toBeVisible()
  await expect(page.getByRole('row', { name: `stairs ${mark}` })).toBeVisible()

  await publishAnyway(page)
  await expect(toast(page, 'Article published successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/articles\/[0-9a-f-]{36}\/edit$/)
  await expect(update).toBeVisible()
  await expect(status).toContainText(/Live, \d/)
  await expect(status).toContainText(/Saved \d\d:\d\d:\d\d/)
  // The address changed, the editor did not: the cursor's history is still there.
  await expect(body).toContainText('The joiner agreed.')

  const path = `/article/the-stair-that-hums-${mark}`
  for (const place of ['/', '/living-spaces', '/author/priya-lindqvist', '/sitemap-0.xml', '/rss.xml']) {
    const response = await page.request.get(place)
    if (response.status() === 404) continue
    expect(await response.text(), place).toContain(path)
  }
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('heading', { level: 2, name: 'Which step' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'The joiner' })).toHaveAttribute(
    'href',
    'https://mantel.example/about',
  )
  await expect(page.getByRole('img', { name: 'A stair of oak, seen from below' })).toBeVisible()
})

test('a new story keeps its address its own, and waits for its date', async ({ page }) => {
  const mark = Date.now().toString(36)
  await signInAs(page, 'editor')
  await page.goto('/admin/articles/new')
  const { title, slug, status, schedule } = editor(page)
  await test.step('shows a taken slug at once and offers a free one', async () => {
    await title.fill('Anything')
    await slug.fill('a-bath-with-nowhere-else-to-be')
    await expect(page.getByText('Another article already has this address.')).toBeVisible()
    // The command palette knows what can be done here.
    await pressKey(slug, 'ControlOrMeta+k')
    await page.getByRole('searchbox', { name: 'Search the admin' }).fill('save dr')
    await expect(page.getByRole('menuitem', { name: 'Save Draft' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Failed to save article')).toBeVisible()
    await expect(slug).toBeFocused()
    await page.getByRole('button', { name: 'Use a-bath-with-nowhere-else-to-be-2' }).click()
    await expect(slug).toHaveValue('a-bath-with-nowhere-else-to-be-2')
    await slug.fill(`a-lamp-for-later-${mark}`)
  })

  await test.step('a scheduled story with emphasis and Featured waits for its date', async () => {
    await pressKey(title, 'ControlOrMeta+a')
    await title.pressSequentially(`A lamp for later ${mark}`)
    await pressKey(title, 'Home')
    await expect.poll(() => page.evaluate(() => getSelection()?.anchorOffset)).toBe(0)
    for (let step = 0; step < 'A lamp for la'.length; step += 1) await pressKey(title, 'ArrowRight')
    await pressKey(title, 'ControlOrMeta+i')
    await expect(title.locator('em')).toHaveText('later')

    await page.getByRole('button', { name: /Publish Date/ }).click()
    await page.getByRole('button', { name: 'Next' }).first().click()
    await page.getByRole('button', { name: / 15 / }).last().click()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(schedule).toBeEnabled()
    await pressKey(title, 'ControlOrMeta+Shift+Enter')
    await anyway(page).click()
    await expect(page.getByText(/^Article scheduled for 15 /)).toBeVisible()
    await expect(status).toContainText('Scheduled, 15 ')
    const response = await page.request.get(`/article/a-lamp-for-later-${mark}`)
    expect(response.status()).toBe(404)
  })
})

test('Publish by key during an auto-save publishes when that is done', async ({ page }) => {
  const { id, title: stored } = await storeArticle('draft')
  await signInAs(page, 'editor')
  await openArticle(page, id)
  const { title, status } = editor(page)
  const save = await holdRequests(page, '**/rest/v1/rpc/save_article')
  await title.fill(`${stored}, opened`)
  await save.begun
  await expect(status).toContainText('Saving...')
  await pressKey(title, 'ControlOrMeta+Shift+Enter')
  await anyway(page).click()
  save.release()
  await expect(toast(page, 'Article published successfully!')).toBeVisible()
  expect(await storedArticle(id)).toMatchObject({ status: 'published', title: `${stored}, opened` })
})

test('a scheduled story goes live on time, in the list and in the open editor', async ({ page }) => {
  const { id, slug, title } = await storeArticle('draft')
  const client = await secretClient()
  await signInAs(page, 'editor')
  await page.goto(`/admin/articles/${id}/edit`)
  await expect(editor(page).title).toBeVisible()
  const schedule = (time: number) =>
    client
      .from('articles')
      .update({ status: 'published', published_at: new Date(time).toISOString() })
      .eq('id', id)
  await schedule(Date.now() + 3_600_000)
  await page.reload()
  await expect(editor(page).status).toContainText('Scheduled')
  expect((await page.request.get(`/article/${slug}`)).status()).toBe(404)
  const due = Date.now() + 4_000
  await schedule(due)
  await page.reload()
  await expect(editor(page).status).toContainText('Live')
  expect(Date.now()).toBeGreaterThanOrEqual(due)
  expect((await page.request.get(`/article/${slug}`)).status()).toBe(200)
  await page.goto(`/admin/articles?q=${encodeURIComponent(title)}`)
  await expect(page.getByRole('row', { name: title })).toContainText('Published')
})

test('says before a publish which pages it changes, and as many are then rendered', async ({ page }) => {
  const { id, slug } = await storeArticle('draft')
  const client = await secretClient()
  const lastBuild = async () => {
    const columns = 'id, pages_rendered, pages_removed'
    const builds = client
      .from('builds')
      .select(columns)
      .eq('status', 'live')
      .order('id', { ascending: false })
    const { data } = await builds.limit(1).single<Record<'id' | 'pages_rendered' | 'pages_removed', number>>()
    return data
  }
  const pages = page.getByRole('button', { name: /^Changes \d+ pages$/ })
  const predicted = async () => Number(/\d+/.exec(await pages.last().innerText())?.[0])
  /** Waits until what `press` does is published; says how many pages that changed. */
  const publishedPages = async (press: () => Promise<void>) => {
    const before = await lastBuild()
    await press()
    await expect.poll(async () => (await lastBuild())?.id).not.toBe(before?.id)
    const build = await lastBuild()
    return (build?.pages_rendered ?? 0) + (build?.pages_removed ?? 0)
  }

  await signInAs(page, 'editor')
  await openArticle(page, id)
  await pressKey(pages, 'Enter')
  const list = page.getByRole('list', { name: 'Pages that change' })
  const ownPage = list
    .getByRole('listitem')
    .filter({ has: page.getByText(`/article/${slug}`, { exact: true }) })
  await expect(ownPage).toContainText('New · its own page')
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(pages).toBeFocused()
  expect(await predicted()).toBe(await publishedPages(() => publishAnyway(page)))
  // Readers have all that is on the screen.
  await expect(pages).toBeHidden()

  await editor(page).saveDraft.click()
  await expect(pages).toBeVisible()
  const unpublish = page.getByRole('button', { name: 'Unpublish and Save Draft' })
  expect(await predicted()).toBe(await publishedPages(() => unpublish.click()))
})
