import { type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { editor, storeArticle } from '../support/editor.ts'
import { mailedLink } from '../support/mail.ts'
import { clientAs, DEMO_EMAILS, openDashboardAs, signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications(, .* unread)?$/ })
const list = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const comments = (page: Page) => page.getByRole('complementary', { name: 'Comments' })

async function idOf(role: keyof typeof DEMO_EMAILS): Promise<string> {
  const service = await secretClient()
  const { data } = await service.from('profiles').select('id').eq('email', DEMO_EMAILS[role]).single()
  return (data as { id: string }).id
}

/** Takes what the person of a role was told, and lets no day of the demo plan tell them more. */
async function startUntold(role: keyof typeof DEMO_EMAILS): Promise<void> {
  const service = await secretClient()
  const profile_id = await idOf(role)
  await service.from('notification_choices').upsert({ profile_id, kind: 'due', choice: 'none' })
  await service.from('notifications').delete().eq('recipient_id', profile_id)
}

/** Starts a thread on a story as the person of a role. */
async function comment(role: keyof typeof DEMO_EMAILS, article_id: string, p_body: string): Promise<void> {
  const client = await clientAs(role)
  const { error } = await client.rpc('start_thread', { p_thread: { article_id, kind: 'story' }, p_body })
  if (error) throw new Error(error.message)
}

test('a comment is told to the owner of the story, who opens its thread; another tab knows it as read', async ({
  page,
  context,
}) => {
  const { id, title } = await storeArticle('draft', 'contributor')
  await startUntold('contributor')
  await openDashboardAs(page, 'contributor')
  await expect(bell(page)).toHaveAccessibleName('Notifications')

  await test.step('nothing yet', async () => {
    await bell(page).click()
    await expect(list(page)).toContainText('Nothing yet')
    await expectAccessible(page, 'no notifications')
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeHidden()
    await expect(bell(page)).toBeFocused()
  })

  await comment('editor', id, `<@${await idOf('contributor')}>, which drawer?`)
  await comment('editor', id, 'And which house?')
  await comment('super_admin', id, 'Is there a picture?')
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  const other = await context.newPage()
  await signInAs(other, 'contributor')
  await other.goto('/admin/articles')
  await expect(bell(other)).toHaveAccessibleName('Notifications, 2 unread')

  await test.step('one line for two comments, which are read', async () => {
    await page.keyboard.press('Control+Shift+L')
    await expect(list(page).getByRole('link', { name: `wrote 2 comments on ${title}` })).toContainText(
      'Is there a picture?',
    )
    await expectAccessible(page, 'notifications')
    await list(page).getByRole('button', { name: 'Unread' }).click()
    await list(page)
      .getByRole('link', { name: `mentioned you on ${title}` })
      .click()
    await expect(page).toHaveURL(new RegExp(`/admin/articles/${id}/edit$`))
    await expect(list(page)).toBeHidden()
    await expect(editor(page).title).toBeVisible()
    await expect(comments(page)).toContainText('which drawer?')
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
    await expect(bell(other)).toHaveAccessibleName('Notifications, 1 unread')
  })

  await test.step('all are marked as read', async () => {
    await bell(other).click()
    await list(other).getByRole('button', { name: 'Mark All as Read' }).click()
    await expect(bell(other)).toHaveAccessibleName('Notifications')
    await expect(list(other).getByRole('button', { name: 'Mark All as Read' })).toBeDisabled()
    await expect(bell(page)).toHaveAccessibleName('Notifications')
  })
})

test('a story is submitted and sent back: its writer gets a mail that leads to the note, and chooses to get none', async ({
  page,
  browser,
}) => {
  const { id, title } = await storeArticle('draft', 'contributor')
  for (const role of ['contributor', 'editor'] as const) await startUntold(role)
  const writer = await clientAs('contributor')
  await writer.from('articles').update({ status: 'review' }).eq('id', id)

  await test.step('the editor is told on a phone', async () => {
    const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
    await openDashboardAs(phone, 'editor')
    await expect(bell(phone)).toHaveAccessibleName('Notifications, 1 unread')
    await bell(phone).click()
    await expect(list(phone)).toContainText(`submitted ${title} for review`)
    await expectAccessible(phone, 'notifications on a phone')
    await list(phone).getByRole('link', { name: title }).click()
    await expect(editor(phone).title).toBeVisible()
    await phone.close()
  })

  await test.step('the mail leads its writer to the note', async () => {
    const sending = await (
      await clientAs('editor')
    ).rpc('send_back', { p_article: id, p_note: 'The end is missing.' })
    expect(sending.error).toBeNull()
    await expect
      .poll(() => mailedLink(DEMO_EMAILS.contributor).catch(() => null))
      .toMatch(new RegExp(`/admin/articles/${id}/edit`))
    await signInAs(page, 'contributor')
    await page.goto(await mailedLink(DEMO_EMAILS.contributor))
    await expect(comments(page)).toContainText('The end is missing.')
  })

  await test.step('a choice is saved at once', async () => {
    await page.goto('/admin/account')
    const choice = page.getByRole('button', { name: /My story is sent back/ })
    await expect(choice).toContainText('In the bell and by mail')
    await expectAccessible(page, 'choices of notifications')
    await choice.click()
    await page.getByRole('option', { name: 'Not at all' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(choice).toContainText('Not at all')
  })
})
