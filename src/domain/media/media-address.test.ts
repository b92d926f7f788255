import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FILE_ADDRESSES, MEDIA, PROJECT } from '../../../tests/fixtures/file-addresses.ts'
import { mediaPath, storagePathFromUrl, storedFileUrl, thumbnailPath, thumbnailUrl } from './media-address.ts'
import { storedFilePath } from './stored-file-path.ts'
import { withFileAddresses } from './file-addresses.ts'

const base = 'http://127.0.0.1:54321/storage/v1/object/public/media/'

describe('storagePathFromUrl', () => {
  test('gives the decoded path without query', () => {
    expect(storagePathFromUrl(`${base}user/17%2000.webp?v=1#x`, 'media')).toBe('user/17 00.webp')
  })
  test('is null for other buckets, other sites and broken escapes', () => {
    expect(storagePathFromUrl(`${base}a.webp`, 'fonts')).toBeNull()
    expect(storagePathFromUrl('https://example.com/a.webp', 'media')).toBeNull()
    expect(storagePathFromUrl(`${base}%E0%A4%A`, 'media')).toBeNull()
    expect(storagePathFromUrl(base, 'media')).toBeNull()
  })
})

describe('a thumbnail', () => {
  test('lies beside its picture', () => {
    expect(thumbnailPath('u1/17.jpeg')).toBe('u1/17-thumb.webp')
    expect(thumbnailPath('u.1/17')).toBe('u.1/17-thumb.webp')
  })
  test('has an address where the picture is in the bucket, and only there', () => {
    expect(thumbnailUrl(`${base}u1/17.jpeg?v=1`)).toBe(`${base}u1/17-thumb.webp`)
    expect(thumbnailUrl('https://example.com/a.jpeg')).toBeNull()
    expect(thumbnailUrl('/uploads/a.jpeg')).toBeNull()
  })
})

test('mediaPath is the path in the bucket or in the site’s own uploads', () => {
  expect(mediaPath('https://x.supabase.co/storage/v1/object/public/media/u1/a%20b.jpg?t=1')).toBe(
    'u1/a b.jpg',
  )
  expect(mediaPath('/uploads/a.jpg')).toBe('uploads/a.jpg')
  expect(mediaPath('https://elsewhere.example/a.jpg')).toBeNull()
})

describe('storedFilePath', () => {
  test.each(FILE_ADDRESSES)('%j names the file %j', (address, path) => {
    expect(storedFilePath(address, PROJECT, 'media')).toBe(path)
  })

  test('an address that it takes is read by every client as a file of this bucket', () => {
    const part = fc.constantFrom(
      ...['u', '1.webp', '.', '..', '/', '//', '\\', '%2e', '%2E', '%2f', '%5c', '%25', '%00', '\t', ' '],
      ...[
        '?',
        '#',
        '@',
        ':',
        '%',
        'é',
        '%C3%A9',
        '%c0%ae',
        ';',
        '&',
        '..;',
        '/storage/v1/object/public/media/',
      ],
    )
    const text = fc.array(fc.oneof(part, fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 12 })
    fc.assert(
      fc.property(fc.constantFrom(MEDIA, PROJECT, `${PROJECT}/storage/v1/`, ''), text, (start, parts) => {
        const address = start + parts.join('')
        const path = storedFilePath(address, PROJECT, 'media')
        if (path === null) return
        const { href, origin, pathname, username, password } = new URL(address)
        expect([origin, username, password]).toEqual([PROJECT, '', ''])
        expect(address.startsWith(origin + pathname)).toBe(true)
        // However often it is decoded, and whichever slash is meant.
        let decoded = pathname
        for (let times = 0; times < 3; times++) decoded = decodeURIComponent(decoded)
        expect(new URL(decoded.replaceAll('\\', '/'), href).pathname).toMatch(
          /^\/storage\/v1\/object\/public\/media\/[^/]/,
        )
        expect(path.split('/')).not.toContain('..')
      }),
      { numRuns: 20_000 },
    )
  })

  test('the address of every file is one that it takes', () => {
    const name = fc.stringMatching(/^[\w !$&'()*+,;=:@~-][\w .!$&'()*+,;=:@~é京-]{0,12}$/)
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        const path = names.join('/')
        expect(storedFilePath(storedFileUrl(PROJECT, 'media', path), PROJECT, 'media')).toBe(path)
      }),
    )
  })
})

describe('rows from the database', () => {
  const path = '/storage/v1/object/public/media/u/1.webp'
  const read = (value: unknown, url = PROJECT) =>
    JSON.parse(withFileAddresses(JSON.stringify(value), url)) as unknown

  test.each([
    (file: string) => file,
    (file: string) => [file, file],
    (file: string) => ({ captions: { [file]: 'In May' } }),
    (file: string) => ({ html: `<p><img src="${file}"><a href='${file}'>x</a><img src=${file}>` }),
    (file: string) => ({ html: `<img srcset="${file} 1x,${file} 2x">&quot;${file}&quot;` }),
    (file: string) => `![A hall](${file})\n${file}\t${file}`,
    (file: string) => JSON.stringify({ type: 'doc', content: [{ attrs: { src: file } }] }),
    (file: string) => JSON.stringify({ html: `<img src="${file}">` }),
    (file: string) => ({ font_file_path: file.replace('/media/u/1.webp', '/fonts/1_Oak.woff2') }),
  ])('have the addresses of the files that they name: %s', (row) => {
    expect(read(row(path))).toEqual(row(PROJECT + path))
    expect(read(row(path), 'http://127.0.0.1:55046')).toEqual(row(`http://127.0.0.1:55046${path}`))
  })

  test('have JSON within a text with its slashes escaped', () => {
    const escaped = JSON.stringify({ src: path }).replaceAll('/', '\\/')
    expect(JSON.parse(read(escaped) as string)).toEqual({ src: PROJECT + path })
  })

  test.each([
    `https://tracker.example${path}`,
    `https://tracker.example:8443${path}`,
    `https://tracker.example/x${path}`,
    '/storage/v1/object/public/other/u/1.webp',
    '/storage/v1/object/sign/media/u/1.webp',
    '/uploads/1.webp',
  ])('have %s as it is', (address) => {
    expect(read({ html: `<img src="${address}">`, address })).toEqual({
      html: `<img src="${address}">`,
      address,
    })
  })
})
