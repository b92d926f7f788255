import { type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { MAILBOX, newestMail } from '../support/mail.ts'
import { clientAs, signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'
import { deleteTestVisitors, subscriber, TEST_DOMAIN, useOwnAddress } from '../support/visitors.ts'

test.beforeEach(({ page }) => useOwnAddress(page))
test.afterEach(deleteTestVisitors)

async function expectOutcome(page: Page, title: string): Promise<void> {
  const shown = page.locator('.outcome:visible')
  // While the page loads, and its styles are not there yet, all outcomes are visible.
  await expect(shown).toHaveCount(1)
  await expect(shown).toContainText(title)
}

/** Follows the button of a mail in the local mailbox, to the page whose button acts. */
async function openMail(page: Page, email: string, button: string): Promise<void> {
  await expect.poll(async () => (await newestMail(email))?.html).toContain(button)
  // The mailbox is shown to this machine only.
  await page.setExtraHTTPHeaders({})
  await page.goto(MAILBOX)
  await useOwnAddress(page)
  await page
    .locator('article')
    .filter({ hasText: `To ${email}` })
    .first()
    .frameLocator('iframe')
    .getByRole('link', { name: button })
    .click()
}

/** Presses the button of the page that a mail has opened. */
async function pressLink(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
}

/** Adds an active subscriber. */
async function subscribed(email: string): Promise<void> {
  const service = await secretClient()
  const { error } = await service.from('subscribers').insert({ email })
  if (error) throw error
}

async function askFor(page: Page, email: string, choice: string): Promise<void> {
  await page.goto('/subscription')
  await page.getByRole('main').getByLabel('Email *').fill(email)
  await page.getByRole('radio', { name: choice }).check()
  await page.getByRole('button', { name: 'Send the Link' }).click()
  await expectOutcome(page, 'Your request is noted')
}

test('a sign-up is confirmed by the button that its mail leads to', async ({ page }) => {
  const email = `kari@${TEST_DOMAIN}`
  await page.goto('/about')
  await page.getByRole('banner').getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Newsletter' })
  await expect(dialog.getByText('We send the letters you choose to this address')).toBeVisible()
  await dialog.getByLabel('Email *').fill(email)
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  await expect(dialog.getByRole('heading', { name: "You're all set!" })).toBeVisible()
  const note = 'Please confirm: follow the link in the mail that we send you.'
  await expect(dialog.getByRole('paragraph').filter({ hasText: note }).first()).toBeVisible()
  await expect(page.locator('.toasts .toast')).toContainText(note)
  expect(await subscriber(email)).toMatchObject({ status: 'pending' })

  await openMail(page, email, 'Confirm my subscription')
  // The token does not stay in the address, and is there after a reload.
  await expect(page).toHaveURL('/subscription')
  await page.reload()
  const confirm = page.getByRole('button', { name: 'Confirm my subscription' })
  await expect(confirm).toBeVisible()
  await expectAccessible(page, 'the page of a link')
  expect(await subscriber(email)).toMatchObject({ status: 'pending' })
  const asks = page.getByRole('heading', { name: 'Ask for a link' })
  await expect(asks).toBeHidden()
  await confirm.click()
  const expectWelcome = async () => {
    await expect(page).toHaveURL('/subscription#form:confirmed')
    await expectOutcome(page, 'Subscription confirmed')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are in.')
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(3)
    for (const part of [asks, page.locator('form [type=radio]'), confirm])
      await expect(part.filter({ visible: true })).toHaveCount(0)
  }
  await expectWelcome()
  expect(await subscriber(email)).toMatchObject({ status: 'active' })
  await page.reload()
  await expectWelcome()
  await expectAccessible(page, 'the welcome')

  // A second press says what the first did, while that holds.
  await page.goBack()
  await confirm.click()
  await expectWelcome()
  const service = await secretClient()
  await service.from('subscribers').update({ status: 'unsubscribed' }).eq('email', email)
  await page.goBack()
  await confirm.click()
  await expectOutcome(page, 'This link does not work any more')
  await expect(asks).toBeVisible()
})

/** The page by the link of a letter. */
async function openLetterLink(
  page: Page,
  action: 'preferences' | 'unsubscribe',
  email: string,
): Promise<void> {
  const editor = await clientAs('editor')
  const { data } = await editor.rpc('get_mailing_list')
  const row = (data as { email: string; unsubscribe_token: string }[]).find((one) => one.email === email)
  await page.goto(`/subscription?${action}=${row?.unsubscribe_token ?? ''}`)
}

test('what comes is chosen by the link of a mail or a letter, from what is stored', async ({ page }) => {
  const email = `siri@${TEST_DOMAIN}`
  const service = await secretClient()
  const stored = { weeklyNewsletter: true, designTips: false, newArticles: true, specialOffers: false }
  await service.from('subscribers').insert({ email, preferences: stored })
  const expectSwitches = async (on: readonly string[]) => {
    for (const name of ['Weekly newsletter', 'Design tips', 'New articles', 'Special offers'])
      await expect(page.getByRole('main').getByRole('switch', { name })).toBeChecked({
        checked: on.includes(name),
      })
  }

  await page.goto('/subscription')
  await page.getByRole('main').getByLabel('Email *').fill(email)
  await expect(page.getByRole('main').getByRole('radio', { checked: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Send the Link' }).click()
  // The browser asks for the choice.
  await expect(page).toHaveURL('/subscription')
  await askFor(page, email, 'Choose what comes')
  await openMail(page, email, 'Choose what comes')
  await expectSwitches(['Weekly newsletter', 'New articles'])
  await expect(page).toHaveURL('/subscription')
  await expect(page.getByRole('heading', { name: 'Ask for a link' })).toBeHidden()
  await expectAccessible(page, 'the choice of letters')
  await page.getByRole('main').getByRole('switch', { name: 'Special offers' }).check()
  await page.getByRole('main').getByRole('switch', { name: 'New articles' }).uncheck()
  await pressLink(page, 'Save')
  await expectOutcome(page, 'From now on we send you what you have chosen')
  await expectSwitches(['Weekly newsletter', 'Special offers'])
  expect(await subscriber(email)).toMatchObject({
    preferences: { weeklyNewsletter: true, designTips: false, newArticles: false, specialOffers: true },
  })

  // Another device has changed it meanwhile.
  await service
    .from('subscribers')
    .update({ preferences: { ...stored, newArticles: false } })
    .eq('email', email)
  await page.reload()
  await expectSwitches(['Weekly newsletter'])
  await page.getByRole('main').getByRole('switch', { name: 'Weekly newsletter' }).uncheck()
  await pressLink(page, 'Save')
  await expectOutcome(page, 'Saved: no letters come')
  await expectSwitches([])

  await service.from('subscribers').update({ preferences: stored }).eq('email', email)
  await openLetterLink(page, 'unsubscribe', email)
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
  await expectSwitches(['Weekly newsletter', 'New articles'])
  await pressLink(page, 'Unsubscribe')
  await expectOutcome(page, 'You are unsubscribed')
  await expect(page.getByRole('main').getByRole('switch')).toHaveCount(0)
})

test('a link to choose what comes says why there is nothing to choose', async ({ page }) => {
  const email = `tuva@${TEST_DOMAIN}`
  await subscribed(email)
  const service = await secretClient()
  await openLetterLink(page, 'preferences', email)
  await expect(page.getByRole('main').getByRole('switch')).toHaveCount(4)
  for (const [status, title] of [
    ['pending', 'Your subscription is not confirmed yet'],
    ['unsubscribed', 'You are not subscribed'],
  ] as const) {
    await openLetterLink(page, 'preferences', email)
    await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
    await service.from('subscribers').update({ status }).eq('email', email)
    await pressLink(page, 'Save')
    await expectOutcome(page, title)
    await page.goBack()
    await expectOutcome(page, title)
    await expect(page.getByRole('heading', { name: 'Ask for a link' })).toBeVisible()
    await service.from('subscribers').update({ status: 'active' }).eq('email', email)
  }
  await page.goto(`/subscription?preferences=${'0a'.repeat(32)}`)
  await expectOutcome(page, 'This link does not work any more')

  await openLetterLink(page, 'preferences', email)
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  await page.route('**/functions/v1/newsletter', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('What you have chosen could not be read.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
})

test('a link that a mail program has cut says that it does not work', async ({ page }) => {
  for (const query of ['confirm=0a0a', 'unsubscribe=', 'open=x']) {
    await page.goto(`/subscription?${query}`)
    await expectOutcome(page, 'This link does not work any more')
    await expect(page).not.toHaveURL(/\?/)
  }
})

test('a subscription is ended by a link, and restored by the button beside the outcome', async ({ page }) => {
  const email = `olav@${TEST_DOMAIN}`
  await subscribed(email)
  await askFor(page, email, 'Unsubscribe')
  await openMail(page, email, 'Unsubscribe')
  await pressLink(page, 'Unsubscribe')
  await expectOutcome(page, 'You are unsubscribed')
  // The token does not stay in the address.
  await expect(page).toHaveURL('/subscription#form:unsubscribed')
  expect(await subscriber(email)).toMatchObject({ status: 'unsubscribed' })
  await expectAccessible(page, 'the page after unsubscribing')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectOutcome(page, 'You are subscribed again')
  expect(await subscriber(email)).toMatchObject({ status: 'active' })
})

test('a reader asks for erasure by a link, and staff find it in the row and delete the reader', async ({
  page,
}) => {
  const email = `lars@${TEST_DOMAIN}`
  await subscribed(email)
  await askFor(page, email, 'Delete what you keep about me')
  await openMail(page, email, 'Delete my data')
  await pressLink(page, 'Delete my data')
  await expectOutcome(page, 'We have your request')
  expect(await subscriber(email)).toMatchObject({ status: 'unsubscribed' })

  await signInAs(page, 'super_admin')
  await page.goto(`/admin/subscribers?q=${email}`)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Unsubscribed')
  await expect(row).toContainText('Erasure requested')
  await expect(page.getByText('0 of them subscribed')).toBeVisible()
  await row.getByRole('button', { name: email }).click()
  const dialog = page.getByRole('dialog', { name: email })
  await expect(dialog.getByText('Import')).toBeVisible()
  await expectAccessible(page, 'the details of a subscriber')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Subscriber deleted successfully')).toBeVisible()
  expect(await subscriber(email)).toBeNull()
})

test('a request for data is answered by an editor', async ({ page }) => {
  const email = `mona@${TEST_DOMAIN}`
  await subscribed(email)
  await askFor(page, email, 'Send me what you keep about me')
  await openMail(page, email, 'Send me my data')
  await pressLink(page, 'Send me my data')
  await expectOutcome(page, 'We have your request')

  await signInAs(page, 'editor')
  await page.goto('/admin/subscribers?requests=open')
  await page.getByRole('row').filter({ hasText: email }).getByRole('button', { name: email }).click()
  const dialog = page.getByRole('dialog', { name: email })
  await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download Data' }).click()
  expect((await download).suggestedFilename()).toBe('subscriber-data.json')
  await dialog.getByRole('button', { name: 'Mark as Answered' }).click()
  await expect(page.getByText('Marked as answered')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: email })).toHaveCount(0)
})

test('the mailing list has active subscribers only, and of them those who want the weekly letter', async ({
  page,
}) => {
  const service = await secretClient()
  for (const status of ['active', 'pending', 'unsubscribed'])
    await service.from('subscribers').insert({ email: `${status}@${TEST_DOMAIN}`, status })
  await service
    .from('subscribers')
    .insert({ email: `tips@${TEST_DOMAIN}`, preferences: { weeklyNewsletter: false, designTips: true } })
  await signInAs(page, 'editor')
  await page.goto(`/admin/subscribers?q=${TEST_DOMAIN}`)
  await expect(page.getByRole('heading', { level: 2, name: /^Subscribers \(/ })).toHaveText('Subscribers (4)')
  await expect(page.getByText('2 of them subscribed')).toBeVisible()
  await expect(page.getByText(/^Not counted: \d+ pending, \d+ unsubscribed\.$/)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Mailing List' }).click(),
  ])
  const stream = await download.createReadStream()
  const text = (await stream.toArray()).join('')
  expect(text).toContain(`active@${TEST_DOMAIN}`)
  expect(text).not.toContain(`tips@${TEST_DOMAIN}`)
  expect(text).toContain('/functions/v1/newsletter?unsubscribe=')
  expect(text).not.toContain(`pending@${TEST_DOMAIN}`)
  expect(text).not.toContain(`unsubscribed@${TEST_DOMAIN}`)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('links are asked for, opened and carried out', async ({ page }) => {
    const email = `nils@${TEST_DOMAIN}`
    await subscribed(email)
    await askFor(page, email, 'Unsubscribe')
    await openMail(page, email, 'Unsubscribe')
    await expect(page).toHaveURL(/\/subscription\?unsubscribe=/)
    await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeHidden()
    await page.getByLabel('The link of your mail, pasted here').fill(page.url())
    await page.getByRole('button', { name: 'Do What It Says' }).click()
    await expectOutcome(page, 'You are unsubscribed')
    await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
    expect(await subscriber(email)).toMatchObject({ status: 'unsubscribed' })
  })

  test('a subscription is confirmed, and what comes is chosen, by links that are pasted', async ({
    page,
  }) => {
    const email = `unni@${TEST_DOMAIN}`
    await page.goto('/')
    await page.getByLabel('Your email').fill(email)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/#form:thanks')
    await openMail(page, email, 'Confirm my subscription')
    await page.getByLabel('The link of your mail, pasted here').fill(page.url())
    await page.getByRole('button', { name: 'Do What It Says' }).click()
    await expectOutcome(page, 'Subscription confirmed')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are in.')
    await expect(page.getByRole('button', { name: 'Send the Link' })).toBeHidden()

    await openLetterLink(page, 'preferences', email)
    await expect(page.getByRole('main').getByRole('switch', { checked: true })).toHaveCount(0)
    await page.getByLabel('The link to choose, pasted here').fill(page.url())
    await page.getByRole('main').getByRole('switch', { name: 'Design tips' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expectOutcome(page, 'From now on we send you what you have chosen')
    expect(await subscriber(email)).toMatchObject({
      status: 'active',
      preferences: { weeklyNewsletter: false, designTips: true, newArticles: false, specialOffers: false },
    })
  })
})
