import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Page, chromium, expect } from '@playwright/test'
import { testBrowser } from '../../../scripts/ensure-browser.ts'
import {
  editor,
  openArticle,
  stopAutoSave,
  storeArticle,
  storedArticle,
  toast,
  writeOn,
} from '../support/editor.ts'
import { secretClient } from '../support/backend.ts'
import { siteUrl } from '../support/magazine.ts'
import { DEMO_EMAILS, DEMO_PASSWORD, expireSession, fillSignIn, signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const kept = (page: Page) => page.getByText(/that was not saved is kept on this device/)
const restored = (page: Page) => page.getByText(/that was not saved has been restored/)

test('unsaved text is restored by itself, unless the article was saved since', async ({ page }) => {
  const { id } = await storeArticle('draft')
  await signInAs(page, 'editor')
  await openArticle(page, id)
  await test.step('a reload in mid-edit restores the text by itself', async () => {
    await stopAutoSave(page)
    await writeOn(page, ' It sticks.')
    await page.reload()
    await expect(editor(page).body).toContainText('nobody opens. It sticks.')
    await expect(restored(page)).toBeVisible()
    await editor(page).saveDraft.click()
    await expect(toast(page, 'Article saved as draft')).toBeVisible()
    await expect(restored(page)).toBeHidden()
    await page.reload()
    await expect(editor(page).body).toContainText('It sticks.')
    await expect(restored(page)).toBeHidden()
  })

  await test.step('a text that was restored by itself can be discarded', async () => {
    await stopAutoSave(page)
    await writeOn(page, ' Not wanted.')
    await page.reload()
    await expect(restored(page)).toBeVisible()
    await page.getByRole('button', { name: 'Drop It' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Drop It' }).click()
    await expect(editor(page).body).toHaveText('There is a drawer that nobody opens. It sticks.')
    await expect(restored(page)).toBeHidden()
    await page.reload()
    await expect(editor(page).body).toHaveText('There is a drawer that nobody opens. It sticks.')
  })

  await test.step('an older local draft never replaces a newer save', async () => {
    await stopAutoSave(page)
    await writeOn(page, ' Mine, and older.')
    await page.goto('/robots.txt')
    const client = await secretClient()
    await client
      .from('articles')
      .update({ content: { html: '<p>Theirs, and newer.</p>' } })
      .eq('id', id)
    await openArticle(page, id)
    await expect(page.getByText('The article has been saved since then.')).toBeVisible()
    await expect(editor(page).body).toHaveText('Theirs, and newer.')
    await expect(page.getByRole('button', { name: 'Restore', exact: true })).toBeHidden()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('Mine, and older.')
  })
})

/** Starts a browser of its own with a profile on disk, as a process that can be killed. */
async function launchBrowser(profile: string) {
  const flags = [
    ...['--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${profile}`],
    // The settings of the story are beside its text.
    '--window-size=1440,900',
  ]
  const child = spawn(testBrowser(), flags, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  for await (const line of createInterface({ input: child.stderr })) {
    const [endpoint] = /ws:\S+/.exec(line) ?? []
    if (endpoint === undefined) continue
    child.stderr.resume()
    const browser = await chromium.connectOverCDP(endpoint)
    const [context = await browser.newContext()] = browser.contexts()
    const kill = async () => {
      const ended = once(child, 'exit')
      process.kill(-(child.pid ?? 0), 'SIGKILL')
      await ended
    }
    return { context, kill }
  }
  throw new Error('The browser did not start')
}

test('a browser that is killed 50 ms after the last key loses nothing', async () => {
  const { id } = await storeArticle('draft')
  const profile = test.info().outputPath('profile')
  const open = async () => {
    const { context, kill } = await launchBrowser(profile)
    const tab = await context.newPage()
    await signInAs(tab, 'editor')
    await tab.goto(`${siteUrl}/admin/articles/${id}/edit`)
    await expect(editor(tab).body).toBeVisible()
    return { tab, kill }
  }
  const before = await open()
  await stopAutoSave(before.tab)
  await writeOn(before.tab, ' To the last key.')
  // The limit that is tested, from the frame that shows the last key.
  await before.tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))))
  await before.kill()
  await rm(join(profile, 'SingletonLock'), { force: true })
  const after = await open()
  await expect(editor(after.tab).body).toContainText('nobody opens. To the last key.')
  await after.kill()
})

test('a closed tab with a new article loses nothing', async ({ page, context }) => {
  await signInAs(page, 'editor')
  await page.goto('/admin/articles/new')
  await stopAutoSave(page)
  await editor(page).title.fill('Half a thought')
  await page.close({ runBeforeUnload: false })
  const again = await context.newPage()
  await again.goto('/admin/articles/new')
  await expect(editor(again).title).toHaveText('Half a thought')
  await expect(restored(again)).toBeVisible()
  await again.getByRole('button', { name: 'Save Draft' }).click()
  await expect(toast(again, 'Article saved as draft')).toBeVisible()
})

test('of the texts of two closed tabs the newer is restored by itself, the older with Restore', async ({
  page,
  context,
}) => {
  await signInAs(page, 'editor')
  const tabs = [page, await context.newPage()]
  for (const [at, tab] of tabs.entries()) {
    await tab.goto('/admin/articles/new')
    await stopAutoSave(tab)
    await editor(tab).title.fill(at === 0 ? 'The first thought' : 'The second thought')
  }
  const again = await context.newPage()
  for (const tab of tabs) await tab.close({ runBeforeUnload: false })
  await again.goto('/admin/articles/new')
  await expect(editor(again).title).toHaveText('The second thought')
  await expect(kept(again)).toBeVisible()
  await again.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(editor(again).title).toHaveText('The first thought')
  await expect(kept(again)).toBeHidden()

  await expect(again.getByText(/Your own text from .* is kept on this device/)).toBeVisible()
  await again.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(again.getByRole('dialog')).toContainText('The second thought')
  await again.getByRole('button', { name: 'Restore This Text' }).click()
  await expect(editor(again).title).toHaveText('The second thought')
})

test('the text outlives what ends the writing', async ({ page, context }) => {
  const { id } = await storeArticle('draft')
  await signInAs(page, 'editor')
  await openArticle(page, id)
  await test.step('a session that expires in mid-edit loses nothing', async () => {
    await stopAutoSave(page)
    await writeOn(page, ' Then the session ended.')
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        if (key.endsWith('-auth-token')) localStorage.removeItem(key)
    })
    await editor(page).saveDraft.click()
    await expect(page.getByText('Your session has ended.').first()).toBeVisible()
    await expect(editor(page).body).toContainText('Then the session ended.')
    await page.reload()
    await expect(page).toHaveURL(/\/auth/)
    await fillSignIn(page, DEMO_EMAILS.editor, DEMO_PASSWORD)
    await expect(page).toHaveURL(`/admin/articles/${id}/edit`)
    await expect(editor(page).body).toContainText('Then the session ended.')
  })

  await test.step('a session that cannot be renewed leads to the sign-in and back to the article with its text', async () => {
    await stopAutoSave(page)
    await writeOn(page, ' Then it expired.')
    const signInAgain = await expireSession(page)
    // By its keys: a request in the background may have led to the sign-in already.
    await page.keyboard.press('ControlOrMeta+s')
    await signInAgain(DEMO_EMAILS.editor)
    await expect(page).toHaveURL(`/admin/articles/${id}/edit`)
    await expect(editor(page).body).toContainText('Then it expired.')
    await editor(page).saveDraft.click()
    await expect(toast(page, 'Article saved as draft')).toBeVisible()
  })

  await test.step('keeps the text offline and saves it when online again', async () => {
    await writeOn(page, ' It waits.')
    await context.setOffline(true)
    await editor(page).submit.click()
    await expect(toast(page, 'Failed to save article')).toBeVisible()
    const notice = page.getByRole('main').getByText('No connection. Your text is kept on this device')
    await expect(notice).toBeVisible()
    await expect(editor(page).body).toContainText('It waits.')
    await context.setOffline(false)
    await expect(toast(page, 'Article submitted for review')).toBeVisible()
    expect(await storedArticle(id)).toMatchObject({ status: 'review' })
    await expect(notice).toBeHidden()
  })

  await test.step('leaving the screen saves the text', async () => {
    await writeOn(page, ' And leaves.')
    await page.getByRole('link', { name: 'Back to Articles' }).click()
    await expect.poll(async () => JSON.stringify((await storedArticle(id)).content)).toContain('And leaves.')
    await expect(toast(page, 'Your text is kept on this device')).toBeHidden()
  })

  await test.step('leaving without Auto-save says where the text is', async () => {
    await openArticle(page, id)
    await stopAutoSave(page)
    await writeOn(page, ' It stays here.')
    await page.getByRole('link', { name: 'Back to Articles' }).click()
    await expect(toast(page, 'Your text is kept on this device')).toBeVisible()
    await openArticle(page, id)
    await expect(editor(page).body).toContainText('It stays here.')
  })
})

