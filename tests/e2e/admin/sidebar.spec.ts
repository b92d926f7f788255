import { type Page, expect } from '@playwright/test'
import { type Role, ROLES } from '../../../src/domain/people/role.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { goInApp } from '../support/screens.ts'
import { openDashboardAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const SIDEBARS: Readonly<Record<Role, { content: string[]; management: string[] }>> = {
  super_admin: {
    content: [
      'Dashboard',
      'Articles',
      'Plan',
      'Home & Sections',
      'Pages',
      'Media Library',
      'Letters',
      'Subscribers',
      'Messages',
      'Authors',
      'Sections',
      'Menus',
      'Texts',
      'Categories',
      'Tags',
      'Redirects',
      'Templates',
      'Global Styles',
      'Colours',
      'Branding',
    ],
    management: ['Analytics', 'Users', 'Audit Log', 'Import', 'Export', 'Settings'],
  },
  editor: {
    content: [
      'Dashboard',
      'Articles',
      'Plan',
      'Home & Sections',
      'Media Library',
      'Letters',
      'Subscribers',
      'Messages',
      'Authors',
      'Sections',
      'Menus',
      'Categories',
      'Tags',
      'Redirects',
      'Templates',
    ],
    management: ['Global Styles', 'Analytics', 'Settings'],
  },
  contributor: {
    content: ['Dashboard'],
    management: ['Articles', 'Plan', 'Home & Sections', 'Media Library', 'Letters', 'Tags'],
  },
  viewer: { content: [], management: ['Dashboard', 'Articles', 'Letters'] },
}

/** Screens with a heading other than their link. */
const HEADINGS: Readonly<Record<string, string>> = {
  Subscribers: 'Newsletter Subscribers',
  'Global Styles': 'Global Typography Settings',
}

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })

async function linksOf(page: Page, group: string): Promise<string[]> {
  const links = await sidebar(page).getByRole('region', { name: group }).getByRole('link').allTextContents()
  return links.map((text) => text.replace(/\d+ (articles|new)$/, ''))
}

test('the sidebar has the links of the role, which open their screens', async ({ page }) => {
  const addresses = new Map<string, string>()
  for (const role of ROLES) {
    await test.step(`sidebar of a ${role}: groups, links and the screens they open`, async () => {
      await openDashboardAs(page, role)
      const { content, management } = SIDEBARS[role]
      expect(await linksOf(page, 'Content')).toEqual(content)
      expect(await linksOf(page, 'Management')).toEqual(management)
      for (const label of [...content, ...management].filter((label) => label !== 'Dashboard')) {
        const link = sidebar(page)
          .getByRole('navigation')
          .getByRole('link', { name: new RegExp(`^${label}`) })
        const known = addresses.get(label)
        // The screens themselves are opened for each role by screens.spec.ts.
        if (known !== undefined) {
          await expect(link).toHaveAttribute('href', known)
          continue
        }
        await link.click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADINGS[label] ?? label)
        await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(`Dashboard/${label}`)
        addresses.set(label, new URL(page.url()).pathname)
      }
    })
    if (role === 'super_admin') {
      await test.step('the sidebar shows the signed-in person and the current screen', async () => {
        await goInApp(page, '/admin')
        await expect(sidebar(page)).toContainText('Super Admin')
        await expect(sidebar(page).getByRole('link', { name: 'Dashboard', exact: true })).toHaveAttribute(
          'aria-current',
          'page',
        )
        await goInApp(page, '/admin/articles')
        await expect(sidebar(page).getByRole('link', { name: /^Articles/ })).toHaveAttribute(
          'aria-current',
          'page',
        )
      })
    }
    if (role === 'contributor') {
      await test.step('a contributor has the quick buttons Article and Media', async () => {
        await expect(sidebar(page).getByRole('link', { name: 'New article' })).toHaveAttribute(
          'href',
          '/admin/articles/new',
        )
        await expect(sidebar(page).getByRole('link', { name: 'Media', exact: true })).toHaveAttribute(
          'href',
          '/admin/media',
        )
      })
    }
  }
})

