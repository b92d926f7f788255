import { type Page, expect } from '@playwright/test'
import type { Role } from '../../../src/domain/people/role.ts'
import { secretClient } from '../support/backend.ts'
import { goInApp } from '../support/screens.ts'
import { DEMO_EMAILS, signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const menuOf = async (page: Page, title: string) => {
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  // The focus comes after the menu, which is loaded when it is first opened; Escape is heard only then.
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  const items = await page.getByRole('menuitem').allTextContents()
  await page.keyboard.press('Escape')
  return items
}

async function ownDraft(): Promise<{ id: string; remove: () => Promise<void> }> {
  const service = await secretClient()
  const { data: person } = await service
    .from('profiles')
    .select('id')
    .eq('email', DEMO_EMAILS.contributor)
    .single<{ id: string }>()
  const { data } = await service
    .from('articles')
    .insert({ title: 'A draft of my own', slug: 'a-draft-of-my-own', author_id: person?.id })
    .select('id')
    .single<{ id: string }>()
  const id = data?.id ?? ''
  return { id, remove: async () => void (await service.from('articles').delete().eq('id', id)) }
}

async function expectReadOnly(page: Page, role: Role): Promise<void> {
  await signInAs(page, role)
  await page.goto('/admin/articles?q=green+room')
  await expect(page.getByRole('img', { name: 'Hero: The green room, kept, yes' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Featured: The green room, kept, no' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Hero|Featured): / })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Change author/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Hero Image Manager' })).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('link', { name: /New/ })).toHaveCount(0)
  await expect(page.getByRole('row', { name: /The green room/ })).toContainText('Ines Abril')
  expect(await menuOf(page, 'The green room, kept')).toEqual(['View'])
}

test('the list of articles offers a role what the role may do', async ({ page }) => {
  await test.step('a viewer reads the list without changing it', () => expectReadOnly(page, 'viewer'))

  await test.step('a viewer sees only what is public', async () => {
    await goInApp(page, '/admin/articles?status=draft')
    await expect(page.getByText('No articles match.')).toBeVisible()
    await goInApp(page, '/admin')
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome back/ })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Last Publishes' })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Waiting for Review' })).toHaveCount(0)
  })

  await test.step('a contributor reads the list without changing it', () =>
    expectReadOnly(page, 'contributor'))

  await test.step('a contributor edits their own draft and nobody else’s', async () => {
    const draft = await ownDraft()
    await goInApp(page, '/admin/articles?status=draft')
    expect(await menuOf(page, 'A draft of my own')).toEqual(['View', 'Edit', 'Share Preview…'])
    expect(await menuOf(page, 'Two moons over the sideboard')).toEqual(['View'])
    await draft.remove()
  })

  await test.step('an editor edits everything and deletes nothing', async () => {
    await signInAs(page, 'editor')
    await page.goto('/admin/articles?q=green+room')
    expect(await menuOf(page, 'The green room, kept')).toEqual([
      'View',
      'Edit',
      'Share Preview…',
      'Unpublish',
      'Archive',
    ])
    await expect(page.getByRole('banner').getByRole('link', { name: 'New Article' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Trash' })).toHaveCount(0)
  })
})

test('the database refuses what the screens do not offer', async ({ page }) => {
  const service = await secretClient()
  const { data } = await service
    .from('articles')
    .select('id')
    .eq('slug', 'the-green-room-kept')
    .single<{ id: string }>()
  await signInAs(page, 'contributor')
  // The rights of the page are taken from its profile: a forged one shows the buttons, and they do nothing.
  await page.route('**/rest/v1/profiles**', async (route) => {
    const answer = await route.fetch()
    const profiles = (await answer.json()) as object[]
    await route.fulfill({ json: profiles.map((profile) => ({ ...profile, role: 'super_admin' })) })
  })
  await page.goto('/admin/articles?q=green+room')
  await page.getByRole('button', { name: 'Featured: The green room, kept' }).click()
  await expect(page.getByText('Failed to update featured status')).toBeVisible()
  const after = await service
    .from('articles')
    .select('featured')
    .eq('id', data?.id ?? '')
    .single<{ featured: boolean }>()
  expect(after.data?.featured).toBe(false)
})
