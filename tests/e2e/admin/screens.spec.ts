import { type Page, expect } from '@playwright/test'
import { type Role, ROLES } from '../../../src/domain/people/role.ts'
import { openArticles } from '../support/articles.ts'
import { countScript } from '../support/script-bytes.ts'
import { openDashboardAs, signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

/** What a screen has for a role: the names of its buttons, or the text that denies access. */
type Access = readonly string[] | string
interface Screen {
  path: string
  heading: string
  access: Readonly<Record<Role, Access>>
}

const WRITERS = ['super_admin', 'editor', 'contributor'] as const
const EDITORS = ['super_admin', 'editor'] as const

/** A screen that every role reads, with a button for some. */
function forAll(path: string, heading: string, button: string, roles: readonly Role[]): Screen {
  const of = (role: Role): Access => (roles.includes(role) ? [button] : [])
  const access = {
    super_admin: of('super_admin'),
    editor: of('editor'),
    contributor: of('contributor'),
    viewer: of('viewer'),
  }
  return { path, heading, access }
}

/** A screen for editors, with a text for the others. */
function forEditors(path: string, heading: string, buttons: readonly string[], sentence: string): Screen {
  const access = { super_admin: buttons, editor: buttons, contributor: sentence, viewer: sentence }
  return { path, heading, access }
}

/** A screen with settings that super admins save. */
function forSuperAdmins(path: string, heading: string): Screen {
  const sentence = `You don't have permission to manage ${path}.`
  const access = {
    ...{ super_admin: ['Save Changes'], editor: sentence, contributor: sentence, viewer: sentence },
  }
  return { path, heading, access }
}

// No route is closed to a role: each screen shows what the role may do, or that it may not.
const SCREENS: readonly Screen[] = [
  forAll('articles', 'Articles', 'New Article', EDITORS),
  forAll('media', 'Media Library', 'Upload Files', WRITERS),
  forAll('letters', 'Letters', 'New Letter', WRITERS),
  forAll('fonts', 'Font Management', 'Upload Font', EDITORS),
  forAll('styles', 'Global Typography Settings', 'Save Changes', EDITORS),
  forAll('categories', 'Categories', 'New Category', EDITORS),
  forAll('tags', 'Tags', 'New Tag', WRITERS),
  forAll('pages', 'Pages', 'New Page', ROLES),
  forEditors(
    'subscribers',
    'Newsletter Subscribers',
    ['Export CSV'],
    "You don't have permission to view subscribers.",
  ),
  forEditors('messages', 'Messages', [], "You don't have permission to view messages."),
  forEditors('authors', 'Authors', ['New Author'], "You don't have permission to manage authors."),
  forEditors('redirects', 'Redirects', ['New Redirect'], "You don't have permission to manage redirects."),
  forEditors('sections', 'Sections', ['New Section'], "You don't have permission to manage sections."),
  forEditors('menus', 'Menus', ['Add Group'], "You don't have permission to manage menus."),
  forEditors('users', 'Users', ['Add User'], "You don't have permission to view users."),
  forEditors('analytics', 'Analytics', [], "You don't have permission to view analytics."),
  forSuperAdmins('colours', 'Colours'),
  forSuperAdmins('texts', 'Texts'),
  {
    path: 'branding',
    heading: 'Branding',
    access: {
      super_admin: ['Save Changes'],
      editor: "You don't have permission to manage branding.",
      contributor: "You don't have permission to manage branding.",
      viewer: "You don't have permission to manage branding.",
    },
  },
  {
    path: 'plan',
    heading: 'Plan',
    access: {
      super_admin: ['New Idea'],
      editor: ['New Idea'],
      contributor: ['New Idea'],
      viewer: "You don't have permission to view plan.",
    },
  },
  {
    path: 'fronts',
    heading: 'Home & Sections',
    access: {
      super_admin: [],
      editor: [],
      contributor: [],
      viewer: "You don't have permission to view fronts.",
    },
  },
  {
    path: 'templates',
    heading: 'Templates',
    access: {
      super_admin: ['New Template'],
      editor: ['New Template'],
      contributor: [],
      viewer: "You don't have permission to view templates.",
    },
  },
  {
    path: 'settings',
    heading: 'Settings',
    access: {
      super_admin: ['Save Changes'],
      editor: [],
      contributor: "You don't have permission to view settings.",
      viewer: "You don't have permission to view settings.",
    },
  },
  {
    path: 'audit-log',
    heading: 'Audit Log',
    access: {
      super_admin: ['Export CSV'],
      editor: "You don't have permission to view audit log.",
      contributor: "You don't have permission to view audit log.",
      viewer: "You don't have permission to view audit log.",
    },
  },
  {
    path: 'imports',
    heading: 'Import',
    access: {
      super_admin: ['Choose a File'],
      editor: "You don't have permission to import.",
      contributor: "You don't have permission to import.",
      viewer: "You don't have permission to import.",
    },
  },
  {
    path: 'export',
    heading: 'Export',
    access: {
      super_admin: ['Export'],
      editor: "You don't have permission to export.",
      contributor: "You don't have permission to export.",
      viewer: "You don't have permission to export.",
    },
  },
  {
    path: 'articles/new',
    heading: 'New Article',
    access: {
      super_admin: ['Save Draft', 'Submit for Review', 'Publish'],
      editor: ['Save Draft', 'Submit for Review', 'Publish'],
      contributor: ['Save Draft', 'Submit for Review'],
      viewer: 'Viewers read articles; they cannot write them.',
    },
  },
]

/** A button or link of the screen itself, not of the sidebar. */
const button = (page: Page, name: string) =>
  page.locator('main, header').locator('button, a').filter({ hasText: name, visible: true }).first()

for (const role of ROLES) {
  test(`every screen shows a ${role} what the role may do`, async ({ page }) => {
    await openDashboardAs(page, role)
    const faults: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
    page.on('pageerror', (error) => void faults.push(error.message))
    for (const { path, heading, access } of SCREENS) {
      await test.step(path, async () => {
        // As a typed address would, without loading the whole app again.
        await page.evaluate((to) => void history.pushState({}, '', to), `/admin/${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
        const granted = access[role]
        const own = typeof granted === 'string' ? [] : granted
        if (typeof granted === 'string') await expect(page.getByText(granted)).toBeVisible()
        for (const name of own) await expect(button(page, name)).toBeVisible()
        const others = Object.values(access)
          .filter((other) => typeof other !== 'string')
          .flat()
        for (const name of others) {
          if (!own.includes(name)) await expect(button(page, name)).toHaveCount(0)
        }
      })
    }
    expect(faults).toEqual([])
  })
}

test('the first screen of the admin takes at most 16 script files and 260 KB', async ({ page }) => {
  await signInAs(page, 'super_admin')
  const script = countScript(page)
  await page.goto('/admin', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome back/)
  expect(script.files()).toBeGreaterThan(0)
  expect(script.files()).toBeLessThanOrEqual(16)
  expect(await script.bytes()).toBeLessThanOrEqual(260 * 1024)
})

test('a list that the server fails to give is asked for four times; then its screen says so', async ({
  page,
}) => {
  await openDashboardAs(page, 'editor')
  let requests = 0
  await page.route('**/rest/v1/slug_redirects**', (route) => {
    requests += 1
    return route.fulfill({ status: 503, json: { message: 'database is down' } })
  })
  await page.goto('/admin/redirects')
  await expect(page.getByRole('alert')).toContainText('Failed to load redirects')
  // What a server says of itself is for programmers.
  await expect(page.getByRole('alert')).toContainText('The server has a problem. Please try again.')
  await expect(page.getByRole('alert')).not.toContainText('database is down')
  expect(requests).toBe(4)
})

test('where code cannot be loaded, the rest of the screen stays, and Reload loads it', async ({ page }) => {
  await signInAs(page, 'editor')
  await openArticles(page)
  let isOffline = true
  await page.route('**/_astro/*.js', (route) => (isOffline ? route.abort() : route.fallback()))
  const failure = page.getByRole('alert').filter({ hasText: 'This part could not be loaded' })
  await page.keyboard.press('ControlOrMeta+k')
  await expect(failure).toBeVisible()
  const heading = page.getByRole('heading', { level: 1, name: 'Articles' })
  await expect(heading).toBeVisible()
  isOffline = false
  await failure.getByRole('button', { name: 'Reload' }).click()
  await expect(failure).toBeHidden()
  await expect(heading).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog', { name: 'Search or jump to' })).toBeVisible()
})
