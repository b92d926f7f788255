import { type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { pressKey } from '../support/keys.ts'
import { goInApp } from '../support/screens.ts'
import { openDashboardAs, signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const SUBJECT = 'A question about the oak settle'
const TEXT = 'Is it oiled or waxed?\n\nWe have <b>three</b> dogs.'

const list = (page: Page) => page.getByRole('list', { name: 'Messages' })
const pane = (page: Page) => page.getByRole('region', { name: 'Message', exact: true })
const open = (page: Page) => list(page).getByRole('link', { name: SUBJECT }).click()

async function stored(): Promise<{ status: string } | null> {
  const service = await secretClient()
  const { data } = await service
    .from('contact_messages')
    .select('status')
    .eq('subject', SUBJECT)
    .maybeSingle<{ status: string }>()
  return data
}

test.beforeEach(async () => {
  const service = await secretClient()
  const { error } = await service
    .from('contact_messages')
    .insert({ name: 'Ida Holm', email: 'ida@messages.example', subject: SUBJECT, message: TEXT })
  if (error) throw error
})

test.afterEach(async () => {
  const service = await secretClient()
  await service.from('contact_messages').delete().like('email', '%@messages.example')
})

test('an editor reads, answers and reopens a message by keyboard', async ({ page }) => {
  await openDashboardAs(page, 'editor')
  await page.getByRole('link', { name: /^Messages/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages')
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('Dashboard/Messages')
  await expect(page).toHaveTitle('Messages · Mantel')
  const link = list(page).getByRole('listitem').first().getByRole('link')
  await expect(link).toHaveAccessibleName(/Unread: Ida Holm/)

  // Opening it marks it as read, and shows it also where it cannot be fetched again after that.
  let fetched = 0
  await page.route('**/rest/v1/contact_messages?*answerer*', (route) => {
    fetched += 1
    return fetched === 1 ? route.continue() : route.fulfill({ status: 403, json: { message: 'no' } })
  })
  await pressKey(link, 'Enter')
  const heading = pane(page).getByRole('heading', { name: SUBJECT })
  await expect(heading).toBeFocused()
  await expect(pane(page)).toContainText('Is it oiled or waxed?')
  await expect(pane(page)).toContainText('We have <b>three</b> dogs.')
  await expect.poll(async () => (await stored())?.status).toBe('read')
  await expect(link).not.toHaveAccessibleName(/Unread/)
  await expect.poll(() => fetched).toBe(2)
  await expect(heading).toBeFocused()
  await page.unrouteAll()
  await expectAccessible(page, 'an open message')

  const reply = new URL((await pane(page).getByRole('link', { name: 'Reply' }).getAttribute('href')) ?? '')
  expect(reply.protocol + reply.pathname).toBe('mailto:ida@messages.example')
  expect(reply.searchParams.get('subject')).toBe(`Re: ${SUBJECT}`)
  expect(reply.searchParams.get('body')).toContain('> Is it oiled or waxed?\r\n>\r\n> We have')

  await expect(pane(page).getByRole('button', { name: 'Mark as Answered' })).toBeEnabled()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Marked as answered')).toBeVisible()
  await expect(pane(page)).toContainText(/Answered by Rafael Quist on \d+ \w+ \d{4}/)
  await expect(link).toHaveAccessibleName(/Answered: Ida Holm/)

  await pane(page).getByRole('button', { name: 'Mark as Unread' }).click()
  await expect(pane(page)).toContainText('Choose a message to read it here.')
  await expect(link).toHaveAccessibleName(/Unread: Ida Holm/)
  await expect.poll(stored).toEqual({ status: 'new' })
})

test('an editor finds messages, cannot delete them, and sees when a change fails', async ({ page }) => {
  await signInAs(page, 'editor')

  await test.step('searches messages by text and filters them by status', async () => {
    await page.goto('/admin/messages')
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('oiled (zeppelin%')
    await expect(page.getByText('No messages match.')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('oiled or')
    await expect(list(page).getByRole('listitem')).toHaveCount(1)
    const status = page.getByRole('group', { name: 'Status' })
    await status.getByRole('button', { name: 'Answered' }).click()
    await expect(page).toHaveURL('/admin/messages?q=oiled+or&status=answered')
    await expect(page.getByText('No messages match.')).toBeVisible()
    await status.getByRole('button', { name: /^New/ }).click()
    await expect(list(page).getByRole('link')).toHaveAccessibleName(/Unread: Ida Holm/)
  })

  await test.step('an editor has no Delete, and sees an error when a status change fails', async () => {
    await goInApp(page, '/admin/messages?q=oak+settle')
    await open(page)
    await expect(pane(page).getByRole('link', { name: 'Reply' })).toBeVisible()
    await expect(pane(page).getByRole('button', { name: 'Delete' })).toHaveCount(0)
    await page.route('**/rest/v1/contact_messages**', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await pane(page).getByRole('button', { name: 'Mark as Answered' }).click()
    await expect(page.getByText('Failed to update the message')).toBeVisible()
    await expect(pane(page).getByRole('button', { name: 'Mark as Answered' })).toBeVisible()
  })
})

test('what somebody else has marked since a message was read here stays as they marked it', async ({
  page,
}) => {
  let read = 0
  page.on('requestfinished', (request) => {
    if (/contact_messages\?.*answerer/.test(request.url())) read += 1
  })
  await signInAs(page, 'editor')
  await page.goto('/admin/messages?q=oak+settle')
  await open(page)
  await expect.poll(async () => (await stored())?.status).toBe('read')
  await expect.poll(() => read).toBe(2)
  const service = await secretClient()
  await service.from('contact_messages').update({ status: 'answered' }).eq('subject', SUBJECT)
  await pane(page).getByRole('button', { name: 'Mark as Unread' }).click()
  await expect(page.getByText('Somebody has marked or deleted this message in the meantime')).toBeVisible()
  expect(await stored()).toEqual({ status: 'answered' })
})

test('only a super admin deletes messages, after a confirmation', async ({ page }) => {
  await signInAs(page, 'super_admin')
  await page.goto('/admin/messages?q=oak+settle')
  await open(page)
  await pane(page).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete this message?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page, 'the question before deleting')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Message deleted')).toBeVisible()
  await expect(page.getByText('No messages match.')).toBeVisible()
  expect(await stored()).toBeNull()
})

test('contributors and viewers neither find nor read messages', async ({ page }) => {
  for (const role of ['contributor', 'viewer'] as const) {
    await test.step(role, async () => {
      await openDashboardAs(page, role)
      await expect(page.getByRole('link', { name: /^Messages/ })).toHaveCount(0)
      await goInApp(page, '/admin/messages')
      await expect(page.getByText("You don't have permission to view messages.")).toBeVisible()
      await expect(list(page)).toHaveCount(0)
    })
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('an open message replaces the list until it is closed', async ({ page }) => {
    await signInAs(page, 'editor')
    await page.goto('/admin/messages?q=oak+settle')
    await open(page)
    await expect(pane(page).getByRole('heading', { name: SUBJECT })).toBeVisible()
    await expect(list(page)).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.getByRole('link', { name: 'All Messages' }).click()
    await expect(list(page)).toBeVisible()
  })
})
