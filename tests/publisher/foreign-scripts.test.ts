import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFiles } from '../../src/node/files.ts'
import { bundleFolderOf } from '../../src/publisher/rendering/bundle.ts'
import { Publisher } from '../../src/publisher/publisher.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { removeBundle, takeBundle } from '../support/publisher/site-bundle.ts'
import { type SmallMagazine, fillSmallMagazine, must } from '../support/publisher/small-magazine.ts'
import { SITE_URL } from '../support/database/test-stack.ts'
import '../support/publisher/quick-copies.ts'

const root = resolve(import.meta.dirname, '../..')
let stack: Stack
let magazine: SmallMagazine
let folder: string
let dist: string
let site: Parameters<typeof takeBundle>[0]
let publisher: Publisher

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl: SITE_URL })
  magazine = await fillSmallMagazine(stack, 6)
  folder = await mkdtemp(join(tmpdir(), 'mantel-foreign-scripts-'))
  dist = join(folder, 'dist')
  site = { supabaseUrl: stack.url, publishableKey: stack.publishableKey, siteUrl: SITE_URL, distDir: dist }
  await takeBundle(site)
  await breakSanitizer(join(bundleFolderOf({ root, distDir: dist }), 'server/chunks'))
  publisher = await Publisher.start({
    root,
    ...site,
    secretKey: stack.secretKey,
    dataDir: join(folder, 'data'),
    copyRequests: null,
    delivery: null,
    report: () => undefined,
  })
  await publisher.firstBuild
})

afterAll(async () => {
  await publisher?.stop()
  await stack?.stop()
  await removeBundle(site)
  await rm(folder, { recursive: true, force: true })
})

/** Makes pages show the text `[[…]]` of a body as HTML, as if the cleaning of bodies let everything through. */
async function breakSanitizer(chunks: string): Promise<void> {
  const drawn = 'unescapeHTML(body.html)'
  for (const name of await readdir(chunks)) {
    const code = await readFile(join(chunks, name), 'utf8')
    if (!code.includes(drawn)) continue
    const broken = `unescapeHTML(body.html.replace(/\\[\\[(.*?)\\]\\]/gs,(_,text)=>text.replace(/&#x3C;/g,'<').replaceAll('&#x26;','&')))`
    await writeFile(join(chunks, name), code.replaceAll(drawn, broken))
    return
  }
  throw new Error(`No chunk of the bundle has ${drawn}`)
}

const page = (path: string) => readFile(join(dist, path), 'utf8')
const scriptHashesIn = (html: string) =>
  /script-src 'self'([^;]*)/.exec(html)?.[1]?.split(' ').filter(Boolean) ?? []

async function publishedPages(): Promise<Map<string, string>> {
  const files = (await listFiles(dist)).filter((file) => file.endsWith('.html'))
  return new Map(await Promise.all(files.map(async (file) => [file, await page(file)] as const)))
}

async function publish(): Promise<void> {
  publisher.wake()
  await publisher.idle()
}

test('an injection into any text of the magazine gets no hash, and every page is published', async () => {
  const before = await publishedPages()
  const known = new Set([...before.values()].flatMap(scriptHashesIn))
  const injections = [
    `</title></style><script>alert("x")</script>`,
    `"'><img src=x onerror=alert(1)>`,
    `javascript:alert(1)`,
  ]
  const { service, categories, pictures } = magazine
  const { data: story } = await service
    .from('articles')
    .select('id')
    .eq('slug', 'a-room-with-1-windows')
    .single<{ id: string }>()
  const { data: tag } = await service
    .from('tags')
    .insert({ name: 'A tag', slug: 'injected' })
    .select('id')
    .single<{ id: string }>()
  await must(service.from('article_tags').insert({ article_id: story?.id, tag_id: tag?.id }))
  await must(service.from('pages').insert({ title: 'A page', slug: 'injected', status: 'published' }))
  for (const injection of injections) {
    const short = injection.slice(0, 60)
    await must(
      service
        .from('articles')
        .update({
          title: injection,
          title_emphasis: injection,
          standfirst: injection,
          excerpt: injection,
          meta_title: short,
          meta_description: injection,
          meta_keywords: [injection],
          gallery: pictures,
          content: {
            html: `<p>${injection}</p><h2>${injection}</h2><p><a href="${injection}">x</a></p><img src="${pictures[0]}" alt="${injection}">`,
          },
        })
        .neq('slug', 'a-room-with-0-windows'),
    )
    await must(
      service
        .from('categories')
        .update({ name: injection, description: injection })
        .eq('id', categories[0]?.id),
    )
    await must(service.from('tags').update({ name: injection }).eq('slug', 'injected'))
    await must(
      service
        .from('author_profiles')
        .update({ name: injection, role: short, bio: injection })
        .eq('slug', 'ines-abril'),
    )
    await must(
      service
        .from('media')
        .update({ alt_text: injection, caption: injection, credit: short, licence: short })
        .neq('filename', ''),
    )
    await must(
      service
        .from('pages')
        .update({
          title: injection,
          excerpt: injection,
          meta_title: injection,
          meta_description: injection,
          content: { html: `<p>${injection}</p>` },
        })
        .eq('slug', 'injected'),
    )
    await must(
      service.from('site_settings').upsert({
        id: '00000000-0000-4000-8000-000000000001',
        site_name: injection,
        tagline: injection,
        social_label: injection.slice(0, 60),
      }),
    )
    await publish()
    const problems = await stack.sql('select entity, reason from publish_problems')
    expect(problems, injection).toEqual([])
    const pages = await publishedPages()
    expect(pages.get('article/a-room-with-1-windows.html'), injection).not.toBe(
      before.get('article/a-room-with-1-windows.html'),
    )
    for (const [file, html] of pages)
      expect(
        scriptHashesIn(html).filter((hash) => !known.has(hash)),
        file,
      ).toEqual([])
  }
})

test('a page with a script that is not of the code is not written: the former stays, others are published, and the report says why', async () => {
  const [first, second] = ['article/a-room-with-2-windows.html', 'article/a-room-with-3-windows.html']
  const former = await page(first)
  const update = (slug: string, html: string) =>
    must(magazine.service.from('articles').update({ content: { html } }).eq('slug', slug))
  for (const [injected, quoted] of [
    ['&lt;script>steal(document.cookie)&lt;/script>', 'steal(document.cookie)'],
    ['&lt;img src=x onerror=steal()>', 'onerror="steal()"'],
    ['&lt;a href="java&amp;#115;cript:steal()">x&lt;/a>', 'javascript:steal()'],
  ] as const) {
    await update('a-room-with-2-windows', `<p>[[${injected}]]</p>`)
    await update('a-room-with-3-windows', `<p>Beside ${quoted}.</p>`)
    await publish()
    expect(await page(first)).toBe(former)
    expect(await page(second)).toContain('Beside ')
    expect(await stack.sql('select entity, reason from publish_problems')).toEqual([
      {
        entity: 'articles',
        reason: `/article/a-room-with-2-windows: has a script that is not one of the site's: ${quoted}`,
      },
    ])
  }
  await update('a-room-with-2-windows', '<p>Mended.</p>')
  await publish()
  expect(await page(first)).toContain('Mended.')
  expect(await stack.sql('select entity from publish_problems')).toEqual([])
})
