import { type Page, expect } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import type { Role } from '../../../src/domain/people/role.ts'
import { expectAccessible } from '../support/axe.ts'
import { magazineKeys, secretClient, supabaseUrl } from '../support/backend.ts'
import { mailedLink } from '../support/mail.ts'
import { DEMO_EMAILS, DEMO_PASSWORD, fillSignIn, openDashboardAs, signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: /^Welcome back/ })

async function fillNewPassword(page: Page, password: string, repeated = password): Promise<void> {
  await page.getByLabel('New Password').fill(password)
  await page.getByLabel('Repeat Password').fill(repeated)
  await page.getByRole('button', { name: 'Save Password' }).click()
}

let email: string

test.beforeEach(() => {
  email = `password-${Date.now()}@mantel.example`
})

test.afterEach(async () => {
  const service = await secretClient()
  const { data } = await service
    .from('profiles')
    .select('id')
    .eq('email', email)
    .maybeSingle<{ id: string }>()
  if (data !== null) await service.auth.admin.deleteUser(data.id)
})

test('a recovery link sets a new password once', async ({ page }) => {
  const service = await secretClient()
  await service.auth.admin.createUser({ email, password: 'the-old-password', email_confirm: true })
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expectAccessible(page, 'forgotten password')
  let asked = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/auth/v1/recover')) asked += 1
  })
  // An address without an account gets the same answer.
  for (const address of ['nobody@mantel.example', email]) {
    await page.getByLabel('Email').fill(address)
    // As by Enter, held down a little too long.
    await page.getByLabel('Email').evaluate(({ form }: HTMLInputElement) => {
      form?.requestSubmit()
      form?.requestSubmit()
    })
    await expect(
      page.getByText(`If ${address} has an account, a mail with a link is on its way.`),
    ).toBeVisible()
  }
  expect(asked).toBe(2)

  const link = await mailedLink(email)
  const press = page.getByRole('button', { name: 'Choose a new password' })
  await page.goto(link)
  await expectAccessible(page, 'the page of a link')
  await page.route('**/auth/v1/verify', (route) => route.abort())
  await press.click()
  await expect(page.getByText('The server cannot be reached. Please try again.')).toBeVisible()
  await page.unrouteAll()
  await page.reload()
  await press.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
  await expect(page.getByText(email)).toBeVisible()
  await expectAccessible(page, 'new password')
  await fillNewPassword(page, 'short', 'other')
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await fillNewPassword(page, 'a-new-password', 'a-new-passwort')
  await expect(page.getByText('The passwords do not match')).toBeVisible()
  await page.route('**/auth/v1/user', (route) => route.abort())
  await fillNewPassword(page, 'a-new-password')
  await expect(page.getByText('The password could not be saved. Please try again.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByText('Your password has been saved')).toBeVisible()
  await expect(dashboard(page)).toBeVisible()

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await page.goto(link)
  await press.click()
  await expect(page.getByText('This link has expired or has already been used.')).toBeVisible()
  await expectAccessible(page, 'an old link')
  await fillSignIn(page, email, 'the-old-password')
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await fillSignIn(page, email, 'a-new-password')
  await expect(dashboard(page)).toBeVisible()

  // An expired link is reported to a signed-in person, too.
  await page.goto(link)
  await press.click()
  await expect(page.getByText('This link has expired or has already been used.')).toBeVisible()
  await expect(dashboard(page)).toBeVisible()
})

test('an invited person sets a password, also after a reload, and signs in with it', async ({
  page,
  baseURL,
}) => {
  const service = await secretClient()
  await service.auth.admin.inviteUserByEmail(email, {
    data: { full_name: 'Nora Newcomer' },
    redirectTo: `${baseURL ?? ''}/auth`,
  })
  await page.goto(await mailedLink(email))
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Mantel')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Mantel')
  await fillNewPassword(page, 'a-first-password')
  await expect(dashboard(page)).toHaveText('Welcome back, Nora Newcomer')

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/auth')
  await fillSignIn(page, email, 'a-first-password')
  await expect(dashboard(page)).toBeVisible()
})

