import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeZip } from '../../tests/support/import/make-zip.ts'
import { folderOf, zipFile, zipOf } from '../../tests/support/import/source-folder.ts'
import { ImportError } from './description.ts'
import { folderAddress, localFile, openSource } from './source-files.ts'

const FILES = {
  'posts/b.md': 'B',
  'posts/a.md': 'Ä',
  'hugo.toml': 'x',
  '.git/config': 'y',
  '__MACOSX/a': 'z',
}

test.each([
  ['a folder', () => folderOf(FILES)],
  ['a ZIP', () => zipOf(FILES)],
])('%s has its files in order, without what systems add', async (_, make) => {
  const files = await openSource(make())
  expect(files.paths).toEqual(['hugo.toml', 'posts/a.md', 'posts/b.md'])
  expect(await files.text('posts/a.md')).toBe('Ä')
  expect(files.changedAt('posts/a.md')).toMatch(/^\d{4}-/)
  await expect(files.text('posts/c.md')).rejects.toThrow('There is no file posts/c.md')
  await expect(files.text('posts/b.md', 0)).rejects.toThrow('posts/b.md is larger than 0 MB')
  files.close()
})

test.each([
  [
    ['site/hugo.toml', 'site/content/a.md'],
    ['content/a.md', 'hugo.toml'],
  ],
  [
    ['one/two/a.md', 'one/two/b/c.md'],
    ['a.md', 'b/c.md'],
  ],
  [['site/content/posts/a.md'], ['content/posts/a.md']],
  [['posts/1.html'], ['posts/1.html']],
  [
    ['ab/x.md', 'abc/y.md'],
    ['ab/x.md', 'abc/y.md'],
  ],
  [
    ['a.md', 'b/c.md'],
    ['a.md', 'b/c.md'],
  ],
])(
  'a folder around everything is stepped into, but not one that has a meaning: %j',
  async (paths, expected) => {
    const files = await openSource(zipOf(Object.fromEntries(paths.map((path) => [path, 'x']))))
    expect(files.paths).toEqual(expected)
  },
)

test('texts of old spreadsheets are read', async () => {
  const folder = folderOf({})
  writeFileSync(join(folder, 'a.csv'), Buffer.from('Caf\u00e9', 'latin1'))
  writeFileSync(join(folder, 'b.csv'), Buffer.from('\ufeffCafé', 'utf16le'))
  writeFileSync(join(folder, 'c.csv'), '\ufeffCafé')
  const files = await openSource(folder)
  for (const path of files.paths) expect(await files.text(path)).toBe('Café')
})

test('links that lead out of a folder, and links without end, are not followed', async () => {
  const outside = folderOf({ 'secret.md': 'secret' })
  const folder = folderOf({ 'a.md': 'A', 'b/c.md': 'C' })
  symlinkSync(join(outside, 'secret.md'), join(folder, 'secret.md'))
  symlinkSync(outside, join(folder, 'outside'))
  symlinkSync(join(folder, 'a.md'), join(folder, 'b', 'same.md'))
  symlinkSync(folder, join(folder, 'b', 'again'))
  mkdirSync(join(folder, 'empty'))
  expect((await openSource(folder)).paths).toEqual(['a.md', 'b/c.md', 'b/same.md'])
})

const BIG = 'a'.repeat(3_000_000)
test.each([
  ['no ZIP', Buffer.from('<html>'), 'export is neither a folder nor a ZIP file'],
  [
    'a ZIP that is cut off',
    makeZip([{ path: 'a', content: 'x' }]).subarray(0, 40),
    'The ZIP is damaged or cut off',
  ],
  ['a path upwards', makeZip([{ path: '../a', content: 'x' }]), 'leads out of its folder'],
  ['an absolute path', makeZip([{ path: '/etc/passwd', content: 'x' }]), 'leads out of its folder'],
  [
    'a symbolic link',
    makeZip([{ path: 'a', content: '/etc/passwd', mode: 0o120777 }]),
    'The ZIP holds a symbolic link: a',
  ],
  ['a password', makeZip([{ path: 'a', content: 'x', isEncrypted: true }]), 'The ZIP has a password'],
  ['a bomb', makeZip([{ path: 'a', content: BIG }]), 'a would unpack to far more than it is'],
  [
    'many small bombs',
    makeZip(Array.from({ length: 40 }, (_, at) => ({ path: `${at}`, content: BIG.slice(0, 1_000_000) }))),
    'The ZIP would unpack to far more than it is',
  ],
])('a ZIP that does harm is refused: %s', async (_, bytes, message) => {
  const refusal = openSource(zipFile(bytes))
  await expect(refusal).rejects.toThrow(message)
  await expect(refusal).rejects.toBeInstanceOf(ImportError)
})

test('a file of a ZIP that is more than it claims is not read', async () => {
  const files = await openSource(
    zipFile(makeZip([{ path: 'a', content: 'x'.repeat(5000), claimedBytes: 10 }])),
  )
  await expect(files.text('a')).rejects.toThrow('a cannot be read')
})

test('what is not there is said', async () => {
  await expect(openSource('/no/such/file')).rejects.toThrow('There is no file or folder /no/such/file')
})

test('the address of a file of the source leads back to its path', () => {
  expect(localFile(folderAddress('posts/a b.jpg'))).toBe('posts/a b.jpg')
  expect(localFile('https://example.org/a.jpg')).toBeNull()
})
