import { randomUUID } from 'node:crypto'
import { type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { toast } from '../support/editor.ts'
import { pressKey } from '../support/keys.ts'
import { goInApp } from '../support/screens.ts'
import { DEMO_EMAILS, expireSession, openDashboardAs, signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const fields = (page: Page) => ({
  title: page.getByRole('textbox', { name: 'Title', exact: true }),
  slug: page.getByRole('textbox', { name: 'Slug' }),
  content: page.getByRole('textbox', { name: 'Content' }),
  excerpt: page.getByRole('textbox', { name: 'Excerpt' }),
  create: page.getByRole('button', { name: 'Create', exact: true }),
  save: page.getByRole('button', { name: 'Save', exact: true }),
})

async function openPages(page: Page, query = ''): Promise<void> {
  await page.goto(`/admin/pages${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Pages' })).toBeVisible()
}

/** Opens the list with another address, without loading the app again. */
async function goToPages(page: Page, query: string): Promise<void> {
  await goInApp(page, `/admin/pages${query}`)
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: new RegExp(`${label}$`) }).click()
  await page.getByRole('option', { name: new RegExp(`^${option}`) }).click()
}

/** A page in the database with a title and slug that no other has, and the way to be rid of it. */
async function put(more: object = {}) {
  const service = await secretClient()
  const slug = `notes-${randomUUID().slice(0, 8)}`
  const row = { title: `Notes ${slug}`, slug, content: { html: '<p>As it was.</p>' }, ...more }
  const { data, error } = await service.from('pages').insert(row).select('id').single<{ id: string }>()
  if (error) throw new Error(error.message)
  return {
    ...row,
    id: data.id,
    remove: async () => void (await service.from('pages').delete().eq('id', data.id)),
  }
}

async function stored(id: string): Promise<Record<string, unknown> | null> {
  const service = await secretClient()
  const { data } = await service.from('pages').select('*').eq('id', id).maybeSingle<Record<string, unknown>>()
  return data
}

/** What a reader finds at an address, once it says `text`. */
async function readersSee(page: Page, address: string, text: string): Promise<void> {
  await expect.poll(async () => (await page.request.get(address)).text()).toContain(text)
}

test('creates, publishes, moves and deletes a page; the site follows', async ({ page }) => {
  const mark = randomUUID().slice(0, 8)
  const form = fields(page)
  await signInAs(page, 'super_admin')
  await openPages(page)

  await page.getByRole('button', { name: 'New Page' }).click()
  await form.title.fill(`Press ${mark}: the kit`)
  await expect(form.slug).toHaveValue(`press-${mark}-the-kit`)
  await form.slug.fill(`press-${mark}`)
  await form.title.fill('For the press')
  await expect(form.slug).toHaveValue(`press-${mark}`)
  await form.content.click()
  await page.keyboard.type('Pictures on request.')
  await form.excerpt.fill('What journalists ask for.')
  await choose(page, 'Status', 'Published')
  await choose(page, 'Parent', 'Colophon')
  await expect(page.getByText(`/colophon/press-${mark}`)).toBeVisible()
  await expectAccessible(page, 'the dialog')
  await form.create.click()
  await expect(toast(page, 'Page created successfully')).toBeVisible()
  const address = page.getByRole('link', { name: `/colophon/press-${mark}` }).first()
  await expect(address).toHaveAttribute('href', `/colophon/press-${mark}`)
  await readersSee(page, `/colophon/press-${mark}`, 'Pictures on request.')

  await page.getByRole('link', { name: 'For the press' }).click()
  await form.title.fill('For journalists')
  await expect(form.slug).toHaveValue(`press-${mark}`)
  await form.slug.fill(`news-${mark}`)
  await expect(page.getByText('The old address will lead readers here.')).toBeVisible()
  await form.save.click()
  await expect(toast(page, 'Page updated successfully')).toBeVisible()
  await readersSee(page, `/colophon/news-${mark}`, 'For journalists')
  await readersSee(page, `/colophon/press-${mark}`, `/colophon/news-${mark}`)

  await page.getByRole('button', { name: 'Actions for For journalists' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Are you sure you want to delete this page?')).toBeVisible()
  await expectAccessible(page, 'the question')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toast(page, 'Page deleted successfully')).toBeVisible()
  await expect.poll(async () => (await page.request.get(`/colophon/news-${mark}`)).status()).toBe(404)
})

test('what was typed is kept when a page cannot be saved, and after the session ended', async ({
  page,
  context,
}) => {
  await signInAs(page, 'editor')

  await test.step('keeps what was typed when offline, on Escape and on Back', async () => {
    const notes = await put()
    const form = fields(page)
    await openPages(page, `?q=${notes.slug}`)
    await page.getByRole('link', { name: notes.title }).click()
    await form.title.fill('Changed')
    await context.setOffline(true)
    await form.save.click()
    await expect(toast(page, 'Failed to save page')).toBeVisible()
    // Held by the pointer it stays.
    await toast(page, 'Failed to save page').hover()
    await context.setOffline(false)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
    await expectAccessible(page, 'the question')
    await pressKey(page.getByRole('button', { name: 'Keep Editing' }), 'Enter')
    await page.goBack()
    await pressKey(page.getByRole('button', { name: 'Keep Editing' }), 'Enter')
    await expect(form.title).toHaveValue('Changed')
    // The message of the failure is still there, and does not cover the button to press again.
    await expect(toast(page, 'Failed to save page')).toBeVisible()
    await form.save.click()
    await expect(toast(page, 'Page updated successfully')).toBeVisible()
    expect(await stored(notes.id)).toMatchObject({ title: 'Changed', content: { html: '<p>As it was.</p>' } })

    await page.getByRole('link', { name: 'Changed', exact: true }).click()
    await form.title.fill('Changed too late')
    await notes.remove()
    await form.save.click()
    await expect(page.getByText('Somebody has deleted it in the meantime.').first()).toBeVisible()
    await expect(form.title).toHaveValue('Changed too late')
  })

  await test.step('restores a form draft after the session ended, until it is discarded', async () => {
    const notes = await put()
    const form = fields(page)
    await goToPages(page, `?q=${notes.slug}`)
    await page.getByRole('link', { name: notes.title }).click()
    await form.content.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Then it expired.')
    await form.save.focus()
    const signInAgain = await expireSession(page)
    // By its key: a request in the background may have led to the sign-in already.
    await page.keyboard.press('Enter')
    await signInAgain(DEMO_EMAILS.editor)
    await expect(form.content).toHaveText('As it was. Then it expired.')
    await expect(page.getByText(/^What you typed .* is back\.$/)).toBeVisible()
    await expectAccessible(page, 'the form with what was typed')

    await (await secretClient()).from('pages').update({ excerpt: 'Newer' }).eq('id', notes.id)
    await page.reload()
    await expect(form.content).toHaveText('As it was. Then it expired.')
    await form.save.click()
    await expect(page.getByRole('alertdialog', { name: 'Someone else saved this page' })).toBeVisible()
    await page.getByRole('button', { name: 'Keep Editing' }).click()

    await page.getByRole('button', { name: 'Start Over' }).click()
    await expect(form.content).toHaveText('As it was.')
    await form.title.fill('Changed')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('link', { name: notes.title }).click()
    await expect(form.title).toHaveValue(notes.title)
    await expect(form.content).toHaveText('As it was.')
    await notes.remove()
  })

  await test.step("saving over another tab's save opens the conflict dialog", async () => {
    const notes = await put()
    const form = fields(page)
    await goToPages(page, `?edit=${notes.id}`)
    await form.content.click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Mine.')
    const service = await secretClient()
    await service
      .from('pages')
      .update({ content: { html: '<p>Theirs.</p>' } })
      .eq('id', notes.id)

    await form.save.click()
    const question = page.getByRole('alertdialog', { name: 'Someone else saved this page' })
    await expect(question).toContainText('Theirs.')
    await expect(question).toContainText('They differ in: Content.')
    await expectAccessible(page, 'the question')
    expect(await stored(notes.id)).toMatchObject({ content: { html: '<p>Theirs.</p>' } })

    await question.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(form.content).toHaveText('As it was. Mine.')
    await form.save.click()
    await question.getByRole('button', { name: 'Take Theirs, Drop Mine' }).click()
    await expect(form.content).toHaveText('Theirs.')
    await page.reload()
    await expect(form.content).toHaveText('Theirs.')
    await expect(page.getByText(/ is back\.$/)).toHaveCount(0)
    await form.content.click()
    await page.keyboard.press('End')
    await page.keyboard.type(' And mine.')
    await service.from('pages').update({ excerpt: 'Later' }).eq('id', notes.id)
    await form.save.click()
    await question.getByRole('button', { name: 'Overwrite with Mine' }).click()
    await expect(toast(page, 'Page updated successfully')).toBeVisible()
    expect(await stored(notes.id)).toMatchObject({
      content: { html: '<p>Theirs. And mine.</p>' },
      excerpt: null,
    })
    await notes.remove()
  })
})

test('the list of pages searches, says what failed, and the form what is taken', async ({ page }) => {
  await signInAs(page, 'editor')

  await test.step('the list searches, and shows empty and error states', async () => {
    let broken = false
    await page.route('**/rest/v1/pages?*offset*', (route) =>
      broken ? route.fulfill({ status: 403, json: { code: '42501', message: 'no' } }) : route.continue(),
    )
    await openPages(page)
    await expect(page.getByRole('row', { name: /House rules/ })).toContainText('Draft')
    await expectAccessible(page, 'the list')
    await page.getByRole('button', { name: 'New Page' }).click()
    await expect(fields(page).title).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'New Page' })).toBeFocused()
    const menu = page.getByRole('button', { name: 'Actions for Colophon' })
    await pressKey(menu, 'Enter')
    await pressKey(page.getByRole('menuitem', { name: 'Edit' }), 'Enter')
    await expect(fields(page).title).toHaveValue('Colophon')
    await expect(page.getByRole('dialog').and(page.locator(':focus-within'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await page.getByRole('searchbox', { name: 'Search pages' }).fill('no such page')
    await expect(page.getByText('No pages found.')).toBeVisible()
    await page.getByRole('link', { name: 'Show All Pages' }).click()
    await expect(page.getByRole('row', { name: /Colophon/ }).first()).toBeVisible()
    broken = true
    await openPages(page, '?q=colophon')
    await expect(page.getByText('Failed to fetch pages')).toBeVisible()
    broken = false
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('row', { name: /Colophon/ }).first()).toBeVisible()
  })

  await test.step('shows a taken address at once; a page cannot be its own parent', async () => {
    const form = fields(page)
    await goToPages(page, '?edit=new')
    await form.create.click()
    await expect(page.getByText('Title is required')).toBeVisible()
    await expect(page.getByText('Slug is required')).toBeVisible()
    await form.title.fill('Browse')
    await expect(page.getByText('The slug "browse" is used by the site itself')).toBeVisible()
    await form.slug.fill('colophon')
    await expect(page.getByText('The page “Colophon” already has this address')).toBeVisible()
    await form.create.click()
    await expect(toast(page, 'Failed to save page')).toBeVisible()
    await form.title.fill('x'.repeat(301))
    await expect(page.getByText('Title must be at most 300 characters')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL('/admin/pages')

    await page.getByRole('link', { name: 'Colophon', exact: true }).click()
    await page.getByRole('button', { name: /Parent$/ }).click()
    await expect(page.getByRole('option')).toHaveText([/^No parent/, /^House rules/])
  })
})

test('below an editor people see only what is published, and the server refuses the rest', async ({
  page,
}) => {
  const form = fields(page)
  for (const role of ['contributor', 'viewer'] as const) {
    await test.step(role, async () => {
      await openDashboardAs(page, role)
      await expect(page.getByRole('navigation').getByRole('link', { name: 'Pages' })).toHaveCount(0)
      await goToPages(page, '')
      await expect(page.getByRole('heading', { level: 1, name: 'Pages' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Colophon', exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: 'House rules for contributors' })).toHaveCount(0)
      await page.getByRole('link', { name: 'Colophon', exact: true }).click()
      await form.title.fill('Forged')
      await form.save.click()
      await expect(toast(page, 'Failed to save page')).toBeVisible()
      await expect(page.getByText('Your account is not allowed to do this.').first()).toBeVisible()
      await expect(form.title).toHaveValue('Forged')
      page.once('dialog', (dialog) => void dialog.accept())

      await goToPages(page, '')
      await page.getByRole('button', { name: 'Actions for Colophon' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(toast(page, 'Failed to delete page')).toBeVisible()
      await expect(page.getByText('Your account is not allowed to do this.').first()).toBeVisible()
    })
  }
})
