import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DistFolder } from '../folder/dist-folder.ts'
import { PublishedCopies } from './published-copies.ts'

const KEY = 'a'.repeat(16)
const NEWER = 'b'.repeat(16)
const copies = (key: string) => [`${key}-480.avif`, `${key}-480.webp`]

/** A picture store whose copies are made when `allow` is called; `made` lists them in their order. */
function slowStore() {
  const made: string[] = []
  const gate = Promise.withResolvers<void>()
  const result = { value: true as boolean | Error }
  return {
    made,
    result,
    allow: () => gate.resolve(),
    hasCopy: (file: string) => made.includes(file),
    readCopy: async (file: string) => Buffer.from(`copy ${file}`),
    async copyNamed(_key: string, files: readonly string[], priority: 'high' | 'low') {
      if (priority === 'low') await gate.promise
      if (typeof result.value !== 'boolean') throw result.value
      if (result.value) made.push(...files.filter((file) => !made.includes(file)))
      return result.value
    },
  }
}

/** A site in a folder, with a record of the copies that its pages name. */
interface RecordedSite {
  folder: string
  pages: Map<string, string[]>
}

async function open(copiesLater: boolean, known?: RecordedSite) {
  const folder = known?.folder ?? (await mkdtemp(join(tmpdir(), 'mantel-published-copies-')))
  const pages = known?.pages ?? new Map<string, string[]>()
  const site = await DistFolder.open(join(folder, 'dist'))
  const store = slowStore()
  const reports: string[] = []
  const report = (line: string) => reports.push(line)
  const records = {
    async pictureUses(): Promise<[string, number][]> {
      const named = Map.groupBy([...pages.values()].flat(), (file) => file)
      return Array.from(named, ([file, uses]) => [file, uses.length])
    },
    async invalidateNaming(files: readonly string[]): Promise<void> {
      for (const [page, named] of pages) if (named.some((file) => files.includes(file))) pages.delete(page)
    },
  }
  const pictures = await PublishedCopies.open({ folder: site, records, store, copiesLater, report })
  return {
    site,
    store,
    reports,
    pictures,
    folder,
    pages,
    /** Writes a page that names copies. */
    async publish(page: string, files: string[]): Promise<void> {
      await pictures.addFor(files)
      await site.write(page, 'page')
      pictures.replace(pages.get(page) ?? [], files)
      pages.set(page, files)
      await pictures.removeUnused()
      pictures.copyMissing()
    },
    async images(): Promise<string[]> {
      const files = await site.files()
      return files
        .filter((file) => file.startsWith('_images/'))
        .map((file) => file.slice(8))
        .sort()
    },
  }
}

test('a page is written only after its copies when something else serves the folder', async () => {
  const { pictures, images } = await open(false)
  await pictures.addFor(copies(KEY))
  expect(await images()).toEqual(copies(KEY))
})

test('copies follow their page in the background, quick ones and the last build’s first', async () => {
  const { store, pictures, publish, images, reports } = await open(true)
  const other = 'c'.repeat(16)
  await publish('old.html', [...copies(KEY), ...copies(other)])
  await publish('new.html', copies(NEWER))
  expect(await images()).toEqual([])
  store.allow()
  expect(await pictures.idle()).toBe(true)
  expect(await images()).toEqual([...copies(KEY), ...copies(NEWER), ...copies(other)])
  // The first was begun before the second build.
  const made = (ending: string) => [KEY, NEWER, other].map((key) => `${key}-480.${ending}`)
  expect(store.made).toEqual([...made('webp'), ...made('avif')])
  expect(await pictures.idle()).toBe(false)
  expect(reports).toEqual(['copying pictures 3/3', 'copying pictures to smaller files 3/3'])
})

