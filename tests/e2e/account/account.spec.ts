import { type Page, expect } from '@playwright/test'
import { totpCode, totpStep } from '../../../supabase/local/auth/totp.ts'
import { expectAccessible } from '../support/axe.ts'
import { secretClient } from '../support/backend.ts'
import { pressKey } from '../support/keys.ts'
import { DEMO_PASSWORD, fillSignIn } from '../support/session.ts'
import { test } from '../support/test.ts'

const EMAIL = 'two-factor@mantel.example'
/** Unlike the name of an earlier run: the audit log keeps the names of deleted accounts. */
const NAME = `Tova Factor ${Date.now()}`
const NEW_PASSWORD = 'a-window-on-the-sea'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function removeAccount(): Promise<void> {
  const service = await secretClient()
  const { data } = await service.from('profiles').select('id').eq('email', EMAIL)
  for (const { id } of data ?? []) await service.auth.admin.deleteUser(id as string)
}

test.beforeAll(async ({ service }) => {
  await removeAccount()
  const { data, error } = await service.auth.admin.createUser({
    email: EMAIL,
    password: DEMO_PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: NAME },
  })
  if (error !== null) throw error
  await service.from('profiles').update({ role: 'super_admin' }).eq('id', data.user.id)
})
test.afterAll(removeAccount)

async function signIn(page: Page, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/auth')
  await fillSignIn(page, EMAIL, password)
}

const sessions = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')

test('a super admin changes the password, sets up two-factor authentication, signs in with it, and sees both in the audit log', async ({
  page,
  browser,
}) => {
  const elsewhere = await (await browser.newContext()).newPage()
  let secret = ''

  await test.step('changes the password under Account: a wrong current one is refused', async () => {
    await signIn(page)
    await page.getByRole('button', { name: NAME }).click()
    await page.getByRole('menuitem', { name: 'Your Account' }).click()
    await page.getByLabel('Current Password').fill('not-my-password')
    await page.getByLabel('New Password').fill(NEW_PASSWORD)
    await page.getByLabel('Repeat Password').fill(NEW_PASSWORD)
    await pressKey(page.getByLabel('Repeat Password'), 'Enter')
    await expect(page.getByText('This is not your current password.')).toBeVisible()
    await expect(page.getByLabel('New Password')).toHaveValue(NEW_PASSWORD)
    await page.getByLabel('Current Password').fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Save Password' }).click()
    await expect(page.getByText('Your password has been saved')).toBeVisible()
    await expect(page.getByLabel('New Password')).toHaveValue('')
  })

  await test.step('sets up a second factor, which ends the other sessions; a code that cannot be made says why', async () => {
    await signIn(elsewhere, NEW_PASSWORD)
    await expect(elsewhere).toHaveURL('/admin')
    await page.reload()
    await expect(sessions(page)).toHaveCount(2)
    await expect(sessions(page).first()).toContainText('This one')
    const factors = '**/auth/v1/factors'
    await page.route(factors, (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('button', { name: 'Set Up' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('The code could not be made')).toBeVisible()
    await expect(dialog.getByText('The server has a problem.')).toBeVisible()
    await page.unroute(factors)
    await dialog.getByRole('button', { name: 'Try Again' }).click()
    await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
    secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    await dialog.getByLabel('Code').fill('12 34')
    await dialog.getByRole('button', { name: 'Switch On' }).click()
    await expect(dialog.getByText('A code has six digits')).toBeVisible()
    await dialog.getByLabel('Code').fill(totpCode(secret, totpStep(Date.now())))
    await dialog.getByRole('button', { name: 'Switch On' }).click()
    await expect(page.getByText(/^On since/)).toBeVisible()
    await expect(sessions(page)).toHaveCount(1)
    await expectAccessible(page, 'the account screen')
  })

  await test.step('signs in with password and code; a wrong one is refused', async () => {
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.waitForURL('/')
    await signIn(page, NEW_PASSWORD)
    await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
    await expectAccessible(page, 'the form for the code')
    // The session has no role yet, whatever the address.
    await page.goto('/admin/users')
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('This code is wrong or has been used already.')).toBeVisible()
    // The code of the next half minute: each works once.
    await page.getByLabel('Code').fill(totpCode(secret, totpStep(Date.now()) + 1))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/admin/users')
    await expect(page.getByRole('heading', { name: 'All Users' })).toBeVisible()
  })

  await test.step('finds both in the audit log, and its export in the next', async () => {
    await page.goto('/admin/audit-log')
    await page.getByRole('button', { name: /Person$/ }).click()
    await page.getByRole('option', { name: NAME }).click()
    await expect(page).toHaveURL(/person=/)
    const rows = page.getByRole('table', { name: 'Audit Log' }).getByRole('row')
    await expect(rows.filter({ hasText: 'Switched on' })).toHaveCount(1)
    await expect(rows.filter({ hasText: 'Signed in' })).toHaveCount(3)
    await expectAccessible(page, 'the audit log')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^audit-log-.*\.csv$/)
    await page.reload()
    await expect(rows.filter({ hasText: 'Exported' })).toContainText('Audit log')
  })
  await elsewhere.context().close()
})
