import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { mailedLink } from '../support/mail.ts'
import { DEMO_EMAILS, DEMO_PASSWORD, fillSignIn } from '../support/session.ts'
import { test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the sign-in form checks its fields, shows what was refused, and leads to the dashboard', async ({
  page,
}) => {
  await page.goto('/auth')

  await test.step('is the first of two tabs, with a way back to the site', async () => {
    await expect(page.getByRole('heading', { name: 'Welcome to CMS' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'false')
    await expect(page.getByRole('link', { name: 'Back to site' })).toHaveAttribute('href', '/')
  })

  await test.step('validates the fields before sending', async () => {
    await fillSignIn(page, 'ines', '12345')
    await expect(page.getByText('Invalid email address')).toBeVisible()
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('a wrong password shows Invalid email or password', async () => {
    await fillSignIn(page, DEMO_EMAILS.editor, 'not-the-password')
    await expect(page.getByText('Invalid email or password')).toBeVisible()
    await expect(page).toHaveURL('/auth')
  })

  await test.step('shows other errors of the server and of the network', async () => {
    await page.route('**/auth/v1/token**', (route) =>
      route.fulfill({
        status: 400,
        json: { code: 400, error_code: 'email_not_confirmed', msg: 'Email not confirmed' },
      }),
    )
    await fillSignIn(page, DEMO_EMAILS.editor, DEMO_PASSWORD)
    await expect(page.getByText('Email not confirmed')).toBeVisible()
    await page.unrouteAll()
  })

  await test.step('leads to the dashboard, with a toast', async () => {
    await fillSignIn(page, DEMO_EMAILS.editor, DEMO_PASSWORD)
    await expect(page).toHaveURL('/admin')
    await expect(page.getByText('Signed in successfully')).toBeVisible()
  })

  await test.step('a signed-in person is redirected to the admin', async () => {
    await page.goto('/auth')
    await expect(page).toHaveURL('/admin')
  })
})

test('the sign-up form checks its fields and sends a mail with a link that opens the admin as a viewer', async ({
  page,
}) => {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  const send = page.getByRole('button', { name: 'Sign Up' })

  await test.step('requires a name of two characters', async () => {
    await page.getByLabel('Full Name').fill('A')
    await send.click()
    await expect(page.getByText('Full name must be at least 2 characters')).toBeVisible()
    await expect(page.getByText('Invalid email address')).toBeVisible()
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
    await expectAccessible(page, 'sign-up with its errors')
  })

  await test.step('shows that an address is taken', async () => {
    await page.getByLabel('Full Name').fill('Someone Else')
    await page.getByLabel('Email').fill(DEMO_EMAILS.editor)
    await page.getByLabel('Password').fill('another-password')
    await send.click()
    await expect(page.getByText('An account with this email already exists')).toBeVisible()
  })

  await test.step('sends a mail with a link that opens the admin as a viewer', async () => {
    const email = `new-${Date.now()}@mantel.example`
    await page.getByLabel('Full Name').fill('Nora Newcomer')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('a-good-password')
    await send.click()
    await expect(
      page.getByText('Account created! Please check your email to verify your account.'),
    ).toBeVisible()

    await page.goto(await mailedLink(email))
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await expect(page).toHaveURL(/\/admin$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Nora Newcomer')
    await expect(page.getByText('Viewer', { exact: true }).first()).toBeVisible()

    const service = await secretClient()
    const { data } = await service.from('profiles').select('id').eq('email', email).single<{ id: string }>()
    await service.auth.admin.deleteUser(data?.id ?? '')
  })
})
