import { type Page, expect } from '@playwright/test'
import { pickFound } from '../support/found-options.ts'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { pressKey } from '../support/keys.ts'
import { mailedLink } from '../support/mail.ts'
import { goInApp } from '../support/screens.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

/** The people of these tests have addresses there. */
const DOMAIN = 'people.example'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const authors = (page: Page) => page.getByRole('table', { name: 'Authors', exact: true })
const users = (page: Page) => page.getByRole('table', { name: 'All Users' })

async function author(email: string): Promise<Record<string, unknown> | null> {
  const service = await secretClient()
  const { data } = await service
    .from('author_profiles')
    .select('name, slug, role, bio, image_url, social_links, profile_id')
    .eq('email', email)
    .maybeSingle<Record<string, unknown>>()
  return data
}

async function roleOf(email: string): Promise<string | undefined> {
  const service = await secretClient()
  const { data } = await service
    .from('profiles')
    .select('role')
    .eq('email', email)
    .maybeSingle<{ role: string }>()
  return data?.role
}

test.afterEach(async () => {
  const service = await secretClient()
  await service.from('author_profiles').delete().like('email', `%@${DOMAIN}`)
  const { data } = await service.from('profiles').select('id').like('email', `%@${DOMAIN}`)
  for (const { id } of data ?? []) await service.auth.admin.deleteUser(id as string)
})

