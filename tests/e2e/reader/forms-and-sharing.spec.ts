import { type Locator, type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { allPublished } from '../support/stories.ts'
import { test } from '../support/test.ts'
import {
  confirmSubscriber,
  deleteTestVisitors,
  messagesOf,
  subscriber,
  TEST_DOMAIN,
  useOwnAddress,
} from '../support/visitors.ts'

test.beforeEach(({ page }) => useOwnAddress(page))
test.afterEach(deleteTestVisitors)

/** A toast by both of its lines. */
const toast = (page: Page, title: string, description: string): Locator =>
  page.locator('.toasts .toast').filter({ hasText: `${title} ${description}` })

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Newsletter' })

async function openDialog(page: Page, path = '/about'): Promise<Locator> {
  await page.goto(path)
  await page.getByRole('banner').getByRole('button', { name: 'Subscribe' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByLabel('Email *')).toBeFocused()
  return dialog
}

test.describe('the newsletter dialog', () => {
  test('subscribes with the chosen preferences, and resets when reopened', async ({ page }) => {
    const dialog = await openDialog(page)
    for (const [name, on] of [
      ['Weekly newsletter', true],
      ['Design tips', true],
      ['New articles', false],
      ['Special offers', false],
    ] as const) {
      await expect(dialog.getByRole('switch', { name })).toBeChecked({ checked: on })
    }
    const email = `anna@${TEST_DOMAIN}`
    await dialog.getByLabel('Email *').fill(email)
    await dialog.getByLabel('First name').fill('  Anna ')
    await dialog.getByLabel('Design tips').uncheck()
    await dialog.getByLabel('Special offers').check()
    const held = await holdRequests(page, '**/rest/v1/subscribers')
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    await expect(dialog.getByRole('button', { name: 'Subscribing...' })).toBeDisabled()
    held.release()
    await expect(dialog.getByRole('heading', { name: "You're all set!" })).toBeVisible()
    await expect(dialog.getByText('Your first newsletter arrives within a few days.')).toBeVisible()
    await expect(
      toast(page, 'Welcome to Mantel!', "You've successfully subscribed to our newsletter."),
    ).toBeVisible()
    await expectAccessible(page, 'the thanks')
    expect(await subscriber(email)).toEqual({
      email,
      first_name: 'Anna',
      preferences: { weeklyNewsletter: true, designTips: false, newArticles: false, specialOffers: true },
      source_page: '/about',
      status: 'pending',
    })

    // Everything by keyboard from here: out, in again, and out.
    await expect(dialog.getByRole('button', { name: 'Continue Reading' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Subscribe' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Email *')).toBeFocused()
    await expect(dialog.getByLabel('Email *')).toHaveValue('')
    await expect(dialog.getByLabel('Special offers')).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Subscribe' })).toBeFocused()
  })

  test('shows validation errors', async ({ page }) => {
    const dialog = await openDialog(page)
    const email = dialog.getByLabel('Email *')
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    await expect(toast(page, 'Email required', 'Please enter your email address to subscribe.')).toBeVisible()
    await expect(email).toBeFocused()
    for (const wrong of ['anna', 'anna berg@example.com', 'anna@example', '<b>@example.com']) {
      await email.fill(wrong)
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('alert')).toHaveText('Please enter a valid email address.')
      await expect(email).toHaveAttribute('aria-invalid', 'true')
      await expect(email).toHaveValue(wrong)
    }
    await expectAccessible(page, 'the errors')
    await email.fill(`anna@${TEST_DOMAIN}`)
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByLabel('First name').fill('A'.repeat(500))
    await expect(dialog.getByLabel('First name')).toHaveValue('A'.repeat(120))
    expect(await subscriber(`anna@${TEST_DOMAIN}`)).toBeNull()
  })

  test('keeps the form when the request fails', async ({ page }) => {
    const dialog = await openDialog(page)
    const email = dialog.getByLabel('Email *')
    const send = dialog.getByRole('button', { name: 'Subscribe' })
    await email.fill(`ben@${TEST_DOMAIN}`)

    await page.route('**/rest/v1/subscribers', (route) => route.abort())
    await send.click()
    await expect(toast(page, 'Subscription failed', 'Something went wrong. Please try again.')).toBeVisible()
    await expect(send).toBeFocused()
    await page.unroute('**/rest/v1/subscribers')

    await page.route('**/rest/v1/subscribers', (route) =>
      route.fulfill({ status: 429, json: { code: 'PT429', message: 'Too many requests.' } }),
    )
    await send.click()
    await expect(
      toast(page, 'Subscription failed', 'Too many requests. Please try again in a few minutes.'),
    ).toBeVisible()
    await page.unroute('**/rest/v1/subscribers')
    await expect(email).toHaveValue(`ben@${TEST_DOMAIN}`)

    await send.click()
    await dialog.getByRole('button', { name: 'Continue Reading' }).click()
    await page.getByRole('banner').getByRole('button', { name: 'Subscribe' }).click()
    await confirmSubscriber(`ben@${TEST_DOMAIN}`)
    await email.fill(`BEN@${TEST_DOMAIN}`)
    await send.click()
    await expect(
      toast(page, 'Already subscribed', 'This email is already subscribed to our newsletter.'),
    ).toBeVisible()
    await expect(email).toHaveValue(`BEN@${TEST_DOMAIN}`)
    await expect(email).toBeFocused()
    // Whoever wanted other letters is led to where they are chosen.
    await dialog.getByRole('link', { name: 'Choose what comes' }).click()
    await expect(page).toHaveURL('/subscription')
  })

  test('resets when it was closed before the response', async ({ page }) => {
    const dialog = await openDialog(page)
    const held = await holdRequests(page, '**/rest/v1/subscribers')
    await dialog.getByLabel('Email *').fill(`cara@${TEST_DOMAIN}`)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Subscribing...' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    held.release()
    await expect(
      toast(page, 'Welcome to Mantel!', "You've successfully subscribed to our newsletter."),
    ).toBeVisible()
    await page.getByRole('banner').getByRole('button', { name: 'Subscribe' }).click()
    await expect(dialog.getByLabel('Email *')).toHaveValue('')
  })

  test('opens from the mobile menu and returns the focus to it', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/authors')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Subscribe' }).click()
    await expect(dialogOf(page).getByLabel('Email *')).toBeFocused()
    await expectAccessible(page, 'the dialog on a phone')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  })

  test('ignores submissions with a filled honeypot', async ({ page }) => {
    const dialog = await openDialog(page)
    await dialog.getByLabel('Email *').fill(`bot@${TEST_DOMAIN}`)
    await expect(page.getByLabel('Leave this empty').first()).not.toBeInViewport()
    await dialog.locator('[name=website]').evaluate((field: HTMLInputElement) => (field.value = 'x'))
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    await expect(dialog.getByRole('heading', { name: "You're all set!" })).toBeVisible()
    expect(await subscriber(`bot@${TEST_DOMAIN}`)).toBeNull()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the outcome of a form is below its fields, and stays', async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    const band = page.getByRole('region', { name: /One letter a week/ })
    await band.getByLabel('Your email').fill(`phone@${TEST_DOMAIN}`)
    await band.getByRole('button', { name: 'Subscribe' }).click()
    const thanks = band.locator('form .toasts .toast').filter({ hasText: 'Thanks for subscribing!' })
    await expect(thanks).toBeInViewport({ ratio: 0.9 })
    await page.clock.runFor(60_000)
    await expect(thanks).toBeVisible()
    await band.getByRole('button', { name: 'Subscribe' }).click()
    await expect(band.locator('form .toasts .toast')).toHaveText(/^Email required/)

    await page.goto('/contact')
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Send Message' }) })
    await form.getByLabel('Name').fill('Phone')
    await form.getByLabel('Email').fill(`phone@${TEST_DOMAIN}`)
    await form.getByRole('textbox', { name: 'Message' }).fill('A question.')
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(form.getByText('Message sent successfully!')).toBeInViewport({ ratio: 0.9 })

    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('#menu').getByRole('button', { name: 'Subscribe' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    const failed = dialog.locator('.toasts')
    await expect(failed).toContainText('Email required')
    expect((await failed.boundingBox())?.y).toBeLessThan(60)
  })
})

test('the home page line subscribes with the default preferences', async ({ page }) => {
  await page.goto('/')
  const band = page.getByRole('region', { name: /One letter a week/ })
  const email = band.getByLabel('Your email')
  const send = band.getByRole('button', { name: 'Subscribe' })
  await send.click()
  await expect(toast(page, 'Email required', 'Please enter your email address to subscribe.')).toBeVisible()
  await email.fill('dora berg@example.com')
  await send.click()
  await expect(band.getByRole('alert')).toHaveText('Please enter a valid email address.')
  await expectAccessible(page, 'the line with its error')
  await email.fill(`dora@${TEST_DOMAIN}`)
  await send.click()
  await expect(
    toast(page, 'Thanks for subscribing!', "You'll receive our latest design insights and home tours."),
  ).toBeVisible()
  await expect(email).toHaveValue('')
  await expect(send).toBeFocused()
  expect(await subscriber(`dora@${TEST_DOMAIN}`)).toEqual({
    email: `dora@${TEST_DOMAIN}`,
    first_name: null,
    preferences: { weeklyNewsletter: true, designTips: true, newArticles: false, specialOffers: false },
    source_page: '/',
    status: 'pending',
  })
  await confirmSubscriber(`dora@${TEST_DOMAIN}`)
  await email.fill(`dora@${TEST_DOMAIN}`)
  await page.keyboard.press('Enter')
  await expect(
    toast(page, 'Already subscribed', 'This email is already subscribed to our newsletter.'),
  ).toBeVisible()
  await expect(email).toHaveValue(`dora@${TEST_DOMAIN}`)
})

test.describe('the contact form', () => {
  const fields = (page: Page) => ({
    name: page.getByRole('textbox', { name: 'Name *', exact: true }),
    email: page.getByRole('textbox', { name: 'Email *' }),
    phone: page.getByRole('textbox', { name: 'Phone' }),
    subject: page.getByRole('textbox', { name: 'Subject' }),
    message: page.getByRole('textbox', { name: 'Message *' }),
    send: page.getByRole('button', { name: 'Send Message' }),
  })

  test.beforeEach(({ page }) => page.goto('/contact'))

  test('validates on submit, then on every change', async ({ page }) => {
    await expect(page.getByRole('heading', { name: 'Send us a message' })).toBeVisible()
    const form = fields(page)
    await expect(form.subject).toHaveAttribute('placeholder', "What's this about?")
    await expect(form.message).toHaveAttribute('placeholder', 'Tell us more about your inquiry...')
    await expect(form.message).toHaveAttribute('rows', '6')
    await form.send.click()
    await expect(page.getByRole('alert')).toHaveText([
      'Please enter your name.',
      'Please enter your email address.',
      'Please enter a message.',
    ])
    await expect(form.name).toBeFocused()
    await expectAccessible(page, 'the form with its errors')
    await page.keyboard.type('E')
    await expect(page.getByRole('alert')).toHaveCount(2)
    await form.email.fill('e f@example.com')
    await expect(page.getByRole('alert').first()).toHaveText('Please enter a valid email address.')
    await form.email.fill(`eva@${TEST_DOMAIN}`)
    await form.message.fill('x'.repeat(10_001))
    await expect(page.getByRole('alert')).toHaveText(['A message has at most 10,000 characters.'])
    expect(await messagesOf(`eva@${TEST_DOMAIN}`)).toEqual([])
  })

  test('sends the message and subscribes its sender, by keyboard alone', async ({ page }) => {
    const email = `eva@${TEST_DOMAIN}`
    const form = fields(page)
    await form.name.focus()
    for (const text of ['Eva Maria Lund', email, '+1 (555) 123-4567', '', 'A room; "quoted" — 🪑']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    const held = await holdRequests(page, '**/rest/v1/subscribers')
    await expect(form.send).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(
      toast(page, 'Message sent successfully!', "We'll get back to you as soon as possible."),
    ).toBeVisible()
    await expect(form.name).toHaveValue('')
    await expect(form.message).toHaveValue('')
    await expect(form.send).toBeFocused()
    // The sender is subscribed afterwards.
    held.release()
    expect(await messagesOf(email)).toEqual([
      {
        name: 'Eva Maria Lund',
        email,
        phone: '+1 (555) 123-4567',
        subject: null,
        message: 'A room; "quoted" — 🪑',
        status: 'new',
      },
    ])
    await expect
      .poll(() => subscriber(email))
      .toMatchObject({ first_name: 'Eva', source_page: 'contact_form', status: 'pending' })
  })

  test('sends the message while the newsletter is off, and subscribes nobody', async ({ page }) => {
    const service = await secretClient()
    const setNewsletter = async (newsletter_enabled: boolean) => {
      const { error } = await service
        .from('site_settings')
        .update({ newsletter_enabled })
        .not('id', 'is', null)
      expect(error).toBeNull()
      await allPublished()
    }
    await setNewsletter(false)
    try {
      const subscriptions: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/rest/v1/subscribers')) subscriptions.push(request.method())
      })
      await page.goto('/contact')
      const form = fields(page)
      await form.name.fill('Ida')
      await form.email.fill(`ida@${TEST_DOMAIN}`)
      await form.message.fill('Hello')
      await form.send.click()
      await expect(form.message).toHaveValue('')
      await expect(form.send).toBeFocused()
      expect(subscriptions).toEqual([])
    } finally {
      await setNewsletter(true)
    }
  })

  test('keeps the text when sending fails', async ({ page }) => {
    const form = fields(page)
    await form.name.fill('Finn')
    await form.email.fill(`finn@${TEST_DOMAIN}`)
    await form.message.fill('Hello')
    await page.route('**/rest/v1/contact_messages', (route) => route.abort())
    await form.send.click()
    await expect(toast(page, 'Error', 'Failed to send message. Please try again.')).toBeVisible()
    await expect(form.message).toHaveValue('Hello')
    await page.unroute('**/rest/v1/contact_messages')
    await expect(form.send).toBeFocused()

    // The eighth message of one reader goes through, the ninth does not.
    for (let sent = 0; sent < 8; sent += 1) {
      await form.name.fill('Finn')
      await form.email.fill(`finn@${TEST_DOMAIN}`)
      await form.message.fill('Hello')
      await form.send.click()
      await expect(form.message).toHaveValue('')
      await expect(form.send).toBeFocused()
    }
    await form.name.fill('Finn')
    await form.email.fill(`finn@${TEST_DOMAIN}`)
    await form.message.fill('Once more')
    await form.send.click()
    await expect(toast(page, 'Error', 'Too many requests. Please try again in a few minutes.')).toBeVisible()
    await expect(form.message).toHaveValue('Once more')
    expect(await messagesOf(`finn@${TEST_DOMAIN}`)).toHaveLength(8)
  })

  test('leaves who goes on to another field there when the answer comes', async ({ page }) => {
    const form = fields(page)
    await form.name.fill('Ida')
    await form.email.fill(`ida@${TEST_DOMAIN}`)
    await form.message.fill('Hello')
    const held = await holdRequests(page, '**/rest/v1/contact_messages')
    await form.send.click()
    await held.begun
    await form.name.focus()
    held.release()
    await expect(form.message).toHaveValue('')
    await expect(form.send).toBeEnabled()
    await expect(form.name).toBeFocused()
  })

  test('keeps what was typed before hydration', async ({ page }) => {
    // The script of the form is held back until all is typed and sent.
    const held = await holdRequests(page, '**/_astro/*.js')
    const form = fields(page)
    await form.name.fill('Gro')
    await form.email.fill(`gro@${TEST_DOMAIN}`)
    await form.message.fill('Early')
    await form.send.click()
    held.release()
    await expect(
      toast(page, 'Message sent successfully!', "We'll get back to you as soon as possible."),
    ).toBeVisible()
    expect(await messagesOf(`gro@${TEST_DOMAIN}`)).toMatchObject([{ name: 'Gro', message: 'Early' }])
  })
})

