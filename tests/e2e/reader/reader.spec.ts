import { readdir } from 'node:fs/promises'
import { type APIRequestContext, expect } from '@playwright/test'
import { secretClient } from '../support/backend.ts'
import { countScript } from '../support/script-bytes.ts'
import { test } from '../support/test.ts'

test.describe('the home page', () => {
  test('shows the hero, featured stories and the four sections in their order', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveTitle(/Mantel/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('The green room, kept')
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
    const wanted = [
      'Featured Stories',
      'Living Spaces',
      'Wellness & Lifestyle',
      'Design Journal',
      'Entertainment & Hosting',
    ]
    expect(headings.map((text) => text.trim()).filter((text) => wanted.includes(text))).toEqual(wanted)
    await expect(page.getByRole('link', { name: /View All/ })).toHaveCount(4)
  })

  test('gives a story without a picture the room of one', async ({ page }) => {
    await page.goto('/')
    const width = (element: Element) => element.getBoundingClientRect().width
    const column = page.locator('.column').first()
    await column.locator('> .frame').evaluate((picture) => picture.remove())
    expect(await column.locator('> div').evaluate(width)).toBe(await column.evaluate(width))

    const featured = page.locator('.featured')
    await featured.evaluate((row: HTMLElement) => {
      row.className = 'row featured featured-1'
      while (row.children.length > 1) row.lastElementChild?.remove()
      row.querySelector('.frame')?.remove()
    })
    const header = page.locator('.band > header').first()
    expect(await featured.locator('h3').evaluate(width)).toBe(await header.evaluate(width))
  })

  for (const width of [390, 820, 1440, 1920]) {
    test(`aligns the pictures of each row at the bottom, ${width} pixels wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/')
      const rows = page.locator('.row')
      await expect(rows).toHaveCount(3)
      const cards = await page.locator('.row > .card:has(.frame)').evaluateAll((elements) =>
        elements.map((card) => {
          const boxOf = (selector: string) => card.querySelector(selector)?.getBoundingClientRect()
          return { picture: boxOf('.frame')?.bottom, shelf: boxOf('.card-text')?.top }
        }),
      )
      expect(cards.length).toBeGreaterThan(9)
      for (const { picture, shelf } of cards) expect(picture).toBeCloseTo(shelf ?? 0, 0)
      const shelves = new Set(cards.map(({ shelf }) => Math.round(shelf ?? 0)))
      expect(shelves.size).toBeLessThan(cards.length)
    })
  }

  test('leads to the five category pages from its header', async ({ page }) => {
    const sections = [
      ['Design Journal', '/design-journal'],
      ['Living Spaces', '/living-spaces'],
      ['Wellness & Lifestyle', '/wellness-lifestyle'],
      ['Entertainment & Hosting', '/entertainment-hosting'],
      ['Guides & Tips', '/guides-tips'],
    ] as const
    const link = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true }).first()
    await page.goto('/')
    for (const [name, path] of sections) await expect(link(name)).toHaveAttribute('href', path)
    for (const [name, path] of sections) {
      await link(name).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    }
  })
})

test.describe('a story', () => {
  test('has byline, read time, body, and related stories', async ({ page }) => {
    await page.goto('/article/a-bath-with-nowhere-else-to-be')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A bath with nowhere else to be')
    await expect(page.getByRole('link', { name: /Back to Articles/ })).toHaveAttribute('href', '/browse')
    await expect(page.getByRole('link', { name: 'Priya Lindqvist' }).first()).toHaveAttribute(
      'href',
      '/author/priya-lindqvist',
    )
    await expect(page.getByText(/\d+ min/).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Continue Reading' })).toBeVisible()
  })

  test('of every published format is a page with its text in it', async ({ request }) => {
    const service = await secretClient()
    const demo = (await readdir('supabase/seed/stories')).map((file) => file.replace(/\.md$/, ''))
    const { data } = await service
      .from('articles')
      .select('slug')
      .in('slug', demo)
      .eq('status', 'published')
      .lte('published_at', new Date().toISOString())
    expect(data?.length).toBe(56)
    for (const { slug } of data ?? []) {
      const html = await (await request.get(`/article/${slug}`)).text()
      const article = html.slice(html.indexOf('<article'), html.lastIndexOf('</article>'))
      expect(article.replace(/<[^>]+>/g, ' ').split(/\s+/).length, slug).toBeGreaterThan(200)
    }
  })

  test('that is a draft, in review, archived or scheduled is not on the site', async ({ request }) => {
    const service = await secretClient()
    const { data } = await service.from('articles').select('slug, title, published_at, status')
    const hidden = (data ?? []).filter(
      (row) => row.status !== 'published' || row.published_at > new Date().toISOString(),
    )
    expect(hidden.length).toBeGreaterThanOrEqual(8)
    const pages = await Promise.all(
      ['/', '/browse', '/rss.xml'].map(async (path) => (await request.get(path)).text()),
    )
    for (const { slug } of hidden) {
      expect((await request.get(`/article/${slug}`)).status(), slug).toBe(404)
      for (const html of pages) expect(html).not.toContain(`/article/${slug}"`)
    }
  })

  test('carries its description, canonical address, share image and structured data', async ({
    page,
    request,
    baseURL,
  }) => {
    await page.goto('/article/the-green-room-kept')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      /\/article\/the-green-room-kept$/,
    )
    await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute('content', 'summary_large_image')
    await expect(page.locator('meta[property="og:image:width"]')).toHaveAttribute('content', '1200')
    await expect(page.locator('meta[property="og:image:height"]')).toHaveAttribute('content', '630')
    const image = await page.locator('meta[property="og:image"]').getAttribute('content')
    expect((await request.get(new URL(new URL(image ?? '').pathname, baseURL).href)).status()).toBe(200)
    const types = (await page.locator('script[type="application/ld+json"]').allTextContents()).flatMap(
      (text) => [JSON.parse(text)].flat().map((item: { '@type': string }) => item['@type']),
    )
    expect(types).toEqual(expect.arrayContaining(['Article', 'BreadcrumbList']))
  })
})

