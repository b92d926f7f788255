import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ExifReader from 'exifreader'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFiles } from '../../src/node/files.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { type SitePublisher, startSitePublisher } from '../support/publisher/site-publisher.ts'
import { readBucket, startS3Server } from '../support/delivery/s3-server.ts'
import { type SmallMagazine, fillSmallMagazine, must, story } from '../support/publisher/small-magazine.ts'

const siteUrl = 'http://localhost:4321'
const SLUG = 'a-room-with-99-windows'
/** In a copy or a page, nothing else has these words. */
const ALT = 'A field of the one colour that is licensed'
let stack: Stack
let magazine: SmallMagazine
let site: SitePublisher
let s3: Awaited<ReturnType<typeof startS3Server>>

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl })
  magazine = await fillSmallMagazine(stack, 3)
  s3 = await startS3Server(await mkdtemp(join(tmpdir(), 'mantel-rights-')))
  // Nothing but what is due wakes it.
  site = await startSitePublisher(stack, siteUrl, {
    delivery: { bucket: s3.settings(), purge: null, encoding: null },
    copyRequests: null,
    pollMs: 60 * 60_000,
  })
  await stack.listen('publish', () => site.publisher.wake())
})
afterAll(async () => {
  await site?.stop()
  await stack?.stop()
  await s3?.close()
})

const media = () => magazine.service.from('media')

