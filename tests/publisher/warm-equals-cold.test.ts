import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sectionRows } from '../../supabase/seed/categories.ts'
import {
  type PlannedChange,
  PREDICTION_PATH,
  predictionSchema,
} from '../../src/domain/newsroom/prediction.ts'
import { derivedDark } from '../../src/domain/theme/legible.ts'
import { type Theme, STANDARD_THEME } from '../../src/domain/theme/theme.ts'
import { listFiles } from '../../src/node/files.ts'
import { closeServers, listen } from '../../src/node/listen.ts'
import { DistFolder } from '../../src/publisher/folder/dist-folder.ts'
import { predictionRequests } from '../../src/publisher/server/prediction-requests.ts'
import type { Publisher } from '../../src/publisher/publisher.ts'
import { Renderer } from '../../src/publisher/rendering/renderer.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { coldBuild, compareFolders } from '../support/publisher/cold-build.ts'
import { deadLinks } from '../support/publisher/dead-links.ts'
import { isLongRun } from '../support/long-run.ts'
import { legibleTheme } from '../support/random-theme.ts'
import { seededRandom } from '../support/random.ts'
import { type SitePublisher, startSitePublisher } from '../support/publisher/site-publisher.ts'
import { type SmallMagazine, fillSmallMagazine, must, story } from '../support/publisher/small-magazine.ts'
import { signedIn } from '../support/database/test-stack.ts'

const siteUrl = 'http://localhost:4321'
const SETTINGS_ID = '00000000-0000-4000-8000-000000000001'
const THEME_ID = '00000000-0000-4000-8000-000000000002'
const BRANDING_ID = '00000000-0000-4000-8000-000000000003'
let stack: Stack
let magazine: SmallMagazine
let site: SitePublisher
let publisher: Publisher
let dist: string

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl })
  magazine = await fillSmallMagazine(stack, 24)
  process.env.SUPABASE_URL = stack.url
  process.env.SUPABASE_PUBLISHABLE_KEY = stack.publishableKey
  process.env.SITE_URL = siteUrl
  site = await startSitePublisher(stack, siteUrl, { ownBundle: true })
  ;({ publisher, dist } = site)
  await stack.listen('publish', () => publisher.wake())
})

afterAll(async () => {
  await site?.stop()
  await stack?.stop()
})

const page = (path: string): Promise<string> => readFile(join(dist, path), 'utf8')
const articles = () => magazine.service.from('articles')

/** Waits until the outbox is empty. */
async function published(): Promise<void> {
  for (;;) {
    publisher.wake()
    await publisher.idle()
    const [row] = await stack.sql<{ waiting: number }>(
      'select count(*)::int as waiting from publish_outbox where processed_at is null and due_at <= now()',
    )
    if (row?.waiting === 0) return
  }
}

/** Events of the outbox that are not published, including ones not due yet. */
async function waitingEvents(): Promise<number | undefined> {
  await published()
  const [row] = await stack.sql<{ waiting: number }>(
    'select count(*)::int as waiting from publish_outbox where processed_at is null',
  )
  return row?.waiting
}

test('shows copies of all pictures after the first build, of authors too', async () => {
  const authors = await page('authors.html')
  expect(authors).toContain('A plain field of colour, portrait')
  expect(authors).not.toContain('/media/demo/portrait.webp')
})

test('no page waits for a stylesheet before it is painted, and every font has a name that is its own', async () => {
  const files = (await listFiles(dist)).filter((file) => file.endsWith('.html'))
  const pages = await Promise.all(files.map(page))
  expect(pages.length).toBeGreaterThan(40)
  for (const [index, html] of pages.entries()) {
    if (/^(admin|auth)\.html$/.test(files[index] ?? '')) continue
    const waited = html.replace(/<(noscript|template)\b[\s\S]*?<\/\1>/g, '')
    expect(waited, files[index]).not.toContain('rel="stylesheet"')
    for (const [, font = ''] of html.matchAll(/url\(([^)]+\.woff2)\)/g)) {
      expect(font, files[index]).toMatch(/^\/_astro\/[\w-]+\.[\w-]{8}\.woff2$/)
      await expect(readFile(join(dist, font))).resolves.toBeDefined()
    }
  }
})

