import { type Page, expect } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { changeArticle } from '../support/articles.ts'
import { secretClient } from '../support/backend.ts'
import { pressKey } from '../support/keys.ts'
import { allPublished, publishStories, removeStories } from '../support/stories.ts'
import { test } from '../support/test.ts'

const cards = (page: Page) => page.locator('#list > article:visible')
const titles = (page: Page) => cards(page).getByRole('heading').allTextContents()
const status = (page: Page) => page.locator('#more').getByRole('status')
const countLine = (page: Page) => page.locator('.section-filter [data-line]:visible')
const filter = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

/** Scrolls to the foot of the page, as often as it takes until the list has `count` stories. */
async function readOn(page: Page, count: number): Promise<void> {
  await expect(async () => {
    await page.locator('footer').scrollIntoViewIfNeeded()
    expect(await cards(page).count()).toBe(count)
  }).toPass()
}

async function publishedIn(service: SupabaseClient, categories: readonly string[]): Promise<number> {
  const { count } = await service
    .from('articles')
    .select('id, category:categories!inner(name)', { count: 'exact', head: true })
    .eq('status', 'published')
    .lte('published_at', new Date().toISOString())
    .in('category.name', [...categories])
  return count ?? 0
}

test('each category page has its own buttons and count line', async ({ page, service }) => {
  const buttons = () =>
    page
      .getByRole('radio')
      .evaluateAll((radios) => radios.map((radio) => radio.parentElement?.textContent?.trim()))
  await page.goto('/design-journal')
  expect(await buttons()).toEqual([
    'All',
    'Indoor/Outdoor Living',
    'Wellness Spaces',
    'Furniture & Objects',
    'Cultural Design',
  ])

  const living = [
    'Interior Design',
    'Kitchen Design',
    'Bathroom Design',
    'Small Spaces',
    'Open Concept',
    'Creative Spaces',
  ]
  await page.goto('/living-spaces')
  expect((await buttons()).slice(1).every((name) => living.includes(name ?? ''))).toBe(true)
  await expect(countLine(page)).toHaveText(`${await publishedIn(service, living)} articles in Living Spaces`)

  const hosting = ['Lifestyle', 'Entertaining Style', 'Party Design', 'Gaming Spaces', 'Guest Design']
  await page.goto('/entertainment-hosting')
  await expect(countLine(page)).toHaveText(
    `${await publishedIn(service, hosting)} articles in Entertainment & Hosting`,
  )

  await page.goto('/guides-tips')
  const guides = (await buttons()).slice(1)
  expect(guides).toEqual(guides.toSorted())
  await expect(countLine(page)).toHaveText(/^\d+ articles in Guides & Tips$/)
  await filter(page, 'Pet-Friendly Design').check({ force: true })
  await expect(countLine(page)).toHaveText('1 article in Pet-Friendly Design')
  await expect(cards(page)).toHaveCount(1)
})

test('on a phone the stories of the third section stand on one shelf that is moved sideways, by keyboard too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/wellness-lifestyle')
  const tops = await cards(page).evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top))
  expect(tops.length).toBeGreaterThan(3)
  expect(new Set(tops).size).toBe(1)
  await expect(cards(page).last()).not.toBeInViewport()
  await cards(page).last().getByRole('link').focus()
  await expect(cards(page).last()).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('Back undoes a chosen category, also after a reload', async ({ page }) => {
  await page.goto('/guides-tips')
  await filter(page, 'Lighting Design').check({ force: true })
  await expect(page).toHaveURL('/guides-tips?category=Lighting+Design')
  await page.reload()
  await expect(countLine(page)).toHaveText(/in Lighting Design$/)
  await page.goBack()
  await expect(page).toHaveURL('/guides-tips')
  await expect(countLine(page)).toHaveText(/in Guides & Tips$/)
})

test('a category without stories says so, and its button clears the filter', async ({ page }) => {
  const service = await secretClient()
  const { data } = await service
    .from('articles')
    .select('slug, category:categories!inner(name)')
    .eq('category.name', 'Pet-Friendly Design')
    .eq('status', 'published')
    .single()
  const only = String(data?.slug)
  await changeArticle(only, { status: 'archived' })
  try {
    await allPublished()
    await page.goto('/guides-tips')
    await expect(filter(page, 'Pet-Friendly Design')).toBeHidden()
    await page.goto('/guides-tips?category=Pet-Friendly+Design')
    await expect(countLine(page)).toHaveText('0 articles in Pet-Friendly Design')
    await expect(page.getByText('No articles found in this category yet.')).toBeVisible()
    await expect(page.locator('.empty').getByRole('link', { name: 'Browse all articles' })).toHaveAttribute(
      'href',
      '/browse',
    )
    await expect(cards(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'View All Guides & Tips Articles' }).click()
    await expect(countLine(page)).toHaveText(/articles in Guides & Tips$/)
    await expect(page.getByText('No articles found in this category yet.')).toBeHidden()
  } finally {
    await changeArticle(only, { status: 'published' })
    await allPublished()
  }
})

