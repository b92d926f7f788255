import { randomUUID } from 'node:crypto'
import { type Locator, type Page, expect } from '@playwright/test'
import { Calendar, ownTimeZone } from '../../../src/domain/text/calendar.ts'
import { pickFound } from '../support/found-options.ts'
import { articleRow, articleTable, openArticles, storedArticle } from '../support/articles.ts'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { chooseDay } from '../support/days.ts'
import { openArticle, previewBeside, storeArticle } from '../support/editor.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { pressKey } from '../support/keys.ts'
import { goInApp } from '../support/screens.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const titleLinks = (page: Page) =>
  articleTable(page).getByRole('row').locator('td:first-child').getByRole('link')
const titles = (page: Page) => titleLinks(page).allTextContents()
const addresses = (page: Page) =>
  titleLinks(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')))

test.describe('finding articles', () => {
  test('pages, searches and sorts on the server, with the state in the address', async ({ page }) => {
    await signInAs(page, 'editor')
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome back/ })).toBeVisible()
    await goInApp(page, '/admin/articles')

    await test.step('lists 20 articles a page, last changed first, with the page in the address', async () => {
      await expect(articleTable(page).getByRole('row')).toHaveCount(21)
      const first = await addresses(page)
      await page.getByRole('button', { name: 'Next page' }).click()
      await expect(page).toHaveURL('/admin/articles?page=2')
      await expect(page.getByText(/^21–40 of \d+ articles$/)).toBeVisible()
      await expect
        .poll(async () => (await addresses(page)).filter((href) => first.includes(href)))
        .toEqual([])
      await page.goBack()
      await expect(page).toHaveURL('/admin')
    })

    await test.step('searches on the server, special characters included', async () => {
      await goInApp(page, '/admin/articles')
      const search = page.getByRole('searchbox', { name: 'Search articles' })
      await search.fill('green room')
      await expect(articleTable(page).getByRole('row')).toHaveCount(2)
      await expect(page).toHaveURL('/admin/articles?q=green+room')
      await search.fill('%')
      await expect(page.getByText('No articles match.')).toBeVisible()
      await search.fill('"),(title.ilike.*')
      await expect(page.getByText('No articles match.')).toBeVisible()
      await page.getByRole('link', { name: 'Show All Articles' }).click()
      await expect(search).toHaveValue('')
      await expect(articleTable(page).getByRole('row')).toHaveCount(21)
    })

    await test.step('sorts by its column headings', async () => {
      await articleTable(page).getByRole('button', { name: 'Title' }).click()
      await expect(articleTable(page).getByRole('columnheader', { name: 'Title' })).toHaveAttribute(
        'aria-sort',
        'ascending',
      )
      await expect.poll(async () => (await titles(page))[0]).toMatch(/^A /)
      await articleTable(page).getByRole('button', { name: 'Title' }).click()
      await expect.poll(async () => (await titles(page))[0]).toMatch(/^(W|Y)/)
      await expect(page).toHaveURL('/admin/articles?sort=title&dir=desc')
    })
  })

  test('filters articles and marks their state', async ({ page }) => {
    await signInAs(page, 'editor')

    await test.step('filters by status, from the address and by its chips', async () => {
      await openArticles(page, '?status=review')
      const status = page.getByRole('group', { name: 'Status' })
      await expect(status.getByRole('button', { name: /^Under Review/ })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      await expect(articleRow(page, 'Meant to be grey')).toContainText('Under Review')
      const words = await articleTable(page).getByRole('row').locator('td').getByText('Under Review').count()
      expect(words).toBe(
        await articleTable(page)
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
      await status.getByRole('button', { name: 'Published' }).click()
      await expect(page).toHaveURL('/admin/articles?status=published')
      await expect(articleTable(page).getByRole('row').getByText('Scheduled', { exact: true })).toHaveCount(0)
      await status.getByRole('button', { name: /^Scheduled \d+$/ }).click()
      await expect(page).toHaveURL('/admin/articles?status=scheduled')
      await expect(articleRow(page, 'A bench with two addresses')).toContainText('Scheduled')
      await status.getByRole('button', { name: /^All/ }).click()
      await expect(page).toHaveURL('/admin/articles')
      await expect(status.getByRole('button', { name: 'Trash' })).toHaveCount(0)
    })

    await test.step('More Filters filters by category, author, featured and hero', async () => {
      await page.getByRole('button', { name: /More Filters/ }).click()
      const choose = async (label: string, option: string) => {
        await page.getByRole('button', { name: new RegExp(`${label}$`) }).click()
        await page.getByRole('option', { name: option, exact: true }).click()
      }
      await choose('Hero', 'Yes')
      await expect(articleTable(page).getByRole('row')).toHaveCount(2)
      await expect(articleRow(page, 'The green room, kept')).toBeVisible()
      await page.getByRole('button', { name: 'Clear Filters' }).click()
      await expect(page).toHaveURL('/admin/articles')
      await choose('Author', 'Nell Carrow')
      await choose('Featured', 'No')
      await expect.poll(() => new URL(page.url()).searchParams.get('featured')).toBe('false')
      await expect
        .poll(
          async () =>
            new Set(await articleTable(page).getByRole('row').locator('td:nth-child(2)').allTextContents()),
        )
        .toEqual(new Set(['Nell Carrow']))
      await choose('Category', 'Lifestyle')
      await expect(articleRow(page, 'Tea goes on the bench')).toBeVisible()

      await page.getByRole('button', { name: 'Clear Filters' }).click()
      const tag = page.getByRole('combobox', { name: 'Tag' })
      const held = await holdRequests(page, /\/rest\/v1\/tags\?.*ilike/)
      await tag.fill('no such thing')
      await expect(page.getByText('Searching…')).toBeVisible()
      held.release()
      await expect(page.getByText('No such tag')).toBeVisible()
      await pickFound(tag, 'zelli')
      await expect.poll(() => new URL(page.url()).searchParams.has('tag')).toBe(true)
      await expect(articleRow(page, 'Green to the shoulder')).toBeVisible()
      await expect(tag).toBeFocused()
      await pressKey(tag, 'Escape')

      await page.getByRole('button', { name: 'Clear Filters' }).click()
      const { published_at } = await storedArticle('the-green-room-kept')
      const published = new Calendar(ownTimeZone(), null).dayOf(String(published_at))
      await chooseDay(page, 'From', published)
      await chooseDay(page, 'To', published)
      await expect(articleRow(page, 'The green room, kept')).toBeVisible()
      await expect(articleTable(page).getByRole('row')).toHaveCount(2)
      await expect(page).toHaveURL(`/admin/articles?from=${published}&to=${published}`)
      await chooseDay(page, 'From', `${new Date().getFullYear() + 2}-01-01`)
      await expect(page.getByText('Before the first day')).toBeVisible()
      await expect(page.getByText('No articles match.')).toBeVisible()
    })

    await test.step('marks published articles with unpublished changes, and scheduled ones', async () => {
      const { id, version } = await storedArticle('the-green-room-kept')
      const service = await secretClient()
      await service
        .from('article_working_copies')
        .upsert({ article_id: id, data: { title: 'Changed' }, base_version: version })
      await goInApp(page, '/admin/articles?q=green+room')
      await expect(articleRow(page, 'The green room, kept')).toContainText('Unpublished changes')
      await service.from('article_working_copies').delete().eq('article_id', id)
      await goInApp(page, '/admin/articles?q=two+addresses')
      await expect(articleRow(page, 'A bench with two addresses')).toContainText(/Scheduled, \d+ \w+/)
    })
  })
})