test('a page is first drawn with what moves into it from the page before: its head, or the picture that opens a story', async () => {
  const files = (await listFiles(dist)).filter((file) => file.endsWith('.html'))
  for (const file of files.filter((one) => !/^(?:admin|auth)\.html$/.test(one))) {
    const html = await page(file)
    if (html.includes('http-equiv="refresh"')) continue
    const [, id = 'none'] = /<link rel="expect" href="#(\w+)" blocking="render">/.exec(html) ?? []
    expect(id, file).toBe(html.includes('<figure id="opening"') ? 'opening' : 'head')
    expect(html.split(`id="${id}"`), file).toHaveLength(2)
  }
})

test.each([
  'index.html',
  'browse.html',
  'living-spaces.html',
  'article/a-room-with-1-windows.html',
  'authors.html',
  'author/wren-okafor.html',
])('loads the first picture at once, and the others when they are near: %s', async (file) => {
  const [, ...pictures] = (await page(file)).split('<img ')
  const isLazy = pictures.map((rest) => /^[^>]* loading="lazy"/.test(rest))
  expect(isLazy).toEqual(pictures.map((_, index) => index > 0))
  expect(pictures.length).toBeGreaterThan(0)
})

test('redirects the old address after a slug change', async () => {
  await must(articles().update({ slug: 'light-from-the-north' }).eq('slug', 'a-room-with-3-windows'))
  await published()
  expect(await page('article/light-from-the-north.html')).toContain('A room with 3 windows')
  expect(await page('article/a-room-with-3-windows.html')).toContain('/article/light-from-the-north')
})

test('re-renders every page that shows a renamed author', async () => {
  await must(
    magazine.service.from('profiles').update({ full_name: 'Wren Adeyemi' }).eq('full_name', 'Wren Okafor'),
  )
  await must(
    magazine.service.from('author_profiles').update({ name: 'Wren Adeyemi' }).eq('name', 'Wren Okafor'),
  )
  await published()
  for (const file of [
    'article/a-room-with-1-windows.html',
    'author/wren-okafor.html',
    'authors.html',
    'rss.xml',
  ]) {
    expect(await page(file), file).toContain('Wren Adeyemi')
    expect(await page(file), file).not.toContain('Wren Okafor')
  }
})

test('removes an unpublished story from the site, its page before any other is shown', async () => {
  const file = 'article/a-room-with-4-windows.html'
  const shown = vi.spyOn(DistFolder.prototype, 'show')
  await must(articles().update({ status: 'draft' }).eq('slug', 'a-room-with-4-windows'))
  await published()
  const [first] = shown.mock.calls
  shown.mockRestore()
  expect(first).toEqual([[], [file]])
  await expect(page(file)).rejects.toThrow('ENOENT')
  for (const file of ['index.html', 'rss.xml'])
    expect(await page(file)).not.toContain('a-room-with-4-windows')
})

test('a change of the time zone changes the days, months and times of stories, and a flag changes none', async () => {
  const slug = 'a-room-with-7-windows'
  const day = async () =>
    /<time datetime="([^"]+)"[^>]*>([^<]+)</.exec(await page(`article/${slug}.html`))?.slice(1)
  const id = '00000000-0000-4000-8000-000000000001'
  const setZone = (time_zone: string | null, date_language: string | null) =>
    must(magazine.service.from('site_settings').upsert({ id, time_zone, date_language }))
  await must(
    articles().update({ published_at: '2026-04-01T03:30:00Z', title: 'An evening story' }).eq('slug', slug),
  )
  await published()
  expect(await day()).toEqual(['2026-04-01T03:30:00.000Z', '1 April 2026'])
  expect(await page('sitemap-202604.xml')).toContain(slug)

  await setZone('America/Los_Angeles', 'de')
  await published()
  expect(await day()).toEqual(['2026-03-31T20:30:00.000-07:00', '31. März 2026'])
  expect(await page('sitemap-202603.xml')).toContain(slug)
  const modified = /"dateModified":"([^"]+)"/.exec(await page(`article/${slug}.html`))?.[1] ?? ''
  expect(modified).toMatch(/-0[78]:00$/)
  expect(await page('sitemap-202603.xml')).toContain(
    `${siteUrl}/article/${slug}</loc><lastmod>${modified}</lastmod>`,
  )
  expect(await page('rss.xml')).toMatch(/<lastBuildDate>[^<]+ -0[78]00</)

  await must(articles().update({ featured: true }).eq('slug', slug))
  await published()
  expect(await page(`article/${slug}.html`)).toContain(`"dateModified":"${modified}"`)

  await setZone(null, null)
  await published()
  expect(await day()).toEqual(['2026-04-01T03:30:00.000Z', '1 April 2026'])
})

