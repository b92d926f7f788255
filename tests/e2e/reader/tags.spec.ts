import { expect } from '@playwright/test'
import { secretClient } from '../support/backend.ts'
import { allPublished } from '../support/stories.ts'
import { test } from '../support/test.ts'

test('the tag of a story leads to the other stories with it, and to their feed', async ({
  page,
  request,
}) => {
  await page.goto('/browse')
  const service = await secretClient()
  const { data } = await service
    .from('articles')
    .select('slug, title, tags!inner(slug)')
    .eq('tags.slug', 'light')
    .eq('status', 'published')
    .lte('published_at', new Date().toISOString())
    .is('deleted_at', null)
  const stories = data ?? []
  expect(stories.length).toBeGreaterThanOrEqual(3)
  const { slug, title } = stories[0] ?? { slug: '', title: '' }

  await page.goto(`/article/${slug}`)
  await page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'light', exact: true }).click()
  await expect(page).toHaveURL('/tag/light')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('light')
  await expect(page.getByText(`${stories.length} articles in light`)).toBeVisible()
  await expect(page.locator('#list > article')).toHaveCount(stories.length)

  const feed = page.locator('link[rel=alternate][href="/rss/tag/light.xml"]')
  await expect(feed).toHaveAttribute('title', 'light · Mantel')
  const xml = await (await request.get('/rss/tag/light.xml')).text()
  expect(xml.match(/<item>/g)).toHaveLength(stories.length)
  expect(xml).toContain('/tag/light</link>')
  expect(await (await request.get('/sitemap-1.xml')).text()).toContain('/tag/light</loc>')

  await page.locator('#list').getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(`/article/${slug}`)
})

test('a tag keeps its readers when it is renamed, and loses its page with its third story', async ({
  page,
  request,
}) => {
  const service = await secretClient()
  const { data: some } = await service
    .from('articles')
    .select('id, slug')
    .eq('status', 'published')
    .lte('published_at', new Date().toISOString())
    .is('deleted_at', null)
    .limit(3)
  const { data: tag, error } = await service
    .from('tags')
    .insert({ name: 'Doorknockers', slug: 'doorknockers' })
    .select('id')
    .single()
  expect(error).toBeNull()
  const tag_id: string = tag?.id
  const [first] = some ?? []
  try {
    await service.from('article_tags').insert((some ?? []).map(({ id }) => ({ article_id: id, tag_id })))
    await allPublished()
    await page.goto('/tag/doorknockers')
    await expect(page.getByText('3 articles in Doorknockers')).toBeVisible()

    await service.from('tags').update({ name: 'Letterboxes', slug: 'letterboxes' }).eq('id', tag_id)
    await allPublished()
    await page.goto('/tag/doorknockers')
    await expect(page).toHaveURL('/tag/letterboxes')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Letterboxes')
    await page.goto(`/article/${first?.slug}`)
    await expect(page.getByRole('link', { name: 'Letterboxes' })).toHaveAttribute('href', '/tag/letterboxes')

    await service.from('article_tags').delete().eq('tag_id', tag_id).eq('article_id', some?.[2]?.id)
    await allPublished()
    for (const path of ['/tag/letterboxes', '/tag/doorknockers', '/rss/tag/letterboxes.xml'])
      expect((await request.get(path)).status(), path).toBe(404)
    expect(await (await request.get(`/article/${first?.slug}`)).text()).not.toContain('/tag/letterboxes')
  } finally {
    await service.from('tags').delete().eq('id', tag_id)
    await allPublished()
  }
})
