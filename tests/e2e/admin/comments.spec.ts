import { type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { articleRow, openArticles } from '../support/articles.ts'
import { secretClient } from '../support/backend.ts'
import { editor, openArticle, storeArticle, storedArticle, toast } from '../support/editor.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { pressKey } from '../support/keys.ts'
import { DEMO_EMAILS, signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const WORDS = 'a drawer that nobody opens'
const TEXT = {
  content: {
    html: `<p>Behind the stair there is ${WORDS}.</p><p>Its handle is brass, and the brass is worn where a thumb would be.</p>`,
  },
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Comments' })
const threads = (page: Page) => panel(page).getByRole('article')
const marked = (page: Page) => editor(page).body.locator('.commented')

/** Selects words of one line of the text, as with the mouse. */
async function select(page: Page, words: string): Promise<void> {
  const line = page.locator('.article-prose p').filter({ hasText: words })
  await line.evaluate((element, selected) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = (node.textContent ?? '').indexOf(selected)
      if (at < 0) continue
      element.closest<HTMLElement>('[contenteditable]')?.focus()
      getSelection()?.setBaseAndExtent(node, at, node, at + selected.length)
    }
  }, words)
}

async function commentOn(page: Page, words: string, comment: string): Promise<void> {
  await select(page, words)
  await page.getByRole('button', { name: 'Comment', exact: true }).first().click()
  const box = panel(page).getByRole('textbox', { name: 'Comment' })
  await box.fill(comment)
  await panel(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(threads(page).filter({ hasText: comment })).toBeVisible()
  // Until it was sent, Escape would be for the box.
  await expect(box).toBeHidden()
}

async function nameOf(role: keyof typeof DEMO_EMAILS): Promise<string> {
  const service = await secretClient()
  const { data } = await service.from('profiles').select('full_name').eq('email', DEMO_EMAILS[role]).single()
  return (data as { full_name: string }).full_name
}

test('a passage is commented on, answered, lost with its words, found again, resolved and opened again', async ({
  page,
}) => {
  const { id } = await storeArticle('draft', 'editor', TEXT)
  await signInAs(page, 'editor')
  await openArticle(page, id)
  await commentOn(page, WORDS, 'Which drawer is it?')
  await expect(marked(page)).toHaveText(WORDS)

  await test.step('the passage leads to the thread, and the thread to the passage', async () => {
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(editor(page).body).toBeFocused()
    await marked(page).click()
    await expect(threads(page)).toHaveCount(1)
    await panel(page)
      .getByRole('button', { name: `Show in the text: ${WORDS}` })
      .click()
    await expect(editor(page).body).toBeFocused()
  })

  await test.step('an answer that mentions a colleague', async () => {
    const name = await nameOf('contributor')
    await panel(page).getByRole('button', { name: 'Reply' }).click()
    await panel(page)
      .getByRole('textbox', { name: 'Reply' })
      .pressSequentially(`Ask @${name.slice(0, 4)}`)
    await expect(panel(page).getByRole('option', { name })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.reload()
    await page.getByRole('button', { name: 'Comments, 1 open' }).click()
    await expect(panel(page).getByRole('textbox', { name: 'Reply' })).toHaveValue(`Ask @${name} `)
    await pressKey(panel(page).getByRole('textbox', { name: 'Reply' }), 'Control+Enter')
    await expect(threads(page)).toContainText(`Ask @${name}`)
    await expect(panel(page).getByRole('textbox', { name: 'Reply' })).toBeHidden()
  })

  await test.step('words that are cut are no longer in the text, and undo brings their comment back', async () => {
    await select(page, WORDS)
    await page.keyboard.press('Delete')
    await expect(threads(page)).toContainText('No longer in the text')
    await expectAccessible(page, 'a comment that is lost')
    await expect.poll(async () => JSON.stringify((await storedArticle(id)).content)).not.toContain(WORDS)
    await editor(page).body.focus()
    await page.keyboard.press('Control+z')
    await expect(marked(page)).toHaveText(WORDS)
    await expect(threads(page)).not.toContainText('No longer in the text')
  })

  await test.step('it is found after the words around it were changed and saved', async () => {
    await editor(page).body.locator('p').first().click()
    await page.keyboard.press('Home')
    await page.keyboard.type('Nobody knows why. ')
    await expect.poll(async () => JSON.stringify((await storedArticle(id)).content)).toContain('Nobody knows')
    await page.reload()
    await expect(marked(page)).toHaveText(WORDS)
    expect(JSON.stringify((await storedArticle(id)).content)).not.toContain('commented')
  })

  await test.step('resolved and opened again', async () => {
    await page.keyboard.press('Control+j')
    await panel(page).getByRole('button', { name: 'Resolve' }).click()
    await expect(panel(page).getByText('No open comments')).toBeVisible()
    await expect(marked(page)).toHaveCount(0)
    await expectAccessible(page, 'no open comments')
    await panel(page).getByRole('tab', { name: 'Resolved (1)' }).click()
    await expect(threads(page)).toContainText('Resolved by')
    await panel(page).getByRole('button', { name: 'Reopen' }).click()
    await panel(page).getByRole('tab', { name: 'Open (1)' }).click()
    await expect(marked(page)).toHaveText(WORDS)
  })
})

test('a comment that is begun while another one is sent stays', async ({ page }) => {
  const { id } = await storeArticle('draft', 'editor', TEXT)
  const service = await secretClient()
  await signInAs(page, 'editor')
  const sending = await holdRequests(page, '**/rpc/start_thread')
  await openArticle(page, id)
  await select(page, WORDS)
  await page.getByRole('button', { name: 'Comment', exact: true }).first().click()
  const box = panel(page).getByRole('textbox', { name: 'Comment' })
  await box.fill('Which one?')
  await pressKey(box, 'Control+Enter')
  await sending.begun

  await panel(page).getByRole('button', { name: 'New Comment' }).click()
  await page.getByRole('menuitem', { name: 'The whole story' }).click()
  await box.fill('And the end?')
  sending.release()
  await expect(threads(page)).toContainText('Which one?')
  await expect(box).toHaveValue('And the end?')
  await expect(box).toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: 'Comments, 1 open' }).click()
  await expect(box).toHaveValue('And the end?')
  await pressKey(box, 'Control+Enter')
  await expect(threads(page)).toHaveCount(2)
  await expect(box).toHaveCount(0)
  const { data } = await service
    .from('comment_threads')
    .select('comments(body)')
    .eq('article_id', id)
    .order('created_at')
  expect(JSON.stringify(data)).toMatch(/Which one\?.*And the end\?/)
})

test('of two colleagues with one name the chosen one is mentioned, also after a letter is corrected', async ({
  page,
}) => {
  const { id } = await storeArticle('draft', 'editor', TEXT)
  const service = await secretClient()
  const chosen = 'anna.meyer@mantel.example'
  const emails = [chosen, 'a.meyer@mantel.example']
  const ids: string[] = []
  for (const email of emails) {
    const created = await service.auth.admin.createUser({ email, email_confirm: true })
    const account = created.data.user?.id ?? ''
    ids.push(account)
    const named = { full_name: 'Anna Meyer', role: 'contributor' }
    expect((await service.from('profiles').update(named).eq('id', account)).error).toBeNull()
  }
  await signInAs(page, 'editor')
  await openArticle(page, id)
  await page.getByRole('button', { name: 'Comments', exact: true }).click()
  await panel(page).getByRole('button', { name: 'New Comment' }).click()
  await page.getByRole('menuitem', { name: 'The whole story' }).click()
  const box = panel(page).getByRole('textbox', { name: 'Comment' })
  await box.pressSequentially('pleese see post@Anna Meyer, ')
  await expect(panel(page).getByRole('option')).toHaveCount(0)
  await box.pressSequentially('@Anna')
  const options = panel(page).getByRole('option', { name: 'Anna Meyer' })
  await expect(options).toHaveText(emails.toSorted().map((email) => `Anna Meyer (${email})`))
  await options.filter({ hasText: chosen }).click()
  await expect(panel(page).getByText(`Mentions Anna Meyer (${chosen})`)).toBeVisible()
  await expectAccessible(page, 'a comment that mentions one of two namesakes')
  await pressKey(box, 'Control+Home')
  for (let letter = 0; letter < 3; letter++) await pressKey(box, 'ArrowRight')
  await pressKey(box, 'Delete')
  await pressKey(box, 'a')
  await page.reload()
  await page.getByRole('button', { name: 'Comments', exact: true }).click()
  await expect(panel(page).getByText(`Mentions Anna Meyer (${chosen})`)).toBeVisible()
  await pressKey(box, 'Control+Enter')
  await expect(threads(page)).toContainText('please see')
  const { data } = await service
    .from('comments')
    .select('body, mentions, comment_threads!inner(article_id)')
    .eq('comment_threads.article_id', id)
  expect(data).toMatchObject([
    { body: `please see post@Anna Meyer, <@${String(ids[0])}>`, mentions: [ids[0]] },
  ])
})

test('an invited viewer comments on words of a published story, and the editor sees it at once', async ({
  page,
  browser,
}) => {
  const { id, slug } = await storeArticle('published', 'editor', {
    ...TEXT,
    published_at: '2026-01-05T10:00:00Z',
  })
  await signInAs(page, 'editor')
  await openArticle(page, id)
  await page.getByRole('button', { name: 'Comments', exact: true }).click()
  await expect(panel(page).getByText('No open comments')).toBeVisible()

  const viewer = await (await browser.newContext()).newPage()
  await signInAs(viewer, 'viewer')
  await viewer.goto(`/admin/articles/${id}`)
  await expect(viewer.getByText(WORDS)).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Comments' })).toHaveCount(0)

  const guest = await nameOf('viewer')
  await panel(page).getByRole('button', { name: 'Invite a Viewer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a viewer to the comments on this article' })
  await dialog.getByRole('combobox', { name: 'Viewer' }).fill(DEMO_EMAILS.viewer)
  await page.getByRole('option', { name: guest }).click()
  await expectAccessible(page, 'the question which viewer to invite')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(panel(page).getByRole('region', { name: 'Who reads this' })).toContainText(guest)

  await viewer.reload()
  await commentOn(viewer, WORDS, 'We have one like it.')
  await expectAccessible(viewer, 'a story with a comment that a viewer wrote')

  await expect(threads(page)).toContainText('We have one like it.')
  await expect(marked(page)).toHaveText(WORDS)
  await expect.poll(async () => (await page.request.get(`/article/${slug}`)).status()).toBe(200)
  expect(await (await page.request.get(`/article/${slug}`)).text()).not.toContain('We have one like it')

  await panel(page)
    .getByRole('button', { name: `End the invitation of ${guest}` })
    .click()
  await expect(panel(page).getByText('Those who write for the magazine read this.')).toBeVisible()
  await viewer.reload()
  await expect(viewer.getByText(WORDS)).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Comments' })).toHaveCount(0)

  await test.step('of a story that is taken back a viewer reads what they read of one that never was', async () => {
    const service = await secretClient()
    await service.from('articles').update({ status: 'draft' }).eq('id', id)
    for (const address of [id, '2f1a8f9e-5b67-4c6e-9d0a-1f2e3d4c5b6a']) {
      await viewer.goto(`/admin/articles/${address}`)
      await expect(viewer.getByText('Viewers read an article once it is published')).toBeVisible()
    }
  })
  await viewer.close()
})

test('an editor sends a story back with a note, which its writer sees first', async ({ page, browser }) => {
  const { id, title } = await storeArticle('review', 'contributor', TEXT)
  const other = await storeArticle('review', 'contributor', TEXT)
  await signInAs(page, 'editor')
  const dialog = page.getByRole('dialog', { name: 'Send this article back to its writer?' })

  await test.step('from the editor, with its text', async () => {
    await openArticle(page, id)
    await editor(page).saveDraft.click()
    await dialog.getByRole('button', { name: 'Send Back', exact: true }).click()
    await expect(dialog).toContainText('Write what is to be done')
    await expectAccessible(page, 'the question for a note')
    await dialog.getByRole('textbox', { name: 'Note to the writer' }).fill('The end is missing.')
    await dialog.getByRole('button', { name: 'Send Back', exact: true }).click()
    await expect(toast(page, `Sent back to ${await nameOf('contributor')}`)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Sent back by' })).toContainText('The end is')
    await expect(page.getByRole('button', { name: 'Answer' })).toHaveCount(0)
    expect(await storedArticle(id)).toMatchObject({ status: 'draft' })
  })

  await test.step('from the list, without a note', async () => {
    await openArticles(page, '?status=review')
    await articleRow(page, other.title)
      .getByRole('button', { name: `Actions for ${other.title}` })
      .click()
    await page.getByRole('menuitem', { name: 'Send Back' }).click()
    await dialog.getByRole('button', { name: 'Send Back Without a Note' }).click()
    await expect(toast(page, `Sent back to ${await nameOf('contributor')}`)).toBeVisible()
    expect(await storedArticle(other.id)).toMatchObject({ status: 'draft' })
  })

  const writer = await (await browser.newContext()).newPage()
  await signInAs(writer, 'contributor')
  await openArticle(writer, id)
  await expect(
    writer.getByRole('status').filter({ hasText: `Sent back by ${await nameOf('editor')}` }),
  ).toContainText('The end is missing.')
  await writer.getByRole('button', { name: 'Answer' }).click()
  await expect(threads(writer)).toContainText('Sent back')
  await expect(panel(writer).getByRole('textbox', { name: 'Reply' })).toBeFocused()
  await expectAccessible(writer, 'a story that was sent back')
  await writer.close()
  expect(title).toBeTruthy()
})

test('a field is commented on from a phone, in a sheet that Escape closes', async ({ page }) => {
  const { id } = await storeArticle('draft', 'editor', TEXT)
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'editor')
  await openArticle(page, id)
  await page.getByRole('button', { name: 'Comments', exact: true }).click()
  await panel(page).getByRole('button', { name: 'New Comment' }).click()
  await page.getByRole('menuitem', { name: 'Excerpt' }).click()
  await panel(page).getByRole('textbox', { name: 'Comment' }).fill('Shorter, please.')
  // Where the menu was, a button of the toolbar shows its tooltip.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expectAccessible(page, 'a new comment on a phone')
  await panel(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(threads(page)).toContainText('Shorter, please.')
  // Until it was sent, Escape would be for the box.
  await expect(panel(page).getByRole('textbox', { name: 'Comment' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await page.getByRole('button', { name: '1 open comment' }).click()
  await expect(threads(page)).toContainText('Shorter, please.')
  await expectAccessible(page, 'the comments on a phone')
})

test('an editor deletes a whole thread after a question, and its writer cannot', async ({
  page,
  browser,
}) => {
  const { id } = await storeArticle('draft', 'contributor', TEXT)
  const writer = await browser.newPage()
  await signInAs(writer, 'contributor')
  await openArticle(writer, id)
  await commentOn(writer, WORDS, 'Which drawer is it?')
  const remove = (on: Page) => threads(on).getByRole('button', { name: 'Delete Thread' })
  await expect(remove(writer)).toHaveCount(0)

  await signInAs(page, 'editor')
  await page.goto(`/admin/articles/${id}`)
  await page.getByRole('button', { name: 'Comments, 1 open' }).click()
  await remove(page).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this thread?' })
  await expect(question).toContainText('Its comment is deleted.')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toast(page, 'Thread deleted')).toBeVisible()
  await expect(panel(page).getByText('No open comments')).toBeVisible()
  await expect(threads(writer)).toHaveCount(0)
  await writer.close()
})