const setTheme = ({ light, dark }: Theme) =>
  must(magazine.service.from('theme').upsert({ id: THEME_ID, light, dark }))

test('a theme changes pages, the bars of browsers and social cards, and the standard one leaves nothing of it', async () => {
  await published()
  const files = [
    'index.html',
    'browse.html',
    '404.html',
    'site.webmanifest',
    'share/a-room-with-1-windows.jpg',
  ]
  const shown = () => Promise.all(files.map((file) => readFile(join(dist, file), 'base64')))
  const before = await shown()
  const light = {
    ...STANDARD_THEME.light,
    paper: '#ffe9b0',
    card: '#fff7df',
    link: '#7a1fa8',
    ink: '#2b1a00',
  }
  await setTheme({ light, dark: derivedDark(light) })
  await published()
  for (const [index, text] of (await shown()).entries()) expect(text, files[index]).not.toBe(before[index])
  const home = await page('index.html')
  expect(home).toContain(':root{--paper:light-dark(#ffe9b0,')
  expect(home).toContain('<meta name="theme-color" content="#ffe9b0"')

  await setTheme(STANDARD_THEME)
  await published()
  expect(await shown()).toEqual(before)
})

test('a story that is scheduled is modified when it comes out', async () => {
  const row = story(magazine, 91)
  const due = new Date(Date.now() + 5_000).toISOString()
  await must(articles().insert({ ...row, published_at: due }))
  const file = `article/${String(row.slug)}.html`
  await expect.poll(() => page(file).catch(() => '')).toContain(`"dateModified":"${due}"`)
  await published()
  expect(await page('rss.xml')).toContain(`<lastBuildDate>${new Date(due).toUTCString()}</lastBuildDate>`)
})

test('renders a social card for each story, with its picture where it has one', async () => {
  const slug = 'a-room-with-6-windows'
  const image = `og:image" content="${siteUrl}/share/${slug}.jpg"`
  expect(await page(`article/${slug}.html`)).toContain(image)
  const withPicture = await readFile(join(dist, `share/${slug}.jpg`))
  expect(await sharp(withPicture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  await must(articles().update({ featured_image: null }).eq('slug', slug))
  await published()
  expect(await page(`article/${slug}.html`)).toContain(image)
  expect((await readFile(join(dist, `share/${slug}.jpg`))).equals(withPicture)).toBe(false)
  const card = await sharp(join(dist, `share/${slug}.jpg`)).metadata()
  expect(card).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(await page('rss.xml')).toContain(`<media:content url="${siteUrl}/share/${slug}.jpg"`)
})

/** Puts a picture of the library on a story, of plain colour. */
async function giveNewPicture(slug: string, width: number, height: number): Promise<string> {
  const path = `demo/${slug}.png`
  const file = await sharp({ create: { width, height, channels: 3, background: '#333' } })
    .png()
    .toBuffer()
  await must(magazine.service.storage.from('media').upload(path, file, { contentType: 'image/png' }))
  const url = `${stack.url}/storage/v1/object/public/media/${path}`
  await must(articles().update({ featured_image: url }).eq('slug', slug))
  return url
}

test('shows the original of a picture too long to copy, and publishes its story', async () => {
  const slug = 'a-room-with-23-windows'
  const url = await giveNewPicture(slug, 450, 17_000)
  await published()
  expect(await page('index.html')).toContain(url)
  expect(await page(`article/${slug}.html`)).toContain(url)
  const problems = () => stack.sql('select entity_id from publish_problems where entity_id = $1', [url])
  // Perhaps in a later build: no publish waits long for a picture.
  await expect.poll(problems).toHaveLength(1)
  await must(articles().update({ featured_image: magazine.pictures[0] }).eq('slug', slug))
  await published()
  await expect.poll(problems).toEqual([])
})

test('shows the words of a file that readers did not see before its story came out', async () => {
  const slug = 'a-room-with-21-windows'
  const before = await articles()
    .select('featured_image')
    .eq('slug', slug)
    .single<{ featured_image: string }>()
  const row = {
    filename: `${slug}.png`,
    original_filename: `${slug}.png`,
    mime_type: 'image/png',
    size_bytes: 100,
    storage_path: `demo/${slug}.png`,
    alt_text: 'Twenty-one windows, all of them open',
  }
  await must(magazine.service.from('media').insert(row))
  await published()
  await giveNewPicture(slug, 900, 600)
  await published()
  expect(await page(`article/${slug}.html`)).toContain(`alt="${row.alt_text}"`)
  await must(articles().update({ featured_image: before.data?.featured_image }).eq('slug', slug))
  await published()
})

test('puts in a picture that the storage failed to give once it can be fetched', async () => {
  const slug = 'a-room-with-22-windows'
  const real = globalThis.fetch
  const silent = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    return (input instanceof Request ? input.url : input.toString()).endsWith(
      `/public/media/demo/${slug}.png`,
    )
      ? Promise.reject(new Error('no answer'))
      : real(input, init)
  })
  const url = await giveNewPicture(slug, 900, 600)
  await published()
  const story = () => page(`article/${slug}.html`)
  expect(await story()).toContain(`src="${url}"`)
  silent.mockRestore()
  await expect
    .poll(
      () => {
        publisher.wake()
        return story()
      },
      { interval: 200 },
    )
    .not.toContain(`src="${url}"`)
})

