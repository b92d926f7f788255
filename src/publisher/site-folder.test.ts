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
  await site.invalidate([file])
  await site.write(file, `<p>${digest}</p>`)
  site.record(file, { digest, pictures: [] })
  await site.commit()
}

test('remembers recorded pages when the folder is opened again', async () => {
  await writePage('article/a.html', 'one')
  expect((await open()).pages.get('article/a.html')?.digest).toBe('one')
})

test('forgets every page when the code has changed', async () => {
  await writePage('article/a.html', 'one')
  expect((await open('code 2')).pages.size).toBe(0)
})

test('forgets a page that was being written when the process died, whatever its file holds', async () => {
  await writePage('a.html', 'one')
  const dying = await open()
  await dying.invalidate(['a.html'])
  await dying.write('a.html', '<p>two</p>')
  // No commit: the process is gone.
  const next = await open()
  expect(next.pages.has('a.html')).toBe(false)
})

test('remembers the newest digest of a page written several times', async () => {
  await writePage('a.html', 'one')
  await writePage('b.html', 'one')
  await writePage('a.html', 'two')
  const { pages } = await open()
  expect([...pages].map(([file, { digest }]) => `${file} ${digest}`).sort()).toEqual([
    'a.html two',
    'b.html one',
  ])
})

test('forgets a page whose file is gone', async () => {
  await writePage('a.html', 'one')
  const site = await open()
  await site.remove('a.html')
  expect((await open()).pages.has('a.html')).toBe(false)
})

test('removes the temporary files of a dead process', async () => {
  await writePage('a.html', 'one')
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
