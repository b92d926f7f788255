import { type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { toast } from '../support/editor.ts'
import { pickFound } from '../support/found-options.ts'
import { newestMail } from '../support/mail.ts'
import { clientAs, DEMO_EMAILS, openDashboardAs, signInAs } from '../support/session.ts'
import { publishStories, removeStories } from '../support/stories.ts'
import { test } from '../support/test.ts'

const SUBJECT = 'What the lamp saw'

const removeLetters = async () => (await secretClient()).from('letters').delete().not('id', 'is', null)

test.beforeEach(async () => {
  await removeLetters()
  await publishStories([{ slug: 'letter-attic', title: 'The attic at noon', category: 'Interior Design' }])
})
test.afterEach(async () => {
  await removeLetters()
  await removeStories('letter-')
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const mail = (page: Page) => page.frameLocator('iframe[title="The mail as readers get it"]')
const text = (page: Page) => page.getByRole('textbox', { name: 'Content' })

async function beginLetter(page: Page): Promise<void> {
  await page.goto('/admin/letters')
  await button(page, 'New Letter').first().click()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toBeFocused()
}

/** Axe at the width of a desktop and of a phone. */
async function expectAccessibleAtBothWidths(page: Page, where: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectAccessible(page, where)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, `${where}, on a phone`)
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a letter is written, seen, tried, sent to its subscribers, and accounted for', async ({ page }) => {
  test.slow()
  await signInAs(page, 'editor')
  await page.goto('/admin/letters')
  await expect(
    page.getByText('A letter is a mail to everybody who has subscribed to its topic'),
  ).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'no letters yet')

  await test.step('it is written beside the mail as readers get it', async () => {
    await beginLetter(page)
    await expect(page.getByText('Write a subject.')).toBeVisible()
    await page.keyboard.type(SUBJECT)
    await page.getByRole('textbox', { name: 'Preview Line' }).fill('Three houses, one lamp')
    await text(page).click()
    await page.keyboard.type('Dear readers, this is December.')
    await expect(mail(page).getByText('Dear readers, this is December.')).toBeVisible()
    const stories = page.getByRole('region', { name: 'Stories', exact: true })
    const search = page.getByRole('combobox', { name: 'Add a story to Stories' })
    // A list of options closes where its field is scrolled.
    await search.scrollIntoViewIfNeeded()
    await pickFound(search, 'The attic at noon', /^The attic at noon/)
    await expect(stories.getByRole('list', { name: 'Chosen for Stories' })).toContainText('The attic at noon')
    await expect(mail(page).getByText('The attic at noon')).toBeVisible()
    await expectAccessibleAtBothWidths(page, 'the editor of a letter')
  })

  await test.step('what is typed survives a reload, and another tab does not overwrite it unasked', async () => {
    await page.reload()
    await expect(page.getByText(/and did not save is back/)).toBeVisible()
    await expect(text(page)).toContainText('Dear readers, this is December.')
    const service = await secretClient()
    await service.from('letters').update({ subject: 'Of somebody else' }).eq('subject', '')
    await button(page, 'Save').click()
    const conflict = page.getByRole('alertdialog', { name: 'Someone else saved this letter' })
    await expectAccessible(page, 'two editors of a letter')
    await conflict.getByRole('button', { name: 'Overwrite with Mine' }).click()
    await expect(button(page, 'Save')).toBeDisabled()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(SUBJECT)
  })

  await test.step('blocks are moved by the keyboard', async () => {
    const handle = page.getByRole('button', { name: 'Move Stories: up and down arrow keys' })
    await handle.focus()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('Stories is now number 1 of 2')).toBeAttached()
    await page.keyboard.press('ArrowDown')
    await expect(button(page, 'Save')).toBeDisabled()
  })

  await test.step('a test comes into the mailbox of the one who asks', async () => {
    await button(page, 'Send a Test…').click()
    const dialog = page.getByRole('dialog', { name: 'Send a Test' })
    await dialog.getByRole('textbox', { name: 'To' }).fill(`${DEMO_EMAILS.editor}, nobody`)
    await dialog.getByRole('button', { name: 'Send the Test' }).click()
    await expect(dialog.getByText('nobody is not an e-mail address.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'To' }).fill(DEMO_EMAILS.editor)
    await dialog.getByRole('button', { name: 'Send the Test' }).click()
    await expect(dialog.getByText(`Sent to ${DEMO_EMAILS.editor}`)).toBeVisible()
    await expectAccessible(page, 'a test of a letter')
    expect((await newestMail(DEMO_EMAILS.editor))?.html).toContain('Dear readers, this is December.')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })

  const readers =
    await test.step('the audience is counted before, and it is scheduled and taken back', async () => {
      await button(page, 'Send…').click()
      const dialog = page.getByRole('dialog', { name: 'Send the Letter' })
      await expect(dialog.getByText(/\d+ readers of \d+ who chose “/)).toBeVisible()
      await expect(dialog.getByText(/mails go into the mailbox of this machine/)).toBeVisible()
      await expectAccessibleAtBothWidths(page, 'sending a letter')
      const label = await dialog.getByRole('button', { name: /^Send to/ }).textContent()
      await dialog.getByRole('radio', { name: 'At a day and time' }).check()
      await expect(dialog.getByRole('button', { name: /^Schedule for/ })).toBeDisabled()
      await dialog.getByRole('button', { name: /Goes out/ }).click()
      await page.getByRole('button', { name: 'Next', exact: true }).first().click()
      await page.getByRole('button', { name: /\b15 \w+ \d{4}/ }).click()
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: /^Schedule for/ }).click()
      await expect(page.getByText(/^It goes out 15 /).first()).toBeVisible()
      await expectAccessibleAtBothWidths(page, 'a scheduled letter')
      await page.goto('/admin/plan?view=list')
      const planned = page.getByRole('table', { name: 'Plan' }).getByRole('row', { name: SUBJECT })
      await expect(planned).toContainText('Letter')
      await expect(planned).toContainText('Scheduled at')
      await expectAccessibleAtBothWidths(page, 'a letter on the plan')
      await planned.getByRole('link', { name: SUBJECT }).click()
      await expect(button(page, 'Plan This Letter')).toBeVisible()
      await button(page, 'Take Back').click()
      await expect(toast(page, 'It is a draft again, and does not go out')).toBeVisible()
      return Number(label?.replace(/\D/g, ''))
    })

  await test.step('it goes out, is paused, and goes on to the last reader', async () => {
    await button(page, 'Send…').click()
    await page.getByRole('button', { name: /^Send to/ }).click()
    await button(page, 'Pause').click()
    await expect(page.getByText('Held. Somebody paused it.')).toBeVisible()
    await expectAccessibleAtBothWidths(page, 'a letter that is held')
    await button(page, 'Resume').click()
    await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
    await expect(button(page, 'Plan This Letter')).toBeHidden()
    const sums = page.getByRole('list', { name: 'Sums that have to agree' })
    await expect(sums).toContainText(`${readers} recipients = ${readers} accepted + 0 failed + 0 skipped`)
  })

  await test.step('its recipients are listed, found by address, and exported', async () => {
    const service = await secretClient()
    const { data } = await service.from('letter_recipients').select('id, email').limit(1).single()
    const { id, email } = data as { id: string; email: string }
    await service
      .from('letter_recipients')
      .update({ left_at: new Date().toISOString(), left_by: 'one-click' })
      .eq('id', id)
    await page.reload()
    await page.getByRole('searchbox', { name: 'Search recipients' }).fill(email)
    const rows = page.getByRole('table', { name: 'Recipients' }).getByRole('row')
    await expect(rows).toHaveCount(2)
    await expect(rows.last()).toContainText('Left by the button of the mail program')
    await expectAccessibleAtBothWidths(page, 'what became of a letter')
    const download = page.waitForEvent('download')
    await button(page, 'Export CSV').click()
    expect((await download).suggestedFilename()).toMatch(/^letter-recipients-/)
  })

  await test.step('it has a page on the site', async () => {
    const path = (await page.getByRole('link', { name: 'Its Page' }).getAttribute('href')) ?? ''
    await expect.poll(async () => (await page.request.get(path)).status()).toBe(200)
    await page.goto(path)
    await expect(page.getByRole('heading', { name: SUBJECT })).toBeVisible()
    await expect(page.getByText('Dear readers, this is December.')).toBeVisible()
  })

  await test.step('the list has its time and its numbers', async () => {
    await page.goto('/admin/letters?status=sent')
    await expect(page.getByRole('row', { name: new RegExp(SUBJECT) })).toContainText(String(readers))
    await expectAccessibleAtBothWidths(page, 'letters')
  })
})

