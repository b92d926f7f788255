import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { toast } from '../support/editor.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a super admin begins a magazine of another name and language, with sections and colours, the demo content leaves, and the site follows', async ({
  page,
  request,
}) => {
  await signInAs(page, 'super_admin')
  await page.goto('/admin/settings')
  await page.getByRole('link', { name: 'Begin Your Own Magazine' }).click()
  await expect(page.getByLabel('Site Name')).toHaveValue('Mantel')
  await expectAccessible(page, 'begin')
  await page.getByLabel('Site Name').fill('Lehm')
  await page.getByLabel('Tagline').fill('von Hand')
  await page.getByRole('checkbox', { name: /^Craft/ }).check()
  await page.getByRole('button', { name: /Language/ }).click()
  await page.getByRole('option', { name: 'German' }).click()
  // What was chosen in one language stays chosen in another.
  await expect(page.getByRole('checkbox', { name: /^Handwerk/ })).toBeChecked()
  await page.getByRole('radio', { name: 'Clay' }).check({ force: true })

  await expect(page.getByText('64 stories')).toBeVisible()
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove and Begin' }).click()
  await expect(toast(page, 'Lehm has begun')).toBeVisible()
  await expect(page).toHaveURL('/admin')
  const home = async () => (await request.get('/')).text()
  await expect.poll(home).toContain('lang="de"')
  await expect.poll(home).toContain('href="/handwerk"')
  await expect.poll(home).toContain('Lehm')
  await expect.poll(home).toContain('#f3eae0')
  await expect.poll(async () => (await request.get('/handwerk')).status()).toBe(200)
  // The demo's icon leaves with it.
  await expect.poll(async () => (await request.get('/favicon.svg')).text()).not.toContain('<circle')
  for (const path of ['/living-spaces', '/author/ines-abril', '/colophon'])
    await expect.poll(async () => (await request.get(path)).status(), path).toBe(404)

  await page.goto('/admin/begin')
  await expect(page.getByRole('checkbox', { name: /^Handwerk/ })).toBeDisabled()
  await expect(page.getByText('Demo Content')).toBeHidden()
  await page.goto('/admin/users')
  await expect(page.getByText('admin@mantel.example')).toBeVisible()
  await expect(page.getByText('editor@mantel.example')).toBeHidden()
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
