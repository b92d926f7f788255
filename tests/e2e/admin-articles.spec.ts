import { expect, test, type Page } from '@playwright/test'
import { secretClient } from './support/backend.ts'
import { signInAs } from './support/session.ts'

const DRAFT = 'two-moons-over-the-sideboard'

const table = (page: Page) => page.getByRole('table', { name: 'Articles' })
/** The row of an article; the first row of the table is its head. */
const row = (page: Page, title: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })
const titles = async (page: Page) =>
  table(page).getByRole('row').locator('td:first-child').getByRole('link').allTextContents()

async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/admin/articles${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()
}

async function stored(slug: string): Promise<Record<string, unknown>> {
  const service = await secretClient()
  const { data } = await service
    .from('articles')
    .select('*')
    .eq('slug', slug)
    .single<Record<string, unknown>>()
  return data ?? {}
}

async function change(slug: string, values: object): Promise<void> {
  const service = await secretClient()
  const { error } = await service.from('articles').update(values).eq('slug', slug)
  if (error !== null) throw error
}

test.describe('finding articles', () => {
  test.beforeEach(async ({ page }) => {
    await signInAs(page, 'editor')
  })

  test('shows 20 a page, the last changed first, and turns pages in the address', async ({ page }) => {
    await openList(page)
    await expect(table(page).getByRole('row')).toHaveCount(21)
    const first = await titles(page)
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page).toHaveURL('/admin/articles?page=2')
    await expect(page.getByText(/^21–40 of \d+ articles$/)).toBeVisible()
    await expect.poll(async () => (await titles(page)).filter((title) => first.includes(title))).toEqual([])
    await page.goBack()
    await expect(page).toHaveURL('/admin')
  })

  test('searches on the server, whatever signs are typed', async ({ page }) => {
    await openList(page)
    const search = page.getByRole('searchbox', { name: 'Search articles' })
    await search.fill('green room')
    await expect(table(page).getByRole('row')).toHaveCount(2)
    await expect(page).toHaveURL('/admin/articles?q=green+room')
    await search.fill('%')
    await expect(page.getByText('No articles match.')).toBeVisible()
    await search.fill('"),(title.ilike.*')
    await expect(page.getByText('No articles match.')).toBeVisible()
    await page.getByRole('link', { name: 'Show all articles' }).click()
    await expect(search).toHaveValue('')
    await expect(table(page).getByRole('row')).toHaveCount(21)
  })

  test('takes the status from the address and from its chips', async ({ page }) => {
    await openList(page, '?status=review')
    const status = page.getByRole('group', { name: 'Status' })
    await expect(status.getByRole('button', { name: /^Under Review/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(row(page, 'Meant to be grey')).toContainText('Under Review')
    const words = await table(page).getByRole('row').locator('td').getByText('Under Review').count()
    expect(words).toBe(
      await table(page)
        .getByRole('row')
        .count()
        .then((rows) => rows - 1),
    )
    for (const [name, value] of [
      ['Draft', 'draft'],
      ['Published', 'published'],
      ['Archived', 'archived'],
    ] as const) {
      await status.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      await expect(page).toHaveURL(`/admin/articles?status=${value}`)
    }
    await status.getByRole('button', { name: /^All/ }).click()
    await expect(page).toHaveURL('/admin/articles')
    await expect(status.getByRole('button', { name: 'Trash' })).toHaveCount(0)
  })

  test('More Filters narrow by category, author, featured and hero', async ({ page }) => {
    await openList(page)
    await page.getByRole('button', { name: /More Filters/ }).click()
    const choose = async (label: string, option: string) => {
      await page.getByRole('button', { name: new RegExp(`${label}$`) }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose('Hero', 'Yes')
    await expect(table(page).getByRole('row')).toHaveCount(2)
    await expect(row(page, 'The green room, kept')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL('/admin/articles')
    await choose('Author', 'Nell Carrow')
    await choose('Featured', 'No')
    await expect.poll(() => new URL(page.url()).searchParams.get('featured')).toBe('false')
    await expect
      .poll(
        async () => new Set(await table(page).getByRole('row').locator('td:nth-child(2)').allTextContents()),
      )
      .toEqual(new Set(['Nell Carrow']))
    await choose('Category', 'Lifestyle')
    await expect(row(page, 'Tea goes on the bench')).toBeVisible()
  })

  test('sorts by its headings', async ({ page }) => {
    await openList(page)
    await table(page).getByRole('button', { name: 'Title' }).click()
    await expect(table(page).getByRole('columnheader', { name: 'Title' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await expect.poll(async () => (await titles(page))[0]).toMatch(/^A /)
    await table(page).getByRole('button', { name: 'Title' }).click()
    await expect.poll(async () => (await titles(page))[0]).toMatch(/^(W|Y)/)
    await expect(page).toHaveURL('/admin/articles?sort=title&dir=desc')
  })

  test('says which live story has unpublished changes and which is scheduled', async ({ page }) => {
    const { id, version } = await stored('the-green-room-kept')
    const service = await secretClient()
    await service
      .from('article_working_copies')
      .upsert({ article_id: id, data: { title: 'Changed' }, base_version: version })
    await openList(page, '?q=green+room')
    await expect(row(page, 'The green room, kept')).toContainText('Unpublished changes')
    await service.from('article_working_copies').delete().eq('article_id', id)
    await openList(page, '?q=two+addresses')
    await expect(row(page, 'A bench with two addresses')).toContainText(/Scheduled, \d+ \w+/)
  })
})

test.describe('changing articles from the list', () => {
  const draft: Record<string, unknown> = {}

  test.beforeAll(async () => {
    Object.assign(draft, await stored(DRAFT))
  })

  // Whatever a test did or left half done, the next finds the stories as they were.
  test.afterEach(async () => {
    const { author_id, featured, featured_image } = draft
    await change(DRAFT, { author_id, featured, featured_image, deleted_at: null })
    await change('the-green-room-kept', { hero: true })
  })

  test('features and unfeatures', async ({ page }) => {
    await signInAs(page, 'editor')
    await openList(page, '?q=two+moons')
    const star = page.getByRole('button', { name: 'Featured: Two moons over the sideboard' })
    await expect(star).toHaveAttribute('aria-pressed', 'false')
    await star.click()
    await expect(page.getByText('Article featured successfully', { exact: true })).toBeVisible()
    expect((await stored(DRAFT)).featured).toBe(true)
    await star.click()
    await expect(page.getByText('Article unfeatured successfully', { exact: true })).toBeVisible()
    expect((await stored(DRAFT)).featured).toBe(false)
  })

  test('there is one hero at most', async ({ page }) => {
    await signInAs(page, 'editor')
    await openList(page, '?status=published&sort=published_at')
    const crown = (title: string) => page.getByRole('button', { name: `Hero: ${title}`, exact: true })
    await expect(crown('The green room, kept')).toHaveAttribute('aria-pressed', 'true')
    await crown('The arch lifts at seven').click()
    await expect(page.getByText('Article set as hero successfully')).toBeVisible()
    await expect(crown('The green room, kept')).toHaveAttribute('aria-pressed', 'false')
    expect((await stored('the-green-room-kept')).hero).toBe(false)
    await crown('The arch lifts at seven').click()
    await expect(page.getByText('Article removed as hero successfully')).toBeVisible()
  })

  test('says when a flag cannot be changed, and shows it as it was', async ({ page }) => {
    await signInAs(page, 'editor')
    await openList(page, '?q=green+room')
    await page.route('**/rest/v1/articles?id=eq.*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 403, json: { code: '42501', message: 'no' } })
        : route.continue(),
    )
    const star = page.getByRole('button', { name: 'Featured: The green room, kept' })
    const before = await star.getAttribute('aria-pressed')
    await star.click()
    await expect(page.getByText('Failed to update featured status')).toBeVisible()
    await expect(star).toHaveAttribute('aria-pressed', before ?? '')
    await page.getByRole('button', { name: 'Hero: The green room, kept' }).click()
    await expect(page.getByText('Failed to update hero status')).toBeVisible()
  })

  test('gives an article to another author, after a confirmation', async ({ page }) => {
    const before = (await stored(DRAFT)).author_id
    await signInAs(page, 'editor')
    await openList(page, '?q=two+moons')
    const change_ = page.getByRole('button', { name: 'Change author of Two moons over the sideboard' })
    await change_.click()
    await expect(page.getByRole('button', { name: 'Confirm author' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect((await stored(DRAFT)).author_id).toBe(before)

    await change_.click()
    await pickAuthor(page, 'Hana Mizuno')
    await page.getByRole('button', { name: 'Confirm author' }).click()
    await expect(page.getByText('Article author updated successfully')).toBeVisible()
    await expect(row(page, 'Two moons over the sideboard')).toContainText('Hana Mizuno')
    expect((await stored(DRAFT)).author_id).not.toBe(before)
  })

  test('says why an author cannot be taken', async ({ page }) => {
    const service = await secretClient()
    await service.from('author_profiles').insert([
      { name: 'Zed Without Mail', slug: 'zed-without-mail' },
      { name: 'Zoe Without Account', slug: 'zoe-without-account', email: 'zoe@nowhere.example' },
    ])
    await signInAs(page, 'editor')
    await openList(page, '?q=two+moons')
    await page.getByRole('button', { name: 'Change author of Two moons over the sideboard' }).click()
    await pickAuthor(page, 'Zed Without Mail')
    await page.getByRole('button', { name: 'Confirm author' }).click()
    await expect(page.getByText('Selected author has no email. Cannot link to a user profile.')).toBeVisible()
    await pickAuthor(page, 'Zoe Without Account')
    await page.getByRole('button', { name: 'Confirm author' }).click()
    await expect(page.getByText('Author account not found')).toBeVisible()
    await expect(
      page.getByText(
        'This author does not have a user profile yet. Ask an admin to invite them or create a profile.',
      ),
    ).toBeVisible()
    await service.from('author_profiles').delete().in('slug', ['zed-without-mail', 'zoe-without-account'])
  })

  test('a super admin deletes into the trash and takes back from it', async ({ page }) => {
    await signInAs(page, 'super_admin')
    await openList(page, '?q=two+moons')
    const menu = page.getByRole('button', { name: 'Actions for Two moons over the sideboard' })
    await menu.click()
    await expect(page.getByRole('menuitem')).toHaveText(['View', 'Edit', 'Delete'])
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    expect((await stored(DRAFT)).deleted_at).toBeNull()

    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Article moved to the trash')).toBeVisible()
    await expect(page.getByText('No articles match.')).toBeVisible()
    expect((await stored(DRAFT)).deleted_at).not.toBeNull()

    await openList(page, '?status=trash')
    await menu.click()
    await expect(page.getByRole('menuitem')).toHaveText(['View', 'Restore'])
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await expect(page.getByText('Article restored')).toBeVisible()
    expect((await stored(DRAFT)).deleted_at).toBeNull()
  })

  test('the Hero Image Manager takes and sets the image of an article', async ({ page }) => {
    await signInAs(page, 'editor')
    await openList(page)
    const manager = page.getByRole('button', { name: 'Hero Image Manager' })
    await expect(manager).toHaveAttribute('aria-expanded', 'false')
    await manager.click()
    await page.getByRole('searchbox', { name: 'Find an article for its image' }).fill('two moons')
    await page.getByRole('button', { name: 'Remove image of Two moons over the sideboard' }).click()
    await expect(page.getByText('Hero image removed successfully')).toBeVisible()
    expect((await stored(DRAFT)).featured_image).toBeNull()

    await page.getByRole('button', { name: 'Choose image of Two moons over the sideboard' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.getByRole('grid', { name: 'Pictures' }).getByRole('row').first().click()
    await page.getByRole('button', { name: 'Use Picture' }).click()
    await expect(page.getByText('Hero image updated successfully')).toBeVisible()
    expect((await stored(DRAFT)).featured_image).toMatch(/\/storage\/v1\/object\/public\/media\//)
  })
})

test.describe('the screen of one article', () => {
  test('shows the text as readers see it and how the last publish went', async ({ page }) => {
    const { id } = await stored('the-green-room-kept')
    await signInAs(page, 'editor')
    await page.goto(`/admin/articles/${String(id)}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The green room, kept')
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(
      'Dashboard/Articles/View Article',
    )
    const article = page.getByRole('article')
    expect(await article.getByRole('paragraph').count()).toBeGreaterThan(4)
    await expect(article.getByRole('paragraph').last()).toHaveCSS('font-family', /Newsreader/)
    const facts = page.getByRole('complementary', { name: 'About this article' })
    await expect(facts).toContainText('Published')
    await expect(facts).toContainText('/article/the-green-room-kept')
    await expect(facts).toContainText(/Live|Publishing…|Nothing published yet/)
    await expect(page.getByRole('link', { name: 'View on site' })).toHaveAttribute(
      'href',
      '/article/the-green-room-kept',
    )
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveAttribute(
      'href',
      `/admin/articles/${String(id)}/edit`,
    )
  })

  test('says when there is no such article', async ({ page }) => {
    await signInAs(page, 'editor')
    for (const id of ['2f1a8f9e-5b67-4c6e-9d0a-1f2e3d4c5b6a', 'no-id']) {
      await page.goto(`/admin/articles/${id}`)
      await expect(page.getByText('Article not found').last()).toBeVisible()
      await expect(page.getByRole('link', { name: 'Back to Articles' })).toHaveAttribute(
        'href',
        '/admin/articles',
      )
    }
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the list is cards with all their actions', async ({ page }) => {
    await signInAs(page, 'editor')
    await page.goto('/admin/articles?q=green+room')
    const card = page.getByRole('list', { name: 'Articles' }).getByRole('listitem')
    await expect(card).toHaveCount(1)
    await expect(card).toContainText('Interior Design · Ines Abril')
    await expect(card).toContainText('Published')
    await card.getByRole('button', { name: 'Actions for The green room, kept' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['View', 'Edit', 'Feature', 'Remove as hero'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})

async function pickAuthor(page: Page, name: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Author of Two moons over the sideboard' })
  await field.fill(name)
  await page.getByRole('option', { name }).click()
  await expect(field).toHaveValue(name)
}
