import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { openSiteFolder } from './site-folder.ts'

let folder: string
const open = (code = 'code 1') => openSiteFolder(join(folder, 'dist'), join(folder, 'state.json'), code)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mantel-site-'))
})

async function writePage(file: string, digest: string): Promise<void> {
  const site = await open()
  await site.begin([file])
  await site.write(file, `<p>${digest}</p>`)
  site.enter(file, { digest, pictures: [] })
  await site.commit()
}

test('pages on record are known when the folder is opened again', async () => {
  await writePage('article/a.html', 'one')
  expect((await open()).pages.get('article/a.html')?.digest).toBe('one')
})

test('other code makes every page unknown', async () => {
  await writePage('article/a.html', 'one')
  expect((await open('code 2')).pages.size).toBe(0)
})

test('a page that was being written when the process died is unknown, whatever its file holds', async () => {
  await writePage('a.html', 'one')
  const dying = await open()
  await dying.begin(['a.html'])
  await dying.write('a.html', '<p>two</p>')
  // No commit: the process is gone.
  const next = await open()
  expect(next.pages.has('a.html')).toBe(false)
})

test('a page written again after others is known by its newest digest', async () => {
  await writePage('a.html', 'one')
  await writePage('b.html', 'one')
  await writePage('a.html', 'two')
  const { pages } = await open()
  expect([...pages].map(([file, { digest }]) => `${file} ${digest}`).sort()).toEqual([
    'a.html two',
    'b.html one',
  ])
})

test('a page whose file is gone is unknown', async () => {
  await writePage('a.html', 'one')
  const site = await open()
  await site.remove('a.html')
  expect((await open()).pages.has('a.html')).toBe(false)
})

test('temporary files of a dead process are cleared away', async () => {
  await writePage('a.html', 'one')
  await writeFile(join(folder, 'dist/a.html.999.tmp'), 'half')
  const site = await open()
  expect(await site.files()).toEqual(['a.html'])
})

test('writing the same bytes leaves the file alone, and removing the last page removes its folder', async () => {
  const site = await open()
  expect(await site.write('x/y/z.html', 'same')).toBe(true)
  expect(await site.write('x/y/z.html', 'same')).toBe(false)
  expect(await readFile(join(folder, 'dist/x/y/z.html'), 'utf8')).toBe('same')
  await site.remove('x/y/z.html')
  expect(await site.files()).toEqual([])
  expect(await site.write('x/y/z.html', 'again')).toBe(true)
})
