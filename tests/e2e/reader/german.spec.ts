import { type Locator, type Page, expect } from '@playwright/test'
import { de } from '../../../src/words/de.ts'
import { en } from '../../../src/words/en.ts'
import { expectAccessible } from '../support/axe.ts'
import { allPublished, publishStories } from '../support/stories.ts'
import { test } from '../support/test.ts'
import { deleteTestVisitors, TEST_DOMAIN, useOwnAddress } from '../support/visitors.ts'

/** Of the demo content: a story with pictures. */
const GALLERY = '/article/a-bath-with-nowhere-else-to-be'
const STORY = { slug: 'haeuser-am-hang', title: 'Häuser am Hang', category: 'Small Spaces' }

test.beforeAll(async ({ service }) => {
  await publishStories([STORY])
  const { error } = await service
    .from('site_settings')
    .update({ language: 'de', date_language: null, texts: {} })
    .not('id', 'is', null)
  expect(error).toBeNull()
  await allPublished(service)
})

test.beforeEach(({ page }) => useOwnAddress(page))
test.afterAll(deleteTestVisitors)

/** Stands for what a function of the dictionaries puts into its text: a number, a name. */
const GIVEN = 7777

/** The texts of a dictionary, as patterns. */
function patterns(words: unknown): string[] {
  if (typeof words === 'function')
    return patterns((words as (...given: number[]) => unknown)(GIVEN, GIVEN, GIVEN))
  if (typeof words === 'object' && words !== null) return Object.values(words).flatMap(patterns)
  const parts = String(words)
    .trim()
    .split(/7[.,]?777/)
  // 'by', but not 'by …': many titles are so.
  const hasWords =
    /\p{L}{2}/u.test(parts.join('')) && (parts.length === 1 || /\p{L}{3}/u.test(parts.join(' ')))
  return hasWords ? [parts.map(RegExp.escape).join('.+')] : []
}

const GERMAN = new Set(patterns(de))
/** What an English page says by itself and a German one does not. */
const ENGLISH = new RegExp(
  `^(${patterns(en)
    .filter((pattern) => !GERMAN.has(pattern))
    .join('|')})$`,
)

/** Expects that a part of a page says nothing in English, shown or read out, but what stories, categories and people are called. */
async function expectGerman(part: Locator, where: string): Promise<void> {
  const texts = await part.evaluateAll((parts) => {
    const ATTRIBUTES = ['aria-label', 'placeholder', 'title', 'alt']
    const elements = parts.flatMap((one) => [one, ...one.querySelectorAll('*:not(script, style)')])
    return elements.flatMap((one) => [
      ...ATTRIBUTES.map((name) => one.getAttribute(name) ?? ''),
      ...Array.from(one.childNodes, (node) => (node instanceof Text ? node.data : '')),
    ])
  })
  const found = texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => ENGLISH.test(text))
  expect(found, where).toEqual([])
}

const banner = (page: Page) => page.getByRole('banner')
const alerts = (page: Page) => page.getByRole('alert').filter({ visible: true })
const toast = (page: Page, text: string) => page.locator('.toasts .toast').filter({ hasText: text })

test('what English words are looked for by is in the English dictionary alone', () => {
  for (const text of ['Show more', '12 results, 5 shown', 'Send Message', 'Page 2 of 5', 'Your subscription'])
    expect(text).toMatch(ENGLISH)
  for (const text of ['Name', 'Newsletter', '12 Treffer, 5 gezeigt', 'Filter', 'RSS'])
    expect(text).not.toMatch(ENGLISH)
})

