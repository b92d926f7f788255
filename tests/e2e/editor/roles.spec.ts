import { expect } from '@playwright/test'
import {
  editor,
  openArticle,
  previewBeside,
  storeArticle,
  storedArticle,
  toast,
  writeOn,
} from '../support/editor.ts'
import { pressKey } from '../support/keys.ts'
import { recordViolations } from '../support/policy-violations.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

test('a contributor writes, but neither publishes nor changes what is not theirs', async ({ page }) => {
  await signInAs(page, 'contributor')
  await test.step('a contributor writes and submits, and cannot publish or feature', async () => {
    const mark = Date.now().toString(36)
    await page.goto('/admin/articles/new')
    const { title, publish, submit, status } = editor(page)
    await title.fill(`A contributor’s chair ${mark}`)
    await expect(publish).toBeHidden()
    await expect(page.getByRole('switch', { name: 'Featured Article' })).toBeHidden()
    await expect(page.getByRole('switch', { name: 'Auto-save' })).toBeVisible()
    await expect(submit).toBeEnabled()
    await pressKey(title, 'ControlOrMeta+Alt+Enter')
    await expect(toast(page, 'Article submitted for review')).toBeVisible()
    await expect(status).toContainText('Under Review')
  })

  await test.step('a contributor changes only their own articles, and only until they are published', async () => {
    const own = await storeArticle('draft', 'contributor')
    const published = await storeArticle('published', 'contributor')
    const other = await storeArticle('draft', 'editor')
    await openArticle(page, own.id)
    await writeOn(page, ' Mine.')
    await editor(page).saveDraft.click()
    await expect(toast(page, 'Article saved as draft')).toBeVisible()
    expect(await storedArticle(own.id)).toMatchObject({ version: 2 })

    await page.goto(`/admin/articles/${published.id}/edit`)
    await expect(
      page.getByText('Your article is published: from now on only the editors can change it.'),
    ).toBeVisible()
    await expect(editor(page).body).toBeHidden()
    await expect(page.getByText('There is a drawer that nobody opens.')).toBeVisible()
    await page.goto(`/admin/articles?q=${encodeURIComponent(published.title)}`)
    await page.getByRole('link', { name: published.title }).click()
    await expect(page.getByRole('heading', { level: 1, name: published.title })).toBeVisible()
    await page.goto(`/admin/articles/${other.id}/edit`)
    await expect(page.getByText('This is another author’s article')).toBeVisible()
    await expect(page.getByText('There is a drawer that nobody opens.')).toBeVisible()
    await expect(editor(page).saveDraft).toBeHidden()
  })

  await test.step('shows a contributor at once that a slug is taken by an article in the trash', async () => {
    const { slug } = await storeArticle('draft', 'editor', { deleted_at: new Date().toISOString() })
    await page.goto('/admin/articles/new')
    await editor(page).slug.fill(slug)
    await expect(page.getByText('Another article already has this address.')).toBeVisible()
    await page.getByRole('button', { name: `Use ${slug}-2` }).click()
    await expect(editor(page).slug).toHaveValue(`${slug}-2`)
    await expect(page.getByText('Another article already has this address.')).toBeHidden()
  })
})

test('a viewer cannot write', async ({ page }) => {
  const { id } = await storeArticle('published')
  await signInAs(page, 'viewer')
  await page.goto('/admin/articles/new')
  await expect(page.getByText('Viewers read articles; they cannot write them.')).toBeVisible()
  await page.goto(`/admin/articles/${id}/edit`)
  await expect(page.getByText('Viewers read articles; they cannot change them.')).toBeVisible()
  await expect(editor(page).title).toBeHidden()
})

test('the policy refuses nothing that writing, pictures and the preview need', async ({ page }) => {
  const violations = await recordViolations(page)
  await signInAs(page, 'editor')
  await page.goto('/admin/articles/new')
  await editor(page).title.fill('A policy')
  await editor(page).body.fill('Some text')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(previewBeside(page).shown.getByText('Some text')).toBeVisible()
  await page.goto('/admin/media')
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem').first()).toBeVisible()
  expect(violations).toEqual([])
})
