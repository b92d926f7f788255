import { mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Picture, pictureFiles, shareCopyPath } from '../../content/pictures/pictures.ts'
import { shortenTimeouts } from '../../../tests/support/shorten-timeouts.ts'
import '../../../tests/support/publisher/soon-copied.ts'
import { NO_RIGHTS, rightsXmp } from '../../domain/media/media-rights.ts'
import { OverTimeError } from '../../node/worker-process.ts'
import { PictureCopier } from './copy.ts'
import { PictureStore } from './store.ts'

const FOLDER = '/storage/v1/object/public/media/'
const files: Record<string, Uint8Array> = {}
let server: Server
/** The address of the media bucket. */
let base: string
let storage: Options['storage']
let status = 200
let isSilent = false

beforeAll(async () => {
  server = createServer((request, response) => {
    if (isSilent) return
    const { url: path = '', headers } = request
    const key = headers.apikey?.toString()
    asked.push({ path, key })
    const name = path.startsWith(FOLDER) ? path.slice(FOLDER.length) : ''
    const target = name.match(/^redirect\/(.+)/)?.[1]
    if (target !== undefined) return void response.writeHead(302, { location: FOLDER + target }).end()
    const file = withheld.has(name) && key !== SECRET ? undefined : files[name]
    response.writeHead(file ? status : 404).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const supabaseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  storage = { supabaseUrl, secretKey: SECRET }
  base = supabaseUrl + FOLDER.slice(0, -1)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1d5548' } })

type Options = Parameters<typeof PictureStore.open>[2]

/** The files that readers do not get. */
const withheld = new Set<string>()
/** What was asked of the server: with the secret key or without. */
const asked: { path: string; key: string | undefined }[] = []
const SECRET = 'sb_secret_x'

/**
 * Opens a store, in a folder of its own unless one is given, that makes copies only where a test asks for them; stops it at
 * the end of the test.
 */
async function openStore(options: Partial<Options> = {}, openedFolder?: string) {
  const reports: string[] = []
  const folder = openedFolder ?? (await mkdtemp(join(tmpdir(), 'mantel-pictures-')))
  const store = await PictureStore.open(folder, (line) => reports.push(line), {
    storage,
    copiesLater: true,
    ...options,
  })
  onTestFinished(() => store.stop())
  return { store, reports, folder }
}

const withoutXmp = (urls: Iterable<string>) => Array.from(urls, (url) => [url, null] as const)

test('makes every copy of a known picture', async () => {
  files['plain.png'] = await draw(900, 600).png().toBuffer()
  files['tall.png'] = await draw(245, 6_000).png().toBuffer()
  const { store } = await openStore({ copiesLater: false })
  await store.ensure(withoutXmp([`${base}/plain.png`, `${base}/tall.png`]))
  expect(store.index.size).toBe(2)
  for (const picture of store.index.values()) {
    for (const file of pictureFiles(picture)) expect((await store.readCopy(file)).length).toBeGreaterThan(0)
  }
})

test.each(['gif', 'webp'] as const)('a picture that moves moves in its copies: %s', async (format) => {
  const frames = await Promise.all(
    ['red', 'green', 'blue'].map((background) =>
      sharp({ create: { width: 900, height: 600, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const joined = sharp(frames, { join: { animated: true } })
  files[`moving.${format}`] = await joined[format]({ delay: [80, 90, 100] }).toBuffer()
  const { store } = await openStore()
  await store.ensure(withoutXmp([`${base}/moving.${format}`]))
  const picture = store.index.get(`${base}/moving.${format}`) ?? { key: '', width: 0, height: 0 }
  expect(picture).toMatchObject({ width: 900, height: 600, isAnimated: true })
  const copies = pictureFiles(picture)
  expect(copies.map((file) => file.split('.')[1])).toEqual(['webp', 'webp', 'webp', 'jpg', 'jpg'])
  const [small = '', share = ''] = [copies[0], copies[3]]
  expect(await sharp(await store.readCopy(small), { animated: true }).metadata()).toMatchObject({
    width: 480,
    pageHeight: 320,
    pages: 3,
    delay: [80, 90, 100],
  })
  expect(await sharp(await store.readCopy(share)).metadata()).toMatchObject({ width: 1200, height: 630 })
})

test.each([
  ['avif', { quality: 54, effort: 0 }],
  ['webp', { quality: 76, effort: 1 }],
] as const)('copies are a fifth smaller than the first version’s, and as good: %s', async (format, first) => {
  const original = await readFile(
    join(import.meta.dirname, '../../../supabase/seed/media/living-room-2.webp'),
  )
  files['room.webp'] = original
  const { store } = await openStore()
  await store.ensure(withoutXmp([`${base}/room.webp`]))
  const { key } = store.index.get(`${base}/room.webp`) ?? { key: '' }
  const resized = await sharp(original).resize({ width: 800 }).png().toBuffer()
  const before = await sharp(resized)[format](first).toBuffer()
  const now = await store.readCopy(`${key}-800.${format}`)
  expect(now.length).toBeLessThan(0.8 * before.length)
  expect(await error(now, resized)).toBeLessThan(1.02 * (await error(before, resized)))
})

/** The mean squared difference of two pictures. */
async function error(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [pixels, others] = await Promise.all(
    [one, other].map((picture) => sharp(picture).removeAlpha().raw().toBuffer()),
  )
  if (!pixels || pixels.length !== others?.length) throw new Error('pictures of two sizes')
  return pixels.reduce((sum, part, index) => sum + (part - (others[index] ?? 0)) ** 2, 0) / pixels.length
}

test('an animated picture in a format whose copies would not be animated is linked as it is', async () => {
  const png = await draw(90, 60).png().toBuffer()
  const frames = (count: number) =>
    Buffer.from([0, 0, 0, 8, ...Buffer.from('acTL'), 0, 0, 0, count, 0, 0, 0, 0, 0, 0, 0, 0])
  const afterHeader = 33
  const animated = (count: number) =>
    Buffer.concat([png.subarray(0, afterHeader), frames(count), png.subarray(afterHeader)])
  const avif = await draw(90, 60).avif().toBuffer()
  files['moving.png'] = animated(2)
  files['one-frame.png'] = animated(1)
  files['moving.avif'] = Buffer.concat([avif.subarray(0, 8), Buffer.from('avis'), avif.subarray(12)])
  files['still.avif'] = avif
  const { store, reports } = await openStore()
  const names = ['moving.png', 'one-frame.png', 'moving.avif', 'still.avif']
  await store.ensure(withoutXmp(names.map((name) => `${base}/${name}`)))
  expect([...store.index.keys()].toSorted()).toEqual([`${base}/one-frame.png`, `${base}/still.avif`])
  expect(reports.filter((line) => line.includes('moves, and its copies would stand still'))).toHaveLength(2)
})

test('knows the most frequent colour of a picture, but none where one sees through it', async () => {
  const colours = { 'green.png': '#1d5548', 'grey.png': '#808080', 'glass.png': undefined }
  const background = { r: 29, g: 85, b: 72, alpha: 0.5 }
  files['green.png'] = await draw(900, 600).png().toBuffer()
  files['grey.png'] = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#808080' } })
    .toColourspace('b-w')
    .png()
    .toBuffer()
  files['glass.png'] = await sharp({ create: { width: 90, height: 60, channels: 4, background } })
    .png()
    .toBuffer()
  const { store } = await openStore()
  await store.ensure(withoutXmp(Object.keys(colours).map((name) => `${base}/${name}`)))
  for (const [name, wanted] of Object.entries(colours)) {
    const found = store.index.get(`${base}/${name}`)
    expect(found, name).toBeDefined()
    if (wanted === undefined) expect(found).not.toHaveProperty('colour')
    else expect(distance(found?.colour ?? '', wanted), name).toBeLessThan(16)
  }
})

/** The largest difference of two colours in one of their parts. */
function distance(one: string, other: string): number {
  const parts = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return Math.max(...parts(one).map((part, index) => Math.abs(part - (parts(other)[index] ?? 0))))
}

test.each([false, true])(
  'skips a picture that cannot be copied, so that its page is still published: copies later %s',
  async (copiesLater) => {
    files['too-tall.png'] = await draw(450, 17_000).png().toBuffer()
    files['line.png'] = await draw(20_000, 1).png().toBuffer()
    files['cut.avif'] = (await draw(900, 600).avif().toBuffer()).subarray(0, -40)
    files['text.png'] = Buffer.from('not a picture')
    const { store, reports } = await openStore({ copiesLater })
    const names = ['too-tall.png', 'line.png', 'cut.avif', 'text.png', 'absent.png']
    await store.ensure(withoutXmp(names.map((name) => `${base}/${name}`)))
    expect([...store.index.keys()]).toEqual([])
    expect(reports).toHaveLength(5)
  },
)

test('knows a picture before its copies when they may follow, and makes each of them once', async () => {
  files['first.png'] = await draw(600, 400).png().toBuffer()
  const { store, folder } = await openStore()
  await store.ensure(withoutXmp([`${base}/first.png`]))
  const picture = store.index.get(`${base}/first.png`) ?? { key: '', width: 0, height: 0 }
  const copies = pictureFiles(picture)
  expect(copies.filter((file) => store.hasCopy(file))).toEqual([])

  const [, , wide = ''] = copies
  const [made] = await Promise.all([
    store.copyNamed(picture.key, [wide], 'high'),
    store.copyNamed(picture.key, [wide], 'high'),
    store.copyNamed(picture.key, copies, 'low'),
  ])
  expect(made).toBe(true)
  expect(copies.filter((file) => store.hasCopy(file))).toEqual(copies)
  const written = await stat(join(folder, wide))
  await store.copyNamed(picture.key, [wide], 'low')
  expect((await stat(join(folder, wide))).ino).toBe(written.ino)
})

test('removes the old files of pictures that are no longer asked for, and what a crash left', async () => {
  const names = ['kept.png', 'dropped.png', 'recent.png']
  for (const [n, name] of names.entries())
    files[name] = await draw(300 + n, 200)
      .png()
      .toBuffer()
  const { store, folder } = await openStore({ copiesLater: false })
  const [kept = '', ...others] = names.map((name) => `${base}/${name}`)
  await store.ensure(withoutXmp([kept, ...others]))
  store.stop()
  const keys = names.map((name) => store.index.get(`${base}/${name}`)?.key ?? '')
  await writeFile(join(folder, 'crash.tmp'), 'half')
  const monthsAgo = new Date(Date.now() - 60 * 24 * 60 * 60_000)
  for (const file of await readdir(folder)) {
    if (!file.startsWith(keys[2] ?? '')) await utimes(join(folder, file), monthsAgo, monthsAgo)
  }

  const { store: next } = await openStore({}, folder)
  await next.ensure(withoutXmp([kept]))
  await next.removeUnused()
  const left = await readdir(folder)
  expect(new Set(left.map((file) => file.slice(0, 16)))).toEqual(new Set([keys[0], keys[2], 'known.json']))
  await next.ensure(withoutXmp(others))
  for (const picture of next.index.values()) {
    for (const file of pictureFiles(picture)) expect((await next.readCopy(file)).length).toBeGreaterThan(0)
  }
  expect(next.index.size).toBe(3)
})

test('refuses a picture whose other copies cannot be made, but not for a passing reason', async () => {
  files['broken.png'] = await draw(900, 600).png().toBuffer()
  let changes = 0
  const { store, folder, reports } = await openStore({ onChange: () => (changes += 1) })
  const url = `${base}/broken.png`
  await store.ensure(withoutXmp([url]))
  const { key } = store.index.get(url) ?? { key: '' }
  const copy = [`${key}-800.avif`]

  await rm(join(folder, key))
  status = 500
  await expect(store.copyNamed(key, copy, 'low')).rejects.toThrow('answered 500')
  expect([store.index.has(url), changes]).toEqual([true, 0])
  status = 200

  await writeFile(join(folder, key), 'not a picture')
  expect(await store.copyNamed(key, copy, 'low')).toBe(false)
  expect([store.index.has(url), changes]).toEqual([false, 1])
  expect(store.refused()).toMatchObject([{ entity: 'picture', id: url }])
  expect(reports).toHaveLength(1)
  expect(await store.copyNamed(key, copy, 'high')).toBe(false)
  const { store: next } = await openStore({}, folder)
  expect([next.index.has(url), next.refused()]).toEqual([false, []])
  await next.ensure(withoutXmp([url]))
  expect(next.refused()).toHaveLength(1)
})

test.each(['high', 'low'] as const)(
  'fetches a lost original again to make copies of it, with %s priority',
  async (priority) => {
    files['lost.png'] = await draw(600, 400).png().toBuffer()
    const { store, folder } = await openStore()
    await store.ensure(withoutXmp([`${base}/lost.png`]))
    const { key } = store.index.get(`${base}/lost.png`) ?? { key: '' }
    await rm(join(folder, key))
    expect(await store.copyNamed(key, [`${key}-480.avif`], priority)).toBe(true)
    expect(store.hasCopy(`${key}-480.avif`)).toBe(true)
  },
)

test('keeps the original of a known picture when the same file at another address cannot be read', async () => {
  files['twice.png'] = await draw(300, 200).png().toBuffer()
  const [known, other] = [`${base}/twice.png`, `${base}/twice.png#other`]
  const { store, folder } = await openStore()
  await store.ensure(withoutXmp([known]))
  const measuring = vi
    .spyOn(PictureCopier.prototype, 'measure')
    .mockRejectedValue(new OverTimeError('takes more than 60 s'))
  onTestFinished(() => void measuring.mockRestore())
  await store.ensure(withoutXmp([other]))
  expect(store.refused().map(({ id }) => id)).toEqual([other])
  expect(await readdir(folder)).toContain(store.index.get(known)?.key)
})

test('follows no redirect, which could lead to any address', async () => {
  files['elsewhere.png'] = await draw(300, 200).png().toBuffer()
  const { store, reports } = await openStore()
  const url = `${base}/redirect/elsewhere.png`
  await store.ensure(withoutXmp([url]))
  expect([...store.index.keys(), ...store.failedFetches.keys()]).toEqual([])
  expect(reports).toEqual([`picture ${url} answered 302; its original is linked instead`])
  await expect(store.proposeFocus(url)).rejects.toThrow('answered 302')
})

/** A PNG whose header names this number of pixels. */
function withSize(png: Buffer, width: number, height: number): Buffer {
  const [typeAt, widthAt, heightAt, checksumAt] = [12, 16, 20, 29]
  png.writeUInt32BE(width, widthAt)
  png.writeUInt32BE(height, heightAt)
  png.writeUInt32BE(crc32(png.subarray(typeAt, checksumAt)), checksumAt)
  return png
}

test('judges pictures by their bytes and pixels, never by their name, and does not try them again', async () => {
  // Minutes of work, were it drawn.
  const filters = '<filter id="f">' + '<feTurbulence numOctaves="99"/>'.repeat(99) + '</filter>'
  files['drawing.png'] = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000">${filters}<rect width="9000" height="9000" filter="url(#f)"/></svg>`,
  )
  files['huge.png'] = withSize(await draw(30, 20).png().toBuffer(), 12_000, 12_000)
  files['photo.svg'] = await draw(300, 200).jpeg().toBuffer()
  const { store, folder, reports } = await openStore()
  await store.ensure(withoutXmp(['drawing.png', 'huge.png', 'photo.svg'].map((name) => `${base}/${name}`)))
  expect([...store.index.keys()]).toEqual([`${base}/photo.svg`])
  const refused = [
    {
      entity: 'picture',
      id: `${base}/drawing.png`,
      reason: 'is no JPEG, PNG, WebP, AVIF, GIF or TIFF picture',
    },
    { entity: 'picture', id: `${base}/huge.png`, reason: 'has more than 120 million pixels' },
  ]
  expect(store.refused()).toEqual(refused)

  const { store: next, reports: later } = await openStore({}, folder)
  await next.ensure(withoutXmp(refused.map(({ id }) => id)))
  expect(next.refused()).toEqual(refused)
  expect([reports.length, later]).toEqual([2, []])
})

test('a picture that took too long is tried again after an hour, and by the next publisher', async () => {
  files['heavy.png'] = await draw(300, 200).png().toBuffer()
  const url = `${base}/heavy.png`
  const measuring = vi
    .spyOn(PictureCopier.prototype, 'measure')
    .mockRejectedValue(new OverTimeError('takes more than 60 s'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { store, folder } = await openStore()
  await store.ensure(withoutXmp([url]))
  expect(store.refused()).toEqual([{ entity: 'picture', id: url, reason: 'takes more than 60 s' }])
  measuring.mockRestore()

  const { store: next } = await openStore({}, folder)
  await next.ensure(withoutXmp([url]))
  expect([[...next.index.keys()], next.refused()]).toEqual([[url], []])

  await store.ensure([...store.failedFetches])
  expect([...store.index.keys()]).toEqual([])
  vi.advanceTimersByTime(60 * 60_000)
  vi.useRealTimers()
  await store.ensure([...store.failedFetches])
  expect([[...store.index.keys()], store.refused()]).toEqual([[url], []])
})

test('a picture that an earlier version refused for the time it took is tried again', async () => {
  files['patient.png'] = await draw(300, 200).png().toBuffer()
  const url = `${base}/patient.png`
  const { store, folder } = await openStore()
  await store.ensure([])
  const refused = [[url, 'takes more than 30 s']]
  await writeFile(join(folder, 'known.json'), JSON.stringify({ version: 3, pictures: [], refused }))
  const { store: next } = await openStore({}, folder)
  await next.ensure(withoutXmp([url]))
  expect([[...next.index.keys()], next.refused()]).toEqual([[url], []])
})

test('does not wait for a picture once it is too late, and says when it is known', async () => {
  files['slow.png'] = await draw(2_000, 2_000).png().toBuffer()
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const onChange = vi.fn(resolve)
  const { store } = await openStore({ onChange })
  const tooLate = new AbortController()
  const waiting = store.ensureUntil(tooLate.signal, withoutXmp([`${base}/slow.png`]))
  tooLate.abort()
  await waiting
  expect(store.index.size).toBe(0)
  expect(await store.lateDecided()).toBe(true)
  await late
  expect(store.index.size).toBe(1)
  expect(await store.lateDecided()).toBe(false)
  await store.ensureUntil(tooLate.signal, withoutXmp([`${base}/slow.png`]))
  expect(onChange).toHaveBeenCalledOnce()
})

test('measures a file at two addresses once, and refuses both for the same reason', async () => {
  files['bomb.png'] = await draw(20_000, 1).png().toBuffer()
  const { store } = await openStore()
  const urls = [1, 2, 3].map((n) => `${base}/bomb.png#${n}`)
  await store.ensure(withoutXmp(urls))
  expect(store.refused()).toEqual(
    urls.map((id) => ({ entity: 'picture', id, reason: 'is too long and thin (20000 × 1)' })),
  )
})

test('retries a picture that the storage failed to give', async () => {
  files['later.png'] = await draw(300, 200).png().toBuffer()
  const { store } = await openStore()
  const urls = [`${base}/later.png`, `${base}/absent.png`]
  status = 503
  await store.ensure(withoutXmp(urls))
  status = 200
  expect([...store.failedFetches.keys()]).toEqual(urls.slice(0, 1))
  await store.ensure(store.failedFetches)
  expect([[...store.index.keys()], [...store.failedFetches.keys()]]).toEqual([urls.slice(0, 1), []])
})

test('aborts a fetch that takes longer than 20 seconds, and retries it later', async () => {
  files['late.png'] = await draw(40, 40).png().toBuffer()
  const { store, reports } = await openStore()
  const url = `${base}/late.png`
  const asked = shortenTimeouts()
  isSilent = true
  await store.ensure(withoutXmp([url])).finally(() => (isSilent = false))
  expect(asked).toEqual([20_000])
  expect([[...store.failedFetches.keys()], [...store.index.keys()]]).toEqual([[url], []])
  expect(reports).toEqual([expect.stringContaining('timeout')])
  vi.restoreAllMocks()
  await store.ensure(withoutXmp([url]))
  expect([[...store.failedFetches.keys()], [...store.index.keys()]]).toEqual([[], [url]])
})

test('remembers known pictures when the store is opened again', async () => {
  files['again.png'] = await draw(300, 200).png().toBuffer()
  const { store, folder } = await openStore()
  await store.ensure(withoutXmp([`${base}/again.png`]))
  const { store: next } = await openStore({}, folder)
  expect([...next.index]).toEqual([...store.index])
})

test('knows the colours of a picture, and reads them again where an earlier version did not', async () => {
  const half = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#e26e5a' } })
    .png()
    .toBuffer()
  const image = sharp({ create: { width: 300, height: 400, channels: 3, background: '#408080' } })
  files['room.png'] = await image
    .composite([{ input: half, gravity: 'north' }])
    .png()
    .toBuffer()
  files['grey.png'] = await draw(300, 200).greyscale().png().toBuffer()
  files['clear.png'] = await sharp({
    create: { width: 300, height: 200, channels: 4, background: { r: 64, g: 128, b: 128, alpha: 0 } },
  })
    .png()
    .toBuffer()
  const urls = ['room.png', 'grey.png', 'clear.png'].map((name) => `${base}/${name}`)
  const coloursIn = ({ index }: PictureStore) => urls.map((url) => index.get(url)?.colours)
  const { store, folder } = await openStore()
  await store.ensure(withoutXmp(urls))
  expect(coloursIn(store)).toEqual([['#408080', expect.stringMatching(/^#e[12]6e5[9ab]$/)], [], []])

  const list = join(folder, 'known.json')
  const stored = await readFile(list, 'utf8')
  // The first versions stored none, the next ones the means of two parts of a picture, or null for a grey one.
  for (const earlier of ['', ',"colours":{"ground":"#b08060","accent":"#e26e5a"}', ',"colours":null']) {
    await writeFile(list, stored.replaceAll(/,"colours":\[[^\]]*\]/g, earlier))
    const { store: next } = await openStore({}, folder)
    expect(coloursIn(next)).toEqual([undefined, undefined, undefined])
    await next.ensure(withoutXmp(urls))
    expect(coloursIn(next)).toEqual(coloursIn(store))
  }
})

test('forgets a picture that nothing asks for any more, and fetches it again when something does', async () => {
  for (const name of ['kept.png', 'gone.png', 'new.png']) files[name] = await draw(300, 200).png().toBuffer()
  files['gone.txt'] = Buffer.from('not a picture')
  const [kept = '', gone = '', broken = '', added = ''] = ['kept.png', 'gone.png', 'gone.txt', 'new.png'].map(
    (name) => `${base}/${name}`,
  )
  const { store: first, folder } = await openStore()
  await first.ensure(withoutXmp([kept, gone, broken]))
  const { store: second } = await openStore({}, folder)
  await second.ensure(withoutXmp([kept, added]))
  // Pages that name it may not be written again yet.
  expect(second.index.has(gone)).toBe(true)

  const { store: third, reports } = await openStore({}, folder)
  expect([...third.index.keys()]).toEqual([kept, added])
  await third.ensure(withoutXmp([kept, gone, broken]))
  expect([...third.index.keys()]).toEqual([kept, added, gone])
  expect(reports).toEqual([expect.stringContaining(broken)])
})

/** White, with a red square in the corner that `left` and `top` name. */
async function corner(width: number, height: number, left: number, top: number): Promise<Buffer> {
  const red = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#e00000' } })
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite([{ input: red, left, top }])
    .png()
    .toBuffer()
}

test('crops the share copy around the focus', async () => {
  files['corner.png'] = await corner(600, 1200, 500, 1100)
  const { store } = await openStore()
  await store.ensure(withoutXmp([`${base}/corner.png`]))
  const { key } = store.index.get(`${base}/corner.png`) ?? { key: '' }
  const share = async (focus: Picture['focus']) => {
    const file = shareCopyPath({ key, focus })?.slice('/_images/'.length) ?? ''
    const image = sharp(await store.readCopy(file))
    expect(await image.metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
    const [red, green] = (await image.stats()).channels
    return Math.round((red?.mean ?? 0) - (green?.mean ?? 0))
  }
  expect(await share([90, 95])).toBeGreaterThan(0)
  expect(await share([90, 10])).toBe(0)
  // Without a focus, in the middle.
  expect(await share(null)).toBe(0)
})

test('proposes as focus what draws the eye, as the camera held the picture', async () => {
  files['lower-right.png'] = await corner(600, 900, 480, 720)
  files['turned.jpg'] = await sharp(await corner(600, 900, 480, 720))
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { store } = await openStore()
  const [x, y] = await store.proposeFocus(`${base}/lower-right.png`)
  expect(Math.abs(x - 85)).toBeLessThan(12)
  expect(Math.abs(y - 83)).toBeLessThan(12)
  // Turned clockwise: what was at the bottom is at the left.
  const [turnedX, turnedY] = await store.proposeFocus(`${base}/turned.jpg`)
  expect(Math.abs(turnedX - 17)).toBeLessThan(12)
  expect(Math.abs(turnedY - 85)).toBeLessThan(12)
  expect([...store.index.keys()]).toEqual([])
  await expect(store.proposeFocus(`${base}/text.png`)).rejects.toThrow()
})

test('another XMP makes another picture of the same file, without fetching it again', async () => {
  files['credited.jpg'] = await draw(300, 200)
    .withExif({ IFD0: { Copyright: 'Somebody' } })
    .jpeg()
    .toBuffer()
  const url = `${base}/credited.jpg`
  const { store, folder } = await openStore()
  const xmpOf = (credit: string) => rightsXmp({ ...NO_RIGHTS, credit })
  const copies = async () => {
    const picture = store.index.get(url)
    const names = picture === undefined ? [] : pictureFiles(picture)
    const metadata = await Promise.all(
      names.map(async (name) => sharp(await store.readCopy(name)).metadata()),
    )
    expect(metadata.map(({ exif }) => exif)).toEqual(names.map(() => undefined))
    return {
      key: picture?.key,
      xmp: metadata.map(({ xmpAsString }) => /Credit>([^<]*)</.exec(xmpAsString ?? '')?.[1]),
    }
  }
  await store.ensure([[url, xmpOf('A')]])
  const first = await copies()
  delete files['credited.jpg']
  await store.ensure([[url, xmpOf('B')]])
  const second = await copies()
  expect(second.key).not.toBe(first.key)
  expect([new Set(first.xmp), new Set(second.xmp)]).toEqual([new Set(['A']), new Set(['B'])])
  // What was known with which XMP is kept.
  store.stop()
  const { store: again } = await openStore({}, folder)
  await again.ensure([[url, xmpOf('B')]])
  expect(again.index.get(url)?.key).toBe(second.key)
  await again.ensure([[url, xmpOf('A')]])
  expect(again.index.get(url)?.key).toBe(first.key)
})

test('a copy ahead of a page leaves the XMP that a page asked for', async () => {
  files['ahead.jpg'] = await draw(300, 200).jpeg().toBuffer()
  const url = `${base}/ahead.jpg`
  const { store } = await openStore()
  const xmpOf = (credit: string) => rightsXmp({ ...NO_RIGHTS, credit })
  await store.copyAll([url, xmpOf('before it was used')])
  await store.copyAll([url, xmpOf('A')])
  const ahead = store.index.get(url)?.key
  await store.ensure([[url, xmpOf('A')]])
  expect(store.index.get(url)?.key).toBe(ahead)
  await store.ensure([[url, xmpOf('B')]])
  const shown = store.index.get(url)?.key
  await store.copyAll([url, xmpOf('A')])
  expect([ahead === shown, store.index.get(url)?.key]).toEqual([false, shown])
})

test('asks for a picture as a visitor, and with the secret key only for one that visitors do not get', async () => {
  for (const name of ['open.png', 'embargoed.png']) files[name] = await draw(300, 200).png().toBuffer()
  withheld.add('embargoed.png')
  const { store } = await openStore()
  asked.length = 0
  await store.ensure(withoutXmp([`${base}/open.png?width=480#x`, `${base}/embargoed.png`]))
  expect(store.index.size).toBe(2)
  expect(asked.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
    { path: `${FOLDER}embargoed.png`, key: undefined },
    { path: `${FOLDER}embargoed.png`, key: SECRET },
    { path: `${FOLDER}open.png`, key: undefined },
  ])
})

test('asks nothing of an address that is no file of the media bucket', async () => {
  const { store } = await openStore()
  asked.length = 0
  const urls = [
    `${base}/../../../../../rest/v1/articles?select=id#.png`,
    `${base}/%2e%2e/%2e%2e/rest/v1/x.png`,
    `${base}/..\\..\\x.png`,
    `${storage.supabaseUrl}/rest/v1/rpc/erase_subscriber?x=.png`,
    'http://127.0.0.1:1/storage/v1/object/public/media/a.png',
  ]
  await store.ensure(withoutXmp(urls))
  for (const url of urls)
    await expect(store.proposeFocus(url)).rejects.toThrow('is not a file of the media library')
  expect(asked).toEqual([])
  expect([...store.failedFetches.keys()]).toEqual([])
  expect(store.refused().map(({ id }) => id)).toEqual(urls)
})
