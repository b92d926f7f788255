import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { toast } from '../support/editor.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

test('texts are live when they are saved, and an empty one is the standard one', async ({
  page,
  request,
  service,
}) => {
  const pageText = async (path: string) => (await request.get(path)).text()
  await signInAs(page, 'super_admin')
  await page.goto('/admin/texts')
  await page.getByLabel('Copyright Line').fill('© {name}. Made by hand.')
  await page.getByLabel('Heading above the Line').fill('Now and then *a letter*')
  await page.getByLabel('Below the Heading of the Authors Page').fill('')
  await page.getByLabel('Consent below the Line').fill('We write now and then, until you unsubscribe.')
  await page.getByLabel('In Effect Since').fill('soon')
  await expectAccessible(page, 'texts')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Use a day such as 2026-03-31')).toBeVisible()
  await page.getByLabel('In Effect Since').fill('2026-03-31')
  await expect(page.getByRole('button', { name: /^Changes \d+ pages$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Texts saved')).toBeVisible()

  await expect.poll(() => pageText('/')).toContain('© Mantel. Made by hand.')
  expect(await pageText('/')).toContain('Now and then <em>a letter</em>')
  await expect.poll(() => pageText('/authors')).toContain('<p>The people who write Mantel.</p>')
  await expect.poll(() => pageText('/terms')).toContain('March 31, 2026')

  await page.goto('/')
  const form = page.locator('.letter form')
  await form.getByRole('textbox', { name: 'Your email' }).fill('texts@example.com')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.locator('.toasts .toast').filter({ hasText: 'Thanks for subscribing!' })).toBeVisible()
  const { data } = await service
    .from('subscribers')
    .select('consent_wording')
    .eq('email', 'texts@example.com')
    .single()
  expect(data).toEqual({ consent_wording: 'We write now and then, until you unsubscribe.' })
})