test('search, filters, pictures, sharing and what is not there speak German', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])

  await test.step('the search of the header finds other forms of a word', async () => {
    await page.goto('/contact')
    await banner(page).getByRole('button', { name: de.search.button }).click()
    const search = page.locator('#search')
    const field = search.getByLabel(de.search.field)
    await expect(field).toBeFocused()
    await field.fill('Haus')
    await expect(search.getByRole('option', { name: STORY.title })).toBeVisible()
    await expect(search.getByRole('status')).toHaveText(/^\d+ Treffer, \d+ gezeigt$/)
    await expectAccessible(page, 'what the search has found')
    await expectGerman(search, 'what the search has found')
    await field.fill('xyzzy qwertz')
    await expect(search).toContainText('Keine Treffer für „xyzzy qwertz“')
    await expect(search.locator('[aria-busy=true]')).toHaveCount(0)
    await field.fill('Häusre')
    await expect(search).toContainText(de.search.didYouMean.before)
    await expectGerman(search, 'a misspelled search')
  })

  await test.step('the list of all stories', async () => {
    await page.goto('/browse?search=Haus')
    const main = page.getByRole('main')
    const results = main.locator('.results')
    await expect(results).toHaveAttribute('aria-busy', 'false')
    await expect(main.getByRole('heading', { level: 3, name: STORY.title })).toBeVisible()
    await expect(page.locator('.summary')).toContainText(/^1–\d+ von \d+ Artikeln/)
    await page.getByRole('button', { name: /^Filter/ }).click()
    await expectAccessible(page, 'the filters')
    await expectGerman(main, 'the filters')
    await main.getByLabel(de.search.field).fill('xyzzy qwertz')
    await expect(main.getByRole('heading', { name: de.browse.noneFound })).toBeVisible()
    await expectGerman(main, 'a search without results')
    await main.getByRole('button', { name: de.browse.clearFilters }).click()
    await expect(main.getByText(/^Seite 1 von \d+$/)).toBeVisible()
    await expectGerman(main, 'all stories')
  })

  await test.step('the filter of a section', async () => {
    await page.goto('/living-spaces')
    await page.locator('.section-filter').getByText('Small Spaces', { exact: true }).click()
    await expect(page.locator('.section-filter [data-line]:visible')).toHaveText(
      /^\d+ Artikel in Small Spaces$/,
    )
    await page.locator('footer').scrollIntoViewIfNeeded()
    await expectGerman(page.getByRole('main'), 'a section')
  })

  await test.step('a story: its day, its pictures, its links', async () => {
    await page.goto(`/article/${STORY.slug}`)
    await expect(page.locator('main time').first()).toHaveText(/^\d{1,2}\. \p{L}+ \d{4}$/u)
    await page.goto(GALLERY)
    await page.getByRole('region', { name: de.article.gallery }).getByRole('link').first().click()
    const gallery = page.getByRole('dialog', { name: de.article.gallery })
    await gallery.getByRole('button', { name: de.article.nextPicture }).click()
    await expect(gallery.getByRole('status')).toContainText(/^Bild 2 von \d+/)
    await expectAccessible(page, 'the gallery')
    await expectGerman(gallery, 'the gallery')
    await page.keyboard.press('Escape')
    const share = page.getByRole('complementary', { name: de.article.share })
    await share.getByRole('button', { name: de.share.copyLink }).click()
    await expect(toast(page, de.share.linkCopied)).toBeVisible()
    await share.getByRole('button', { name: 'Instagram' }).click()
    await expectGerman(share, 'the links to share')
    await expectGerman(page.locator('.toasts'), 'what became of sharing')
  })

  await test.step('what is not there', async () => {
    await page.goto('/article/das-gibt-es-nicht')
    await expect(page.getByText(de.live.noArticleText)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expectAccessible(page, 'no story')
    await expectGerman(page.getByRole('main'), 'no story')
  })
})

test('the forms speak German: their errors, what they agree to and what became of them', async ({ page }) => {
  await page.goto('/contact')
  await test.step('the newsletter', async () => {
    await banner(page).getByRole('button', { name: de.subscribe }).click()
    const dialog = page.getByRole('dialog', { name: de.newsletter })
    const email = dialog.getByLabel(`${de.forms.email} *`)
    await dialog.getByRole('button', { name: de.forms.subscribe }).click()
    await expect(toast(page, de.outcomes['email-required'].title)).toBeVisible()
    await email.fill('anna')
    await page.keyboard.press('Enter')
    await expect(alerts(page)).toHaveText(de.forms.errors.subscriber.invalid())
    await expectAccessible(page, 'the newsletter with an error')
    await expectGerman(dialog, 'the newsletter with an error')
    await email.fill(`anna@${TEST_DOMAIN}`)
    await dialog.getByRole('button', { name: de.forms.subscribe }).click()
    await expect(dialog.getByRole('heading', { name: de.forms.allSet })).toBeVisible()
    await expect(toast(page, 'Willkommen bei Mantel! Der Newsletter ist abonniert.')).toBeVisible()
    await expectGerman(dialog, 'the thanks')
    await dialog.getByRole('button', { name: de.forms.continueReading }).click()
  })
  await test.step('a message', async () => {
    const main = page.getByRole('main')
    const field = (name: string) => main.getByRole('textbox', { name, exact: true })
    await main.getByRole('button', { name: de.forms.send }).click()
    await expect(alerts(page)).toHaveText([
      de.forms.errors.name.missing(),
      de.forms.errors.email.missing(),
      de.forms.errors.message.missing(),
    ])
    await field(`${de.forms.message} *`).fill('x'.repeat(10_001))
    await expect(alerts(page).last()).toHaveText('Eine Nachricht hat höchstens 10.000 Zeichen.')
    await expectAccessible(page, 'the message with its errors')
    await expectGerman(main, 'the message with its errors')
    await field(`${de.forms.name} *`).fill('Änne Größe')
    await field(`${de.forms.email} *`).fill(`aenne@${TEST_DOMAIN}`)
    await field(`${de.forms.message} *`).fill('Guten Tag')
    await main.getByRole('button', { name: de.forms.send }).click()
    await expect(toast(page, de.outcomes['message-sent'].title)).toBeVisible()
    await expectGerman(main, 'the sent message')
    await expectGerman(page.locator('.toasts'), 'what became of the message')
  })
})
