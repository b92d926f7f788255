import { type Page, expect } from '@playwright/test'
import type { Role } from '../../../src/domain/people/role.ts'
import { secretClient } from '../support/backend.ts'
import { storeArticle } from '../support/editor.ts'
import { openDashboardAs } from '../support/session.ts'
import { test } from '../support/test.ts'

const card = (page: Page, label: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: label, exact: true }) })

const ACTIONS: Readonly<Record<Role, string[]>> = {
  super_admin: ['New Article', 'Manage Users', 'Categories', 'Analytics'],
  editor: ['New Article', 'Categories', 'Analytics'],
  contributor: ['New Article'],
  viewer: [],
}

test('shows an editor the state of the magazine', async ({ page }) => {
  const service = await secretClient()
  const { data: build } = await service
    .from('builds')
    .insert({ kind: 'publish', status: 'failed', error: 'The disk of the test is full', duration_ms: 1200 })
    .select('id')
    .single<{ id: number }>()
  const broken = await storeArticle('draft')
  const reason = 'takes more than 15 s to render'
  await service.from('publish_problems').insert({ entity: 'articles', entity_id: broken.id, reason })
  await openDashboardAs(page, 'editor')

  await test.step('names what is not published, with its reason', async () => {
    const problems = page.getByRole('region', { name: 'Not Published' })
    await expect(problems.getByRole('link', { name: broken.title })).toBeVisible()
    await expect(problems).toContainText(reason)
    await service.from('publish_problems').delete().eq('entity_id', broken.id)
  })

  await test.step('greets by name and shows the role and the counts', async () => {
    const counted = async (status?: string) => {
      const rows = service
        .from('articles')
        .select('id', { count: 'exact', head: true })
        .is('deleted_at', null)
      if (status === undefined) return (await rows).count
      const inStatus = rows.eq('status', status)
      // A scheduled story is not published yet.
      const now = new Date().toISOString()
      return (await (status === 'published' ? inStatus.lte('published_at', now) : inStatus)).count
    }
    const categories = await service.from('categories').select('id', { count: 'exact', head: true })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome back, \S+/)
    await expect(page.getByRole('main').getByText('Editor', { exact: true })).toBeVisible()
    await expect(card(page, 'Total Articles')).toContainText(
      new RegExp(`^Total Articles${await counted()}\\D`),
    )
    await expect(card(page, 'Published')).toContainText(
      new RegExp(`^Published${await counted('published')}\\D`),
    )
    await expect(card(page, 'Drafts')).toContainText(new RegExp(`^Drafts${await counted('draft')}\\D`))
    await expect(card(page, 'Categories')).toContainText(new RegExp(`^Categories${categories.count}\\D`))
  })

  await test.step('computes its trends from the data and names the period', async () => {
    const day = 86_400_000
    const since = (days: number) => new Date(Date.now() - days * day).toISOString()
    const between = async (from: number, to: number) => {
      const { count } = await service
        .from('articles')
        .select('id', { count: 'exact', head: true })
        .eq('status', 'published')
        .is('deleted_at', null)
        .gte('published_at', since(from))
        .lt('published_at', since(to))
      return count ?? 0
    }
    const [current, previous] = [await between(30, 0), await between(60, 30)]
    const change = Math.round(((current - previous) / previous) * 100)
    await expect(card(page, 'Published')).toContainText(
      `${change > 0 ? '+' : ''}${change}%${current} published in 30 days, ${previous} in the 30 before`,
    )
  })

  await test.step('lists the three articles changed last, linked to their screens, and a link to all', async () => {
    const { data } = await service
      .from('articles')
      .select('id, title')
      .is('deleted_at', null)
      .order('updated_at', { ascending: false })
      .limit(3)
      .overrideTypes<{ id: string; title: string }[], { merge: false }>()
    const recent = page.getByRole('region', { name: 'Recent Articles' })
    await expect(recent.getByRole('listitem')).toHaveCount(3)
    for (const { id, title } of data ?? []) {
      await expect(recent.getByRole('link', { name: title })).toHaveAttribute('href', `/admin/articles/${id}`)
    }
    await expect(recent.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/admin/articles')
  })

  await test.step('shows first what waits for the editor, each linked to its place', async () => {
    const waiting = page.getByRole('region', { name: 'Waiting for You' })
    const messages = waiting.getByRole('region', { name: 'New Messages' })
    await expect(messages.getByRole('link', { name: 'All New' })).toHaveAttribute(
      'href',
      '/admin/messages?status=new',
    )
    await expect(messages.getByRole('listitem').first().getByRole('link')).toHaveAttribute(
      'href',
      /^\/admin\/messages\?open=/,
    )
    await expect(
      waiting
        .getByRole('region', { name: 'Waiting for Review' })
        .getByRole('link', { name: 'Meant to be grey' }),
    ).toBeVisible()
    await expect(waiting.getByRole('link', { name: 'All under review' })).toHaveAttribute(
      'href',
      '/admin/articles?status=review',
    )
    await expect(
      waiting
        .getByRole('region', { name: 'Scheduled' })
        .getByRole('link', { name: 'A bench with two addresses' }),
    ).toBeVisible()
  })

  await test.step('shows the last publishes from the build records', async () => {
    const publishes = page.getByRole('region', { name: 'Last Publishes' })
    await expect(publishes).toContainText('Failed')
    await expect(publishes).toContainText('The disk of the test is full')
    await service
      .from('builds')
      .delete()
      .eq('id', build?.id ?? 0)
    await expect(publishes).not.toContainText('The disk of the test is full')
  })
})

test('offers the quick actions of the role, and names the story that a build published', async ({ page }) => {
  const story = await storeArticle('published')
  for (const role of ['super_admin', 'editor', 'contributor', 'viewer'] as const) {
    await test.step(`offers a ${role} the quick actions of the role`, async () => {
      await openDashboardAs(page, role)
      const actions = page.getByRole('region', { name: 'Quick Actions' }).getByRole('link')
      await expect(actions).toHaveText(ACTIONS[role])
      await expect(page.getByRole('main').getByRole('link', { name: 'View All' })).toBeVisible()
      await expect(page.getByRole('banner').getByRole('link', { name: 'New Article' })).toHaveCount(
        role === 'viewer' ? 0 : 1,
      )
    })
    if (role !== 'contributor') continue
    await test.step('names the story that a build published', async () => {
      const publishes = page.getByRole('region', { name: 'Last Publishes' })
      await expect(publishes.getByRole('listitem').filter({ hasText: story.title })).toContainText('Live')
    })
  }
  const service = await secretClient()
  await service.from('articles').delete().eq('id', story.id)
})

test('says that there are no recent articles, or that they failed to load', async ({ page }) => {
  let answer: 'none' | 'failure' | 'rows' = 'none'
  await page.route('**/rest/v1/articles?*order=updated_at.desc*', (route) => {
    if (answer === 'rows') return route.continue()
    return answer === 'none'
      ? route.fulfill({ json: [] })
      : route.fulfill({ status: 403, json: { code: '42501', message: 'no' } })
  })
  await openDashboardAs(page, 'editor')

  await test.step('shows an empty state when there are no articles', async () => {
    await expect(page.getByText('No articles yet. Create your first article to get started!')).toBeVisible()
  })

  await test.step('shows an error with Try Again when recent articles fail to load', async () => {
    answer = 'failure'
    await page.reload()
    await expect(page.getByText('Failed to load recent articles')).toBeVisible()
    answer = 'rows'
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('region', { name: 'Recent Articles' }).getByRole('listitem')).toHaveCount(3)
  })
})