/** The session of a demo account, as a mailed link carries it. */
async function linkedSession(role: Role): Promise<URLSearchParams> {
  const { publishableKey } = await magazineKeys()
  const client = createClient(supabaseUrl, publishableKey, { auth: { persistSession: false } })
  const { data } = await client.auth.signInWithPassword({
    email: DEMO_EMAILS[role],
    password: DEMO_PASSWORD,
  })
  return new URLSearchParams({
    access_token: data.session?.access_token ?? '',
    refresh_token: data.session?.refresh_token ?? '',
    expires_in: '3600',
    token_type: 'bearer',
    type: 'magiclink',
  })
}

/** Who is signed in, by the browser's storage. */
function storedUser(page: Page): Promise<{ id?: string; email?: string } | undefined> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? ''
    return (JSON.parse(localStorage.getItem(key) ?? '{}') as { user?: { id?: string; email?: string } }).user
  })
}

test('a link signs in another person only after asking', async ({ page }) => {
  await signInAs(page, 'editor')
  await page.goto('/admin')
  const tokens = await linkedSession('contributor')
  const question = page.getByRole('alertdialog', { name: `You are signed in as ${DEMO_EMAILS.editor}` })
  const user = async () => (await storedUser(page))?.email

  for (const path of ['/admin', '/auth']) {
    await page.goto('about:blank')
    await page.goto(`${path}#${tokens.toString()}`)
    await expect(question).toContainText(`This link signs in ${DEMO_EMAILS.contributor}.`)
    await expectAccessible(page, 'a link of another account')
    expect(page.url()).not.toContain('access_token')
    await question.getByRole('button', { name: 'Stay Signed In' }).click()
    await expect(question).toHaveCount(0)
    await expect(dashboard(page)).toBeVisible()
    expect(await user()).toBe(DEMO_EMAILS.editor)
  }
  await page.goto(`/admin?${tokens.toString()}`)
  await expect(dashboard(page)).toBeVisible()
  expect(await user()).toBe(DEMO_EMAILS.editor)

  await page.goto('about:blank')
  await page.goto(`/admin#${tokens.toString()}`)
  await question.getByRole('button', { name: `Sign In as ${DEMO_EMAILS.contributor}` }).click()
  // The page is loaded anew meanwhile.
  await expect(async () => expect(await user()).toBe(DEMO_EMAILS.contributor)).toPass()
  await expect(dashboard(page)).toBeVisible()
  // The same person is not asked.
  await page.goto('about:blank')
  await page.goto(`/admin#${tokens.toString()}`)
  await expect(dashboard(page)).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

for (const type of ['magiclink', 'recovery']) {
  test(`a link whose token only says that it is of the signed-in person changes nothing: ${type}`, async ({
    page,
  }) => {
    await openDashboardAs(page, 'editor')
    const { id } = (await storedUser(page)) ?? {}
    const tokens = await linkedSession('contributor')
    // Run out, so that its session would be renewed by the other person's refresh token.
    const claims = [{ alg: 'HS256' }, { sub: id, email: DEMO_EMAILS.editor, exp: 1_000 }]
    const encoded = claims.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    tokens.set('access_token', [...encoded, 'AAAA'].join('.'))
    tokens.set('type', type)
    const answered = page.waitForResponse(/\/auth\/v1\/(user|token)/)
    await page.goto('about:blank')
    await page.goto(`/admin/articles#${tokens.toString()}`)
    await answered
    await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()
    expect((await storedUser(page))?.email).toBe(DEMO_EMAILS.editor)
  })
}

test('an expired invitation can be renewed by the invited person', async ({ page, baseURL }) => {
  const service = await secretClient()
  await service.auth.admin.inviteUserByEmail(email, { redirectTo: `${baseURL ?? ''}/auth` })
  await page.goto('/auth#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid')
  await page.getByRole('button', { name: 'Send Me a New Link' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByText('a mail with a link is on its way')).toBeVisible()
  await page.goto(await mailedLink(email))
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await expect(page.getByLabel('New Password')).toBeVisible()
})

test('the sign-up form is hidden while sign-up is closed', async ({ page }) => {
  await page.route('**/rest/v1/site_settings**', (route) => route.fulfill({ json: { sign_up_open: false } }))
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page.getByText('Sign-up is closed. Please ask an editor to invite you.')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
})
