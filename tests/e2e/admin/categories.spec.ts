import { randomUUID } from 'node:crypto'
import { type Locator, type Page, expect } from '@playwright/test'
import { pickFound } from '../support/found-options.ts'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { toast } from '../support/editor.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { pressKey } from '../support/keys.ts'
import { goInApp } from '../support/screens.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

type Kind = 'categories' | 'tags'

/** A category or tag of a name that no other has, and the way to be rid of it. */
async function put(kind: Kind, name = `Sheds ${randomUUID().slice(0, 8)}`) {
  const service = await secretClient()
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const { data, error } = await service
    .from(kind)
    .insert({ name, slug })
    .select('id')
    .single<{ id: string }>()
  if (error) throw new Error(error.message)
  return { id: data.id, name, remove: async () => void (await service.from(kind).delete().eq('id', data.id)) }
}

async function stored(kind: Kind, name: string): Promise<Record<string, unknown> | null> {
  const service = await secretClient()
  const { data } = await service
    .from(kind)
    .select('*')
    .eq('name', name)
    .maybeSingle<Record<string, unknown>>()
  return data
}

async function removeNamed(kind: Kind, ...names: string[]): Promise<void> {
  const service = await secretClient()
  await service.from(kind).delete().in('name', names)
}

const heading = (page: Page, kind: Kind) =>
  page.getByRole('heading', { level: 1, name: kind === 'tags' ? 'Tags' : 'Categories' })

async function open(page: Page, kind: Kind, query = ''): Promise<void> {
  await page.goto(`/admin/${kind}${query}`)
  await expect(heading(page, kind)).toBeVisible()
}

/** Opens the list from another screen, without loading the app again. */
async function goTo(page: Page, kind: Kind, query = ''): Promise<void> {
  await goInApp(page, `/admin/${kind}${query}`)
  await expect(heading(page, kind)).toBeVisible()
}

const nameField = (page: Page): Locator => page.getByRole('textbox', { name: 'Name' })
const rowNamed = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

