import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Place, placeColumns } from '../../src/domain/newsroom/comment.ts'
import {
  PAGE_PREVIEW_PATH,
  STORY_CARD_PATH,
  STORY_PREVIEW_PATH,
  drawnCardSchema,
  drawnPageSchema,
  drawnStorySchema,
  previewPath,
} from '../../src/domain/newsroom/preview.ts'
import { listFiles } from '../../src/node/files.ts'
import { PreviewRequests } from '../../src/publisher/server/preview-requests.ts'
import { startStaticServer } from '../../src/publisher/server/static-server.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { readBucket, startS3Server } from '../support/delivery/s3-server.ts'
import { type SitePublisher, startSitePublisher } from '../support/publisher/site-publisher.ts'
import { type SmallMagazine, fillSmallMagazine, must, story } from '../support/publisher/small-magazine.ts'
import { signedIn } from '../support/database/test-stack.ts'

const siteUrl = 'http://localhost:4321'
/** In drafts only. */
const WORD = 'kerfuffle'
/** In comments and in what they are about only. */
const COMMENT_WORD = 'gallimaufry'
let stack: Stack
let magazine: SmallMagazine
let site: SitePublisher
let s3: Awaited<ReturnType<typeof startS3Server>>
let server: Awaited<ReturnType<typeof startStaticServer>>
let editor: Awaited<ReturnType<typeof signedIn>>
let contributor: Awaited<ReturnType<typeof signedIn>>

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl })
  magazine = await fillSmallMagazine(stack, 16)
  s3 = await startS3Server(await mkdtemp(join(tmpdir(), 'mantel-preview-')))
  // Nothing but what is due wakes it.
  site = await startSitePublisher(stack, siteUrl, {
    delivery: { bucket: s3.settings(), purge: null, encoding: null },
    pollMs: 60 * 60_000,
  })
  await stack.listen('publish', () => site.publisher.wake())
  editor = await signedIn(stack, 'editor')
  contributor = await signedIn(stack, 'contributor')
  const { url: supabaseUrl, publishableKey, secretKey } = stack
  const previews = new PreviewRequests({
    ...{ supabaseUrl, publishableKey, secretKey, siteUrl },
    distDir: site.dist,
    publisher: () => site.publisher,
  })
  server = await startStaticServer(site.dist, 0, null, {
    siteUrl,
    handler: (request, response) => previews.answer(request, response),
  })
})
afterAll(async () => {
  await server?.close()
  await site?.stop()
  await stack?.stop()
  await s3?.close()
})

const articles = () => magazine.service.from('articles')
const written = (file: string) => readFile(join(site.dist, file), 'utf8')

async function published(): Promise<void> {
  site.publisher.wake()
  await site.publisher.idle()
}

async function add(row: object): Promise<string> {
  const { data, error } = await articles().insert(row).select('id').single()
  if (error) throw error
  return data.id as string
}

async function share(article: string): Promise<string> {
  const until = new Date(Date.now() + 14 * 24 * 60 * 60_000).toISOString()
  const { data, error } = await editor.client.rpc('create_preview_link', {
    p_article: article,
    p_until: until,
  })
  if (error) throw error
  return data as string
}

