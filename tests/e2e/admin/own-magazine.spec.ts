import { type APIRequestContext, type Locator, type Page, expect } from '@playwright/test'
import { DEMO_FONTS, readFont } from '../../../supabase/seed/fonts.ts'
import { expectAccessible } from '../support/axe.ts'
import { toast } from '../support/editor.ts'
import { uploadFiles } from '../support/media.ts'
import { goInApp } from '../support/screens.ts'
import { signInAs } from '../support/session.ts'
import { publishStories } from '../support/stories.ts'
import { test } from '../support/test.ts'

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path d="M0 0h40v40H0zM50 0h70v40H50z"/></svg>'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const dialog = (page: Page): Locator => page.getByRole('dialog')

/** Opens a screen by its address, as the sidebar does. */
async function openScreen(page: Page, path: string, title: string): Promise<void> {
  await goInApp(page, path)
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeAttached()
}

async function choose(page: Page, select: Locator, option: string | RegExp): Promise<void> {
  await select.click()
  await page.getByRole('option', { name: option }).click()
}

/** The pages and files of the site that links lead to from its home page on, each with what it is answered with. */
async function walk(request: APIRequestContext): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  const open = ['/', '/sitemap.xml', '/llms.txt']
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const answer = await request.get(path)
    found.set(path, answer.status())
    if (!/html|xml|text\/plain/.test(answer.headers()['content-type'] ?? '')) continue
    const origin = new URL(answer.url()).origin
    for (const address of addressesIn(await answer.text(), answer.url())) {
      const { pathname, search } = new URL(address)
      const next = pathname + search
      const isOwn = address.startsWith(`${origin}/`) && !/^\/(admin|auth|_astro)\b/.test(pathname)
      if (isOwn && !found.has(next) && !open.includes(next)) open.push(next)
    }
  }
  return found
}

/** What a page, a feed or a list of pages leads to. */
function addressesIn(text: string, base: string): string[] {
  const linked = [...text.matchAll(/(?:href|src)="([^"]+)"|<loc>([^<]+)<|\]\(([^)\s]+)\)/g)]
  return linked.flatMap(([, href, loc, link]) => {
    const address = (href ?? loc ?? link ?? '').replaceAll('&amp;', '&')
    return URL.canParse(address, base) ? [new URL(address, base).href] : []
  })
}

