import { type Locator, type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { toast } from '../support/editor.ts'
import { pickFound } from '../support/found-options.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { signInAs } from '../support/session.ts'
import { publishStories, removeStories } from '../support/stories.ts'
import { test } from '../support/test.ts'

test.beforeEach(async () => {
  await publishStories([
    { slug: 'front-attic', title: 'The attic at noon', category: 'Interior Design' },
    { slug: 'front-cellar', title: 'The cellar at night', category: 'Interior Design' },
  ])
})
test.afterEach(async () => {
  await (await secretClient()).from('front_versions').delete().not('id', 'is', null)
  await removeStories('front-')
})

const block = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const drawnPage = (page: Page) => page.frameLocator('iframe[title="Home as it will be"]')
const headline = (place: Pick<Locator, 'getByRole'>) => place.getByRole('heading', { level: 1 })

async function openHome(page: Page): Promise<void> {
  await signInAs(page, 'editor')
  await page.goto('/admin/fronts/home')
  await expect(headline(drawnPage(page))).toBeVisible()
}

/** Chooses a story for the hero. */
async function chooseHero(page: Page, title: string): Promise<void> {
  const search = page.getByRole('combobox', { name: 'Add a story to Hero' })
  await pickFound(search, title, new RegExp(`^${title}`))
  await expect(page.getByRole('list', { name: 'Chosen for Hero' })).toContainText(title)
}

test('a hero with a title of its own is prepared, looked at, and goes live at its time', async ({ page }) => {
  await signInAs(page, 'editor')
  await page.goto('/admin/fronts')
  await expect(page.getByText('The standard page: nobody has chosen its stories.').first()).toBeVisible()
  // Each page is seen as readers have it.
  await expect(page.frameLocator('iframe[title="Home, as readers see it"]').locator('h1')).toBeVisible()
  await expectAccessible(page, 'fronts')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(headline(drawnPage(page))).toBeVisible()

  await chooseHero(page, 'The attic at noon')
  await expect(block(page, 'Hero')).toContainText('No picture')
  await expect(
    page.getByText('The hero has no picture: the page opens with the words of “The attic at noon” alone.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Actions for The attic at noon' }).click()
  await page.getByRole('menuitem', { name: 'Title, Picture, Times…' }).click()
  const dialog = page.getByRole('dialog', { name: 'The attic at noon' })
  await expectAccessible(page, 'a story of a front')
  await dialog.getByRole('textbox', { name: 'Title on this page' }).fill('Noon, upstairs')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(headline(drawnPage(page))).toHaveText('Noon, upstairs')
  await expectAccessible(page, 'the editor of a front')
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('iframe[title="Home as it will be"]')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Go Live at…' })).toBeVisible()
  await expectAccessible(page, 'the editor of a front on a phone')
  await page.setViewportSize({ width, height })

  await page.reload()
  await expect(page.getByText(/and did not save is back/)).toBeVisible()
  await expect(headline(drawnPage(page))).toHaveText('Noon, upstairs')
  // A press is heard from then on.
  await expect
    .poll(() =>
      drawnPage(page)
        .locator('html')
        .evaluate(() => document.readyState),
    )
    .toBe('complete')
  await headline(drawnPage(page)).click()
  await expect(page.locator('[aria-current=true]')).toContainText('Noon, upstairs')

  const service = await secretClient()
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString()
  await service.from('articles').insert({
    ...{ slug: 'front-tower', title: 'The tower tomorrow', status: 'published', published_at: tomorrow },
    category_id: (await service.from('categories').select('id').eq('name', 'Interior Design').single()).data
      ?.id,
  })
  await page.getByRole('button', { name: 'Go Live at…' }).click()
  const schedule = page.getByRole('dialog', { name: 'When does it go live?' })
  await schedule.getByRole('button', { name: /Live from/ }).click()
  await page.getByRole('button', { name: 'Next', exact: true }).first().click()
  await page.getByRole('button', { name: /\b15 \w+ \d{4}/ }).click()
  await page.keyboard.press('Escape')
  await schedule.getByRole('textbox', { name: 'Note' }).fill('For Saturday')
  await schedule.getByRole('button', { name: 'Prepare' }).click()
  await expect(page.getByText(/^Prepared for/).first()).toBeVisible()
  await expect(page.getByText('For Saturday').first()).toBeVisible()
  // The page of that time has the stories published until then.
  await expect(drawnPage(page).getByRole('heading', { name: 'The tower tomorrow' })).toBeVisible()

  const home = await page.context().newPage()
  await home.goto('/')
  await expect(headline(home)).not.toHaveText('Noon, upstairs')
  const due = Date.now() + 3_000
  await service
    .from('front_versions')
    .update({ live_from: new Date(due).toISOString() })
    .eq('note', 'For Saturday')
  await expect
    .poll(async () => (await home.request.get('/')).text(), { intervals: [200] })
    .toContain('Noon, upstairs')
  expect(Date.now()).toBeGreaterThan(due - 500)
})

test('a deleted hero leaves its place to the next, and of two editors none overwrites the other unasked', async ({
  page,
}) => {
  await openHome(page)
  await chooseHero(page, 'The cellar at night')
  await chooseHero(page, 'The attic at noon')
  const save = await holdRequests(page, '**/rest/v1/rpc/save_front')
  await page.getByRole('button', { name: 'Go Live Now' }).click()
  await save.begun
  // What was changed meanwhile would not be in it.
  await expect(page.locator('[inert]', { has: block(page, 'Hero') })).toBeVisible()
  save.release()
  await expect(toast(page, 'Home goes live now')).toBeVisible()
  const home = await page.context().newPage()
  const readHome = async () => (await home.request.get('/')).text()
  await expect.poll(readHome).toMatch(/<h1>[^]*The attic at noon[^]*<\/h1>/)

  // A story that is marked as hero now comes after the chosen one.
  await page.goto('/admin/articles?q=cellar+at+night')
  const behind =
    'The home page opens with “The attic at noon”, chosen by hand in Home & Sections, until it is taken off there.'
  const crown = page.getByRole('button', { name: 'Hero: The cellar at night', exact: true })
  await crown.click()
  await expect(toast(page, 'Article set as hero successfully')).toBeVisible()
  await expect(toast(page, behind)).toBeVisible()
  await expect(crown).toHaveAttribute('title', `Hero: The cellar at night. ${behind}`)
  await crown.click()
  await expect(toast(page, 'Article removed as hero successfully')).toBeVisible()
  await page.goto('/admin/fronts/home')

  const service = await secretClient()
  await service.from('articles').update({ deleted_at: new Date().toISOString() }).eq('slug', 'front-attic')
  await expect.poll(readHome).toMatch(/<h1>[^]*The cellar at night[^]*<\/h1>/)
  await page.reload()
  await expect(block(page, 'Hero')).toContainText('In the trash: left out')

  await block(page, 'Newsletter').getByRole('button', { name: 'Remove the block Newsletter' }).click()
  await service.from('front_versions').insert({ page: '/', note: 'By somebody else' })
  await page.getByRole('button', { name: 'Go Live Now' }).click()
  const conflict = page.getByRole('alertdialog', { name: 'Someone else saved this page' })
  await expectAccessible(page, 'two editors of a front')
  await conflict.getByRole('button', { name: 'Take Theirs, Drop Mine' }).click()
  await expect(block(page, 'Newsletter')).toBeVisible()
  await expect(block(page, 'Hero')).not.toContainText('In the trash')

  // The choice ends the question in which the conflict was found.
  await service.from('front_versions').insert({ page: '/', note: 'By somebody else again' })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Back to the Standard Page…' }).click()
  const question = page.getByRole('alertdialog', { name: 'Back to the standard page?' })
  await question.getByRole('button', { name: 'Go Live Now' }).click()
  await conflict.getByRole('button', { name: 'Overwrite with Mine' }).click()
  await expect(toast(page, 'Home goes live now')).toBeVisible()
  await expect(question).toHaveCount(0)
})