test('says to who may publish what a publish will write, which it then writes', async () => {
  const editor = await signedIn(stack, 'editor')
  const contributor = await signedIn(stack, 'contributor')
  const requests = predictionRequests({
    supabaseUrl: stack.url,
    publishableKey: stack.publishableKey,
    siteUrl,
    publisher: () => publisher,
  })
  const server = await listen(0, null, (request, response) => void requests.answer(request, response))
  const ask = (token: string, changes: PlannedChange[], headers = {}) =>
    fetch(`http://127.0.0.1:${server.port}${PREDICTION_PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify({ changes }),
    })
  const { data } = await articles().select('id, version, slug').eq('slug', 'a-room-with-9-windows').single()
  const story = data as { id: string; version: number; slug: string }
  const [category] = magazine.categories
  const changes: PlannedChange[] = [
    { table: 'articles', id: story.id, row: { title: 'A room with light', slug: 'a-room-with-light' } },
    { table: 'articles', id: story.id, row: { status: 'draft' } },
    { table: 'articles', id: story.id, row: { status: 'published' } },
    { table: 'categories', id: category?.id ?? '', row: { name: 'Small Spaces', slug: 'small-spaces' } },
    { table: 'categories', id: category?.id ?? '', row: { sections: ['guides-tips'] } },
    { table: 'sections', id: sectionRows()[0]?.id ?? '', row: { title: 'Journal', slug: 'journal' } },
    { table: 'tags', id: null, row: { name: 'Unused', slug: 'unused' } },
  ]
  for (const change of changes) {
    if (!('table' in change)) continue
    const { table, id, row } = change
    const prediction = predictionSchema.parse(await (await ask(editor.token, [change])).json())
    await published()
    const last = await lastBuild()
    const write =
      id === null
        ? editor.client.from(table).insert({ ...row })
        : editor.client
            .from(table)
            .update({ ...row })
            .eq('id', id)
    await must(write)
    await published()
    const build = await lastBuild()
    expect(build.id, 'the prediction was published').not.toBe(last.id)
    expect(prediction.total, JSON.stringify(change)).toBe(build.pages_rendered + build.pages_removed)
  }
  expect((await ask(contributor.token, changes)).status).toBe(403)
  expect((await ask('no token', changes)).status).toBe(401)
  const from = async (origin: string) =>
    (await ask(editor.token, [], { origin })).headers.get('access-control-allow-origin')
  expect(await from(siteUrl)).toBe(siteUrl)
  expect(await from('https://elsewhere.example')).toBeNull()
  await closeServers(server.servers)
})

async function lastBuild() {
  const [build] = await stack.sql<{ id: number; pages_rendered: number; pages_removed: number }>(
    'select id, pages_rendered, pages_removed from builds where finished_at is not null order by id desc limit 1',
  )
  if (build === undefined) throw new Error('nothing was built')
  return build
}

test('equals a cold build, byte for byte, after any sequence of changes and rests', async () => {
  const random = seededRandom(20_261_121)
  const { service, categories, authors, pictures } = magazine
  const someArticle = async (): Promise<{ id: string; slug: string } | undefined> => {
    const { data } = await articles().select('id, slug').order('id')
    return data && data.length > 0 ? random.pick(data) : undefined
  }
  const { data: tags } = await service
    .from('tags')
    .insert(
      ['Wellness Spaces', 'linen', 'north light'].map((name) => ({
        name,
        slug: name.toLowerCase().replaceAll(' ', '-'),
      })),
    )
    .select('id')
  const { data: tagged } = await articles().select('id').order('id').limit(4)
  await must(
    service
      .from('article_tags')
      .insert(
        (tagged ?? []).flatMap(({ id }) => (tags ?? []).map((tag) => ({ article_id: id, tag_id: tag.id }))),
      ),
  )
  let made = 100
  let isGerman = false
  const change: Record<string, (article: { id: string; slug: string }) => Promise<void>> = {
    publish: async () => void (await must(articles().insert(story(magazine, made++)))),
    edit: async ({ id }) =>
      void (await must(
        articles()
          .update({
            content: {
              html: `<p>Rewritten ${random.below(1e6)}</p><img src="${random.pick(pictures)}" alt="">`,
            },
          })
          .eq('id', id),
      )),
    retitle: async ({ id }) =>
      void (await must(
        articles()
          .update({ title: `Retitled "${random.below(1e6)}" & <co>` })
          .eq('id', id),
      )),
    unpublish: async ({ id }) => void (await must(articles().update({ status: 'archived' }).eq('id', id))),
    republish: async ({ id }) => void (await must(articles().update({ status: 'published' }).eq('id', id))),
    moveSlug: async ({ id }) =>
      void (await must(
        articles()
          .update({ slug: `moved-${random.below(1e6)}` })
          .eq('id', id),
      )),
    remove: async ({ id }) => void (await must(articles().delete().eq('id', id))),
    hero: async ({ id }) => void (await must(articles().update({ hero: true }).eq('id', id))),
    feature: async ({ id }) =>
      void (await must(
        articles()
          .update({ featured: random.next() < 0.5 })
          .eq('id', id),
      )),
    reassign: async ({ id }) =>
      void (await must(
        articles()
          .update({ author_id: random.pick(authors).id })
          .eq('id', id),
      )),
    recategorise: async ({ id }) =>
      void (await must(
        articles()
          .update({ category_id: random.pick(categories).id })
          .eq('id', id),
      )),
    tag: async ({ id }) =>
      void (await must(
        service.from('article_tags').upsert({ article_id: id, tag_id: random.pick(tags ?? []).id }),
      )),
    untag: async ({ id }) => void (await must(service.from('article_tags').delete().eq('article_id', id))),
    renameTag: async () => {
      const name = `light-${random.below(1e6)}`
      await must(
        service
          .from('tags')
          .update({ name, slug: name })
          .eq('id', random.pick(tags ?? []).id),
      )
    },
    picture: async ({ id }) =>
      void (await must(
        articles()
          .update({
            featured_image: random.pick([...pictures, null]),
            opening: random.pick([null, 'behind', 'none']),
            colour: random.pick([null, '#408080', '#e26e5a', '#5b7ba5']),
            facts: random.pick([[], [{ label: 'Place', value: 'Porto' }]]),
          })
          .eq('id', id),
      )),
    gallery: async ({ id }) =>
      void (await must(
        articles()
          .update({
            gallery: pictures.slice(0, random.below(4)),
            captions: Object.fromEntries(
              pictures.slice(0, random.below(3)).map((url) => [url, random.pick(['', 'In May'])]),
            ),
          })
          .eq('id', id),
      )),
    renameCategory: async () =>
      void (await must(
        service
          .from('categories')
          .update({ color: `#${(random.below(0xffffff) + 0x1000000).toString(16).slice(1)}` })
          .eq('id', random.pick(categories).id),
      )),
    moveCategory: async () =>
      void (await must(
        service
          .from('categories')
          .update({ sections: random.pick([[], ['living-spaces'], ['living-spaces', 'guides-tips']]) })
          .eq('id', random.pick(categories).id),
      )),
    moveSection: async () =>
      void (await must(
        service
          .from('sections')
          .update({
            slug: random.pick(['guides-tips', 'guides']),
            title: random.pick(['Guides & Tips', 'Guides']),
          })
          .eq('title', random.pick(['Guides & Tips', 'Guides'])),
      )),
    orderSections: async () =>
      void (await must(
        service
          .from('sections')
          .update({
            position: random.below(9),
            home_position: random.pick([null, random.below(9)]),
            in_navigation: random.next() < 0.7,
            accent: random.pick([null, '#2f6b3c', '#ffe600']),
          })
          .eq('slug', random.pick(['living-spaces', 'design-journal', 'entertainment-hosting'])),
      )),
    renameAuthor: async () =>
      void (await must(
        service
          .from('author_profiles')
          .update({ bio: `Lives with ${random.below(99)} chairs.` })
          .eq('profile_id', random.pick(authors).id),
      )),
    changeTeam: async () =>
      void (await must(
        service
          .from('author_profiles')
          .update({ team_position: random.pick([null, 0, 1, 2]) })
          .eq('profile_id', random.pick(authors).id),
      )),
    redirect: async () => {
      const target = random.pick(['/browse', '/about', 'https://shop.example/'])
      const number = random.below(1e6)
      for (const old_slug of [`old-${number}`, `old-page-${number}.html`])
        await must(service.from('slug_redirects').insert({ kind: 'custom', old_slug, target }))
    },
    removeRedirect: async () => {
      const { data } = await service
        .from('slug_redirects')
        .select('id')
        .eq('kind', 'custom')
        .order('id')
        .limit(1)
      for (const { id } of data ?? []) await must(service.from('slug_redirects').delete().eq('id', id))
    },
    front: async ({ id }) => {
      const chosen = (article_id: string, image: string | null) => ({
        ...{ article_id, image, title: random.pick([null, 'In another light']), from: null },
        until: random.pick([null, new Date(Date.now() + 1_500).toISOString()]),
      })
      const { id: other = id } = (await someArticle()) ?? {}
      const rule = { by_rule: random.next() < 0.8, items: [] }
      const blocks = [
        { ...rule, id: 'a', kind: 'hero', items: [chosen(id, random.pick([null, ...pictures]))] },
        { ...rule, id: 'b', kind: 'stories', count: 2, section: 'living-spaces', title: null },
        { id: 'c', kind: 'letter' },
        {
          ...{ ...rule, id: 'd', kind: 'stories', count: 3, section: null, title: 'Chosen' },
          items: [chosen(other, null)],
        },
      ]
      await must(
        service.from('front_versions').insert({
          page: random.pick(['/', '/living-spaces']),
          live_from: new Date(Date.now() + random.below(1_000)).toISOString(),
          blocks: random.pick([null, blocks, blocks.slice(1)]),
        }),
      )
    },
    theme: async () => {
      const [theme = STANDARD_THEME] = fc.sample(legibleTheme, { numRuns: 1, seed: random.below(1e9) })
      await setTheme(theme)
    },
    branding: async () => {
      const picture = random.pick(pictures)
      const drawing = '<svg viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>'
      const marks = {
        logo: random.pick([picture, drawing]),
        logo_dark: random.pick([picture, null]),
        icon: random.pick([picture, drawing]),
        share_picture: picture,
      }
      await must(service.from('branding').upsert({ id: BRANDING_ID, ...marks }))
    },
    language: async () => {
      isGerman = !isGerman
      await must(service.from('site_settings').upsert({ id: SETTINGS_ID, language: isGerman ? 'de' : 'en' }))
    },
    settings: async () =>
      void (await must(
        service.from('site_settings').upsert({
          id: SETTINGS_ID,
          tagline: `love where you live, ${random.below(9)}`,
          time_zone: random.pick(['UTC', 'America/Los_Angeles', 'Pacific/Auckland']),
        }),
      )),
  }
  // The render process rests before every fourth change that it is given.
  const applyEvents = Renderer.prototype.applyEvents
  let applied = 0
  const applying = vi.spyOn(Renderer.prototype, 'applyEvents').mockImplementation(async function (
    this: Renderer,
    ...change
  ) {
    if (applied++ % 4 === 0) this.rest()
    await applyEvents.apply(this, change)
  })
  const names = Object.keys(change)
  // Each change once, in random order; in the long run also many more.
  const steps: string[] = []
  for (const left = [...names]; left.length > 0;) steps.push(...left.splice(random.below(left.length), 1))
  if (isLongRun) steps.push(...Array.from({ length: 50 }, () => random.pick(names)))
  for (const name of steps) {
    const article = await someArticle()
    await change[article ? name : 'publish']?.(article ?? { id: '', slug: '' })
    if (random.next() < 0.5) await published()
  }
  // Until the last times of fronts are over.
  await expect.poll(waitingEvents).toBe(0)
  applying.mockRestore()
  expect(applied).toBeGreaterThan(8)
  expect(await compareFolders(dist, await coldBuild(stack, siteUrl))).toEqual([])
  expect(await deadLinks(dist, siteUrl)).toEqual([])
})