test('the demo becomes another magazine in a browser: name, language, sections, menus, colours, typeface, logo, team and texts, with no dead address', async ({
  page,
  request,
}) => {
  const text = async (path: string) => (await request.get(path)).text()
  const home = () => text('/')
  await signInAs(page, 'super_admin')

  await test.step('name, language, five sections and colours; the demo content leaves', async () => {
    await page.goto('/admin/settings')
    await page.getByRole('link', { name: 'Begin Your Own Magazine' }).click()
    await expect(page.getByLabel('Site Name')).toHaveValue('Mantel')
    await expectAccessible(page, 'begin')
    await page.getByLabel('Site Name').fill('Lehm')
    await page.getByLabel('Tagline').fill('von Hand')
    await page.getByRole('checkbox', { name: /^Craft/ }).check()
    await choose(page, page.getByRole('button', { name: /Language/ }), 'German')
    // What was chosen in one language stays chosen in another.
    await expect(page.getByRole('checkbox', { name: /^Handwerk/ })).toBeChecked()
    for (const section of ['Essen', 'Garten', 'Menschen', 'Kultur'])
      await page.getByRole('checkbox', { name: new RegExp(`^${section}`) }).check()
    await page.getByRole('radio', { name: 'Clay' }).check({ force: true })
    await expect(page.getByText('64 stories')).toBeVisible()
    await page.getByRole('button', { name: 'Begin', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove and Begin' }).click()
    await expect(region(page, 'Lehm Has Begun')).toBeVisible()
    await expectAccessible(page, 'what comes next')
    await expect.poll(home).toContain('lang="de"')
    await expect.poll(home).toContain('href="/handwerk"')
    await expect.poll(home).toContain('#f3eae0')
    // The demo's icon leaves with it.
    await expect.poll(async () => text('/favicon.svg')).not.toContain('<circle')
    for (const path of ['/living-spaces', '/author/ines-abril', '/colophon'])
      await expect.poll(async () => (await request.get(path)).status(), path).toBe(404)
  })

  await test.step('two sections more, each with a category', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Sections' }).click()
    for (const title of ['Märkte', 'Werkstatt']) {
      await page.getByRole('button', { name: 'New Section' }).click()
      await dialog(page).getByLabel('Title').fill(title)
      await dialog(page).getByRole('button', { name: 'Create' }).click()
      await expect(page.getByRole('button', { name: title, exact: true })).toBeVisible()
    }
    await page.getByRole('button', { name: 'Add a category “Werkstatt”' }).click()
    await expect(page.getByText('No category yet')).toHaveCount(1)
    await page.getByRole('main').getByRole('link', { name: 'category' }).click()
    await expect(page.getByRole('button', { name: 'Werkstatt', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'New Category' }).click()
    await dialog(page).getByLabel('Name').fill('Töpfermärkte')
    await dialog(page).getByRole('checkbox', { name: 'Märkte' }).check()
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('button', { name: 'Töpfermärkte', exact: true })).toBeVisible()
  })

  await test.step('menus', async () => {
    await openScreen(page, '/admin/menus', 'Menus')
    const header = region(page, 'Header')
    await header.getByRole('button', { name: 'Add Link' }).click()
    await choose(page, dialog(page).getByRole('button', { name: /Leads to/ }), 'A page of the site')
    await choose(page, dialog(page).getByRole('button', { name: /Page/ }), /^Über uns/)
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
    await header.getByRole('button', { name: 'Save Header' }).click()
    await expect(header.getByRole('button', { name: 'Save Header' })).toBeHidden()
    // The button that had the focus is gone; the next press of Tab goes on in the menu.
    await expect(header.getByRole('group', { name: 'Header' })).toBeFocused()
    const footer = region(page, 'Footer')
    await footer.getByLabel('Title of the group').first().fill('Lesen')
    await footer.getByRole('button', { name: 'Save Footer' }).click()
    await expect(footer.getByRole('button', { name: 'Save Footer' })).toBeHidden()
    const searches = region(page, 'Suggested Searches')
    await searches.getByLabel('Another search').fill('Ofen')
    await searches.getByRole('button', { name: 'Add', exact: true }).click()
    await searches.getByRole('button', { name: /^Save/ }).click()
    await expect.poll(home).toContain('Ofen')
  })

  await test.step('a colour', async () => {
    await openScreen(page, '/admin/colours', 'Colours')
    await page.getByRole('textbox', { name: 'Links, light as a hex value', exact: true }).fill('#5a1f78')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect.poll(home).toContain('--link:light-dark(#5a1f78,')
  })

  await test.step('a typeface', async () => {
    await openScreen(page, '/admin/fonts', 'Font Management')
    await page
      .getByRole('button', { name: /^Upload/ })
      .first()
      .click()
    const [demo] = DEMO_FONTS
    if (demo === undefined) throw new Error('There is no font to upload')
    const file = { name: 'lehm.woff2', mimeType: 'font/woff2', buffer: await readFont(demo) }
    await uploadFiles(page, [file], dialog(page).getByRole('button', { name: 'Choose File' }))
    await expect(dialog(page).locator('[data-font=ready]')).toBeVisible()
    await dialog(page).getByRole('textbox', { name: 'Font Name' }).fill('Lehm Antiqua')
    await dialog(page).getByRole('checkbox', { name: 'Header' }).check()
    await dialog(page).getByRole('button', { name: 'Upload Font' }).click()
    await expect(dialog(page)).toBeHidden()
    await openScreen(page, '/admin/styles', 'Global Typography Settings')
    await choose(page, region(page, 'Primary Font').getByRole('button'), /^Lehm Antiqua/)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect.poll(home).toContain('Lehm Antiqua')
  })

  await test.step('a logo', async () => {
    await openScreen(page, '/admin/branding', 'Branding')
    await uploadFiles(
      page,
      [{ name: 'lehm.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) }],
      region(page, 'Logo').getByRole('button', { name: 'Upload an SVG' }),
    )
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect.poll(home).toContain('<svg class="mark-both"')
  })

  await test.step('the team', async () => {
    await openScreen(page, '/admin/authors', 'Authors')
    for (const name of ['Grete Ofner', 'Jürgen Sänger']) {
      await page.getByRole('button', { name: 'New Author' }).click()
      await dialog(page).getByLabel('Name', { exact: true }).fill(name)
      await dialog(page).getByRole('switch', { name: 'In the editorial team' }).click()
      await dialog(page).getByRole('button', { name: 'Create' }).click()
      await expect(region(page, 'Editorial team').getByRole('button', { name, exact: true })).toBeVisible()
    }
  })

  await test.step('texts', async () => {
    await openScreen(page, '/admin/texts', 'Texts')
    await page
      .getByLabel('Below the Heading of the About Page')
      .fill('{name} erscheint, wenn der Ofen kalt ist.')
    await page.getByLabel('Heading above the Line').fill('Ein Brief *aus der Werkstatt*')
    await page.getByLabel('Copyright Line').fill('© {name}, Höhr')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page, 'Texts saved')).toBeVisible()
  })

  await test.step('readers have all of it, on each kind of page', async () => {
    await publishStories([{ slug: 'haeuser', title: 'Häuser aus Lehm', category: 'Töpfermärkte' }])
    const sections = ['essen', 'handwerk', 'garten', 'menschen', 'kultur', 'markte', 'werkstatt']
    for (const path of ['/', '/about', '/markte', '/article/haeuser']) {
      const html = await text(path)
      for (const shared of [
        '<html lang="de"',
        '<svg class="mark-both"',
        '© Lehm, Höhr',
        '>Lesen<',
        '#5a1f78',
      ])
        expect(html, path).toContain(shared)
      for (const section of sections) expect(html, path).toContain(`<a href="/${section}"`)
      expect(html, path).toMatch(/<header.*<a href="\/about"[^>]*>\s*Über uns.*<\/header>/s)
    }
    expect(await home()).toContain('Ein Brief <em>aus der Werkstatt</em>')
    expect(await text('/markte')).toContain('Häuser aus Lehm')
    const about = await text('/about')
    expect(about).toContain('Lehm erscheint, wenn der Ofen kalt ist.')
    expect(about).toMatch(/Grete Ofner.*Jürgen Sänger/s)
  })

  await test.step('no address is dead', async () => {
    const found = await walk(request)
    expect([...found].filter(([, status]) => status !== 200)).toEqual([])
    expect([...found.keys()]).toEqual(
      expect.arrayContaining(['/rss.xml', '/werkstatt', '/article/haeuser', '/privacy', '/authors']),
    )
  })

  await test.step('what has begun is not proposed again, and the demo’s accounts are gone', async () => {
    await page.goto('/admin/begin')
    await expect(page.getByRole('checkbox', { name: /^Handwerk/ })).toBeDisabled()
    await expect(page.getByText('Demo Content')).toBeHidden()
    await page.goto('/admin/users')
    await expect(page.getByText('admin@mantel.example')).toBeVisible()
    await expect(page.getByText('editor@mantel.example')).toBeHidden()
  })
})
test('the address of the first account is refused in words where there is an account, and leads to the sign-in', async ({
  page,
}) => {
  await page.goto(`/auth#begin=${'0'.repeat(64)}`)
  await expect(page.getByRole('heading', { name: 'The first account' })).toBeVisible()
  await expectAccessible(page, 'the first account')
  await page.getByLabel('Full Name').fill('Eve Sand')
  await page.getByLabel('Email').fill('eve@mantel.example')
  await page.getByLabel('Password').fill('a-long-enough-password')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('The first account of this magazine was made already.')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue('Eve Sand')
  await page.getByRole('button', { name: 'I Have an Account' }).click()
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
})