const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`, { redirect: 'manual' })

/** A page without what a preview adds to it. */
function withoutBar(html: string, token: string, storyPath: string): string {
  return html
    .replace(/<aside class="preview-bar"[\s\S]*?<\/aside>/, '')
    .replace('<meta name="robots" content="noindex, nofollow">', '')
    .replaceAll(`href="${previewPath(token)}"`, `href="${storyPath}"`)
    .replaceAll(previewPath(token, 'card'), `${storyPath.replace('/article/', '/share/')}.jpg`)
}

const withoutRobots = (html: string) => html.replace(/<meta name="robots" content="[^"]*">/, '')
/** When the text was changed: a preview says now, a later publish its own time. */
const withoutChange = (html: string) =>
  html.replace(/("dateModified":"|modified_time" content="|Updated <time datetime=")[^"]*/g, '$1')

/** Expects two pages to be the same; of others, only where they begin to differ is shown. */
function expectSame(preview: string, page: string, name: string): void {
  let at = 0
  while (at < page.length && preview[at] === page[at]) at += 1
  const part = (html: string) => html.slice(Math.max(0, at - 60), at + 120)
  expect(part(preview), name).toBe(part(page))
  expect(preview.length, name).toBe(page.length)
}

const BODIES: Record<string, object> = {
  text: {
    html: `<h2 id="one">One</h2><p>Words, <strong>bold</strong> and <a href="/about">linked</a>.</p><h2>Two</h2>
      <blockquote><p>Said.</p></blockquote><ul><li>A</li><li>B</li></ul><h2>Three</h2><ol start="3"><li>C</li></ol>
      <table><tbody><tr><th scope="row">Year</th><td>1971</td></tr></tbody></table><hr>
      <aside><p>Beside.</p></aside><p><em>The end.</em></p>`,
  },
  blocks: {
    blocks: [
      { type: 'header', data: { text: 'Blocks', level: 2 } },
      { type: 'paragraph', data: { text: 'A block.' } },
    ],
  },
  'rich text': {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'A rich text.' }] }],
  },
  interactive: { type: 'interactive', choices: [{ id: '1', text: 'One', content: 'Text one' }] },
  'mixed media': { type: 'mixed-media', sections: [{ type: 'text', content: 'Mixed' }] },
}

describe('a preview has the bytes of the page that is published a minute later, except its bar and the robots line', () => {
  /** Reads the previews of a story, its home page and its section. */
  async function previewsOf(id: string, slug: string) {
    const token = await share(id)
    const pages = new Map<string, string>()
    for (const page of ['story', 'home', 'section'] as const) {
      const response = await get(previewPath(token, page))
      expect(response.status, page).toBe(200)
      const html = await response.text()
      expect(html.match(/<aside class="preview-bar"/g), page).toHaveLength(1)
      expect(html, page).toContain('<meta name="robots" content="noindex, nofollow">')
      pages.set(page, withoutBar(html, token, `/article/${slug}`))
    }
    return pages
  }

  async function expectPublished(pages: Map<string, string>, slug: string, plain = (html: string) => html) {
    const section = (await written(`article/${slug}.html`)).match(/href="(\/[a-z-]+)\?category=/)?.[1]
    const files = { story: `article/${slug}.html`, home: 'index.html', section: `${section?.slice(1)}.html` }
    for (const [page, file] of Object.entries(files))
      expectSame(plain(pages.get(page) ?? ''), plain(withoutRobots(await written(file))), file)
  }

  test.each(Object.entries(BODIES))('a draft with a date: %s', async (name, content) => {
    const slug = `draft-${name.replace(' ', '-')}`
    const pictures = { featured_image: magazine.pictures[1], gallery: magazine.pictures }
    const dated = { status: 'draft', published_at: null, publish_at: '2026-03-03T08:00:00Z' }
    const id = await add({ ...story(magazine, 40), slug, ...pictures, ...dated, content })
    const pages = await previewsOf(id, slug)
    await must(articles().update({ status: 'published' }).eq('id', id))
    await published()
    await expectPublished(pages, slug)
  })

  test('a scheduled story, as on its day', async () => {
    const slug = 'scheduled'
    const published_at = new Date(Date.now() + 15_000).toISOString()
    const id = await add({ ...story(magazine, 41), slug, published_at, hero: true })
    const pages = await previewsOf(id, slug)
    expect(pages.get('story')).toContain(published_at)
    await expect.poll(() => written(`article/${slug}.html`).catch(() => '')).not.toBe('')
    await published()
    await expectPublished(pages, slug)
  })

  test('the changes of a published story, their tags and another address included', async () => {
    const { data: tag } = await magazine.service
      .from('tags')
      .insert({ name: 'Lamps', slug: 'lamps' })
      .select('id')
      .single()
    const [slug, next] = ['a-room-with-5-windows', 'a-room-with-lamps']
    const { data } = await articles().select('id, version').eq('slug', slug).single()
    const { id, version } = data as { id: string; version: number }
    const patch = { title: 'A room with lamps', slug: next, content: BODIES.text, tag_ids: [tag?.id] }
    const copies = magazine.service.from('article_working_copies')
    await must(copies.insert({ article_id: id, data: { patch }, base_version: version }))
    const pages = await previewsOf(id, next)
    expect(await written(`article/${slug}.html`)).not.toContain('A room with lamps')
    await must(
      editor.client.rpc('save_article', {
        p_id: id,
        p_version: version,
        p_article: patch,
        p_tags: patch.tag_ids,
        p_copy_version: 1,
      }),
    )
    await published()
    await expectPublished(pages, next, withoutChange)
  })
})

describe('a link', () => {
  let id: string
  beforeAll(async () => {
    id = await add({
      ...story(magazine, 50),
      status: 'draft',
      published_at: null,
      title: `A ${WORD} in the hall`,
      content: { html: `<p>What a ${WORD}.</p>` },
    })
  })

  test('is kept by no cache, listed by no search engine, and named to no other site', async () => {
    const token = await share(id)
    const answers = [
      await get(previewPath(token)),
      await get(previewPath(token, 'home')),
      await get(previewPath('0'.repeat(64))),
    ]
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('content-security-policy')).toBe("frame-ancestors 'self'")
    }
  })

  test('says what it shows and when it ends, and leads from the home page back to the story', async () => {
    const token = await share(id)
    const page = await (await get(previewPath(token))).text()
    expect(page).toMatch(/<b>Preview\.<\/b> This story is not published\. The link ends on \d+ \w+ \d{4}\./)
    expect(page).toContain('<meta http-equiv="content-security-policy"')
    const home = await (await get(previewPath(token, 'home'))).text()
    expect(home).toContain(`href="${previewPath(token)}"`)
    expect(home).not.toContain('href="/article/a-room-with-50-windows"')
  })

  test('that was revoked, has ended or was guessed is answered with 404, on each of its pages', async () => {
    const token = await share(id)
    await stack.sql(`update public.preview_links set revoked_at = now() where article_id = '${id}'`)
    const ended = await share(id)
    await stack.sql(
      `update public.preview_links set until = now() where article_id = '${id}' and revoked_at is null`,
    )
    const open = await share(id)
    const tokens = [
      token,
      ended,
      open.slice(1),
      `${open}0`,
      '..%2f..%2fsecret',
      '%00',
      encodeURIComponent("'"),
    ]
    for (const one of tokens) {
      for (const page of ['story', 'home', 'section', 'card'] as const) {
        const response = await get(previewPath(one, page))
        expect([response.status, (await response.text()).includes(WORD)], one).toEqual([404, false])
      }
    }
    expect((await get('/preview')).status).toBe(404)
    expect((await get(`/preview/${open}/admin`)).status).toBe(404)
    expect((await get(previewPath(open))).status).toBe(200)
  })

  test('has a social card with the title that is not published, as it is published later', async () => {
    const slug = 'with-a-card'
    const draft = { ...story(magazine, 52), slug, status: 'draft', published_at: null }
    const id = await add({ ...draft, title: 'Before', featured_image: magazine.pictures[0] })
    const token = await share(id)
    const cardOf = async () => {
      const html = await (await get(previewPath(token))).text()
      expect(html).not.toContain(`/share/${slug}.jpg`)
      const [, address = ''] = /<meta property="og:image" content="([^"]*)">/.exec(html) ?? []
      expect(address).toBe(siteUrl + previewPath(token, 'card'))
      const response = await get(new URL(address).pathname)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(response.headers.get('cache-control')).toBe('no-store')
      return Buffer.from(await response.arrayBuffer())
    }
    const before = await cardOf()
    await must(articles().update({ title: 'After' }).eq('id', id))
    const after = await cardOf()
    expect(after.equals(before)).toBe(false)
    await must(articles().update({ status: 'published' }).eq('id', id))
    await published()
    expect(after.equals(await readFile(join(site.dist, `share/${slug}.jpg`)))).toBe(true)
    const moved = await get(previewPath(token, 'card'))
    expect([moved.status, moved.headers.get('location')]).toEqual([302, `/share/${slug}.jpg`])
  })

  test('counts who opens the story, and neither the other pages nor what programs fetch', async () => {
    const token = await share(id)
    const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
    const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`http://127.0.0.1:${server.port}${path}`, {
        method,
        headers: { 'user-agent': browser, ...headers },
      })
    await ask(previewPath(token))
    await ask(previewPath(token), {}, 'HEAD')
    for (const name of ['sec-purpose', 'purpose', 'x-moz'])
      await ask(previewPath(token), { [name]: 'prefetch;prerender' })
    for (const program of [
      'Slackbot-LinkExpanding 1.0',
      'WhatsApp/2.23',
      'TelegramBot (like TwitterBot)',
      '',
    ])
      await ask(previewPath(token), { 'user-agent': program })
    await ask(previewPath(token, 'home'))
    const [link] = await stack.sql<{ openings: number }>(
      'select openings from public.preview_links order by created_at desc limit 1',
    )
    expect(link?.openings).toBe(1)
  })

  test('leads to the story itself when that is published as it is', async () => {
    const { data } = await articles().select('id').eq('slug', 'a-room-with-7-windows').single()
    const response = await get(previewPath(await share((data as { id: string }).id)))
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      '/article/a-room-with-7-windows',
    ])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('shows a picture that no page of the site names, which is not in the folder', async () => {
    const path = 'u/unseen.png'
    const file = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#773355' } })
      .png()
      .toBuffer()
    await must(magazine.service.storage.from('media').upload(path, file, { contentType: 'image/png' }))
    const row = { filename: path, original_filename: path, mime_type: 'image/png', storage_path: path }
    await must(magazine.service.from('media').insert({ ...row, size_bytes: file.length }))
    const featured_image = `${stack.url}/storage/v1/object/public/media/${path}`
    const draft = { ...story(magazine, 51), status: 'draft', published_at: null, featured_image }
    const token = await share(await add(draft))
    // A link waits a moment only for pictures that are not known yet; then the page has the original.
    const copyOutsideFolder = async () => {
      const page = await (await get(previewPath(token))).text()
      const inFolder = await listFiles(site.dist)
      const [copy = ''] = (page.match(/\/_images\/[0-9a-f]{16}-\d+\.webp/g) ?? []).filter(
        (path) => !inFolder.includes(path.slice(1)),
      )
      return copy
    }
    await expect.poll(copyOutsideFolder).not.toBe('')
    const copy = await copyOutsideFolder()
    const response = await get(copy)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(response.headers.get('cache-control')).toBe('private, max-age=600')
    expect(await listFiles(site.dist)).not.toContain(copy.slice(1))
    expect((await get(copy.replace(/\/[0-9a-f]{16}/, '/0123456789abcdef'))).status).toBe(404)
  })

  test('writes nothing of a draft: neither into the folder or the bucket, nor into what the publisher keeps', async () => {
    const token = await share(id)
    for (const page of ['story', 'home', 'section'] as const) {
      const html = await (await get(previewPath(token, page))).text()
      expect(html, page).toContain(WORD)
    }
    const card = Buffer.from(await (await get(previewPath(token, 'card'))).arrayBuffer())
    await published()
    const files = await expectNowhere(WORD)
    for (const [file, bytes] of files) expect(bytes, file).not.toBe(card.toString('latin1'))
  })
})

