import { type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import {
  editor,
  openArticle,
  stopAutoSave,
  storeArticle,
  storedArticle,
  toast,
  writeOn,
} from '../support/editor.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const history = (page: Page) => page.getByRole('dialog', { name: 'History' })
const versions = (page: Page) => history(page).getByRole('list', { name: 'Versions' }).getByRole('button')

async function openHistory(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'History' }).click()
  await expect(versions(page).first()).toBeVisible()
}

test('the history shows the versions of an article and restores them', async ({ page }) => {
  await signInAs(page, 'editor')
  await test.step('lists who saved what, and restores a version without losing unsaved text', async () => {
    const { id, title } = await storeArticle('draft')
    await openArticle(page, id)
    // Open at first, unless somebody is in the column before it is known.
    const checks = page.getByRole('region', { name: 'Before it goes out' })
    await expect(checks.getByRole('button', { name: 'Write one: Excerpt' })).toBeVisible()
    // Else a pause makes one more version.
    await stopAutoSave(page)
    await writeOn(page, ' It sticks.')
    await page.getByLabel('Excerpt').fill('A drawer.')
    await editor(page).saveDraft.click()
    await expect(toast(page, 'Article saved as draft')).toBeVisible()
    await writeOn(page, ' Nobody saved this yet.')

    await openHistory(page)
    await expect(versions(page)).toHaveCount(2)
    await expect(versions(page).first()).toContainText('You')
    await expect(versions(page).first()).toContainText('Content, Excerpt')
    await expect(versions(page).last()).toContainText('First version')
    await expect(history(page).getByRole('listitem').filter({ hasText: 'It sticks.' })).toBeVisible()
    await expectAccessible(page, 'the history')

    await versions(page).last().click()
    await expect(history(page).getByRole('heading', { name: title }).first()).toBeVisible()
    await history(page).getByRole('tab', { name: 'Compare' }).click()
    await expect(
      history(page).getByRole('listitem').filter({ hasText: 'Nobody saved this yet.' }),
    ).toBeVisible()
    await history(page).getByRole('button', { name: 'Restore This Version' }).click()
    await expect(toast(page, 'Version restored')).toBeVisible()
    await expect(editor(page).body).toHaveText('There is a drawer that nobody opens.')
    expect(await storedArticle(id)).toMatchObject({ excerpt: null, status: 'draft', version: 4 })
    // What it lacks is listed when nobody types for a while, above the button that is pressed next.
    await expect(checks.getByRole('button', { name: 'Write one: Excerpt' })).toBeVisible()

    // What was on the screen is a version like any other.
    await openHistory(page)
    await history(page).getByRole('switch', { name: 'Every save' }).click()
    await expect(versions(page)).toHaveCount(4)
    await versions(page).nth(1).click()
    await history(page).getByRole('button', { name: 'Restore This Version' }).click()
    await expect(editor(page).body).toContainText('Nobody saved this yet.')
  })

  await test.step('restoring a version of a published article waits for Update and keeps the working copy before it', async () => {
    const { id, slug } = await storeArticle('published')
    const client = await secretClient()
    await client
      .from('articles')
      .update({ content: { html: '<p>The second text.</p>' } })
      .eq('id', id)
    await openArticle(page, id)
    await writeOn(page, ' Waiting for Update.')

    await openHistory(page)
    await versions(page).last().click()
    await history(page).getByRole('button', { name: 'Restore This Version' }).click()
    await expect(toast(page, 'Version restored')).toBeVisible()
    await expect(editor(page).body).toHaveText('There is a drawer that nobody opens.')
    await expect(editor(page).status).toContainText('Unpublished changes')
    expect(await storedArticle(id)).toMatchObject({
      version: 2,
      content: { html: '<p>The second text.</p>' },
    })

    await openHistory(page)
    await expect(versions(page).first()).toContainText('Unpublished changes, discarded')
    await versions(page).first().click()
    await history(page).getByRole('tab', { name: 'Preview' }).click()
    await expect(history(page)).toContainText('The second text. Waiting for Update.')
    await page.keyboard.press('Escape')

    await editor(page).update.click()
    await expect(toast(page, 'Article published successfully!')).toBeVisible()
    await expect
      .poll(async () => (await page.request.get(`/article/${slug}`)).text())
      .toContain('There is a drawer that nobody opens.')
  })

  await test.step('restoring over a newer save opens the conflict dialog and overwrites nothing', async () => {
    const { id } = await storeArticle('draft')
    const client = await secretClient()
    const write = (html: string) => client.from('articles').update({ content: { html } }).eq('id', id)
    await write('<p>The second text.</p>')
    // The editor's polls for other saves are blocked, from the first on.
    await page.route('**/rest/v1/articles?select=version*', (route) => route.abort())
    await openArticle(page, id)
    await write('<p>Theirs, and newer.</p>')
    await openHistory(page)
    await versions(page).last().click()
    await history(page).getByRole('button', { name: 'Restore This Version' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Someone else saved this article' })).toBeVisible()
    expect(await storedArticle(id)).toMatchObject({ content: { html: '<p>Theirs, and newer.</p>' } })
  })
})

const OLD_PICTURE = 'https://pictures.example/tub.png'

test('what a story cannot hold of a stored text is said when it is opened, and when a version is restored', async ({
  page,
}) => {
  const { id } = await storeArticle('draft')
  const secret = await secretClient()
  const store = async (html: string) => {
    const { error } = await secret.from('articles').update({ content: { html } }).eq('id', id)
    expect(error).toBeNull()
  }
  const drawing = '<svg width="400" height="300"></svg>'
  await store(
    `<p>The tub stayed.</p><figure><img src="${OLD_PICTURE}" alt="Tub"><figcaption>Iron</figcaption></figure>`,
  )
  await store(`<p>The plan.</p>${drawing}`)
  await signInAs(page, 'editor')
  await openArticle(page, id)
  await expect(page.getByRole('status').filter({ hasText: 'One drawing was left out.' })).toBeVisible()
  await expectAccessible(page, 'a text with something left out')

  await openHistory(page)
  await versions(page).nth(1).click()
  await expect(history(page).getByText('One picture was left out.')).toBeVisible()
  await history(page).getByRole('button', { name: 'Restore This Version' }).click()
  await expect(toast(page, 'Version restored')).toBeVisible()
  await expect(editor(page).body).toContainText('The tub stayed.')
  expect(await storedArticle(id)).toMatchObject({ content: { html: '<p>The tub stayed.</p><p>Iron</p>' } })
})