test('the sidebar collapses, the command palette finds and the shortcuts are listed', async ({
  page,
  context,
}) => {
  await openDashboardAs(page, 'editor')

  await test.step('the sidebar collapses to icons by its button and Ctrl+B, remembered for seven days', async () => {
    await expect(sidebar(page)).toHaveCSS('width', '256px')
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await expect(sidebar(page)).toHaveCSS('width', '48px')
    await expect(sidebar(page).getByRole('link', { name: 'Articles' })).toBeVisible()

    await sidebar(page).getByRole('button', { name: 'Rafael Quist' }).click()
    await expect(page.getByRole('menu', { name: 'Account' })).toBeVisible()
    await page.keyboard.press('Escape')

    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state')
    expect(cookie?.value).toBe('false')
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)

    await page.reload()
    await expect(sidebar(page)).toHaveCSS('width', '48px')
    await page.keyboard.press('Control+b')
    await expect(sidebar(page)).toHaveCSS('width', '256px')
    await page.keyboard.press('Meta+b')
    await expect(sidebar(page)).toHaveCSS('width', '48px')
    await page.keyboard.press('Meta+b')

    // Where it would take a third of the window, it begins folded, and what is remembered stays.
    await page.setViewportSize({ width: 820, height: 900 })
    await page.reload()
    await expect(sidebar(page)).toHaveCSS('width', '48px')
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.reload()
    await expect(sidebar(page)).toHaveCSS('width', '256px')
  })

  await test.step('the command palette finds screens, articles, files and people', async () => {
    await sidebar(page)
      .getByRole('button', { name: /Search or jump to/ })
      .click()
    const field = page.getByRole('searchbox', { name: 'Search the admin' })
    await expect(field).toBeFocused()
    // Files are found before articles.
    const files = page.waitForResponse(/\/rest\/v1\/media\?/)
    await page.route(/\/rest\/v1\/articles\?/, async (route) => {
      await files
      await route.continue()
    })
    await page.keyboard.type('green room')
    const found = page.getByRole('menuitem', { name: /The green room, kept/ })
    await expect(found).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/articles\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The green room, kept')

    // Until the answer to a longer text is there, Enter opens what has that text.
    const longer = await holdRequests(page, /\/rest\/v1\/articles\?.*roo/)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('green')
    const articles = page.getByRole('group', { name: 'Articles' }).getByRole('menuitem')
    await expect(articles.nth(1)).toBeVisible()
    await page.keyboard.type(' roo')
    await expect(articles).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The green room, kept')
    longer.release()

    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await page.keyboard.type('subscr')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/subscribers')

    await page.keyboard.press('Control+k')
    await page.keyboard.type('ines')
    await expect(page.getByRole('group', { name: 'Authors' }).getByRole('menuitem')).toContainText([
      'Ines Abril',
    ])
    // An editor has no users screen in the sidebar, and no pages.
    await expect(page.getByRole('group', { name: 'Users' })).toHaveCount(0)
    await field.fill('(qxz", vzj\\ %wqk_*')
    await expect(page.getByText('Nothing found.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
  })

  await test.step('the shortcuts sheet opens by Ctrl+/ and from the user menu', async () => {
    await page.keyboard.press('Control+/')
    const sheet = page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
    await expect(sheet).toContainText('Search or jump to')
    await expect(sheet.and(page.locator(':focus-within'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    const name = sidebar(page).getByRole('button', { name: /Editor$/ })
    await name.click()
    await page.getByRole('menuitem', { name: 'Keyboard Shortcuts' }).click()
    await expect(sheet).toBeVisible()
  })
})

test('Sign Out Everywhere ends the session of another browser', async ({ page, browser }) => {
  await openDashboardAs(page, 'contributor')
  const elsewhere = await (await browser.newContext()).newPage()
  await openDashboardAs(elsewhere, 'contributor')
  await sidebar(page)
    .getByRole('button', { name: /Contributor$/ })
    .click()
  await page.getByRole('menuitem', { name: 'Sign Out Everywhere' }).click()
  await expect(page).toHaveURL('/')

  // The access token lives on for its hour; the session cannot be renewed.
  await elsewhere.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? ''
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }))
  })
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL('/auth')
  await elsewhere.context().close()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the sidebar is a drawer of 18rem that closes on Escape, on navigation and for a dialog', async ({
    page,
  }) => {
    await openDashboardAs(page, 'editor')
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await expect(drawer).toHaveCount(0)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(drawer).toHaveCSS('width', '288px')
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await drawer.getByRole('link', { name: /^Articles/ }).click()
    await expect(page).toHaveURL('/admin/articles')
    await expect(drawer).toHaveCount(0)

    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'Open menu' }).click()
      await drawer.getByRole('button', { name: /^Rafael Quist/ }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await choose('Your Public Name')
    await expect(page.getByRole('dialog', { name: 'Your Public Name' })).toBeVisible()
    await expect(drawer).toHaveCount(0)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await choose('Your Account')
    await expect(page).toHaveURL('/admin/account')
    await expect(drawer).toHaveCount(0)
  })
})