test('a phone whose storage is full says so wherever its writer has scrolled to', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    indexedDB.open = refuse
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith('mantel.text.')) refuse()
      setItem.call(this, key, value)
    }
  })
  const html = '<p>There is a drawer that nobody opens.</p>'.repeat(40)
  const { id } = await storeArticle('draft', 'editor', { content: { html } })
  await signInAs(page, 'editor')
  await openArticle(page, id)
  await page.route('**/rest/v1/rpc/save_article', (route) =>
    route.fulfill({ status: 500, json: { message: 'No room' } }),
  )
  await editor(page).body.locator('p').last().click()
  await page.keyboard.type('It is written nowhere.')
  const notice = page.getByRole('main').getByRole('alert')
  await expect(notice).toHaveText(/This browser does not keep a copy of your text/)
  await expect(notice).toBeInViewport()
  await editor(page).saveDraft.click()
  await expect(notice).toHaveText(
    'The article could not be saved. No room. This browser does not keep a copy of your text: leave this page open.',
  )
  await expect(notice).toBeInViewport()
  const back = page.getByRole('link', { name: 'Back to Articles' })
  await back.click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(editor(page).body).toContainText('It is written nowhere.')
  await page.unroute('**/rest/v1/rpc/save_article')
  await editor(page).saveDraft.click()
  await expect(toast(page, 'Article saved as draft')).toBeVisible()
  await back.click()
  await expect(editor(page).body).toBeHidden()
})