async function choose(page: Page, name: string, action: 'Edit' | 'Merge into…' | 'Delete'): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('an editor creates, renames and deletes categories', async ({ page }) => {
  await signInAs(page, 'editor')
  await open(page, 'categories')

  await test.step('an editor creates, renames and deletes a category', async () => {
    const name = `Attics ${randomUUID().slice(0, 8)}`
    const renamed = `${name} & Lofts`

    await page.getByRole('button', { name: 'New Category' }).click()
    await expectAccessible(page, 'the new category')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await nameField(page).fill(name)
    const hex = page.getByRole('textbox', { name: 'Colour as a hex value' })
    await expect(hex).toHaveValue('#6366f1')
    await hex.fill('red')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByText('Enter a colour such as #6366f1')).toBeVisible()
    await page.getByRole('button', { name: /^Choose a colour/ }).click()
    await expectAccessible(page, 'the colour picker')
    await page.getByRole('option', { name: /red/ }).first().click()
    await page.keyboard.press('Escape')
    await expect(hex).toHaveValue(/^#[0-9a-f]{6}$/)
    await pressKey(nameField(page), 'Enter')
    await expect(toast(page, 'Category created successfully')).toBeVisible()
    await expect(rowNamed(page, name)).toBeVisible()
    expect(await stored('categories', name)).toMatchObject({
      slug: name.toLowerCase().replaceAll(' ', '-'),
      description: null,
    })

    await choose(page, name, 'Edit')
    await nameField(page).fill(renamed)
    const save = await holdRequests(page, '**/rest/v1/categories?*')
    await page.getByRole('button', { name: 'Save' }).click()
    await save.begun
    // What is typed meanwhile would not be in it.
    await expect(page.locator('form[inert]')).toBeVisible()
    save.release()
    await expect(toast(page, 'Category updated successfully')).toBeVisible()
    expect(await stored('categories', renamed)).toMatchObject({
      slug: `${name.toLowerCase().replaceAll(' ', '-')}-lofts`,
    })

    await choose(page, renamed, 'Delete')
    await expect(page.getByText('Are you sure you want to delete this category?')).toBeVisible()
    await expect(page.getByText('No article uses it.')).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(toast(page, 'Category deleted successfully')).toBeVisible()
    await expect(rowNamed(page, renamed)).toHaveCount(0)
  })

  await test.step('deleting a category in use first shows where it is used and what the site loses', async () => {
    await goTo(page, 'categories', '?q=kitchen')
    await expect(page.getByRole('row')).toHaveCount(2)
    await choose(page, 'Kitchen Design', 'Delete')
    await expect(page.getByText('3 articles use it and stay, without a category.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'No island, thank you' })).toHaveAttribute(
      'href',
      /^\/admin\/articles\/[0-9a-f-]{36}$/,
    )
    await expect(page.getByText('Its stories also leave Living Spaces')).toBeVisible()
    await expectAccessible(page, 'the question')
    await page.getByRole('button', { name: 'Cancel' }).click()

    await choose(page, 'Kitchen Design', 'Edit')
    await expect(page.getByRole('checkbox', { checked: true })).toHaveAccessibleName('Living Spaces')
    await nameField(page).fill('Kitchens')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(nameField(page)).toHaveValue('Kitchens')
    await expect(nameField(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(rowNamed(page, 'Kitchen Design')).toBeVisible()
  })

  await test.step('a renamed category has its new name on the site, and its stories are in its sections', async () => {
    const category = await put('categories')
    const service = await secretClient()
    const { data } = await service
      .from('articles')
      .insert({
        title: 'A shed of one’s own',
        slug: `a-shed-${category.id}`,
        status: 'published',
        content: { html: '<p>It has a door.</p>' },
        category_id: category.id,
      })
      .select('id, slug')
      .single<{ id: string; slug: string }>()
    const renamed = category.name.replace('Sheds', 'Barns')
    await goTo(page, 'categories', `?q=${category.name}`)
    await page.getByRole('button', { name: category.name, exact: true }).click()
    await nameField(page).fill(renamed)
    await page.getByRole('checkbox', { name: 'Guides & Tips' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Category updated successfully')).toBeVisible()
    await expect
      .poll(async () => (await page.request.get(`/article/${data?.slug}`)).text())
      .toContain(renamed)
    const guides = async () => (await page.request.get('/guides-tips')).text()
    await expect.poll(guides).toContain('A shed of one’s own')
    await goTo(page, 'categories', `?q=${renamed}`)
    await page.getByRole('button', { name: renamed, exact: true }).click()
    await nameField(page).fill(category.name)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(guides).toContain(category.name)
    await goTo(page, 'categories', `?q=${category.name}`)
    await page.getByRole('button', { name: category.name, exact: true }).click()
    await page.getByRole('checkbox', { name: 'Guides & Tips' }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(guides).not.toContain('A shed of one’s own')
    await service
      .from('articles')
      .delete()
      .eq('id', data?.id ?? '')
    await category.remove()
  })
})

test('what was typed is kept when a category cannot be saved, after a reload and in a conflict', async ({
  page,
  context,
}) => {
  await signInAs(page, 'editor')
  await open(page, 'categories')

  await test.step('shows an error for a failed save and keeps what was typed', async () => {
    const category = await put('categories')
    await page.getByRole('button', { name: 'New Category' }).click()
    await page.getByRole('textbox', { name: 'Description' }).fill('For what has no place')

    await nameField(page).fill('x'.repeat(300))
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByText('Name must be at most 120 characters')).toBeVisible()

    await nameField(page).fill(category.name)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(toast(page, 'Failed to save category')).toBeVisible()
    await expect(
      page.getByText(`There is already a category called “${category.name}”.`).first(),
    ).toBeVisible()

    await nameField(page).fill(category.name.toUpperCase())
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByText(/^Another category already has the address/).first()).toBeVisible()

    await nameField(page).fill(`${category.name} too`)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByText('There is no connection. Nothing is lost: try again.').first()).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('For what has no place')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(toast(page, 'Category created successfully')).toBeVisible()
    await removeNamed('categories', category.name, `${category.name} too`)
  })

  await test.step('restores a form draft after a reload, with a conflict when the category was saved since', async () => {
    const category = await put('categories')
    await goTo(page, 'categories', `?q=${category.name}`)
    await choose(page, category.name, 'Edit')
    await nameField(page).fill(`${category.name} typed`)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    const service = await secretClient()
    await service.from('categories').update({ description: 'Newer' }).eq('id', category.id)
    await page.reload()
    await choose(page, category.name, 'Edit')
    await expect(nameField(page)).toHaveValue(`${category.name} typed`)
    await expect(page.getByText(/^What you typed .* is back\.$/)).toBeVisible()
    await expectAccessible(page, 'the form with what was typed')
    await page.getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('alertdialog', { name: 'Someone else saved this category' })
    await expect(question).toContainText(`It is called “${category.name}” now.`)
    await expectAccessible(page, 'the conflict')
    expect(await stored('categories', category.name)).toMatchObject({ description: 'Newer' })
    await question.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(nameField(page)).toHaveValue(`${category.name} typed`)

    await page.getByRole('button', { name: 'Start Over' }).click()
    await expect(nameField(page)).toHaveValue(category.name)
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Newer')
    await expect(page.getByRole('dialog').and(page.locator(':focus-within'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await category.remove()
  })

  await test.step("a save over another tab's save opens the conflict dialog", async () => {
    const category = await put('categories')
    await goTo(page, 'categories', `?q=${category.name}`)
    await choose(page, category.name, 'Edit')
    const service = await secretClient()
    await service
      .from('categories')
      .update({ name: `${category.name} first` })
      .eq('id', category.id)
    await nameField(page).fill(`${category.name} second`)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Someone else saved this category' })).toBeVisible()
    expect(await stored('categories', `${category.name} first`)).not.toBeNull()
    await page.getByRole('button', { name: 'Overwrite with Mine' }).click()
    await expect(toast(page, 'Category updated successfully')).toBeVisible()
    expect(await stored('categories', `${category.name} second`)).not.toBeNull()
    await category.remove()
  })

  await test.step('a dialog cannot be closed while it saves or deletes', async () => {
    const category = await put('categories')
    await goTo(page, 'categories', `?q=${category.name}`)
    let answer = Promise.withResolvers<undefined>()
    await page.route('**/rest/v1/categories?**', async (route) => {
      if (['PATCH', 'DELETE'].includes(route.request().method())) await answer.promise
      await route.continue()
    })
    await choose(page, category.name, 'Edit')
    await page.getByRole('textbox', { name: 'Description' }).fill('Slow')
    await pressKey(nameField(page), 'Enter')
    const form = page.getByRole('dialog', { name: 'Edit Category' })
    await expect(form.getByRole('button', { name: 'Saving…' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    answer.resolve(undefined)
    await expect(form).toHaveCount(0)

    answer = Promise.withResolvers()
    await choose(page, category.name, 'Delete')
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    answer.resolve(undefined)
    await expect(question).toHaveCount(0)
    await page.unrouteAll()
  })
})

test('categories and tags fail to load; tags are paged and merged', async ({ page }) => {
  await signInAs(page, 'editor')

  await test.step('a list that fails to load shows an error with Try Again', async () => {
    let broken = true
    await page.route(/\/rest\/v1\/(categories|tags)\?.*limit=/, (route) =>
      broken ? route.fulfill({ status: 403, json: { code: '42501', message: 'no' } }) : route.continue(),
    )
    await open(page, 'categories')
    await expect(page.getByText('Failed to fetch categories')).toBeVisible()
    broken = false
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('table', { name: 'Categories' })).toBeVisible()
    broken = true
    await goTo(page, 'tags')
    await expect(page.getByText('Failed to fetch tags')).toBeVisible()
    await page.unrouteAll()
  })

  await test.step('tags are paged and sorted by the server', async () => {
    await goTo(page, 'tags', '?sort=name&dir=asc')
    await expect(page.getByText(/^1–25 of \d+ tags$/)).toBeVisible()
    const first = (await page.getByRole('row').nth(1).textContent()) ?? ''
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByText(/^26–/)).toBeVisible()
    await expect(page.getByRole('row').nth(1)).not.toHaveText(first)
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await expect(page).toHaveURL('/admin/tags?sort=name&dir=desc')
  })

  await test.step('a tag is merged into another, which gets its articles', async () => {
    const [from, into] = [await put('tags'), await put('tags')]
    const service = await secretClient()
    const { data: article } = await service.from('articles').select('id').limit(1).single<{ id: string }>()
    await service.from('article_tags').insert({ article_id: article?.id, tag_id: from.id })
    try {
      await goTo(page, 'tags', `?q=${encodeURIComponent(from.name)}`)
      await choose(page, from.name, 'Merge into…')
      await expectAccessible(page, 'the merge')
      const merge = page.getByRole('button', { name: 'Merge', exact: true })
      await expect(merge).toBeDisabled()
      await pickFound(page.getByRole('combobox', { name: 'Merge into' }), into.name)
      await merge.click()
      await expect(toast(page, 'Tags merged successfully')).toBeVisible()
      expect(await stored('tags', from.name)).toBeNull()
      const { data } = await service.from('article_tags').select('article_id').eq('tag_id', into.id)
      expect(data).toEqual([{ article_id: article?.id }])
    } finally {
      await from.remove()
      await into.remove()
    }
  })

  await test.step('many tags are merged into one of them, and many deleted, after it was said what becomes of their articles', async () => {
    const mark = randomUUID().slice(0, 8)
    const merged = [await put('tags', `Hut ${mark} elm`), await put('tags', `Hut ${mark} ash`)]
    const into = await put('tags', `Hut ${mark} oak`)
    await goInApp(page, `/admin/tags?q=${mark}`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    const bar = page.getByRole('region', { name: 'Selected tags' })
    await bar.getByRole('button', { name: 'Merge into…' }).click()
    const dialog = page.getByRole('alertdialog', { name: /^Merge \d tags$/ })
    await pickFound(dialog.getByRole('combobox', { name: 'Merge into' }), into.name)
    await expect(dialog).toContainText('The articles of 2 tags get this tag')
    await expectAccessible(page, 'merge of many tags')
    await dialog.getByRole('button', { name: 'Merge 2' }).click()
    await expect(toast(page, '2 tags merged')).toBeVisible()
    for (const { name } of merged) expect(await stored('tags', name)).toBeNull()
    await page.getByRole('checkbox', { name: `Select ${into.name}` }).click()
    await bar.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('alertdialog', { name: 'Delete 1 tag' })
      .getByRole('button', { name: 'Delete 1' })
      .click()
    await expect(toast(page, '1 tag deleted')).toBeVisible()
    expect(await stored('tags', into.name)).toBeNull()
  })
})

test('contributors change tags, and nobody below an editor categories', async ({ page }) => {
  await test.step('a contributor creates, renames and deletes tags and sees their articles', async () => {
    const name = `sawdust ${randomUUID().slice(0, 8)}`
    await signInAs(page, 'contributor')
    await open(page, 'tags')
    await page.getByRole('button', { name: 'New Tag' }).click()
    await nameField(page).fill('linen')
    await pressKey(nameField(page), 'Enter')
    await expect(toast(page, 'Failed to save tag')).toBeVisible()
    await expect(page.getByText('There is already a tag called “linen”.').first()).toBeVisible()
    await nameField(page).fill(name)
    await pressKey(nameField(page), 'Enter')
    await expect(toast(page, 'Tag created successfully')).toBeVisible()

    await page.getByRole('button', { name, exact: true }).click()
    await nameField(page).fill(`${name} again`)
    await pressKey(nameField(page), 'Enter')
    await expect(toast(page, 'Tag updated successfully')).toBeVisible()

    await page.getByRole('searchbox', { name: 'Search tags' }).fill('linen')
    await expect(page).toHaveURL('/admin/tags?q=linen')
    // The row moves up when the answer comes: its link is clicked after that.
    await expect(rowNamed(page, `${name} again`)).toBeHidden()
    await page.getByRole('link', { name: /^\d+ articles with linen$/ }).click()
    await expect(page).toHaveURL(/\/admin\/articles\?tag=/)
    await expect(page.getByRole('combobox', { name: 'Tag' })).toHaveValue('linen')
    await expect(page.getByRole('table', { name: 'Articles' })).toBeVisible()
    await page.goBack()

    await page.getByRole('searchbox', { name: 'Search tags' }).fill(name)
    await choose(page, `${name} again`, 'Delete')
    await expect(page.getByText('Are you sure you want to delete this tag?')).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(toast(page, 'Tag deleted successfully')).toBeVisible()
    await expect(page.getByText('No tags match.')).toBeVisible()
  })

  await test.step('contributors and viewers cannot change categories', async () => {
    await goTo(page, 'categories')
    await expect(rowNamed(page, 'Budget Design')).toBeVisible()
    await expect(page.getByRole('button', { name: 'New Category' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
    await expectAccessible(page, 'the list')
  })

  await test.step('a viewer sees tags and cannot change them', async () => {
    await signInAs(page, 'viewer')
    await open(page, 'tags', '?q=linen')
    await expect(rowNamed(page, 'linen')).toBeVisible()
    await expect(page.getByRole('button', { name: 'New Tag' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  })
})

test('on a phone the dialog of a category goes to both edges, its sections in two columns', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'editor')
  await open(page, 'categories')
  await page.getByRole('button', { name: 'New Category' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter)).toBe('auto')
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeGreaterThan(385)
  const boxes = await dialog
    .getByRole('checkbox')
    .evaluateAll((all) => all.map((box) => box.getBoundingClientRect().x))
  expect(boxes.length).toBeGreaterThan(2)
  expect(new Set(boxes).size).toBe(2)
})