test('an author is reached by slug, id and hyphenated name, with one canonical address', async ({ page }) => {
  const service = await secretClient()
  const { data } = await service
    .from('author_profiles')
    .select('id, slug, name')
    .eq('name', 'Priya Lindqvist')
    .single()
  for (const key of [data?.slug, data?.id, 'priya-lindqvist']) {
    await page.goto(`/author/${key}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Priya Lindqvist')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/author\/priya-lindqvist$/)
  }
  await expect(page.getByRole('heading', { name: /^Articles by Priya Lindqvist \(\d+\)$/ })).toBeVisible()
  await expect(page.getByText(/^Joined /)).toBeVisible()
  await page.goto('/author/ines-abril')
  await expect(page.getByText(/^Joined /)).toHaveCount(0)
})

test('an unknown address shows "not found" and logs it', async ({ page }) => {
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  const response = await page.goto('/no-such-room')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
  await expect
    .poll(() => lines.some((line) => line.includes('non-existent route') && line.includes('/no-such-room')))
    .toBe(true)
})

test('a story published but not yet built is rendered live by the 404 page', async ({ page }) => {
  // The page is asked for at an address whose file the server is made to miss.
  await page.route('**/article/a-kitchen-that-forgives-everyone', async (route) => {
    await route.continue({ url: new URL('/article/not-built-yet', route.request().url()).href })
  })
  await page.goto('/article/a-kitchen-that-forgives-everyone')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A kitchen that forgives everyone')
  await expect(page.getByText('Tomas Reyne').first()).toBeVisible()
})

test('a story rendered live looks as its page will: a long title is smaller, no category has no dot', async ({
  page,
}) => {
  await page.route('**/rest/v1/articles?**', async (route) => {
    const response = await route.fetch()
    const title = 'A kitchen whose title is longer than forty-four characters'
    const stories = (await response.json()) as object[]
    await route.fulfill({ response, json: stories.map((story) => ({ ...story, title, category: null })) })
  })
  await page.route('**/article/a-kitchen-that-forgives-everyone', async (route) => {
    await route.continue({ url: new URL('/article/not-built-yet', route.request().url()).href })
  })
  await page.goto('/article/a-kitchen-that-forgives-everyone')
  await expect(page.getByRole('heading', { level: 1 })).toHaveClass('long')
  await expect(page.getByText('Uncategorized')).toHaveClass('label')
})

test('a story that cannot be loaded live shows an error with Try Again, not "not found"', async ({
  page,
}) => {
  const failed = page.getByRole('heading', { name: 'Failed to load article' })
  await page.clock.install()
  await page.route('**/rest/v1/articles?**', () => {
    // Never answered.
  })
  const asked = page.waitForRequest('**/rest/v1/articles?**')
  await page.goto('/article/not-built-yet')
  await asked
  await expect(page.getByText('Loading article...')).toBeVisible()
  await page.clock.fastForward(15_000)
  await expect(failed).toBeVisible()

  await page.unroute('**/rest/v1/articles?**')
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page.getByText('Article Not Found')).toBeVisible()
})

test('a story whose script cannot be loaded says that it is loading, then that it has failed', async ({
  page,
}) => {
  const go = Promise.withResolvers<void>()
  await page.route('**/_astro/*.js', async (route) => {
    // The script of the story is asked for once the page says that it loads.
    if (!(await page.getByText('Loading article...').isVisible())) return route.continue()
    await go.promise
    await route.abort()
  })
  await page.goto('/article/not-built-yet', { waitUntil: 'commit' })
  await expect(page.getByText('Loading article...')).toBeVisible()
  await expect(page.getByText('Oops! Page not found')).toBeHidden()
  go.resolve()
  await expect(page.getByRole('heading', { name: 'Failed to load article' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try Again' })).toHaveAttribute(
    'href',
    '/article/not-built-yet',
  )
})

test('an unknown article shows "Article Not Found"', async ({ page }) => {
  await page.goto('/article/no-such-story')
  await expect(page.getByText('Article Not Found')).toBeVisible()
  await expect(page.getByText("The article you're looking for doesn't exist.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/')
})

test('a name written from right to left does not turn its line around', async ({ page }) => {
  for (const [path, selector, name] of [
    ['/', '.featured .meta', /^.+?(?=\s+\d)/],
    ['/browse', '.as-built .meta', /^.+?(?=\s+\d)/],
    ['/browse?sort=oldest', '.answer .meta', /^.+?(?=\s+\d)/],
    ['/author/ines-abril', '.band h2', /Ines Abril/],
    ['/article/the-green-room-kept', '.byline', /Ines Abril/],
  ] as const) {
    await page.goto(path)
    const line = page.locator(selector).filter({ visible: true }).first()
    await expect(line).toBeVisible()
    const [nameAt, digitsAt] = await line.evaluate((element, pattern) => {
      const texts: Text[] = []
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      const [written = ''] = new RegExp(pattern, 'i').exec(element.textContent?.trim() ?? '') ?? []
      for (const text of texts) text.data = text.data.replace(written, 'דנה לוי')
      return [/דנה לוי/, /\d+/].map((wanted) => {
        for (const text of texts) {
          const match = wanted.exec(text.data)
          if (!match) continue
          const range = new Range()
          range.setStart(text, match.index)
          range.setEnd(text, match.index + match[0].length)
          return range.getBoundingClientRect().left
        }
        return Number.NaN
      })
    }, name.source)
    expect(nameAt, path).toBeLessThan(digitsAt ?? Number.NaN)
  }
})

for (const path of [
  '/',
  '/living-spaces',
  '/article/the-green-room-kept',
  '/author/ines-abril',
  '/tag/light',
  '/authors',
  '/contact',
  '/about',
]) {
  test(`${path} carries at most 3 KB gzip of script before interaction, and nothing but its fonts shifts it`, async ({
    page,
  }) => {
    const script = countScript(page)
    // Text moves when a font replaces a local one of other metrics: fonts.ts adjusts the local fonts most readers have.
    await page.route('**/*.woff2', (route) => route.abort())
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(await script.bytes()).toBeLessThanOrEqual(3 * 1024)
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let total = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              total += (entry as PerformanceEntry & { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(total), 500)
        }),
    )
    expect(shift).toBeLessThan(0.01)
  })
}

test('a phone on a slow line fetches no pictures of sections far below, and fetches them when it comes near', async ({
  page,
}) => {
  const network = await page.context().newCDPSession(page)
  // So slow that lazy pictures are fetched from farthest away.
  const slow = { offline: false, latency: 562, downloadThroughput: 1e6, uploadThroughput: 1e6 }
  await network.send('Network.emulateNetworkConditions', slow)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/', { waitUntil: 'networkidle' })
  const fetched = () =>
    page.locator('.band img').evaluateAll((pictures) =>
      pictures.map((picture) => ({
        isFar: picture.closest('.band ~ .band') !== null,
        isFetched: (picture as HTMLImageElement).currentSrc !== '',
      })),
    )
  expect((await fetched()).filter(({ isFar, isFetched }) => isFar && isFetched)).toEqual([])
  expect((await fetched()).some(({ isFetched }) => isFetched)).toBe(true)
  await page.locator('.band ~ .band').first().scrollIntoViewIfNeeded()
  await expect
    .poll(async () => (await fetched()).some(({ isFar, isFetched }) => isFar && isFetched))
    .toBe(true)
})

test('the local sans-serif is as wide as ours, so that lines break the same when ours comes late', async ({
  page,
}) => {
  const widths = async (): Promise<Record<string, number>> => {
    await page.goto('/', { waitUntil: 'load' })
    return page.evaluate(async () => {
      // A local face is asked for only when ours has failed.
      await Promise.allSettled(Array.from(document.fonts, (face) => face.load()))
      await document.fonts.ready
      // Enlarged: a browser may round the width of each letter to whole pixels.
      document.body.style.zoom = '40'
      const sums: Record<string, number> = {}
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const { parentElement } = texts.currentNode
        if (parentElement === null) continue
        const { fontFamily, fontWeight } = getComputedStyle(parentElement)
        if (!fontFamily.startsWith('"Instrument Sans"')) continue
        const range = document.createRange()
        range.selectNodeContents(texts.currentNode)
        for (const { width } of range.getClientRects()) sums[fontWeight] = (sums[fontWeight] ?? 0) + width
      }
      return sums
    })
  }
  const ours = await widths()
  await page.route('**/instrument-sans*.woff2', (route) => route.abort())
  const local = await widths()
  expect(Object.keys(ours).sort()).toEqual(['400', '500', '600'])
  for (const [weight, width] of Object.entries(ours))
    expect(Math.abs(width / (local[weight] ?? 0) - 1), `weight ${weight}`).toBeLessThan(0.01)
})

test('titles and standfirsts are as wide in the local serif, and take the same lines on wide screens', async ({
  page,
}) => {
  const service = await secretClient()
  const { data } = await service.from('articles').select('slug').eq('status', 'published')
  const slugs = (data ?? []).map(({ slug }) => String(slug))
  /** The heads of all stories on one page: the width of each as one line, and its lines. */
  const heads = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    return page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLElement>('main :is(h1, .standfirst)'), (text) => {
        const lines = Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight))
        text.style.cssText = 'max-inline-size: none; inline-size: max-content; white-space: nowrap'
        const { width: whole } = text.getBoundingClientRect()
        text.style.cssText = ''
        return { text: text.textContent.trim(), name: text.className || text.localName, lines, whole }
      }),
    )
  }
  const measured = async () => {
    await page.goto('/article/the-green-room-kept')
    await page.evaluate(
      async (paths) => {
        const stories = paths.map(async (path) => {
          const html = await (await fetch(path)).text()
          const story = new DOMParser().parseFromString(html, 'text/html').querySelector('.story')
          story?.replaceChildren(...story.querySelectorAll(':scope > header'))
          return story ?? ''
        })
        // Else a browser may round the width of each letter to whole pixels.
        document.body.style.textRendering = 'geometricPrecision'
        document.querySelector('main')?.replaceChildren(...(await Promise.all(stories)))
        await Promise.allSettled(Array.from(document.fonts, (face) => face.load()))
        await document.fonts.ready
      },
      slugs.map((slug) => `/article/${slug}`),
    )
    return [await heads(390), await heads(820), await heads(1440)]
  }
  const ours = await measured()
  await page.route('**/newsreader*.woff2', (route) => route.abort())
  const local = await measured()
  for (const [at, width] of [390, 820, 1440].entries()) {
    const pairs = (ours[at] ?? []).map((head, index) => ({ ...head, local: local[at]?.[index] }))
    for (const name of ['h1', 'standfirst']) {
      const sums = pairs.filter((head) => head.name.startsWith(name))
      const share = sums.reduce((sum, head) => sum + (head.local?.whole ?? 0) / head.whole, 0) / sums.length
      expect(Math.abs(share - 1), `${name}, ${width}`).toBeLessThan(0.01)
    }
    const moved = pairs.filter((head) => head.lines !== head.local?.lines).map(({ text }) => text)
    // On a phone a short title may be as wide as the screen, to a pixel.
    expect(moved.length, `${width}: ${moved.join('; ')}`).toBeLessThanOrEqual(width === 390 ? 2 : 0)
  }
})

test('the letters of a story grow on a wide screen, and its lines keep their length', async ({ page }) => {
  const text = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    return page.locator('.prose').evaluate((prose) => {
      const letters = Number.parseFloat(getComputedStyle(prose).fontSize)
      return { letters, line: prose.clientWidth / letters }
    })
  }
  await page.goto('/article/the-green-room-kept')
  const [usual, wide] = [await text(1440), await text(2200)]
  expect(wide.letters).toBeGreaterThan(usual.letters)
  expect(wide.line).toBeCloseTo(usual.line, 0)
})

/** The pages of the site that its links lead to, and the links that lead nowhere. */
async function followLinks(
  request: APIRequestContext,
): Promise<{ pages: Map<string, string>; broken: string[] }> {
  const pages = new Map<string, string>()
  const seen = new Set<string>(['/'])
  const queue = ['/']
  const broken: string[] = []
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const response = await request.get(path)
    if (response.status() !== 200) broken.push(`${path} (${response.status()})`)
    if (!(response.headers()['content-type'] ?? '').includes('text/html')) continue
    const html = await response.text()
    pages.set(path, html)
    for (const [, href = ''] of html.matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)) {
      if (!href.startsWith('/') || href.startsWith('//')) continue
      const target = href.replaceAll('&amp;', '&').replace(/[?#].*$/, '') || '/'
      if (!seen.has(target)) {
        seen.add(target)
        queue.push(target)
      }
    }
  }
  return { pages, broken }
}

test('every internal link of the site leads somewhere, and no two cards of a page show one room', async ({
  page,
  request,
}) => {
  const { pages, broken } = await followLinks(request)
  expect(broken).toEqual([])
  expect(pages.size).toBeGreaterThan(80)
  // A picture that is mirrored or cut has the words of the whole. Browse has its latest stories a second time (`again`), for
  // when a filter hides the first; a part of a list (/lists/) has up to a hundred stories, of which two may share one.
  await page.goto('/')
  const shown = await page.evaluate(
    (sources) =>
      sources.map(([path, html]) => {
        const { images } = new DOMParser().parseFromString(html, 'text/html')
        const rooms = Array.from(images, ({ alt, parentElement }) =>
          parentElement?.closest('figure, .again') ? '' : alt,
        )
        return { path, rooms: rooms.filter((room) => room !== '') }
      }),
    [...pages].filter(([path]) => !path.startsWith('/lists/')),
  )
  expect(shown.filter(({ rooms }) => rooms.length > 3).length).toBeGreaterThan(40)
  const twice = shown.flatMap(({ path, rooms }) =>
    rooms.filter((room, at) => rooms.indexOf(room) < at).map((room) => `${path}: ${room}`),
  )
  expect(twice).toEqual([])
})
