import { randomUUID } from 'node:crypto'
import { type Page, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { editor, toast } from '../support/editor.ts'
import { pressKey } from '../support/keys.ts'
import { goInApp } from '../support/screens.ts'
import { openDashboardAs, signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const MARK = randomUUID().slice(0, 8)

test.afterAll(async () => {
  await (await secretClient()).from('article_templates').delete().like('name', `%${MARK}%`)
})

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const save = (page: Page) => page.getByRole('button', { name: 'Save Template' }).click()

async function stored(name: string): Promise<Record<string, unknown>> {
  const { data, error } = await (
    await secretClient()
  )
    .from('article_templates')
    .select('*, category:categories(name), tags:article_template_tags(tag:tags(name))')
    .eq('name', name)
    .single<Record<string, unknown>>()
  if (error) throw new Error(error.message)
  return data
}

async function storeTemplate(name: string): Promise<string> {
  const { data, error } = await (
    await secretClient()
  )
    .from('article_templates')
    .insert({ name, title_pattern: 'A chair in {month}', content: { html: '<p>Sit down first.</p>' } })
    .select('id')
    .single<{ id: string }>()
  if (error) throw new Error(error.message)
  return data.id
}

test('an editor makes a template, copies it and deletes it', async ({ page }) => {
  const name = `Porch ${MARK}`
  await signInAs(page, 'editor')
  await page.goto('/admin/templates')
  await page.getByRole('link', { name: 'New Template' }).click()
  await expect(field(page, 'Name')).toBeVisible()
  await expectAccessible(page, 'a new template')

  await save(page)
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(field(page, 'Name')).toBeFocused()
  await field(page, 'Name').fill('house VISIT')
  await field(page, 'Title').fill('A porch in {room}')
  await save(page)
  await expect(page.getByText('{room} is not one of the words that are filled in')).toBeVisible()
  await field(page, 'Title').fill('A porch in {season}')
  await expect(page.getByText(/^Today: A porch in (Spring|Summer|Autumn|Winter)$/)).toBeVisible()
  await field(page, 'Content').click()
  await page.keyboard.type('## Who')
  await save(page)
  await expect(page.getByText('Another template has this name').first()).toBeVisible()

  await field(page, 'Name').fill(name)
  await page.getByRole('button', { name: /Category/ }).click()
  await page.getByRole('option', { name: 'Small Spaces' }).click()
  await page.getByRole('combobox', { name: 'Tags' }).fill('light')
  await page.getByRole('option', { name: 'light', exact: true }).click()
  await expect(page.getByRole('row', { name: 'light' })).toBeVisible()
  await save(page)
  await expect(toast(page, 'Template created successfully')).toBeVisible()
  await expect(page).toHaveURL('/admin/templates')
  expect(await stored(name)).toMatchObject({
    title_pattern: 'A porch in {season}',
    content: { html: '<h2>Who</h2>' },
    category: { name: 'Small Spaces' },
    tags: [{ tag: { name: 'light' } }],
  })

  await page.getByRole('searchbox', { name: 'Search templates' }).fill('porch season')
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('heading') })).toHaveCount(1)
  await expect(card(page, name).getByRole('link')).toHaveAttribute(
    'href',
    `/admin/articles/new?template=${String((await stored(name)).id)}`,
  )
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(card(page, `Copy of ${name}`)).toBeVisible()
  expect(await stored(`Copy of ${name}`)).toMatchObject({ tags: [{ tag: { name: 'light' } }] })

  await page.getByRole('button', { name: `Actions for Copy of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to delete this template?')
  await expectAccessible(page, 'deleting')
  await (await secretClient()).from('article_templates').delete().eq('name', `Copy of ${name}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toast(page, 'Failed to delete template')).toBeVisible()
  await expect(card(page, `Copy of ${name}`)).toHaveCount(0)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toast(page, 'Template deleted successfully')).toBeVisible()
  await expect(card(page, name)).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Search templates' }).fill('no such thing')
  await expect(page.getByText('No template matches “no such thing”.')).toBeVisible()
})