test.describe('a category of many stories', () => {
  const kitchens = Array.from({ length: 40 }, (_, index) => ({
    slug: `many-kitchen-${index}`,
    title: `Kitchen number ${index}`,
    category: 'Kitchen Design',
  }))
  const entries = Array.from({ length: 30 }, (_, index) => ({
    slug: `many-journal-${index}`,
    title: `Entry number ${index}`,
    category: 'Design Journal',
    tags: index % 3 === 0 ? ['Wellness Spaces'] : [],
  }))
  let living = 0

  test.beforeAll(async ({ service }) => {
    await publishStories([...entries, ...kitchens])
    living = await publishedIn(service, [
      'Interior Design',
      'Kitchen Design',
      'Bathroom Design',
      'Small Spaces',
      'Open Concept',
      'Creative Spaces',
    ])
  })
  test.afterAll(() => removeStories('many-'))

  test('loads more while scrolling; a filter covers all stories and is kept in the address', async ({
    page,
    service,
  }) => {
    await page.goto('/living-spaces')
    await expect(cards(page)).toHaveCount(24)
    await expect(page.locator('#more')).toContainText(`Showing 24 of ${living} articles.`)
    await readOn(page, living)
    const all = await titles(page)
    expect(new Set(all).size).toBe(living)
    expect(all.at(-1)).toContain('Kitchen number 39')

    const inKitchens = await publishedIn(service, ['Kitchen Design'])
    await filter(page, 'Kitchen Design').check({ force: true })
    await expect(page).toHaveURL('/living-spaces?category=Kitchen+Design')
    await expect(countLine(page)).toHaveText(`${inKitchens} articles in Kitchen Design`)
    await readOn(page, inKitchens)
    expect(
      (await cards(page).locator('.meta').allTextContents()).every((text) => text.includes('Kitchen Design')),
    ).toBe(true)

    // By keyboard the next button is an arrow away.
    await pressKey(filter(page, 'Kitchen Design'), 'ArrowRight')
    await expect(filter(page, 'Bathroom Design')).toBeChecked()
    await expect(page).toHaveURL('/living-spaces?category=Bathroom+Design')
    await page.goBack()
    await expect(filter(page, 'Kitchen Design')).toBeChecked()
    await expect(cards(page)).toHaveCount(inKitchens)
    await page.reload()
    await expect(countLine(page)).toHaveText(`${inKitchens} articles in Kitchen Design`)
    await page.goto('/living-spaces')
    await expect(countLine(page)).toHaveText(`${living} articles in Living Spaces`)
  })

  test('links by the former name of a category lead to it, and a page that was open before goes on', async ({
    page,
    service,
  }) => {
    const rename = async (from: string, name: string, slug: string) => {
      expect((await service.from('categories').update({ name, slug }).eq('name', from)).error).toBeNull()
      await allPublished()
    }
    const inKitchens = await publishedIn(service, ['Kitchen Design'])
    await page.goto('/living-spaces')
    await rename('Kitchen Design', 'Kitchens & Larders', 'kitchens-larders')
    try {
      await filter(page, 'Kitchen Design').check({ force: true })
      await readOn(page, inKitchens)
      await page.goto('/living-spaces?category=Kitchen+Design')
      await expect(filter(page, 'Kitchens & Larders')).toBeChecked()
      await expect(page).toHaveURL('/living-spaces?category=Kitchens+%26+Larders')
      await page.goto('/browse?category=kitchen+design&sort=oldest')
      await expect(page).toHaveURL('/browse?category=Kitchens+%26+Larders&sort=oldest')
      await expect(page.getByRole('heading', { name: 'Kitchens & Larders' })).toBeVisible()
      await expect(page.getByText(`Showing 1-12 of ${inKitchens} articles`)).toBeVisible()
    } finally {
      await rename('Kitchens & Larders', 'Kitchen Design', 'kitchen-design')
    }
  })

  test('the page of a tag that is renamed while it is open goes on to its end', async ({ page }) => {
    const service = await secretClient()
    const change = async (row: { name: string; slug: string }) => {
      expect((await service.from('tags').update(row).eq('name', 'Many rooms')).error).toBeNull()
      await allPublished()
    }
    expect((await service.from('tags').insert({ name: 'Many rooms', slug: 'many-rooms' })).error).toBeNull()
    const stories = Array.from({ length: 40 }, (_, index) => ({
      slug: `many-rooms-${index}`,
      title: `Room number ${index}`,
      tags: ['Many rooms'],
    }))
    await publishStories(stories)
    try {
      await page.goto('/tag/many-rooms')
      await expect(cards(page)).toHaveCount(24)
      await change({ name: 'Many rooms', slug: 'more-rooms' })
      await readOn(page, stories.length)
    } finally {
      await service.from('tags').delete().eq('name', 'Many rooms')
    }
  })

  test('a Design Journal filter moves its stories to the front, marks them, and keeps the others', async ({
    page,
    service,
  }) => {
    const total = await publishedIn(service, ['Design Journal'])
    await page.goto('/design-journal')
    await readOn(page, total)
    const before = await titles(page)
    await filter(page, 'Wellness Spaces').check({ force: true })
    await expect(countLine(page)).toHaveText(`${total} articles in Design Journal`)
    await readOn(page, total)
    const after = await titles(page)
    expect(after.toSorted()).toEqual(before.toSorted())
    const marks = page.locator('#list .mark:visible')
    const marked = await marks.count()
    expect(marked).toBeGreaterThanOrEqual(10)
    expect(new Set(await marks.allTextContents())).toEqual(new Set(['Wellness Spaces']))
    for (const card of (await cards(page).all()).slice(0, marked))
      await expect(card.locator('.mark:visible')).toHaveCount(1)
    await filter(page, 'All').check({ force: true })
    expect(await titles(page)).toEqual(before)
  })

  test('shows an error when more cannot be loaded, and retries', async ({ page }) => {
    await page.route('**/lists/**', (route) => route.abort())
    await page.goto('/living-spaces')
    await page.locator('footer').scrollIntoViewIfNeeded()
    await expect(status(page)).toHaveText('More articles could not be loaded.')
    await expect(page.locator('#more').getByRole('link', { name: 'Browse all articles' })).toHaveAttribute(
      'href',
      /\/browse$/,
    )
    await page.unroute('**/lists/**')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await readOn(page, living)
  })

  test('shows an error when more is not sent within 15 seconds, and retries', async ({ page }) => {
    await page.addInitScript(() => {
      const { timeout } = AbortSignal
      AbortSignal.timeout = (ms) => {
        if (ms !== 15_000) return timeout.call(AbortSignal, ms)
        const late = new AbortController()
        addEventListener('too-late', () => late.abort(new DOMException('', 'TimeoutError')))
        return late.signal
      }
    })
    await page.route('**/lists/**', () => undefined)
    await page.goto('/living-spaces')
    await page.locator('footer').scrollIntoViewIfNeeded()
    await expect(status(page)).toHaveText('Loading articles...')
    await page.evaluate(() => dispatchEvent(new Event('too-late')))
    await expect(status(page)).toHaveText('More articles could not be loaded.')
    await page.unroute('**/lists/**')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await readOn(page, living)
  })

  test('continues loading when the observer reports several changes at once', async ({ page }) => {
    await page.addInitScript(() => {
      window.IntersectionObserver = class extends IntersectionObserver {
        constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
          const entries: IntersectionObserverEntry[] = []
          super((news, observer) => {
            if (entries.push(...news) === news.length)
              setTimeout(() => callback(entries.splice(0), observer), 500)
          }, options)
        }
      }
    })
    await page.goto('/living-spaces')
    await readOn(page, living)
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })
    test('shows its newest, filters them, and links to the rest', async ({ page }) => {
      await page.goto('/living-spaces')
      await expect(cards(page)).toHaveCount(24)
      await expect(page.locator('#more').getByText(`Showing 24 of ${living} articles.`)).toBeVisible()
      await page.getByText('Small Spaces', { exact: true }).first().click()
      await expect(countLine(page)).toHaveText(/articles in Small Spaces$/)
      expect(await cards(page).count()).toBeLessThan(24)
      await page.getByText('Kitchen Design', { exact: true }).first().click()
      await expect(page.locator('#more').getByRole('link', { name: 'Browse all articles' })).toHaveAttribute(
        'href',
        '/browse?category=Kitchen+Design',
      )
    })

    test('leads to all of its stories by links that crawlers may follow', async ({ page, request }) => {
      const robots = await (await request.get('/robots.txt')).text()
      const forbidden = Array.from(robots.matchAll(/^Disallow: (.+)$/gm), ([, path = '']) => path)
      expect(forbidden).toContain('/admin')
      await page.goto('/living-spaces')
      const older = page.getByRole('link', { name: 'Older articles' })
      const found = await titles(page)
      while ((await older.count()) > 0) {
        const before = new URL(page.url()).pathname
        await older.click()
        await expect(page.getByRole('heading', { level: 1, name: 'Living Spaces' })).toBeVisible()
        // It follows the articles: without script nothing waits until the page is whole.
        await expect(page.locator('#more a[rel=prev]')).toHaveAttribute('href', before)
        const { pathname } = new URL(page.url())
        expect(forbidden.filter((path) => pathname.startsWith(path))).toEqual([])
        await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${pathname}$`))
        found.push(...(await titles(page)))
      }
      expect(new Set(found).size).toBe(living)
      await page.getByRole('link', { name: 'Newest articles in Living Spaces' }).click()
      await expect(page).toHaveURL('/living-spaces')
    })
  })
})
