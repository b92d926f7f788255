import { type Page, expect } from '@playwright/test'
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
import { signInAs } from '../support/session.ts'
import { test as base } from '../support/test.ts'

/** The pages of two editors, each with a session of its own. */
const test = base.extend<{ first: Page; second: Page }>({
  first: async ({ page }, use) => use(page),
  second: async ({ browser }, use) => {
    const context = await browser.newContext()
    await use(await context.newPage())
    await context.close()
  },
})

async function openTwice(first: Page, second: Page, id: string): Promise<void> {
  await openArticle(first, id)
  await openArticle(second, id)
  await stopAutoSave(second)
}

const told = (page: Page) => page.getByText('Nothing is saved until you have chosen')

async function saveBoth(first: Page, second: Page): Promise<void> {
  await writeOn(second, ' His.')
  await writeOn(first, ' Hers.')
  await editor(first).saveDraft.click()
  await expect(toast(first, 'Article saved as draft')).toBeVisible()
  await expect(told(second)).toBeVisible()
  await editor(second).saveDraft.click()
  await expect(second.getByRole('alertdialog', { name: 'Someone else saved this article' })).toBeVisible()
}

test('of two editors of one article neither loses text', async ({ first, second }) => {
  await signInAs(first, 'super_admin')
  await signInAs(second, 'editor')
  await test.step('a conflicting save opens a dialog; taking theirs keeps mine as a local draft', async () => {
    const { id } = await storeArticle('draft')
    await openTwice(first, second, id)
    await saveBoth(first, second)
    const dialog = second.getByRole('alertdialog')
    await expect(dialog).toContainText('They changed')
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Hers.' })).toBeVisible()
    await expect(dialog.getByRole('listitem').filter({ hasText: 'His.' })).toBeVisible()
    expect(JSON.stringify((await storedArticle(id)).content)).toContain('Hers.')

    await dialog.getByRole('button', { name: 'Take Theirs, Keep Mine Here' }).click()
    await expect(editor(second).body).toContainText('Hers.')
    await expect(editor(second).body).not.toContainText('His.')
    await expect(second.getByText(/Your own text from .* is kept on this device/)).toBeVisible()

    await second.reload()
    await second.getByRole('button', { name: 'Compare', exact: true }).click()
    await second.getByRole('button', { name: 'Restore This Text' }).click()
    await expect(editor(second).body).toContainText('His.')
    await editor(second).saveDraft.click()
    await expect(toast(second, 'Article saved as draft')).toBeVisible()
    expect(JSON.stringify((await storedArticle(id)).content)).toContain('His.')
  })

  await test.step('overwriting saves mine and keeps theirs as a local draft', async () => {
    const { id } = await storeArticle('draft')
    await openTwice(first, second, id)
    await saveBoth(first, second)
    await second.getByRole('button', { name: 'Cancel' }).click()
    await expect(told(second)).toBeVisible()
    await second.getByRole('button', { name: 'Choose', exact: true }).click()
    await second.getByRole('button', { name: 'Overwrite with My Text' }).click()
    await expect(toast(second, 'Article saved as draft')).toBeVisible()
    expect(JSON.stringify((await storedArticle(id)).content)).toContain('His.')
    await expect(second.getByText(/The text you replaced .* is kept on this device/)).toBeVisible()
  })

  await test.step('merges what the articles list changed meanwhile without a dialog', async () => {
    const { id } = await storeArticle('draft')
    await openTwice(first, second, id)
    await writeOn(second, ' His.')
    await first.getByRole('switch', { name: 'Featured Article' }).click()
    await editor(first).saveDraft.click()
    await expect(toast(first, 'Article saved as draft')).toBeVisible()
    await editor(second).saveDraft.click()
    await expect(toast(second, 'Article saved as draft')).toBeVisible()
    await expect(second.getByRole('switch', { name: 'Featured Article' })).toBeChecked()
    expect(await storedArticle(id)).toMatchObject({ featured: true, version: 3 })
  })

  await test.step('keeps both without a dialog when each changed different fields, and says so', async () => {
    const { id } = await storeArticle('draft')
    await openTwice(first, second, id)
    await writeOn(second, ' His.')
    await first.getByLabel('Excerpt').fill('Her excerpt.')
    await editor(first).saveDraft.click()
    await expect(toast(first, 'Article saved as draft')).toBeVisible()
    await expect(toast(second, 'This article was saved elsewhere')).toBeVisible()
    await editor(second).saveDraft.click()
    await expect(toast(second, 'Article saved as draft')).toBeVisible()
    await expect(second.getByLabel('Excerpt')).toHaveValue('Her excerpt.')
    const stored = await storedArticle(id)
    expect(stored.excerpt).toBe('Her excerpt.')
    expect(JSON.stringify(stored.content)).toContain('His.')
  })

  await test.step('an editor without unsaved changes shows what another device saved', async () => {
    const { id } = await storeArticle('draft')
    await openTwice(first, second, id)
    await writeOn(first, ' Hers.')
    await editor(first).saveDraft.click()
    await expect(toast(first, 'Article saved as draft')).toBeVisible()
    await expect(editor(second).body).toContainText('Hers.')
    await expect(toast(second, 'This article was saved elsewhere')).toBeVisible()
    await writeOn(second, ' His.')
    await editor(second).saveDraft.click()
    await expect(toast(second, 'Article saved as draft')).toBeVisible()
    expect(JSON.stringify((await storedArticle(id)).content)).toContain('Hers. His.')
  })
})