test.describe('authors', () => {
  test('are put in the editorial team, and readers see its order', async ({ page, request }) => {
    const names = async (path: string, tag: string) =>
      [
        ...(await (await request.get(path)).text()).matchAll(
          new RegExp(`<${tag}>(?:<a[^>]*>)?([^<]+)<`, 'g'),
        ),
      ].map(([, name]) => name)
    await signInAs(page, 'editor')
    await page.goto('/admin/authors')
    const team = page.getByRole('region', { name: 'Editorial team' })
    await page.getByRole('button', { name: 'Edit Greta Holloway' }).click()
    await dialog(page, 'Edit Author').getByRole('switch', { name: 'In the editorial team' }).click()
    await dialog(page, 'Edit Author').getByRole('button', { name: 'Update' }).click()
    await expect(team.getByRole('listitem')).toHaveCount(5)
    // The dialog gives the focus back when it has closed.
    await expect(page.getByRole('button', { name: 'Edit Greta Holloway' })).toBeFocused()
    await pressKey(team.getByRole('button', { name: /^Move Greta Holloway/ }), 'ArrowUp')
    await expect(team.getByRole('button', { name: /^Changes \d+ pages$/ })).toBeVisible()
    await team.getByRole('button', { name: 'Save Order' }).click()
    await expect(page.getByText('Order saved')).toBeVisible()
    const inOrder = ['Mantel Editorial', 'Ines Abril', 'Tomas Reyne', 'Greta Holloway', 'Odile Marsh']
    await expect.poll(async () => (await names('/about', 'b')).slice(0, 5)).toEqual(inOrder)
    await expect.poll(async () => (await names('/authors', 'h2')).slice(0, 5)).toEqual(inOrder)

    await team.getByRole('button', { name: 'Greta Holloway', exact: true }).click()
    await dialog(page, 'Edit Author').getByRole('switch', { name: 'In the editorial team' }).click()
    await dialog(page, 'Edit Author').getByRole('button', { name: 'Update' }).click()
    await expect(team.getByRole('listitem')).toHaveCount(4)
    await expect.poll(() => names('/about', 'b')).not.toContain('Greta Holloway')
  })

  test('are created, searched, edited and deleted', async ({ page }) => {
    const email = `ida@${DOMAIN}`
    await signInAs(page, 'editor')
    await page.goto('/admin/authors')
    await expect(authors(page).getByRole('columnheader')).toHaveText([
      'Name',
      'Email',
      'Role',
      'Slug',
      'Created',
      'Actions',
    ])

    await page.getByRole('button', { name: 'New Author' }).click()
    const creating = dialog(page, 'Create New Author')
    await expect(creating.getByLabel('Name', { exact: true })).toBeFocused()
    await expect(creating.getByRole('button', { name: 'Create' })).toBeDisabled()
    await expect(creating.getByLabel('Slug')).toHaveAttribute('placeholder', 'auto-generated if empty')
    await creating.getByLabel('Name', { exact: true }).fill('Ida Hølm of the Tests')
    await creating.getByLabel('Email').fill(email)
    await creating.getByLabel('Instagram URL').fill('@ida')
    await expectAccessible(page, 'the author dialog')
    await creating.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('Author created successfully')).toBeVisible()
    await expect(creating).toHaveCount(0)
    expect(await author(email)).toMatchObject({
      slug: 'ida-holm-of-the-tests',
      social_links: { instagram: '@ida' },
      role: null,
      image_url: null,
    })

    await page.getByRole('searchbox', { name: 'Search authors' }).fill('HOLM-of')
    await expect(authors(page).getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: 'Edit Ida Hølm of the Tests' }).click()
    const editing = dialog(page, 'Edit Author')
    await editing.getByLabel('Role/Title').fill('Essayist')
    await editing.getByRole('button', { name: 'Choose a headshot' }).click()
    const picker = dialog(page, 'Choose a Headshot')
    await picker.getByRole('row').first().click()
    await picker.getByRole('button', { name: 'Use Picture' }).click()
    await expect(editing.getByLabel('Headshot URL')).toHaveValue(/\/storage\/v1\/object\/public\/media\//)
    await pickFound(editing.getByRole('combobox', { name: 'Account' }), 'leo', 'Leo Brandt')
    await (await secretClient()).from('author_profiles').update({ bio: 'Theirs.' }).eq('email', email)
    await editing.getByRole('button', { name: 'Update' }).click()
    const question = page.getByRole('alertdialog', { name: 'Someone else saved this author' })
    await expect(question).toBeVisible()
    expect(await author(email)).toMatchObject({ bio: 'Theirs.', role: null })
    await question.getByRole('button', { name: 'Overwrite with Mine' }).click()
    await expect(page.getByText('Author updated successfully')).toBeVisible()
    await expect(authors(page).getByRole('row').last()).toContainText('Essayist')
    expect((await author(email))?.profile_id).not.toBeNull()

    await page.getByRole('button', { name: 'Delete Ida Hølm of the Tests' }).click()
    const confirmation = page.getByRole('alertdialog', {
      name: 'Are you sure you want to delete this author?',
    })
    await expect(confirmation).toContainText('loses the author page')
    await expectAccessible(page, 'the question before deleting')
    await confirmation.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Author deleted successfully')).toBeVisible()
    await expect(page.getByText('No authors found')).toBeVisible()
    expect(await author(email)).toBeNull()
  })

  test('show why a save was refused and keep what was typed', async ({ page }) => {
    await signInAs(page, 'editor')
    await page.goto('/admin/authors')
    await page.getByRole('button', { name: 'New Author' }).click()
    const form = dialog(page, 'Create New Author')
    const name = form.getByLabel('Name', { exact: true })
    await name.fill('x'.repeat(300))
    await form.getByLabel('Headshot URL').fill('javascript:alert(1)')
    await form.getByLabel('LinkedIn URL').fill('https://evil.example/in/ida')
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByText('Name must be at most 200 characters')).toBeVisible()
    await expect(form.getByText('Use a whole web address (https://…)')).toBeVisible()
    await expect(form.getByText('Use a name on LinkedIn or an https address there')).toBeVisible()

    await name.fill('A Second Ines')
    await form.getByLabel('Headshot URL').fill('')
    await form.getByLabel('LinkedIn URL').fill('')
    await form.getByLabel('Slug').fill('ines-abril')
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('Failed to save author')).toBeVisible()
    await expect(form.getByText('This slug is already taken by another author')).toBeVisible()
    await expect(form.getByLabel('Slug')).toBeFocused()

    await form.getByLabel('Slug').fill('')
    const account = form.getByRole('combobox', { name: 'Account' })
    await pickFound(account, 'ines@mantel.example', 'Ines Abril')
    // What was typed is back after a reload, also an account that is not among the first of the list.
    const firstAccounts = '**/rest/v1/profiles?*limit=20*'
    await page.route(firstAccounts, (route) => route.fulfill({ json: [] }))
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    await page.getByRole('button', { name: 'New Author' }).click()
    await expect(account).toHaveValue('Ines Abril')
    await page.unroute(firstAccounts)
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByText('This account already belongs to another author')).toBeVisible()

    await page.route('**/rest/v1/author_profiles**', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByText('There is no connection. Nothing is lost: try again.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(name).toHaveValue('A Second Ines')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(form).toHaveCount(0)

    await page.route('**/rest/v1/author_profiles**', (route) =>
      route.fulfill({ status: 400, json: { code: '22P02', message: 'refused' } }),
    )
    await page.goto('/admin/authors')
    await expect(page.getByText('Failed to fetch authors')).toBeVisible()
  })

  test('are not for contributors and viewers to manage, nor are users', async ({ page }) => {
    for (const role of ['contributor', 'viewer'] as const) {
      await signInAs(page, role)
      await page.goto('/admin/authors')
      await expect(page.getByText("You don't have permission to manage authors.")).toBeVisible()
      await expect(page.getByRole('button', { name: 'New Author' })).toHaveCount(0)
      await goInApp(page, '/admin/users')
      await expect(page.getByText("You don't have permission to view users.")).toBeVisible()
      await expect(page.getByRole('button', { name: 'Add User' })).toHaveCount(0)
    }
  })
})