/** Expects the word in no file of the site, the bucket and what the publisher keeps. Returns the files of the folders. */
async function expectNowhere(word: string): Promise<Map<string, string>> {
  const data = join(dirname(site.dist), 'data')
  const contents = new Map<string, string>()
  for (const folder of [site.dist, data]) {
    const files = await listFiles(folder)
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) {
      expect(file).not.toContain(word)
      const bytes = await readFile(join(folder, file), 'latin1')
      expect(bytes.includes(word), join(folder, file)).toBe(false)
      contents.set(join(folder, file), bytes)
    }
  }
  expect((await listFiles(data)).filter((file) => file.includes('.db'))).not.toEqual([])
  const objects = await readBucket(s3.settings())
  expect(objects.size).toBeGreaterThan(20)
  for (const [key, { bytes }] of objects) {
    expect(key).not.toContain(word)
    expect(Buffer.from(bytes).includes(word), key).toBe(false)
  }
  return contents
}

test('nothing is written of the comments on a story', async () => {
  const { service, authors } = magazine
  const slug = 'commented'
  const article_id = await add({ ...story(magazine, 53), slug })
  const passage = { quote: `the ${COMMENT_WORD}`, prefix: COMMENT_WORD, suffix: COMMENT_WORD }
  const places: Place[] = [
    { kind: 'passage', passage: { ...passage, is_repeated: false } },
    { kind: 'picture', url: `/uploads/${COMMENT_WORD}.webp` },
    { kind: 'field', field: COMMENT_WORD },
    { kind: 'story' },
    { kind: 'sent-back' },
  ]
  for (const place of places) {
    const id = randomUUID()
    const thread: object = { id, article_id, ...placeColumns(place) }
    const comment = { author_id: authors[0]?.id, body: `What a ${COMMENT_WORD}` }
    await must(service.from('comment_threads').insert(thread))
    await must(service.from('comments').insert({ thread_id: id, ...comment }))
  }
  await must(articles().update({ excerpt: 'Read again' }).eq('id', article_id))
  await published()
  expect(await written(`article/${slug}.html`)).toContain('Read again')
  await expectNowhere(COMMENT_WORD)
})