test('what a bulk act changes of a published article stays beside its unpublished changes', async ({
  first,
}) => {
  await signInAs(first, 'super_admin')
  const client = await secretClient()
  const { data: categories } = await client.from('categories').select('id, name').order('name').limit(3)
  const [old, mine, theirs] = (categories ?? []) as { id: string; name: string }[]
  const recategorise = (id: string, category?: { id: string }) =>
    client.from('articles').update({ category_id: category?.id }).eq('id', id)

  await test.step('Update publishes both, without a question', async () => {
    const { id } = await storeArticle('published', 'editor', { category_id: old?.id })
    await openArticle(first, id)
    await writeOn(first, ' Not out yet.')
    await expect(first.getByText('These changes are not published yet')).toBeVisible()
    await recategorise(id, theirs)
    await expect(toast(first, 'This article was saved elsewhere')).toBeVisible()
    await editor(first).update.click()
    await expect(toast(first, 'Article published successfully!')).toBeVisible()
    const stored = await storedArticle(id)
    expect(stored.category_id).toBe(theirs?.id)
    expect(JSON.stringify(stored.content)).toContain('Not out yet.')
  })

  await test.step('of a field that both changed it is asked when the article is opened later', async () => {
    const { id } = await storeArticle('published', 'editor', { category_id: old?.id })
    await openArticle(first, id)
    await first.getByRole('button', { name: / Category$/ }).click()
    await first.getByRole('option', { name: mine?.name ?? '' }).click()
    await writeOn(first, ' Mine.')
    await expect(first.getByText('These changes are not published yet')).toBeVisible()
    await first.goto('/admin')
    await recategorise(id, theirs)
    await openArticle(first, id)
    await expect(first.getByText(/The published article was changed as well/)).toBeVisible()
    await editor(first).update.click()
    const dialog = first.getByRole('alertdialog', { name: 'The published article was changed as well' })
    await expect(dialog).toContainText('Category: changed in the unpublished changes')
    await dialog.getByRole('button', { name: 'Keep Mine and Update' }).click()
    await expect(toast(first, 'Article published successfully!')).toBeVisible()
    const stored = await storedArticle(id)
    expect(stored.category_id).toBe(mine?.id)
    expect(JSON.stringify(stored.content)).toContain('Mine.')
  })
})
