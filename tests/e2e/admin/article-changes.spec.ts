import { type Page, expect } from '@playwright/test'
import { pickFound } from '../support/found-options.ts'
import { expectAccessible } from '../support/axe.ts'
import { articleRow, articleTable, changeArticle, openArticles, storedArticle } from '../support/articles.ts'
import { secretClient } from '../support/backend.ts'
import { storeArticle } from '../support/editor.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { goInApp } from '../support/screens.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const DRAFT = 'two-moons-over-the-sideboard'

test.describe('changing articles from the list', () => {
  const draft: Record<string, unknown> = {}

  test.beforeEach(async () => {
    Object.assign(draft, await storedArticle(DRAFT))
  })

  // Whatever a test did or left half done, the next finds the stories as they were.
  test.afterEach(async () => {
    const { author_id, featured, featured_image } = draft
    await changeArticle(DRAFT, { author_id, featured, featured_image, deleted_at: null })
    await changeArticle('the-green-room-kept', { hero: true })
    const service = await secretClient()
    await service.from('author_profiles').delete().in('slug', ['zed-without-mail', 'zoe-without-account'])
  })

  test('an editor toggles Featured and Hero, and sees when that fails', async ({ page }) => {
    await signInAs(page, 'editor')
    await openArticles(page, '?q=two+moons')

    await test.step('toggles Featured', async () => {
      const star = page.getByRole('button', { name: 'Featured: Two moons over the sideboard' })
      await expect(star).toHaveAttribute('aria-pressed', 'false')
      await star.click()
      await expect(page.getByText('Article featured successfully', { exact: true })).toBeVisible()
      expect((await storedArticle(DRAFT)).featured).toBe(true)

      // Unfeatured, it leaves this list, here before the counts are back.
      await goInApp(page, '/admin/articles?q=two+moons&featured=true')
      await expect(star).toHaveAttribute('aria-pressed', 'true')
      await page.route('**/rpc/get_article_counts', async (route) => {
        await expect(star).toHaveCount(0)
        await route.continue()
      })
      await star.click()
      await expect(page.getByText('Article unfeatured successfully', { exact: true })).toBeVisible()
      expect((await storedArticle(DRAFT)).featured).toBe(false)
      await page.unrouteAll()
    })

    await test.step('of two quick presses the later one counts', async () => {
      await goInApp(page, '/admin/articles?q=two+moons')
      const star = page.getByRole('button', { name: 'Featured: Two moons over the sideboard' })
      await expect(star).toHaveAttribute('aria-pressed', 'false')
      const held = await holdRequests(page, '**/rest/v1/articles?id=eq.*')
      await star.click()
      await held.begun
      await expect(star).toHaveAttribute('aria-pressed', 'true')
      await star.click()
      await expect(star).toHaveAttribute('aria-pressed', 'false')
      const answers: unknown[] = []
      page.on('response', (response) => {
        if (response.request().method() === 'PATCH') answers.push(response.request().postDataJSON())
      })
      held.release()
      await expect.poll(() => answers).toEqual([{ featured: true }, { featured: false }])
      await expect(star).toHaveAttribute('aria-pressed', 'false')
      expect((await storedArticle(DRAFT)).featured).toBe(false)
      await page.unrouteAll()
    })

    await test.step('setting a hero unsets the one before', async () => {
      await goInApp(page, '/admin/articles?status=published&sort=published_at')
      const crown = (title: string) => page.getByRole('button', { name: `Hero: ${title}`, exact: true })
      await expect(crown('The green room, kept')).toHaveAttribute('aria-pressed', 'true')
      await crown('The arch lifts at seven').click()
      await expect(page.getByText('Article set as hero successfully')).toBeVisible()
      await expect(crown('The green room, kept')).toHaveAttribute('aria-pressed', 'false')
      expect((await storedArticle('the-green-room-kept')).hero).toBe(false)
      await crown('The arch lifts at seven').click()
      await expect(page.getByText('Article removed as hero successfully')).toBeVisible()
    })

    await test.step('shows an error when a flag cannot be saved, and restores the flag', async () => {
      await goInApp(page, '/admin/articles?q=green+room')
      await page.route('**/rest/v1/articles?id=eq.*', (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({ status: 403, json: { code: '42501', message: 'no' } })
          : route.continue(),
      )
      const star = page.getByRole('button', { name: 'Featured: The green room, kept' })
      await expect(articleTable(page).getByRole('row')).toHaveCount(2)
      const before = await star.getAttribute('aria-pressed')
      await star.click()
      await expect(page.getByText('Failed to update featured status')).toBeVisible()
      await expect(star).toHaveAttribute('aria-pressed', before ?? '')
      await page.getByRole('button', { name: 'Hero: The green room, kept' }).click()
      await expect(page.getByText('Failed to update hero status')).toBeVisible()
    })
  })

  test('an editor changes the author and the hero image of an article', async ({ page }) => {
    await signInAs(page, 'editor')
    await openArticles(page, '?q=two+moons')

    await test.step('shows why the author could not be changed', async () => {
      const service = await secretClient()
      await service.from('author_profiles').insert([
        { name: 'Zed Without Mail', slug: 'zed-without-mail' },
        { name: 'Zoe Without Account', slug: 'zoe-without-account', email: 'zoe@nowhere.example' },
      ])
      await page.getByRole('button', { name: 'Change author of Two moons over the sideboard' }).click()
      await pickAuthor(page, 'Zed Without Mail')
      await page.getByRole('button', { name: 'Confirm author' }).click()
      await expect(
        page.getByText('Selected author has no email. Cannot link to a user profile.'),
      ).toBeVisible()
      await pickAuthor(page, 'Zoe Without Account')
      await page.getByRole('button', { name: 'Confirm author' }).click()
      await expect(page.getByText('Author account not found')).toBeVisible()
      await expect(
        page.getByText(
          'This author does not have a user profile yet. Ask an admin to invite them or create a profile.',
        ),
      ).toBeVisible()
    })

    await test.step('changes the author after a confirmation', async () => {
      const before = (await storedArticle(DRAFT)).author_id
      await page.getByRole('button', { name: 'Cancel' }).click()
      const reassign = page.getByRole('button', { name: 'Change author of Two moons over the sideboard' })
      await reassign.click()
      await expect(page.getByRole('button', { name: 'Confirm author' })).toBeVisible()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(reassign).toBeFocused()
      expect((await storedArticle(DRAFT)).author_id).toBe(before)

      await reassign.click()
      await pickAuthor(page, 'Hana Mizuno')
      await page.getByRole('button', { name: 'Confirm author' }).click()
      await expect(page.getByText('Article author updated successfully')).toBeVisible()
      await expect(articleRow(page, 'Two moons over the sideboard')).toContainText('Hana Mizuno')
      expect((await storedArticle(DRAFT)).author_id).not.toBe(before)
    })

    await test.step('the Hero Image Manager sets and removes the image of an article', async () => {
      const manager = page.getByRole('button', { name: 'Hero Image Manager' })
      await expect(manager).toHaveAttribute('aria-expanded', 'false')
      await manager.click()
      await page.getByRole('searchbox', { name: 'Find an article for its image' }).fill('two moons')
      // The list before the search could take the click, and be gone before the button is let go.
      await expect(page.getByRole('button', { name: /^(Choose|Change) image of / })).toHaveCount(1)
      await page.getByRole('button', { name: 'Remove image of Two moons over the sideboard' }).click()
      await expect(page.getByText('Hero image removed successfully')).toBeVisible()
      expect((await storedArticle(DRAFT)).featured_image).toBeNull()

      await page.getByRole('button', { name: 'Choose image of Two moons over the sideboard' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.getByRole('grid', { name: 'Pictures' }).getByRole('row').first().click()
      await page.getByRole('button', { name: 'Use Picture' }).click()
      await expect(page.getByText('Hero image updated successfully')).toBeVisible()
      expect((await storedArticle(DRAFT)).featured_image).toMatch(/\/storage\/v1\/object\/public\/media\//)
    })
  })

  test('a super admin moves articles to the trash, restores them and deletes them for good', async ({
    page,
  }) => {
    const { id, title } = await storeArticle('draft', 'editor', { deleted_at: new Date().toISOString() })
    await signInAs(page, 'super_admin')

    await test.step('a super admin moves articles to the trash and restores them', async () => {
      await openArticles(page, '?q=two+moons')
      const menu = page.getByRole('button', { name: 'Actions for Two moons over the sideboard' })
      await menu.click()
      await expect(page.getByRole('menuitem')).toHaveText([
        'View',
        'Edit',
        'Share Preview…',
        'Archive',
        'Delete',
      ])
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
      expect((await storedArticle(DRAFT)).deleted_at).toBeNull()

      await menu.click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('Article moved to the trash')).toBeVisible()
      await expect(page.getByText('No articles match.')).toBeVisible()
      expect((await storedArticle(DRAFT)).deleted_at).not.toBeNull()

      await goInApp(page, '/admin/articles?status=trash')
      await expect(articleRow(page, 'Two moons over the sideboard')).toContainText('30 days left')
      await menu.click()
      await expect(page.getByRole('menuitem')).toHaveText(['View', 'Restore', 'Delete Forever'])
      await page.getByRole('menuitem', { name: 'Restore' }).click()
      await expect(page.getByText('Article restored')).toBeVisible()
      expect((await storedArticle(DRAFT)).deleted_at).toBeNull()
    })

    await test.step('deletes an article in the trash for good after a confirmation', async () => {
      await expect(articleRow(page, title)).toContainText('30 days left')
      await expectAccessible(page, 'the trash')
      await page.getByRole('button', { name: `Actions for ${title}` }).click()
      await page.getByRole('menuitem', { name: 'Delete Forever' }).click()
      const question = page.getByRole('alertdialog', { name: 'Delete this article forever?' })
      await expect(question).toContainText('This cannot be undone.')
      let deletions = 0
      page.on('request', (request) => {
        if (request.method() === 'DELETE') deletions += 1
      })
      await question.getByRole('button', { name: 'Delete Forever' }).dblclick()
      await expect(page.getByText('Article deleted', { exact: true })).toBeVisible()
      expect(deletions).toBe(1)
      await expect(page.getByText(title)).toBeHidden()
      const service = await secretClient()
      expect((await service.from('articles').select('id').eq('id', id)).data).toEqual([])
    })
  })
})

async function pickAuthor(page: Page, name: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Author of Two moons over the sideboard' })
  // The name of the author so far, which comes after the box.
  await expect(field).not.toHaveValue('')
  await pickFound(field, name)
  await expect(field).toHaveValue(name)
}