describe('a text on the screen of a writer', () => {
  const ask = (token: string, body: object, path = STORY_PREVIEW_PATH) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })

  test('is drawn as the page and the social card that are published, before it is saved', async () => {
    const slug = 'on-the-screen'
    const row = { ...story(magazine, 60), content: undefined }
    const id = await add({
      ...row,
      slug,
      status: 'draft',
      published_at: null,
      publish_at: '2026-03-04T08:00:00Z',
    })
    const patch = { title: 'On the screen', content: BODIES.text }
    const text = { article: id, patch, tags: [] }
    const drawn = drawnStorySchema.parse(await (await ask(editor.token, text)).json())
    const card = drawnCardSchema.parse(await (await ask(editor.token, text, STORY_CARD_PATH)).json())
    await must(
      articles()
        .update({ ...patch, status: 'published' })
        .eq('id', id),
    )
    await published()
    const html = 'html' in drawn ? drawn.html : ''
    expectSame(withoutChange(html), withoutChange(await written(`article/${slug}.html`)), slug)
    const jpg = await readFile(join(site.dist, 'share', `${slug}.jpg`), 'base64')
    expect('jpg' in card && card.jpg === jpg).toBe(true)
  })

  test('is drawn for who may read the story, and for nobody else', async () => {
    const id = await add({ ...story(magazine, 61), status: 'draft', published_at: null })
    const viewer = await signedIn(stack, 'viewer')
    const text = { article: id, patch: { title: WORD }, tags: [] }
    for (const path of [STORY_PREVIEW_PATH, STORY_CARD_PATH]) {
      expect((await ask(contributor.token, text, path)).status).toBe(200)
      expect((await ask(viewer.token, text, path)).status).toBe(403)
      expect((await ask('no token', text, path)).status).toBe(401)
    }
    const former = await signedIn(stack, 'contributor', 'former@mantel.example')
    expect((await ask(former.token, text)).status).toBe(200)
    await stack.sql(`update public.profiles set role = 'viewer' where id = '${former.id}'`)
    expect((await ask(former.token, text)).status).toBe(403)
    await must(articles().update({ deleted_at: new Date().toISOString() }).eq('id', id))
    expect((await ask(contributor.token, text)).status).toBe(403)
    expect((await ask(editor.token, { article: id })).status).toBe(400)
  })

  test('that cannot be published is answered with the reason', async () => {
    const text = (patch: object) => ({ article: null, patch, tags: [] })
    const problemOf = async (patch: object) => {
      const drawn = drawnStorySchema.parse(await (await ask(editor.token, text(patch))).json())
      return 'problem' in drawn ? drawn.problem : null
    }
    expect(await problemOf({ title: 'New', slug: 'new-story' })).toBeNull()
    expect(await problemOf({ title: 'New', slug: 'a-room-with-7-windows' })).toBe(
      'Another story has this URL slug.',
    )
    expect(await problemOf({ title: 'x'.repeat(301), slug: 'too-long' })).not.toBeNull()
    const nested = JSON.parse('['.repeat(90) + ']'.repeat(90)) as unknown
    expect(await problemOf({ title: 'Nested', slug: 'nested', content: { html: nested } })).toBeNull()
  })
})