test.describe('the share bar', () => {
  const STORY = '/article/the-green-room-kept'
  const shareBar = (page: Page): Locator => page.getByRole('complementary', { name: 'Share this story' })

  /** What the page opened, as `[address, features]`; `blocked` answers as a browser that refuses. */
  async function recordWindows(page: Page, blocked = false): Promise<() => Promise<[string, string][]>> {
    await page.addInitScript((refuse) => {
      const opened: [string, string][] = []
      Object.assign(window, { opened })
      window.open = (address, _target, features) => {
        opened.push([String(address), features ?? ''])
        return refuse ? null : ({ opener: window } as unknown as Window)
      }
    }, blocked)
    return () => page.evaluate(() => (window as unknown as { opened: [string, string][] }).opened)
  }

  /** Until then its links open as links do. */
  async function comeToLife(page: Page): Promise<void> {
    await shareBar(page).getByRole('link', { name: 'X', exact: true }).focus()
    await expect(shareBar(page).locator('[data-island]')).toHaveCount(0)
  }

  async function refuseClipboard(page: Page): Promise<void> {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
  }

  test('opens share windows, or tabs where popups are blocked', async ({ page, context }) => {
    const opened = await recordWindows(page)
    await page.goto(STORY)
    await comeToLife(page)
    for (const name of ['Facebook', 'X', 'Pinterest']) {
      await shareBar(page).getByRole('link', { name, exact: true }).click()
    }
    const [facebook, x, pinterest] = (await opened()).map(([address]) => new URL(address))
    expect((await opened()).map(([, features]) => features)).toEqual(
      Array(3).fill('popup,width=600,height=400'),
    )
    const url = await page.locator('link[rel=canonical]').getAttribute('href')
    expect(facebook?.searchParams.get('u')).toBe(url)
    expect(x?.searchParams.get('text')).toBe(`The green room, kept ${url}`)
    expect(pinterest?.searchParams.get('media')).toMatch(/-share-\d+-\d+\.jpg$/)

    const other = await context.newPage()
    await context.route('https://x.com/**', (route) => route.fulfill({ body: 'x' }))
    await recordWindows(other, true)
    await other.goto(STORY)
    await comeToLife(other)
    const tab = context.waitForEvent('page')
    await other.keyboard.press('Enter')
    expect((await tab).url()).toContain('https://x.com/intent/tweet')
  })

  test('says when its words cannot be loaded, and works once they can', async ({ page }) => {
    await page.route('**/DeferredWords*.js', (route) => route.abort())
    const said = Promise.withResolvers<string>()
    page.once('dialog', (dialog) => {
      said.resolve(dialog.message())
      void dialog.accept()
    })
    await page.goto(STORY)
    await shareBar(page).getByRole('button', { name: 'Copy Link' }).click()
    expect(await said.promise).toBe('This could not be loaded. Please check your connection and try again.')
    await page.unroute('**/DeferredWords*.js')
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.resolve()
    })
    await shareBar(page).getByRole('button', { name: 'Copy Link' }).click()
    await expect(toast(page, 'Link copied!', 'Article link copied to clipboard')).toBeVisible()
  })

  test('copies link and caption, and shows an error when it cannot', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const opened = await recordWindows(page)
    await page.goto(STORY)
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    const url = await page.locator('link[rel=canonical]').getAttribute('href')
    await shareBar(page).getByRole('button', { name: 'Copy Link' }).click()
    await expect(toast(page, 'Link copied!', 'Article link copied to clipboard')).toBeVisible()
    expect(await copied()).toBe(url)
    await shareBar(page).getByRole('button', { name: 'Instagram' }).click()
    await expect(
      toast(page, 'Instagram opened!', 'Caption copied - create a new post and paste it!'),
    ).toBeVisible()
    expect(await copied()).toMatch(/^The green room, kept\n\n#.+\n\nhttp/)
    expect(await opened()).toEqual([['https://www.instagram.com/', '']])

    await refuseClipboard(page)
    await page.reload()
    await shareBar(page).getByRole('button', { name: 'Copy Link' }).click()
    await expect(toast(page, 'Failed to copy', 'Could not copy link to clipboard')).toBeVisible()
    await shareBar(page).getByRole('button', { name: 'Instagram' }).click()
    await expect(toast(page, 'Failed to copy', 'Could not copy the caption to clipboard')).toBeVisible()
    await expectAccessible(page, 'the toasts')
  })

  test('on a phone opens the Instagram app, then its site', async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      ...(baseURL === undefined ? {} : { baseURL }),
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
      viewport: { width: 390, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const page = await context.newPage()
    const opened = await recordWindows(page)
    await page.clock.install({ time: '2026-11-21T10:00:00Z' })
    await page.goto(STORY)
    await page.clock.pauseAt('2026-11-21T11:00:00Z')
    await shareBar(page).getByRole('button', { name: 'Instagram' }).click()
    await expect(
      toast(page, 'Opening Instagram', 'Caption copied - paste it in your new post!'),
    ).toBeVisible()
    await page.clock.fastForward(1900)
    expect(await opened()).toEqual([])
    await page.clock.fastForward(200)
    expect(await opened()).toEqual([['https://www.instagram.com/', '']])
    await context.close()
  })
})