test('the widths that most screens ask for come first, in each format', async () => {
  const { store, pictures, publish, reports } = await open(true)
  const other = 'c'.repeat(16)
  const files = [KEY, other].flatMap((key) => [
    `${key}-2000.avif`,
    `${key}-1200.avif`,
    `${key}-2000.webp`,
    `${key}-1200.webp`,
    `${key}-share-50-50.jpg`,
  ])
  await publish('a.html', files)
  expect(pictures.left).toBe(files.length)
  store.allow()
  await pictures.idle()
  expect(pictures.left).toBe(0)
  const both = (...endings: string[]) => [KEY, other].flatMap((key) => endings.map((end) => `${key}-${end}`))
  expect(store.made).toEqual([
    ...both('1200.webp', 'share-50-50.jpg'),
    ...both('2000.webp'),
    ...both('1200.avif'),
    ...both('2000.avif'),
  ])
  expect(reports).toEqual([
    'copying pictures 2/2',
    'copying pictures for large screens 2/2',
    'copying pictures to smaller files 2/2',
    'copying pictures for large screens to smaller files 2/2',
  ])
})

test('a copy that is asked for is made at once, and only when a page names it', async () => {
  const { pictures, publish, images, folder } = await open(true)
  await publish('a.html', copies(KEY))
  expect(await pictures.copyNow(`${KEY}-480.webp`)).toBe(`${KEY}-480.webp`)
  expect(await images()).toEqual([`${KEY}-480.webp`])
  expect(await readFile(join(folder, `dist/_images/${KEY}-480.webp`), 'utf8')).toBe(`copy ${KEY}-480.webp`)
  expect(await pictures.copyNow(`${KEY}-481.webp`)).toBeNull()
})

test('the WebP copy is shown in place of an AVIF copy until that is made', async () => {
  const { store, pictures, publish, images } = await open(true)
  await publish('a.html', copies(KEY))
  expect(await pictures.copyNow(`${KEY}-480.avif`)).toBe(`${KEY}-480.webp`)
  expect(await images()).toEqual([`${KEY}-480.webp`])
  store.allow()
  await pictures.idle()
  expect(await pictures.copyNow(`${KEY}-480.avif`)).toBe(`${KEY}-480.avif`)
  expect(await images()).toEqual(copies(KEY))
})

test('copies that a killed process did not make follow in the next, and their pages stay', async () => {
  const killed = await open(true)
  await killed.publish('a.html', copies(KEY))
  const { pages, store, pictures, images } = await open(true, killed)
  expect([...pages.keys()]).toEqual(['a.html'])
  expect(await pictures.copyNow(`${KEY}-480.webp`)).toBe(`${KEY}-480.webp`)
  store.allow()
  pictures.copyMissing()
  await pictures.idle()
  expect(await images()).toEqual(copies(KEY))
})

test('pages without their copies are rendered again when something else serves the folder', async () => {
  const killed = await open(true)
  await killed.publish('a.html', copies(KEY))
  await killed.publish('b.html', [])
  const { pages } = await open(false, killed)
  expect([...pages.keys()]).toEqual(['b.html'])
})

test('a copy whose last page is removed while it is made leaves no file', async () => {
  const { store, pictures, publish, images } = await open(true)
  await publish('a.html', copies(KEY))
  await publish('a.html', [])
  store.allow()
  await pictures.idle()
  expect(await images()).toEqual([])
})

test('a picture that cannot be copied holds up no other', async () => {
  const { store, pictures, publish, images } = await open(true)
  store.result.value = false
  await publish('a.html', copies(KEY))
  expect(await pictures.copyNow(`${KEY}-480.avif`)).toBeNull()
  store.allow()
  await pictures.idle()
  store.result.value = true
  await publish('b.html', copies(NEWER))
  await pictures.idle()
  expect(await images()).toEqual(copies(NEWER))
})

test('what failed for a passing reason is tried again with the next build, or after a while', async () => {
  const { store, pictures, publish, images, reports } = await open(true)
  store.allow()
  store.result.value = new Error('The disk is full')
  await publish('a.html', copies(KEY))
  await expect(pictures.copyNow(`${KEY}-480.avif`)).rejects.toThrow('The disk is full')
  await expect(pictures.idle()).rejects.toThrow('The disk is full')
  expect(reports).toEqual(['pictures cannot be copied, it is tried again: The disk is full'])
  store.result.value = true
  await publish('b.html', [])
  await pictures.idle()
  expect(await images()).toEqual(copies(KEY))
})