test('a template changed in another tab is not overwritten without a choice; nothing typed is lost', async ({
  page,
}) => {
  const name = `Stool ${MARK}`
  const id = await storeTemplate(name)
  await signInAs(page, 'editor')
  await page.goto(`/admin/templates/${id}`)
  await field(page, 'Description').fill('Mine')

  await page.route('**/rpc/save_template', (route) => route.abort())
  await save(page)
  await expect(toast(page, 'Failed to save template')).toBeVisible()
  await page.unroute('**/rpc/save_template')

  await (await secretClient()).from('article_templates').update({ description: 'Theirs' }).eq('id', id)
  await page.route('**/rest/v1/article_templates?**', (route) =>
    route.fulfill({ status: 403, json: { code: '42501', message: 'no' } }),
  )
  await save(page)
  await expect(toast(page, 'This template was saved by someone else in the meantime')).toBeVisible()
  await page.unroute('**/rest/v1/article_templates?**')
  await save(page)
  await expect(page.getByRole('alertdialog', { name: 'Someone else saved this template' })).toBeVisible()
  await expectAccessible(page, 'a conflict')
  await page.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(field(page, 'Description')).toHaveValue('Mine')
  expect((await stored(name)).description).toBe('Theirs')
  await save(page)
  await page.getByRole('button', { name: 'Overwrite with Mine' }).click()
  await expect(page).toHaveURL('/admin/templates')
  expect((await stored(name)).description).toBe('Mine')

  await goInApp(page, `/admin/templates/${id}`)
  await field(page, 'Excerpt').fill('Unsaved')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Leave without saving?')
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(field(page, 'Excerpt')).toHaveValue('Unsaved')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/admin/templates')

  // A new article begins with the template as it is now, not as it was when it was last shown.
  await (await secretClient()).from('article_templates').update({ title_pattern: 'A stool' }).eq('id', id)
  await card(page, name).getByRole('link').click()
  await expect(editor(page).title).toHaveText('A stool')

  await goInApp(page, '/admin/templates/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('This template does not exist (any more).')).toBeVisible()
})

test('New Article offers templates, also to contributors', async ({ page }) => {
  await openDashboardAs(page, 'contributor')
  await pressKey(page.getByRole('button', { name: 'From a template…' }), 'Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await expectAccessible(page, 'the menu')
  await pressKey(page.getByRole('menuitem', { name: 'House visit' }), 'Enter')
  await expect(page).toHaveURL(/\/admin\/articles\/new\?template=[0-9a-f-]{36}$/)

  await page.goto('/admin/templates')
  await expect(card(page, 'House visit')).toContainText('family life')
  await expect(page.getByRole('button', { name: 'Actions for House visit' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'New Template' })).toHaveCount(0)
  await page.goto('/admin/templates/new')
  await expect(page.getByText("You don't have permission to manage templates.")).toBeVisible()
})

test('a viewer has no templates; empty and error states', async ({ page }) => {
  await signInAs(page, 'viewer')
  await page.goto('/admin/templates')
  await expect(page.getByText("You don't have permission to view templates.")).toBeVisible()

  const answers = { failing: true }
  await page.route('**/rest/v1/article_templates?**', (route) =>
    answers.failing
      ? route.fulfill({ status: 400, json: { code: '22023', message: 'no' } })
      : route.fulfill({ json: [] }),
  )
  await signInAs(page, 'editor')
  await page.goto('/admin/templates')
  await expect(page.getByText('Failed to load templates')).toBeVisible()
  answers.failing = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText(/^No templates yet/)).toBeVisible()
  await goInApp(page, '/admin')
  await expect(page.getByRole('link', { name: 'New Article' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'From a template…' })).toHaveCount(0)
})