test.describe('users', () => {
  test("are added by an editor with at most the editor's role", async ({ page }) => {
    const email = `nora@${DOMAIN}`
    await signInAs(page, 'editor')
    const authors = /author_profiles/
    await page.route(authors, (route) =>
      route.fulfill({ status: 400, json: { code: '22P02', message: 'refused' } }),
    )
    await page.goto('/admin/users')
    await test.step('show an error when they or the authors without accounts fail to load', async () => {
      await expect(page.getByText('Failed to load users')).toBeVisible()
      await expect(page.getByText('Failed to load authors without accounts')).toBeVisible()
      await page.unroute(authors)
      await page.getByRole('button', { name: 'Try Again' }).first().click()
      await expect(users(page)).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByRole('list', { name: 'Overview' })).toBeVisible()
    })
    await expect(users(page).getByRole('columnheader')).toHaveText([
      'Name',
      'Email',
      'Role',
      'Author?',
      'Created',
    ])
    await page.getByRole('button', { name: 'Add User' }).click()
    const form = dialog(page, 'Add User')
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByText('Please fill in all required fields')).toBeVisible()
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Full Name').fill('Nora Newcomer')
    await form.getByLabel('Password').fill('12345')
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(form.getByText('Password must be at least 6 characters')).toBeVisible()
    const role = form.getByRole('button', { name: /Role$/ })
    await expect(role).toContainText('Contributor')
    await role.click()
    await expect(page.getByRole('option')).toHaveText(['Viewer', 'Contributor', 'Editor'])
    await page.keyboard.press('Escape')
    await expectAccessible(page, 'Add User')

    await form.getByLabel('Password').fill('a-good-password')
    // The function has the last word, and its words are shown.
    await page.route('**/functions/v1/create-user', (route) =>
      route.fulfill({ status: 500, json: { error: 'An unexpected error occurred' } }),
    )
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByText('Failed to create user')).toBeVisible()
    await expect(form.getByText('An unexpected error occurred')).toBeVisible()
    await page.unroute('**/functions/v1/create-user')
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByText(`Successfully created user account for ${email}`)).toBeVisible()
    await expect(form).toHaveCount(0)
    expect(await roleOf(email)).toBe('contributor')
    await expect(users(page).getByRole('row', { name: /Nora Newcomer/ })).toContainText('Contributor')

    await page.getByRole('button', { name: 'Add User' }).click()
    await form.getByLabel('Email').fill(email.toUpperCase())
    await form.getByLabel('Full Name').fill('Nora Twice')
    await form.getByLabel('Password').fill('a-good-password')
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(form.getByText('A user with this email address has already been registered')).toBeVisible()
    await expect(form.getByLabel('Full Name')).toHaveValue('Nora Twice')
  })

  test('are changed and removed by a super admin, and made from authors without an account', async ({
    page,
  }) => {
    await signInAs(page, 'super_admin')

    await test.step('authors without an account are counted, listed and invited', async () => {
      const email = `sven@${DOMAIN}`
      const service = await secretClient()
      await service.from('author_profiles').insert({ name: 'Sven Uninvited', slug: 'sven-uninvited', email })
      await page.goto('/admin/users')
      const overview = page.getByRole('list', { name: 'Overview' })
      await expect(overview).toContainText(/Total Users: \d+Total Authors: \d+Missing Accounts: 1/)
      const missing = page.getByRole('table', { name: 'Authors Without Accounts' })
      await expect(missing.getByRole('row').last()).toContainText(email)
      await expectAccessible(page, 'users')

      await page.route('**/functions/v1/sync-authors', (route) =>
        route.fulfill({ status: 500, body: 'broken' }),
      )
      await page.getByRole('button', { name: 'Sync Authors to Users' }).click()
      const question = page.getByRole('alertdialog', { name: 'Sync Authors to Users?' })
      await expect(question.getByRole('list', { name: /a mail/ })).toHaveText(`Sven Uninvited ${email}`)
      await expectAccessible(page, 'the question before the sync')
      await question.getByRole('button', { name: 'Send and Sync' }).click()
      await expect(page.getByText('Sync failed')).toBeVisible()
      await expect(page.getByText('Error running sync')).toBeVisible()
      await page.unrouteAll()
      await question.getByRole('button', { name: 'Send and Sync' }).click()
      await expect(page.getByText('Sync complete')).toBeVisible()
      await expect(page.getByText('Invited 1, created 1')).toBeVisible()
      await expect(overview).toContainText('Missing Accounts: 0')
      await expect(page.getByText('Every author has an account.')).toBeVisible()
      await expect(
        users(page)
          .getByRole('row', { name: /Sven Uninvited/ })
          .getByRole('cell')
          .nth(3),
      ).toHaveText('Yes')
      expect(new URL(await mailedLink(email)).pathname).toBe('/auth')
    })

    await test.step('change role by a super admin, and are removed with their account', async () => {
      const email = `gone@${DOMAIN}`
      const service = await secretClient()
      const { data } = await service.auth.admin.createUser({
        email,
        password: 'a-good-password',
        email_confirm: true,
        user_metadata: { full_name: 'Gone Tomorrow' },
      })
      await goInApp(page, '/admin/users?q=gone')
      await expect(users(page).getByRole('row')).toHaveCount(2)
      const menu = page.getByRole('button', { name: 'Actions for Gone Tomorrow' })
      await pressKey(menu, 'Enter')
      await pressKey(page.getByRole('menuitem', { name: 'Change Role' }), 'Enter')
      const changing = dialog(page, 'Role of Gone Tomorrow')
      await expect(changing.getByRole('button', { name: 'Change Role' })).toBeDisabled()
      await changing.getByRole('button', { name: /Role$/ }).first().click()
      await page.getByRole('option', { name: 'Editor' }).click()
      await expectAccessible(page, 'the dialog of the role')
      await page.route('**/rest/v1/profiles**', (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({
              status: 400,
              json: { code: '23514', message: 'The last super admin cannot be demoted or removed' },
            })
          : route.continue(),
      )
      await changing.getByRole('button', { name: 'Change Role' }).click()
      await expect(page.getByText('The last super admin cannot be demoted or removed')).toBeVisible()
      await page.unrouteAll()
      await changing.getByRole('button', { name: 'Change Role' }).click()
      await expect(page.getByText('Gone Tomorrow is now Editor')).toBeVisible()
      expect(await roleOf(email)).toBe('editor')

      await menu.click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      const confirmation = page.getByRole('alertdialog', { name: 'Remove Gone Tomorrow?' })
      await expect(confirmation).toContainText('No story belongs to this account.')
      await expectAccessible(page, 'the question before removing')
      await confirmation.getByRole('button', { name: 'Remove' }).click()
      await expect(page.getByText('User removed')).toBeVisible()
      await expect(page.getByText('No users found')).toBeVisible()
      expect((await service.auth.admin.getUserById(data.user?.id ?? '')).data.user).toBeNull()

      await goInApp(page, '/admin/users')
      await page.getByRole('button', { name: 'Sync Authors to Users' }).click()
      await expect(page.getByText('Invited 0, created 0')).toBeVisible()

      await goInApp(page, '/admin/users?q=admin@mantel.example')
      await expect(users(page).getByRole('row', { name: /\(you\)/ })).toHaveCount(1)
      await expect(users(page).getByRole('button')).toHaveCount(0)
    })
  })

  test('have the name that they chose confirmed by an editor, who changes nothing else of them', async ({
    page,
  }) => {
    const email = `kai@${DOMAIN}`
    await (
      await secretClient()
    ).auth.admin.createUser({ email, email_confirm: true, user_metadata: { full_name: 'Kai Chosen' } })
    await signInAs(page, 'editor')
    await page.goto(`/admin/users?q=${email}`)
    await page.getByRole('button', { name: 'Actions for Kai Chosen' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Confirm Name'])
    await page.getByRole('menuitem', { name: 'Confirm Name' }).click()
    const question = page.getByRole('alertdialog', { name: 'Is this account Kai Chosen?' })
    await question.getByRole('button', { name: 'Confirm Name' }).click()
    await expect(page.getByText('Name confirmed')).toBeVisible()
    await expect(users(page).getByRole('button')).toHaveCount(0)
  })

  test('are invited by mail in place of a password', async ({ page }) => {
    const email = `iris@${DOMAIN}`
    await signInAs(page, 'editor')
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Add User' }).click()
    const form = dialog(page, 'Add User')
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Full Name').fill('Iris Invited')
    await pressKey(form.getByRole('switch', { name: 'Send an invitation by mail' }), 'Space')
    await expect(form.getByLabel('Password')).toHaveCount(0)
    await expectAccessible(page, 'Add User with an invitation')
    await form.getByRole('button', { name: 'Send Invitation' }).click()
    await expect(page.getByText('Invitation sent')).toBeVisible()
    expect(await roleOf(email)).toBe('contributor')
    expect(new URL(await mailedLink(email)).pathname).toBe('/auth')
  })

  test('who are removed keep their byline and give their open stories to somebody', async ({ page }) => {
    const email = `leaver@${DOMAIN}`
    const service = await secretClient()
    const account = { email, password: 'a-good-password', email_confirm: true }
    const { data } = await service.auth.admin.createUser({
      ...account,
      user_metadata: { full_name: 'Lea Leaver' },
    })
    const author_id = data.user?.id ?? ''
    await service.from('profiles').update({ role: 'contributor' }).eq('id', author_id)
    const story = (slug: string, status: string) => ({ title: slug, slug, status, author_id })
    const added = await service
      .from('articles')
      .insert([story('of-a-leaver', 'published'), story('of-a-leaver-draft', 'draft')])
      .select('id')
    try {
      await signInAs(page, 'super_admin')
      await page.goto('/admin/users?q=leaver')
      await page.getByRole('button', { name: 'Actions for Lea Leaver' }).click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      const question = page.getByRole('alertdialog', { name: 'Remove Lea Leaver?' })
      await expect(question).toContainText('Their 2 stories stay under the name Lea Leaver.')
      await question.getByRole('button', { name: /Give the 1 unpublished story to/ }).click()
      await page.getByRole('option', { name: 'Hana Mizuno' }).click()
      await expectAccessible(page, 'the question before removing an author')
      await question.getByRole('button', { name: 'Remove' }).click()
      await expect(page.getByText('User removed')).toBeVisible()
      await expect(page.getByText('No users found')).toBeVisible()
      const { data: stories } = await service
        .from('articles')
        .select('slug, author:profiles!articles_author_id_fkey(full_name)')
        .like('slug', 'of-a-leaver%')
        .order('slug')
      expect(stories).toEqual([
        { slug: 'of-a-leaver', author: { full_name: 'Lea Leaver' } },
        { slug: 'of-a-leaver-draft', author: { full_name: 'Hana Mizuno' } },
      ])
      await goInApp(page, '/admin/authors?q=leaver')
      await expect(authors(page).getByRole('row').last()).toContainText('lea-leaver')
    } finally {
      for (const { id } of added.data ?? []) await service.from('articles').delete().eq('id', id)
      await service.from('author_profiles').delete().eq('slug', 'lea-leaver')
    }
  })
})
