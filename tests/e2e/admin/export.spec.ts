import { readFile } from 'node:fs/promises'
import { type Page, expect } from '@playwright/test'
import { EXPORT_PATH } from '../../../src/domain/newsroom/exports.ts'
import { openFirst, verifyArchive } from '../../../src/archive/format.ts'
import { expectAccessible } from '../support/axe.ts'
import { siteUrl } from '../support/magazine.ts'
import { clientAs, openDashboardAs, signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Downloads a file; returns where it is. */
async function download(page: Page, name: string): Promise<string> {
  const downloading = page.waitForEvent('download')
  await button(page, name).click()
  return (await downloading).path()
}

test('a super admin exports the magazine and downloads both files', async ({ page }) => {
  test.slow()
  await signInAs(page, 'super_admin')
  await page.goto('/admin/export')
  await expect(button(page, 'Export')).toBeVisible()
  await expectAccessible(page, 'nothing exported')

  await test.step('a short passphrase, and another one the second time, are told at their fields', async () => {
    await page.getByRole('switch', { name: 'People and subscribers, in a second file' }).click()
    const passphrase = page.getByLabel('Passphrase', { exact: true })
    const again = page.getByLabel('Repeat the Passphrase')
    await passphrase.fill('eleven char')
    await button(page, 'Export').click()
    await expect(passphrase).toBeFocused()
    await expect(page.getByText('The passphrase must have 12 characters or more.')).toBeVisible()
    await expectAccessible(page, 'a short passphrase')
    await passphrase.fill('a chair by the window')
    await again.fill('a chair by the widow')
    await button(page, 'Export').click()
    await expect(again).toBeFocused()
    await expect(page.getByText('These are two different passphrases.')).toBeVisible()
    await again.fill('a chair by the window')
  })

  await test.step('what was typed is still there when the publisher does not answer', async () => {
    await page.route(`**${EXPORT_PATH}`, (route) => route.abort())
    await button(page, 'Export').click()
    await expect(page.getByRole('alert')).toContainText('The publisher cannot be reached.')
    await page.unroute(`**${EXPORT_PATH}`)
    await expect(page.getByLabel('Repeat the Passphrase')).toHaveValue('a chair by the window')
  })

  await test.step('both files are made and downloaded', async () => {
    await page.getByRole('switch', { name: 'Earlier versions of stories' }).click()
    await button(page, 'Export').click()
    await expect(button(page, 'Download the Archive')).toBeVisible({ timeout: 60_000 })
    await expectAccessible(page, 'files to download')
    const archive = await openFirst(await download(page, 'Download the Archive'), 'the archive')
    try {
      await verifyArchive(archive)
      expect(archive.manifest.with).toEqual(['history'])
    } finally {
      await archive.source.close()
    }
    const second = await readFile(await download(page, 'Download the Second File'))
    expect(second.subarray(0, 18).toString()).toBe('sealed magazine 1\n')
  })

  await test.step('they are removed, and another export begins with what was chosen', async () => {
    await button(page, 'Remove and Export Again').click()
    await expect(button(page, 'Export')).toBeVisible()
    await page.goto('/admin/audit-log')
    await expect(page.getByRole('row').filter({ hasText: 'Archive of the magazine' }).first()).toContainText(
      'with earlier versions of stories',
    )
  })
})

test('an editor finds no link to it, and the publisher refuses to answer', async ({ page }) => {
  await openDashboardAs(page, 'editor')
  await expect(page.getByRole('link', { name: 'Redirects' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Export' })).toBeHidden()
  await page.goto('/admin/export')
  await expect(page.getByText("You don't have permission to export.")).toBeVisible()
  const { data } = await (await clientAs('editor')).auth.getSession()
  const answer = await fetch(siteUrl + EXPORT_PATH, {
    ...{ method: 'POST', body: '{"act":"show"}' },
    headers: { authorization: `Bearer ${data.session?.access_token}` },
  })
  expect(answer.status).toBe(403)
})