test('contributors draft and test, viewers read, and neither sends', async ({ page }) => {
  await signInAs(page, 'contributor')
  await beginLetter(page)
  await page.keyboard.type('A draft')
  await button(page, 'Save').click()
  await expect(button(page, 'Save')).toBeDisabled()
  await expect(button(page, 'Send…')).toHaveCount(0)
  await button(page, 'Send a Test…').click()
  await expect(
    page.getByText(`The letter as it is now goes to ${DEMO_EMAILS.contributor} only.`),
  ).toBeVisible()
  const [, id = ''] = /letters\/([0-9a-f-]+)/.exec(page.url()) ?? []
  const contributor = await clientAs('contributor')
  const refused = await contributor.rpc('schedule_letter', { p_id: id, p_version: 2, p_send_at: null })
  expect(refused.error).not.toBeNull()

  await test.step('an editor comments, which leads the writer to the comment', async () => {
    const comments = page.getByRole('complementary', { name: 'Comments' })
    const service = await secretClient()
    await service.from('notifications').delete().not('id', 'is', null)
    await openDashboardAs(page, 'editor')
    await page.goto(`/admin/letters/${id}`)
    await button(page, 'Comments').click()
    await button(page, 'New Comment').click()
    await comments.getByRole('textbox', { name: 'Comment' }).fill('Which lamp is it?')
    await comments.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(comments.getByRole('article')).toContainText('Which lamp is it?')
    await expectAccessibleAtBothWidths(page, 'comments on a letter')

    await openDashboardAs(page, 'contributor')
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    await page.getByRole('link', { name: 'commented on the letter A draft' }).click()
    await expect(page).toHaveURL(new RegExp(`/admin/letters/${id}$`))
    await expect(comments.getByRole('article')).toContainText('Which lamp is it?')
    await comments.getByRole('button', { name: 'Reply' }).click()
    await comments.getByRole('textbox', { name: 'Reply' }).fill('The green one.')
    await comments.getByRole('button', { name: 'Reply' }).click()
    await expect(comments.getByRole('article')).toContainText('The green one.')
    await comments.getByRole('button', { name: 'Resolve' }).click()
    await expect(comments.getByText('No open comments')).toBeVisible()
  })

  await test.step('an editor plans it, which leads the writer to its plan', async () => {
    await openDashboardAs(page, 'editor')
    await page.goto(`/admin/letters/${id}`)
    await button(page, 'Plan This Letter').click()
    const planning = page.getByRole('dialog', { name: 'Plan This Letter' })
    await expect(planning).toContainText('A draft')
    await planning.getByRole('button', { name: /^Planned for/ }).click()
    await page.getByRole('button', { name: /^Today, / }).click()
    await planning.getByRole('button', { name: /Writer/ }).click()
    await page.getByRole('option', { name: 'Mina Okonedo' }).click()
    await planning.getByRole('textbox', { name: 'Brief' }).fill('Three houses, and no more.')
    await planning.getByRole('button', { name: 'Add a Task' }).click()
    await planning.getByRole('combobox', { name: 'What is to be done, task 1' }).fill('Proofreading')
    await expectAccessible(page, 'planning a letter')
    await planning.getByRole('button', { name: 'Save' }).click()
    await expect(planning).toBeHidden()
    const card = page.getByRole('region', { name: 'Plan', exact: true })
    await expect(card).toContainText('Mina Okonedo')
    await expect(card).toContainText('1 to do')
    await expect(card).toContainText('Three houses, and no more.')
    await expectAccessibleAtBothWidths(page, 'a planned letter')

    await page.goto('/admin/plan?view=list')
    const rows = page.getByRole('table', { name: 'Plan' }).getByRole('row', { name: /A draft/ })
    await expect(rows).toContainText(/Letter.*Mina Okonedo.*Draft.*Proofreading/)

    await openDashboardAs(page, 'contributor')
    await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click()
    await page.getByRole('link', { name: 'gave you the letter A draft' }).click()
    const plan = page.getByRole('dialog', { name: 'Plan', exact: true })
    await expect(plan.getByRole('textbox', { name: 'Brief' })).toHaveValue('Three houses, and no more.')
    await plan.getByRole('link', { name: 'Open the Letter' }).click()
    await expect(page).toHaveURL(new RegExp(`/admin/letters/${id}$`))
  })

  await openDashboardAs(page, 'viewer')
  // What has not gone out is for who writes.
  await page.goto(`/admin/letters/${id}`)
  await expect(page.getByText('This letter does not exist (any more).')).toBeVisible()
})

test('a super admin sets the sender, which editors read', async ({ page }) => {
  await signInAs(page, 'super_admin')
  await page.goto('/admin/letters')
  await button(page, 'Sender').click()
  const dialog = page.getByRole('dialog', { name: 'Sender' })
  await expect(dialog.getByText(/Letters go out by the mailbox of this machine/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Answers Go To' }).fill('nobody')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This is not an e-mail address')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'the sender of letters')
  await dialog.getByRole('textbox', { name: 'Answers Go To' }).fill('desk@magazine.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Sender updated successfully')).toBeVisible()

  await openDashboardAs(page, 'editor')
  await page.goto('/admin/letters')
  await button(page, 'Sender').click()
  await expect(dialog.getByText('desk@magazine.example')).toBeVisible()
  await expect(dialog.getByText('Only a super admin changes these.')).toBeVisible()
  const service = await secretClient()
  await service.from('letter_sender').update({ reply_to: null }).eq('id', true)
})