/** A picture in the library that says where it was taken. Returns its URL. */
async function addPicture(path: string, columns: object): Promise<string> {
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a5cff' } })
    .withExif({
      IFD0: { Copyright: 'Somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
    })
    .jpeg()
    .toBuffer()
  expect(ExifReader.load(bytes, { expanded: true }).gps?.Latitude).toBeCloseTo(52.5, 0)
  await must(magazine.service.storage.from('media').upload(path, bytes, { contentType: 'image/jpeg' }))
  await must(
    media().insert({
      filename: path,
      original_filename: path,
      mime_type: 'image/jpeg',
      size_bytes: bytes.length,
      storage_path: path,
      alt_text: 'A hall',
      width: 900,
      height: 600,
      ...columns,
    }),
  )
  return `${stack.url}/storage/v1/object/public/media/${path}`
}

/** The files of the site by name, with the content of text files. */
async function siteFiles(): Promise<Map<string, string>> {
  const files = await listFiles(site.dist)
  const isText = (file: string) => /\.(?:html|xml|json|txt|js)$/.test(file)
  return new Map(
    await Promise.all(
      files.map(
        async (file) => [file, isText(file) ? await readFile(join(site.dist, file), 'utf8') : ''] as const,
      ),
    ),
  )
}

async function copiesNamedBy(page: string): Promise<string[]> {
  const html = await readFile(join(site.dist, page), 'utf8')
  return [...new Set(Array.from(html.matchAll(/_images\/[0-9a-f]{16}-[\w.-]+/g), ([file]) => file))]
}

async function publish(): Promise<void> {
  site.publisher.wake()
  await site.publisher.idle()
}

test('every copy has the credit, the licence and the kind of its picture, and no place', async () => {
  const rights = {
    credit: 'Ines Abril & Söhne',
    licence: 'One year, print and web',
    licence_url: 'https://pictures.example/licence?a=1&b=2',
    made_by: 'rendering',
  }
  const url = await addPicture('u/hall.jpg', rights)
  await must(
    magazine.service.from('articles').insert({
      ...story(magazine, 98),
      featured_image: url,
      gallery: [url],
      content: { html: `<img src="${url}">` },
    }),
  )
  await publish()
  const page = 'article/a-room-with-98-windows.html'
  const copies = await copiesNamedBy(page)
  const formats = new Set(copies.map((file) => file.split('.').at(-1)))
  expect(formats).toEqual(new Set(['avif', 'webp', 'jpg']))
  const own = new Set((await copiesNamedBy(page)).map((file) => file.slice(0, 24)))
  expect(own.size).toBeGreaterThan(0)
  let found = 0
  for (const file of copies) {
    const tags = ExifReader.load(await readFile(join(site.dist, file)), { expanded: true })
    expect([tags.exif, tags.gps, tags.iptc], file).toEqual([undefined, undefined, undefined])
    if (tags.xmp === undefined) continue
    found += 1
    const { Credit, creator, UsageTerms, WebStatement, DigitalSourceType } = tags.xmp
    expect(
      [Credit, creator, UsageTerms, WebStatement, DigitalSourceType].map((tag) => tag?.description),
      file,
    ).toEqual([
      rights.credit,
      rights.credit,
      rights.licence,
      rights.licence_url,
      'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCreation',
    ])
  }
  expect(found).toBeGreaterThanOrEqual(5)
  const html = await readFile(join(site.dist, page), 'utf8')
  // Once for the opening, the text and the gallery.
  expect(html.match(/Rendering[^<]*: Ines Abril (?:&amp;|&#38;|&#x26;) Söhne</g)).toEqual([
    expect.stringMatching(/^Renderings: /),
  ])
  expect(html).toContain('"creditText":"Rendering: Ines Abril')
  expect(html).toContain('"license":"https://pictures.example/licence')

  // Another credit makes other files, at other addresses.
  await must(media().update({ credit: 'Somebody else' }).eq('storage_path', 'u/hall.jpg'))
  await publish()
  const creditIn = async (file: string) =>
    ExifReader.load(await readFile(join(site.dist, file)), { expanded: true }).xmp?.Credit?.description
  // A page does not wait for copies that take long: it names them when they are made.
  await expect
    .poll(async () => {
      const credits = await Promise.all((await copiesNamedBy(page)).map(creditIn))
      return new Set(credits.filter((credit) => credit !== undefined))
    })
    .toEqual(new Set(['Somebody else']))
  const next = await copiesNamedBy(page)
  expect(copies.filter((file) => next.includes(file)).length).toBeLessThan(copies.length)
})

test('when a licence ends, the picture leaves every page, feed, card and file, and nobody has pressed anything', async () => {
  const path = 'u/licensed.jpg'
  const url = await addPicture(path, { alt_text: ALT, caption: 'A licensed hall', credit: 'Atlas' })
  const encoded = url.replace('licensed', 'l%69censed')
  await must(
    magazine.service.from('articles').insert({
      ...story(magazine, 99),
      featured: true,
      hero: true,
      featured_image: url,
      gallery: [url, encoded],
      content: {
        html: `<p>Before.</p><figure><img src="${encoded}" alt="${ALT}"><figcaption>In the text</figcaption></figure><p>After, and <a href="${url}">the plan</a>.</p>`,
      },
    }),
  )
  await must(magazine.service.from('author_profiles').update({ image_url: url }).eq('name', 'Wren Okafor'))
  await publish()
  const before = await siteFiles()
  const naming = [...before].filter(([, text]) => text.includes(ALT)).map(([file]) => file)
  expect(naming).toEqual(
    expect.arrayContaining([
      `article/${SLUG}.html`,
      'index.html',
      'rss.xml',
      'authors.html',
      'author/wren-okafor.html',
    ]),
  )
  const others = new Set(
    (
      await Promise.all(
        [
          'article/a-room-with-0-windows.html',
          'article/a-room-with-1-windows.html',
          'article/a-room-with-2-windows.html',
          'article/a-room-with-98-windows.html',
        ].map(copiesNamedBy),
      )
    ).flat(),
  )
  const ownCopies = async () =>
    (await copiesNamedBy(`article/${SLUG}.html`)).filter((file) => !others.has(file))
  // A page names copies that take long when they are made.
  await expect.poll(ownCopies).not.toEqual([])
  const own = await ownCopies()

  await expect
    .poll(async () => [...(await readBucket(s3.settings())).keys()])
    .toEqual(expect.arrayContaining(own))

  const endAt = (time: number) =>
    must(
      media()
        .update({ usable_until: new Date(time).toISOString() })
        .eq('storage_path', path),
    )
  const storyPage = () => readFile(join(site.dist, `article/${SLUG}.html`), 'utf8')
  await endAt(Date.now() + 3_600_000)
  await publish()
  expect(await storyPage()).toContain(ALT)

  // The publisher wakes by itself at the end: nobody calls it, and its next poll is in an hour.
  await endAt(Date.now() + 3_000)
  await expect.poll(storyPage).not.toContain(ALT)
  await site.publisher.idle()
  const after = await siteFiles()
  expect(
    [...after].filter(([, text]) => text.includes(ALT) || text.includes('licensed')).map(([file]) => file),
  ).toEqual([])
  for (const file of own) expect([...after.keys()], file).not.toContain(file)
  const delivered = await readBucket(s3.settings())
  for (const file of own) expect([...delivered.keys()], file).not.toContain(file)
  expect(
    [...delivered]
      .filter(([, { bytes }]) => bytes.includes(ALT) || bytes.includes('licensed'))
      .map(([key]) => key),
  ).toEqual([])
  // Nor does the storage hand out the original.
  expect((await fetch(url)).ok).toBe(false)
  const html = after.get(`article/${SLUG}.html`) ?? ''
  expect(html).toContain('Before.')
  expect(html).toContain('After, and the plan.')
  expect(html).not.toContain('In the text')
  // Its card is its title.
  expect(html).toContain(`${siteUrl}/share/${SLUG}.jpg`)

  // An extended licence brings it back.
  await must(media().update({ usable_until: null }).eq('storage_path', path))
  await publish()
  await expect.poll(ownCopies).toEqual(expect.arrayContaining(own))
  expect((await fetch(url)).ok).toBe(true)
})
