import { readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Bucket } from '../../src/publisher/delivery/bucket.ts'
import { differences, writeSite } from '../support/delivery/delivered-site.ts'
import { STORIES, setUpDelivery, uploadedKeys } from '../support/delivery/delivery-setup.ts'
import { unpurgedKeys } from '../support/delivery/delivery-target.ts'
import { readBucket } from '../support/delivery/s3-server.ts'

const site = setUpDelivery()

/** Delivers 300 stories, then changes all of them. */
async function changeManyPages() {
  const files = await writeSite(site.folder, 300)
  const mirror = site.open()
  await mirror.syncAll()
  const pages = files.filter((file) => file.startsWith('article/'))
  for (const file of pages) await writeFile(join(site.folder, file), 'all pages are new')
  return { mirror, pages }
}

describe('a delivery', () => {
  test('makes the bucket equal to the site.folder, with content types and cache headers', async () => {
    const { uploaded } = await site.open().syncAll()
    expect(uploaded).toBe(STORIES + 12)
    expect(await differences(site.folder, site.target.bucket)).toEqual([])
  })

  test('of a publish sends its files only, and purges exactly their addresses', async () => {
    const mirror = site.open()
    await mirror.syncAll()
    site.newEvents()
    await writeFile(join(site.folder, 'index.html'), 'another home page')
    await writeFile(join(site.folder, 'article/new.html'), 'a new story')
    await writeFile(join(site.folder, 'rss.xml'), '<rss>new</rss>')
    await writeFile(join(site.folder, '_images/bb-480.avif'), 'another picture')
    await rm(join(site.folder, 'article/story-7.html'))
    const files = ['index.html', 'rss.xml', 'article/new.html', '_images/bb-480.avif', 'article/story-7.html']
    expect(await mirror.sync(files)).toMatchObject({ uploaded: 4, removed: 1, purged: 6 })

    const events = site.newEvents()
    // New files before the pages that name them, pages before what is removed.
    expect(uploadedKeys(events).slice(0, 2)).toEqual(['_images/bb-480.avif', 'article/new'])
    expect(uploadedKeys(events).slice(2).sort()).toEqual(['index.html', 'rss.xml'])
    expect(events.slice(-2)).toEqual([
      { kind: 'delete', key: 'article/story-7', bytes: 0 },
      { kind: 'purge', paths: expect.any(Array) as string[] },
    ])
    const paths = events.flatMap((event) => (event.kind === 'purge' ? event.paths : []))
    expect(paths.sort()).toEqual(
      ['/', '/index.html', '/_images/bb-480.avif', '/article/new', '/article/story-7', '/rss.xml'].sort(),
    )
    expect(events).toHaveLength(6)
    expect(await differences(site.folder, site.target.bucket)).toEqual([])
  })

  test('of many files purges as many addresses at a time as the service takes', async () => {
    const mirror = site.open()
    await mirror.syncAll()
    site.newEvents()
    const files = Array.from({ length: STORIES }, (_, n) => `article/story-${n}.html`)
    for (const file of files) await writeFile(join(site.folder, file), 'another text')
    await mirror.sync(files)
    const purges = site.newEvents().flatMap((event) => (event.kind === 'purge' ? [event.paths.length] : []))
    expect(purges.sort()).toEqual([10, 30])
  })

  test('is purged once more when readers still get what was before', async () => {
    const mirror = site.open()
    await mirror.syncAll()
    site.newEvents()
    await mirror.purgeAgain(['article/story-1.html', 'index.html'])
    expect(site.newEvents()).toEqual([{ kind: 'purge', paths: ['/article/story-1', '/', '/index.html'] }])
  })

  test('at a start with nothing changed lists the bucket and sends nothing', async () => {
    await site.open().syncAll()
    site.newEvents()
    expect(await site.open().syncAll()).toEqual({ uploaded: 0, bytes: 0, removed: 0, purged: 0 })
    expect(site.newEvents().map(({ kind }) => kind)).toEqual(['list', 'get'])
  })

  test('from another machine, or after the record was lost, uploads nothing that is there', async () => {
    await site.open().syncAll()
    site.newEvents()
    const now = new Date()
    await utimes(join(site.folder, 'about.html'), now, now)
    await writeFile(join(site.folder, 'article/story-1.html'), 'changed on the way')
    const stats = await site.open({ machine: 'other' }).syncAll()
    // What the first machine left to purge is not known.
    expect(stats).toMatchObject({ uploaded: 1, removed: 0 })
    const events = site.newEvents()
    expect(events.filter(({ kind }) => kind === 'list')).toHaveLength(1)
    expect(events.at(-1)).toEqual({ kind: 'purge all' })

    await writeFile(join(site.directory, 'other/delivery.sqlite'), 'no database')
    expect(await site.open({ machine: 'other' }).syncAll()).toMatchObject({ uploaded: 0, removed: 0 })
    expect(await differences(site.folder, site.target.bucket)).toEqual([])
  })

  test('of a publish does not wait until all other pages are delivered', async () => {
    const { mirror } = await changeManyPages()
    site.newEvents()
    const all = mirror.syncAll()
    await expect.poll(() => uploadedKeys(site.unseenEvents()).length).toBeGreaterThan(0)
    await writeFile(join(site.folder, 'index.html'), 'a new home page')
    await mirror.sync(['index.html'])
    expect(mirror.pending()).toBeGreaterThan(0)
    expect(unpurgedKeys(site.target.events)).not.toContain('index.html')
    await all
    expect(await differences(site.folder, site.target.bucket)).toEqual([])
    expect(unpurgedKeys(site.target.events)).toEqual([])
  })

  test('brings what is urgent before what was added for later, and then that', async () => {
    const { mirror, pages } = await changeManyPages()
    await writeFile(join(site.folder, 'article/new.html'), 'a new story')
    site.newEvents()
    mirror.addLater([...pages, 'article/new.html'])
    await mirror.sync(['index.html'])
    expect(uploadedKeys(site.unseenEvents()).slice(0, 2)).toEqual(['article/new', 'index.html'])
    expect(mirror.pending()).toBeGreaterThan(0)
    await mirror.syncPending()
    expect(mirror.pending()).toBe(0)
    expect(await differences(site.folder, site.target.bucket)).toEqual([])
    expect(unpurgedKeys(site.target.events)).toEqual([])
  })

  test('sends nothing while it is paused, until the next publish', async () => {
    await writeSite(site.folder, 300)
    const mirror = site.open()
    const all = mirror.syncAll()
    await expect.poll(() => uploadedKeys(site.unseenEvents()).length).toBeGreaterThan(0)
    await mirror.pause()
    const sent = uploadedKeys(site.unseenEvents()).length
    await sleep(300)
    expect(uploadedKeys(site.unseenEvents())).toHaveLength(sent)
    await writeFile(join(site.folder, 'index.html'), 'a new home page')
    await mirror.sync(['index.html'])
    await all
    expect(await differences(site.folder, site.target.bucket)).toEqual([])
  })

  test('restores what others changed in the bucket', async () => {
    await site.open().syncAll()
    const bucket = new Bucket(site.target.bucket)
    await bucket.put('article/story-1', Buffer.from('defaced'), {})
    await bucket.put('left-over', Buffer.from('of somebody'), {})
    await bucket.remove('about')
    await site.open().syncAll()
    expect(await differences(site.folder, site.target.bucket)).toEqual([])
  })

  test('stores objects again whose headers follow other rules now', async () => {
    const mirror = site.open()
    await mirror.syncAll()
    const headers = await readFile(join(site.folder, '_headers'), 'utf8')
    await writeFile(
      join(site.folder, '_headers'),
      headers.replaceAll('max-age=31536000, immutable', 'max-age=60'),
    )
    await mirror.sync(['_headers'])
    // Not all of it is awaited by a publish; what comes next finds nothing left to do.
    expect(await mirror.syncAll()).toMatchObject({ uploaded: 0, removed: 0 })
    const held = await readBucket(site.target.bucket)
    expect(held.get('_astro/serif.1a2b.woff2')?.headers['cache-control']).toBe('public, max-age=60')
  })

  test('stays within its prefix', async () => {
    await new Bucket(site.target.bucket).put('other', Buffer.from('of another site'), {})
    const bucket = { ...site.target.delivery.bucket, prefix: 'site/' }
    await site.open({ bucket }).syncAll()
    expect(await differences(site.folder, { ...site.target.bucket, prefix: 'site/' })).toEqual([])
    expect((await readBucket(site.target.bucket)).has('other')).toBe(true)
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('compresses text, not pictures, where it is asked to: %s', async (encoding, decompress) => {
    await site.open({ encoding }).syncAll()
    const held = await readBucket(site.target.bucket)
    const home = held.get('index.html')
    expect(home?.headers['content-encoding']).toBe(encoding)
    expect(decompress(home?.bytes ?? '')).toEqual(await readFile(join(site.folder, 'index.html')))
    expect(held.get('_images/aa-480.avif')?.headers).not.toHaveProperty('content-encoding')

    expect(await site.open({ encoding, machine: 'other' }).syncAll()).toMatchObject({ uploaded: 0 })
    await site.open().syncAll()
    expect(await differences(site.folder, site.target.bucket)).toEqual([])
  })
})

describe('a delivery never deletes', () => {
  test('what no delivery put into the bucket', async () => {
    await new Bucket(site.target.bucket).put('invoices.pdf', Buffer.from('important'), {})
    await expect(site.open().syncAll()).rejects.toThrow('such as invoices.pdf')
    expect([...(await readBucket(site.target.bucket)).keys()]).toEqual(['invoices.pdf'])
  })

  test('the site when the folder has none', async () => {
    await site.open().syncAll()
    const before = (await readBucket(site.target.bucket)).size
    await rm(site.folder, { recursive: true })
    await expect(site.open().syncAll()).rejects.toThrow('once it is built')
    expect((await readBucket(site.target.bucket)).size).toBe(before)
  })
})
