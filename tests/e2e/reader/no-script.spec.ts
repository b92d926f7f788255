import { type Page, expect } from '@playwright/test'
import { secretClient } from '../support/backend.ts'
import { test } from '../support/test.ts'
import {
  confirmSubscriber,
  deleteTestVisitors,
  messagesOf,
  subscriber,
  TEST_DOMAIN,
  useOwnAddress,
} from '../support/visitors.ts'

const CONFIRM_NOTE = 'Please confirm: follow the link in the mail that we send you.'

test.use({ javaScriptEnabled: false })
test.beforeEach(({ page }) => useOwnAddress(page))
test.afterEach(deleteTestVisitors)

/** Words that a page shows only when its content is there. */
const PAGES: readonly (readonly [path: string, words: string])[] = [
  ['/', 'The green room, kept'],
  ['/browse', 'All Articles'],
  ['/design-journal', 'Design Journal'],
  ['/living-spaces', 'Living Spaces'],
  ['/wellness-lifestyle', 'Wellness & Lifestyle'],
  ['/entertainment-hosting', 'Entertainment & Hosting'],
  ['/guides-tips', 'Guides & Tips'],
  ['/article/the-green-room-kept', 'Continue Reading'],
  ['/authors', 'Priya Lindqvist'],
  ['/author/priya-lindqvist', 'Articles by Priya Lindqvist'],
  ['/tag/light', 'articles in light'],
  ['/about', 'What Guides Us'],
  ['/contact', 'Send us a message'],
  ['/subscription', 'Ask for a link'],
  ['/privacy', 'August 1, 2025'],
  ['/terms', 'August 1, 2025'],
]

test('every page shows its content, and header and footer links work', async ({ page, request }) => {
  const links = new Set<string>()
  for (const [path, words] of PAGES) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(words).first(), path).toBeVisible()
    for (const part of ['banner', 'contentinfo'] as const) {
      const hrefs = await page
        .getByRole(part)
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
      for (const href of hrefs) if (href.startsWith('/')) links.add(href.replace(/#.*/, ''))
    }
  }
  expect(links.size).toBeGreaterThan(12)
  for (const link of links) expect((await request.get(link)).status(), link).toBe(200)
})

test('no list is empty, and no picture needs a script', async ({ page }) => {
  for (const path of ['/browse', '/living-spaces', '/guides-tips']) {
    await page.goto(path)
    expect(await page.getByRole('main').locator('article, .card').count(), path).toBeGreaterThan(5)
  }
  await page.goto('/article/the-green-room-kept')
  const opening = page.locator('.opening picture img')
  await expect(opening).toHaveAttribute('src', /\/_images\/.+\.webp$/)
  await expect(page.getByRole('complementary', { name: 'Share this story' }).getByRole('link')).toHaveText([
    'Facebook',
    'X',
    'Pinterest',
  ])
  await expect(page.getByRole('button', { name: 'Copy Link' })).toBeHidden()
})

test('Browse leads to every published story, and each part of its list back to the one before', async ({
  page,
}) => {
  const service = await secretClient()
  const { count } = await service
    .from('articles')
    .select('id', { count: 'exact', head: true })
    .eq('status', 'published')
    .lte('published_at', new Date().toISOString())
    .is('deleted_at', null)
  await page.goto('/browse')
  const found = new Set<string>()
  const collect = async () => {
    const cards = page.getByRole('main').locator('.card a[href^="/article/"]')
    for (const href of await cards.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
      found.add(href)
  }
  await collect()
  // The pages of Browse itself are made by its script.
  const next = page.locator('main a[rel=next][href^="/lists/"]')
  while ((await next.count()) > 0) {
    const before = new URL(page.url()).pathname
    await next.click()
    await expect(page.locator('main a[rel=prev]')).toHaveAttribute('href', before)
    await collect()
  }
  expect(found.size).toBe(count)
})

test('the admin says that it needs JavaScript, and shows no spinner', async ({ page }) => {
  await page.goto('/admin')
  await expect(page.getByRole('link', { name: 'Go to the site' })).toBeInViewport()
  await expect(page.getByText('Loading…')).toBeHidden()
})

test('the search of the header leads to the list of all articles', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await page.getByRole('textbox', { name: 'Search articles' }).fill('green & "room"')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/browse?search=green+%26+%22room%22')
})