test('a published article changes for readers only with Update or Save Draft', async ({ page }) => {
  const { id, slug } = await storeArticle('published')
  await expect.poll(async () => (await page.request.get(`/article/${slug}`)).status()).toBe(200)
  await signInAs(page, 'editor')
  await page.clock.install()
  await openArticle(page, id)
  await test.step('auto-saved changes of a published article are not published until Update', async () => {
    await writeOn(page, ' Today it opened.')
    await expect(editor(page).status).toContainText('Unpublished changes')
    await page.clock.runFor(3_000)
    await expect(editor(page).status).toContainText(/Saved \d\d:\d\d:\d\d/)
    await expect(page.getByText('These changes are not published yet.')).toBeVisible()
    expect(await storedArticle(id)).toMatchObject({ version: 1, status: 'published' })
    expect(await (await page.request.get(`/article/${slug}`)).text()).not.toContain('Today it opened.')

    await page.reload()
    await expect(editor(page).body).toContainText('Today it opened.')
    await page.getByRole('button', { name: 'Discard Changes' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard Changes' }).click()
    await expect(editor(page).body).not.toContainText('Today it opened.')

    await writeOn(page, ' Tomorrow it opens.')
    await editor(page).update.click()
    await expect(toast(page, 'Article published successfully!')).toBeVisible()
    await expect
      .poll(async () => (await page.request.get(`/article/${slug}`)).text())
      .toContain('Tomorrow it opens.')
  })

  await test.step('Save Draft on a published article unpublishes it after a confirmation', async () => {
    await expect(editor(page).submit).toBeHidden()
    await editor(page).saveDraft.click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await storedArticle(id)).toMatchObject({ status: 'published' })
    await editor(page).saveDraft.click()
    await page.getByRole('button', { name: 'Unpublish and Save Draft' }).click()
    await expect(toast(page, 'Article saved as draft')).toBeVisible()
    await expect(editor(page).publish).toBeVisible()
    await expect.poll(async () => (await page.request.get(`/article/${slug}`)).status()).toBe(404)
  })
})

test('a new article is created once when auto-save and Save Draft coincide', async ({ page }) => {
  const mark = Date.now().toString(36)
  await signInAs(page, 'editor')
  await page.clock.install()
  await page.goto('/admin/articles/new')
  let creations = 0
  const answered = Promise.withResolvers<undefined>()
  await page.route('**/rest/v1/rpc/save_article', async (route) => {
    const { p_id } = route.request().postDataJSON() as { p_id: string | null }
    if (p_id === null) creations += 1
    await answered.promise
    await route.continue()
  })
  const { title, body, saveDraft, status } = editor(page)
  await title.fill(`One of a kind ${mark}`)
  await page.clock.runFor(3_000)
  await expect(status).toContainText('Saving...')
  await saveDraft.click()
  await body.click()
  await page.keyboard.type('Typed while it saved')
  answered.resolve(undefined)
  await expect(toast(page, 'Article saved as draft')).toBeVisible()
  await expect(page).toHaveURL(/\/edit$/)
  await page.keyboard.type(', and after.')
  await expect(body).toHaveText('Typed while it saved, and after.')
  expect(creations).toBe(1)
  const client = await secretClient()
  const { count } = await client
    .from('articles')
    .select('id', { count: 'exact', head: true })
    .eq('title', `One of a kind ${mark}`)
  expect(count).toBe(1)
})

test("two tabs of one writer do not restore each other's open text; the stale one shows that the other has saved", async ({
  page,
  context,
}) => {
  const { id } = await storeArticle('draft')
  await signInAs(page, 'editor')
  await openArticle(page, id)
  await stopAutoSave(page)
  await writeOn(page, ' First tab.')
  const other = await context.newPage()
  await openArticle(other, id)
  await expect(editor(other).body).toHaveText('There is a drawer that nobody opens.')
  await expect(kept(other)).toBeHidden()
  await writeOn(other, ' Second tab.')
  await editor(other).saveDraft.click()
  await expect(toast(other, 'Article saved as draft')).toBeVisible()
  await expect(page.getByText('You saved this article in another window.')).toBeVisible()
  await editor(page).saveDraft.click()
  await expect(
    page.getByRole('alertdialog', { name: 'You saved this article in another window' }),
  ).toBeVisible()
  expect(JSON.stringify((await storedArticle(id)).content)).toContain('Second tab.')
})
