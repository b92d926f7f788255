import { resolve } from 'node:path'
import { type Page, expect } from '@playwright/test'
import { IMPORT_PATH } from '../../../src/domain/newsroom/imports.ts'
import { draftsExport } from '../../support/drafts-export.ts'
import { expectAccessible } from '../support/axe.ts'
import { clientAs, openDashboardAs, signInAs } from '../support/session.ts'
import { secretClient } from '../support/backend.ts'
import { siteUrl } from '../support/magazine.ts'
import { test } from '../support/test.ts'

const EXPORT = resolve(import.meta.dirname, '../../fixtures/exports/wordpress/small-magazine.xml')

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function choose(
  page: Page,
  name: string,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button(page, name).click()
  await (await chooser).setFiles(file)
}

/** What an import from this file writes, as readers and staff find it. */
async function importedStories(): Promise<number> {
  const client = await secretClient()
  const { count } = await client
    .from('articles')
    .select('id', { count: 'exact', head: true })
    .in('title', ['The river & the beaver', 'CANARYPASSWORD title'])
  return count ?? 0
}

test('a super admin reads what becomes of a file, chooses, imports it, reads the report and undoes it', async ({
  page,
}) => {
  test.slow()
  await signInAs(page, 'super_admin')
  await page.goto('/admin/imports')
  await expect(page.getByText('Nothing has been imported yet.')).toBeVisible()
  await expectAccessible(page, 'no imports yet')

  await test.step('a file that is no export is refused in a sentence', async () => {
    await choose(page, 'Choose a File', resolve(import.meta.dirname, 'imports.spec.ts'))
    await expect(page.getByRole('alert')).toContainText('no export of WordPress, Ghost or Substack')
    await button(page, 'Remove imports.spec.ts').click()
  })

  await test.step('what becomes of it is shown, and nothing is written', async () => {
    await choose(page, 'Choose a File', EXPORT)
    await expect(card(page, 'What It Becomes · WordPress')).toContainText('2 stories')
    const texts = card(page, 'Stories & Pages')
    const secret = texts.getByRole('listitem').filter({ hasText: 'CANARYPASSWORD title' }).first()
    await expect(secret).toContainText('Draft, as it was private')
    await expect(secret).toContainText('It stands behind a password')
    await expectAccessible(page, 'what becomes of a file')
    expect(await importedStories()).toBe(0)
  })

  await test.step('a choice is read again', async () => {
    const natur = page.getByRole('button', { name: /Natur$/ })
    await natur.click()
    await page.getByRole('option', { name: 'A new section of its name' }).click()
    await expect(card(page, 'What It Becomes · WordPress')).toContainText('1 new section')
    // Another tab has the same before it.
    await page.reload()
    await expect(natur).toContainText('A new section of its name')
  })

  await test.step('it is imported', async () => {
    await button(page, 'Import').click()
    await expect(card(page, 'small-magazine.xml').getByText('Imported').first()).toBeVisible()
    expect(await importedStories()).toBe(2)
  })

  await test.step('the report stays, with links to the stories', async () => {
    await page.getByRole('link', { name: 'Open the Report' }).click()
    await expect(card(page, 'Pictures That Could Not Be Read')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Try \d+ Pictures Again$/ })).toBeVisible()
    await expectAccessible(page, 'a report')
    await page.getByRole('link', { name: 'The river & the beaver' }).click()
    await expect(page.getByRole('heading', { name: 'The river & the beaver' }).first()).toBeVisible()
    await page.goBack()
  })

  await test.step('undoing it takes back what it made', async () => {
    await button(page, 'Undo This Import').click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('What somebody has changed here since stays.')
    await expectAccessible(page, 'undoing an import')
    await dialog.getByRole('button', { name: 'Undo This Import' }).click()
    await expect(card(page, 'small-magazine.xml').getByText('Undone').first()).toBeVisible()
    expect(await importedStories()).toBe(0)
    await page.goto('/admin/audit-log')
    await expect(page.getByRole('row').filter({ hasText: 'Import undone' })).toContainText(
      'small-magazine.xml',
    )
  })
})

test('an import is paused, stays so after a reload, and goes on', async ({ page }) => {
  await signInAs(page, 'super_admin')
  await page.goto('/admin/imports')
  // The file of the import that was undone.
  await button(page, 'Remove small-magazine.xml').click()
  await choose(page, 'Choose a File', {
    ...{ name: 'drafts.xml', mimeType: 'text/xml' },
    buffer: draftsExport(1_000),
  })
  await button(page, 'Import').click()
  // It takes many times as long as this click.
  await button(page, 'Pause').click()
  await expect(button(page, 'Go On')).toBeVisible()
  await page.reload()
  await expect(card(page, 'drafts.xml')).toContainText('Paused')
  await expectAccessible(page, 'a paused import')
  await button(page, 'Go On').click()
  await expect(button(page, 'Pause')).toBeVisible()
})

test('an editor finds no link to it, and the publisher refuses to answer', async ({ page }) => {
  await openDashboardAs(page, 'editor')
  await expect(page.getByRole('link', { name: 'Redirects' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Import/ })).toBeHidden()
  await page.goto('/admin/imports')
  await expect(page.getByText("You don't have permission to import.")).toBeVisible()
  const { data } = await (await clientAs('editor')).auth.getSession()
  const answer = await fetch(siteUrl + IMPORT_PATH, {
    ...{ method: 'POST', body: '{"act":"show"}' },
    headers: { authorization: `Bearer ${data.session?.access_token}` },
  })
  expect(answer.status).toBe(403)
})
