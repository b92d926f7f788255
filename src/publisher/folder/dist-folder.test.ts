import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ContentEncoding } from '../../backend/env/env.ts'
import { DistFolder } from './dist-folder.ts'

let folder: string
const open = () => DistFolder.open(join(folder, 'dist'))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mantel-site-'))
})

test('removes the temporary files of a dead process', async () => {
  await (await open()).write('a.html', 'one')
  await writeFile(join(folder, 'dist/a.html.999.tmp'), 'half')
  const site = await open()
  expect(await site.files()).toEqual(['a.html'])
})

test('leaves a file with the same bytes alone, and removes a folder with its last page', async () => {
  const site = await open()
  expect(await site.write('x/y/z.html', 'same')).toBe(true)
  expect(await site.write('x/y/z.html', 'same')).toBe(false)
  expect(await readFile(join(folder, 'dist/x/y/z.html'), 'utf8')).toBe('same')
  await site.remove('x/y/z.html')
  expect(await site.files()).toEqual([])
  expect(await site.write('x/y/z.html', 'again')).toBe(true)
})

test('shows staged files together with what is removed, and nothing of it before', async () => {
  const site = await open()
  await site.write('a.html', 'old')
  await site.write('gone.html', 'old')
  const staged = [await site.stage('a.html', 'new'), await site.stage('x/b.html', 'new')].filter(
    (file) => file !== null,
  )
  expect(await site.stage('a.html', 'old')).toBeNull()
  expect(await readFile(join(folder, 'dist/a.html'), 'utf8')).toBe('old')
  await site.show(staged, ['gone.html'])
  expect((await site.files()).sort()).toEqual(['a.html', 'x/b.html'])
  expect(await readFile(join(folder, 'dist/a.html'), 'utf8')).toBe('new')
  expect(site.takeChanged()).toEqual(['a.html', 'gone.html', 'x/b.html'])
})

test('leaves nothing of files that are staged and not shown', async () => {
  const site = await open()
  const staged = await site.stage('a.html', 'new')
  await site.discard(staged === null ? [] : [staged])
  expect(await site.files()).toEqual([])
})

test('changes no page once another publisher has taken over', async () => {
  const site = await open()
  await site.write('a.html', 'one')
  const late = await DistFolder.open(join(folder, 'dist'), {
    confirm: () => Promise.reject(new Error('taken over')),
  })
  await expect(late.write('a.html', 'two')).rejects.toThrow('taken over')
  await expect(late.write('b.html', 'two')).rejects.toThrow('taken over')
  await expect(late.remove('a.html')).rejects.toThrow('taken over')
  expect(await site.files()).toEqual(['a.html'])
  expect(await readFile(join(folder, 'dist/a.html'), 'utf8')).toBe('one')
})

describe('with compressed files', () => {
  const TEXT = '<p>level</p>'.repeat(100)
  const dist = () => join(folder, 'dist')
  const openWith = (...encodings: ContentEncoding[]) => DistFolder.open(dist(), { encodings })
  const unzipped = async (file: string) => gunzipSync(await readFile(join(dist(), file))).toString()

  test('a page is shown and removed with its compressed forms; what is short or no text has none', async () => {
    const site = await openWith('gzip', 'br')
    await site.write('a.html', TEXT)
    await site.write('short.html', 'short')
    await site.write('a.avif', TEXT)
    expect(await unzipped('a.html.gz')).toBe(TEXT)
    expect(brotliDecompressSync(await readFile(join(dist(), 'a.html.br'))).toString()).toBe(TEXT)
    const staged = await site.stage('a.html', `${TEXT}new`)
    expect(await unzipped('a.html.gz')).toBe(TEXT)
    await site.show(staged === null ? [] : [staged], [])
    expect(await unzipped('a.html.gz')).toBe(`${TEXT}new`)
    expect((await site.files()).sort()).toEqual(['a.avif', 'a.html', 'short.html'])
    await site.remove('a.html')
    expect((await readdir(dist())).sort()).toEqual(['a.avif', 'short.html'])
  })

  test('missing ones and ones older than their page are made at the start, unwanted ones removed', async () => {
    await (await open()).write('a.html', TEXT)
    await openWith('gzip', 'br')
    expect(await unzipped('a.html.gz')).toBe(TEXT)
    // Cut short between the page and its compressed forms.
    await writeFile(join(dist(), 'a.html'), `${TEXT}new`)
    const soon = new Date(Date.now() + 5_000)
    await utimes(join(dist(), 'a.html'), soon, soon)
    await openWith('gzip')
    expect(await unzipped('a.html.gz')).toBe(`${TEXT}new`)
    expect((await readdir(dist())).sort()).toEqual(['a.html', 'a.html.gz'])
  })

  test('the ones of a page that has become too short, or was removed, are removed', async () => {
    const site = await openWith('gzip')
    for (const file of ['a.html', 'b.html', 'c.html']) await site.write(file, TEXT)
    await site.write('a.html', 'short')
    expect((await readdir(dist())).sort()).toEqual(['a.html', 'b.html', 'b.html.gz', 'c.html', 'c.html.gz'])
    await writeFile(join(dist(), 'b.html'), 'short')
    await rm(join(dist(), 'c.html'))
    await openWith('gzip')
    expect((await readdir(dist())).sort()).toEqual(['a.html', 'b.html'])
  })
})