test.describe('the screen of one article', () => {
  test('the screen of one article shows its text, its state, and when there is none', async ({ page }) => {
    await signInAs(page, 'editor')

    await test.step('shows the text as readers see it and the state of the last publish', async () => {
      const { id } = await storedArticle('the-green-room-kept')
      await page.goto(`/admin/articles/${String(id)}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The green room, kept')
      await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(
        'Dashboard/Articles/View Article',
      )
      const article = page.getByRole('article')
      await expect(article.getByRole('paragraph').nth(4)).toBeVisible()
      await expect(article.getByRole('paragraph').last()).toHaveCSS('font-family', /Newsreader/)
      const fact = (value: string) => article.getByRole('definition').getByText(value, { exact: true })
      await expect(fact('The wall')).toHaveCSS('font-style', 'italic')
      await expect(fact('The writer')).toHaveCSS('font-style', 'normal')
      const facts = page.getByRole('complementary', { name: 'About this article' })
      await expect(facts).toContainText('Published')
      await expect(facts).toContainText('/article/the-green-room-kept')
      await expect(facts).toContainText(/Live|Publishing…|Nothing published yet/)
      await expect(page.getByRole('link', { name: 'View on Site' })).toHaveAttribute(
        'href',
        '/article/the-green-room-kept',
      )
      await expect(page.getByRole('link', { name: 'Edit' })).toHaveAttribute(
        'href',
        `/admin/articles/${String(id)}/edit`,
      )
    })

    await test.step('shows "Article not found" for an unknown id', async () => {
      for (const id of ['2f1a8f9e-5b67-4c6e-9d0a-1f2e3d4c5b6a', 'no-id']) {
        await goInApp(page, `/admin/articles/${id}`)
        await expect(page).toHaveURL(`/admin/articles/${id}`)
        await expect(page.getByText('Article not found').last()).toBeVisible()
        await expect(page.getByRole('link', { name: 'Back to Articles' })).toHaveAttribute(
          'href',
          '/admin/articles',
        )
      }
    })
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the list shows cards with all actions', async ({ page }) => {
    await signInAs(page, 'editor')
    await page.goto('/admin/articles?q=green+room')
    const card = page.getByRole('list', { name: 'Articles' }).getByRole('listitem')
    await expect(card).toHaveCount(1)
    await expect(card).toContainText('Interior Design · Ines Abril')
    await expect(card).toContainText('Published')
    await card.getByRole('button', { name: 'Actions for The green room, kept' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'View',
      'Edit',
      'Share Preview…',
      'Change Author',
      'Feature',
      'Remove as Hero',
      'Unpublish',
      'Archive',
    ])
    await page.getByRole('menuitem', { name: 'Change Author' }).click()
    await expect(page.getByRole('combobox', { name: 'Author of The green room, kept' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})

test('articles are selected over pages, changed in one act that names what it leaves alone, and taken back', async ({
  page,
}) => {
  const mark = randomUUID().slice(0, 8)
  const stories = await Promise.all(
    Array.from({ length: 23 }, (_, n) =>
      storeArticle(n < 20 ? 'published' : 'draft', 'editor', { title: `Shelf ${mark} ${n}` }),
    ),
  )
  const service = await secretClient()
  const states = async () => {
    const { data } = await service
      .from('articles')
      .select('title, status')
      .in(
        'id',
        stories.map(({ id }) => id),
      )
    return Object.groupBy(data ?? [], ({ status }) => String(status))
  }
  await signInAs(page, 'editor')
  await openArticles(page, `?q=${mark}&sort=title&dir=asc`)
  const box = (title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true })
  const bar = page.getByRole('region', { name: 'Selected articles' })
  await expect(articleTable(page).getByRole('row')).toHaveCount(21)
  const [first = '', second = '', third = ''] = await titles(page)

  await test.step('by the keyboard, with a range, on another page, and all that are found', async () => {
    await box(first).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(bar).toContainText('3 selected')
    await expect(box(third)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(bar).toBeHidden()
    await box(third).click()
    await box(first).click({ modifiers: ['Shift'] })
    await expect(box(second)).toBeChecked()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(bar).toContainText('3 selected')
    await bar.getByRole('button', { name: 'Select all 23' }).click()
    await expect(bar).toContainText('23 selected')
    await expectAccessible(page, 'selection')
  })

  await test.step('what somebody has changed since is named, and nothing is done until it is', async () => {
    await bar.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Archive 23 articles' })
    await expect(dialog).toContainText('23 articles go to the archive. Readers no longer find 20 of them.')
    await expect(dialog.getByRole('button', { name: /^Changes \d+ pages$/ })).toBeVisible()
    await service
      .from('articles')
      .update({ deleted_at: new Date() })
      .eq('id', stories[0]?.id ?? '')
    await dialog.getByRole('button', { name: 'Archive 23' }).click()
    await expect(dialog).toContainText('1 article cannot be changed and stays as before')
    await expect(dialog.getByRole('list', { name: 'Cannot be changed' })).toContainText(`Shelf ${mark} 0`)
    expect((await states()).archived).toBeUndefined()
    await expectAccessible(page, 'what will be done')
    await dialog.getByRole('button', { name: 'Archive 22' }).click()
    await expect(page.getByText('22 articles archived')).toBeVisible()
    // Held by the pointer it stays.
    await page.getByText('22 articles archived').hover()
    await expect(bar).toBeHidden()
    expect((await states()).archived).toHaveLength(22)
  })

  await test.step('and is undone, except where a story was changed since', async () => {
    await service
      .from('articles')
      .update({ status: 'draft' })
      .eq('id', stories[1]?.id ?? '')
    await expectAccessible(page, 'toast')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('21 articles are as before')).toBeVisible()
    await expect(page.getByText(`Changed since, and left as is: “Shelf ${mark} 1”`)).toBeVisible()
    expect((await states()).published).toHaveLength(19)
  })

  await test.step('and another filter ends the selection', async () => {
    await openArticles(page, `?q=${mark}`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await expect(bar).toContainText('20 selected')
    await page
      .getByRole('group', { name: 'Status' })
      .getByRole('button', { name: /^Draft/ })
      .click()
    await expect(bar).toBeHidden()
  })
})

test('on a phone cards are selected, and tagged in one act', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const mark = randomUUID().slice(0, 8)
  for (const n of [1, 2]) await storeArticle('published', 'editor', { title: `Bench ${mark} ${n}` })
  await signInAs(page, 'editor')
  await page.goto(`/admin/articles?q=${mark}`)
  for (const n of [1, 2]) await page.getByRole('checkbox', { name: `Select Bench ${mark} ${n}` }).click()
  const bar = page.getByRole('region', { name: 'Selected articles' })
  await expectAccessible(page, 'selected cards')
  await bar.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Tags…' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Tags of 2 articles' })
  await pickFound(dialog.getByRole('combobox', { name: 'Add tags' }), 'zelli', 'zellige')
  await pickFound(dialog.getByRole('combobox', { name: 'Add tags' }), `Winter ${mark}`, /^Make the tag/)
  await expect(dialog).toContainText(`2 articles get the tags zellige and Winter ${mark}.`)
  await expectAccessible(page, 'tags')
  await dialog.getByRole('button', { name: 'Tag 2' }).click()
  await expect(page.getByText('2 articles tagged')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('Mine narrows the list to one’s own stories, and is kept in the address', async ({ page }) => {
  const own = await storeArticle('draft', 'contributor')
  const other = await storeArticle('draft', 'editor')
  await signInAs(page, 'contributor')
  await openArticles(page)
  await expect(articleRow(page, other.title)).toBeVisible()
  await page.getByRole('button', { name: 'Mine', exact: true }).click()
  await expect(articleRow(page, other.title)).toBeHidden()
  await expect(articleRow(page, own.title)).toBeVisible()
  await page.reload()
  await expect(articleRow(page, own.title)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mine', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.getByRole('button', { name: 'Mine', exact: true }).click()
  await expect(articleRow(page, other.title)).toBeVisible()
})

test('a scheduled story becomes a published one on the screen when its date comes, also in an open question', async ({
  page,
}) => {
  await page.clock.install()
  const minute = 60_000
  const { title } = await storeArticle('published', 'editor', {
    published_at: new Date(Date.now() + 3 * minute).toISOString(),
  })
  await signInAs(page, 'super_admin')
  await page.goto(`/admin/articles?q=${encodeURIComponent(title)}`)
  const row = page.getByRole('row', { name: title })
  await expect(row).toContainText('Scheduled')
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Unschedule' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Take this article off the schedule?')
  await page.clock.fastForward(3 * minute)
  await expect(question).toContainText('Take this article off the site?')
  await expect(question).toContainText('Readers no longer find it')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toContainText('Published')
})

const showsScheduled: [string, (page: Page, story: { id: string; title: string }) => Promise<Locator>][] = [
  [
    'preview',
    async (page, { id }) => {
      await openArticle(page, id)
      await page.getByRole('button', { name: 'Preview' }).click()
      return previewBeside(page).panel
    },
  ],
  [
    'palette',
    async (page, { title }) => {
      await page.goto('/admin')
      await page.getByRole('button', { name: /Search or jump to/ }).click()
      const palette = page.getByRole('dialog', { name: 'Search or jump to' })
      await palette.getByRole('searchbox').fill(title)
      await page.clock.runFor(1_000)
      return palette.getByRole('menuitem', { name: title })
    },
  ],
]
for (const [name, open] of showsScheduled) {
  test(`an open ${name} shows that a scheduled story is published when its date comes`, async ({ page }) => {
    await page.clock.install()
    const published_at = new Date(Date.now() + 180_000).toISOString()
    const story = await storeArticle('published', 'editor', { published_at })
    await signInAs(page, 'super_admin')
    const shown = await open(page, story)
    await expect(shown).toContainText('Scheduled')
    await page.clock.fastForward(180_000)
    await expect(shown).toContainText('Published')
  })
}

test('stories are sent back together with one note, which is kept until it is sent', async ({ page }) => {
  const mark = randomUUID().slice(0, 8)
  const stories = await Promise.all(
    [1, 2].map((n) => storeArticle('review', 'contributor', { title: `Stair ${mark} ${n}` })),
  )
  await signInAs(page, 'editor')
  await openArticles(page, `?status=review&q=${mark}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const open = () =>
    page
      .getByRole('region', { name: 'Selected articles' })
      .getByRole('button', { name: 'Send Back…' })
      .click()
  await open()
  const dialog = page.getByRole('alertdialog', { name: 'Send Back 2 articles' })
  const note = dialog.getByRole('textbox', { name: 'Note to the writers' })
  await expect(note).toBeFocused()
  await page.keyboard.type('Name the street')
  await expectAccessible(page, 'the note of many stories')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await expect(note).toHaveValue('Name the street')
  await dialog.getByRole('button', { name: 'Send Back 2' }).click()

  await expect(page.getByText('2 articles sent back')).toBeVisible()
  // The writers were told: that is not undone.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  const service = await secretClient()
  const { data } = await service
    .from('comment_threads')
    .select('article_id, kind, comments(body)')
    .in(
      'article_id',
      stories.map(({ id }) => id),
    )
  expect(data).toHaveLength(2)
  for (const { id } of stories)
    expect(data).toContainEqual({
      article_id: id,
      kind: 'sent-back',
      comments: [{ body: 'Name the street' }],
    })
})