test('a page of a moment ahead shows stories that come out until then with the date that they will have', async () => {
  const day = new Date(Date.now() + 40 * 24 * 60 * 60_000).toISOString()
  const slug = 'in-forty-days'
  const id = await add({ ...story(magazine, 62), slug, status: 'published', published_at: day })
  const isOutNow = { published_at: new Date(Date.now() - 60_000).toISOString() }
  const ask = async (dates: object) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${PAGE_PREVIEW_PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${editor.token}` },
      body: JSON.stringify({ changes: [{ table: 'articles', id, row: isOutNow }], pathname: '/', dates }),
    })
    return drawnPageSchema.parse(await response.json()).html ?? ''
  }
  const date = `<time datetime="${day.slice(0, 10)}`
  const [withDate, without] = [await ask({ [id]: day }), await ask({})]
  for (const html of [withDate, without]) expect(html).toContain(`href="/article/${slug}"`)
  expect(withDate).toContain(date)
  expect(without).not.toContain(date)
})

test('the bar of a preview, and the quotation marks of its story, are in the language of the magazine', async () => {
  const id = '00000000-0000-4000-8000-000000000001'
  const setLanguage = async (language: string) => {
    await must(magazine.service.from('site_settings').upsert({ id, language }))
    await published()
  }
  await setLanguage('de')
  const content = { html: '<p><q>Oak</q></p>' }
  const draft = { ...story(magazine, 63), slug: 'in-german', content, status: 'draft', published_at: null }
  const html = await (await get(previewPath(await share(await add(draft))))).text()
  expect(html).toMatch(
    /aria-label="Vorschau">.*<b>Vorschau\.<\/b> Dieser Artikel ist nicht veröffentlicht\. Der Link gilt bis zum \d+\. \p{L}+ \d{4}\.<.*>Artikel<.*>Startseite</su,
  )
  expect(html).toContain('„Oak“')
  await setLanguage('en')
})