/** The message that the page shows of a form that was sent. */
async function expectOutcome(page: Page, path: string, title: string, description: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname === path)
  const shown = page.locator('.outcome:visible')
  await expect(shown).toHaveText(`${title} ${description}`)
  await expect(shown).toBeFocused()
  await shown.getByRole('link', { name: 'Close' }).click()
  await expect(shown).toHaveCount(0)
}

test('the newsletter dialog subscribes and shows the outcome on the same page', async ({ page }) => {
  const path = '/article/the-green-room-kept'
  const email = `hanna@${TEST_DOMAIN}`
  const send = async () => {
    await page.goto(path)
    await page.getByRole('banner').getByRole('button', { name: 'Subscribe' }).click()
    const dialog = page.getByRole('dialog', { name: 'Newsletter' })
    await dialog.getByLabel('Email *').fill(email)
    await dialog.getByLabel('First name').fill('Hanna')
    await dialog.getByLabel('Weekly newsletter').uncheck()
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
  }
  await send()
  await expectOutcome(
    page,
    path,
    'Welcome to Mantel!',
    `You've successfully subscribed to our newsletter. ${CONFIRM_NOTE}`,
  )
  expect(await subscriber(email)).toEqual({
    email,
    first_name: 'Hanna',
    preferences: { weeklyNewsletter: false, designTips: true, newArticles: false, specialOffers: false },
    source_page: path,
    status: 'pending',
  })
  await confirmSubscriber(email)
  await send()
  await expectOutcome(
    page,
    path,
    'Already subscribed',
    'This email is already subscribed to our newsletter. Choose what comes',
  )
})

test('the home page line subscribes; the ninth sign-up in ten minutes is refused', async ({ page }) => {
  const send = async (email: string) => {
    await page.goto('/')
    await page.getByLabel('Your email').fill(email)
    await page.keyboard.press('Enter')
  }
  await send(`ivo0@${TEST_DOMAIN}`)
  await expectOutcome(
    page,
    '/',
    'Thanks for subscribing!',
    `You'll receive our latest design insights and home tours. ${CONFIRM_NOTE}`,
  )
  expect(await subscriber(`ivo0@${TEST_DOMAIN}`)).toMatchObject({ source_page: '/' })
  for (let at = 1; at < 8; at += 1) {
    await send(`ivo${at}@${TEST_DOMAIN}`)
    await expect(page).toHaveURL('/#form:thanks')
  }
  await send(`ivo8@${TEST_DOMAIN}`)
  await expectOutcome(
    page,
    '/',
    'Subscription failed',
    'Too many requests. Please try again in a few minutes.',
  )
  const service = await secretClient()
  const { count } = await service
    .from('subscribers')
    .select('*', { count: 'exact', head: true })
    .like('email', `ivo%@${TEST_DOMAIN}`)
  expect(count).toBe(8)
})

test('the contact form sends, and Back restores a refused message', async ({ page }) => {
  const email = `jonas@${TEST_DOMAIN}`
  const field = (name: string) => page.getByRole('textbox', { name })
  await page.goto('/contact')
  await field('Name *').fill('Jonas Vik')
  await field('Email *').fill(email)
  await field('Message *').fill('Two\nlines & a "quote"')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expectOutcome(
    page,
    '/contact',
    'Message sent successfully!',
    "We'll get back to you as soon as possible.",
  )
  expect(await messagesOf(email)).toMatchObject([
    { name: 'Jonas Vik', message: 'Two\nlines & a "quote"', subject: null },
  ])
  expect(await subscriber(email)).toMatchObject({ first_name: 'Jonas', source_page: 'contact_form' })

  await page.goto('/contact')
  await field('Name *').fill('Jonas Vik')
  await field('Email *').fill('jonas@example')
  await field('Message *').fill('Kept')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.locator('.outcome:visible')).toContainText('a valid email address')
  await page.goBack()
  await expect(field('Message *')).toHaveValue('Kept')
})
