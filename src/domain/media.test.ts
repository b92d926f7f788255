import { describe, expect, test } from 'vitest'
import {
  formatBytes,
  mediaKind,
  storagePathFromUrl,
  thumbnailPath,
  thumbnailUrl,
  typeLabel,
} from './media.ts'

test.each([
  [0, '0 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1.00 KB'],
  [1536, '1.50 KB'],
  [1024 * 1024 - 1, '1.00 MB'],
  [50 * 1024 * 1024, '50.00 MB'],
  [3 * 1024 ** 4, '3072.00 GB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('files are told apart by the first half of their type', () => {
  expect(mediaKind('IMAGE/webp')).toBe('image')
  expect(mediaKind('video/mp4')).toBe('video')
  expect(mediaKind('audio/mpeg')).toBe('audio')
  expect(mediaKind('application/pdf')).toBe('document')
  expect(mediaKind('')).toBe('document')
})

test('types have the names people call them by', () => {
  const types = [
    'image/jpeg',
    'image/svg+xml',
    'audio/mpeg',
    'video/mpeg',
    'application/pdf',
    'audio/x-wav',
    '',
  ]
  expect(types.map(typeLabel)).toEqual(['JPEG', 'SVG', 'MP3', 'MPEG', 'PDF', 'WAV', ''])
  expect(typeLabel('application/vnd.openxmlformats-officedocument.wordprocessingml.document')).toBe('DOCX')
})

describe('storagePathFromUrl', () => {
  const base = 'http://127.0.0.1:54321/storage/v1/object/public/media/'
  test('gives the decoded path without query', () => {
    expect(storagePathFromUrl(`${base}user/17%2000.webp?v=1#x`, 'media')).toBe('user/17 00.webp')
  })
  test('knows other buckets, other sites and broken escapes as nothing', () => {
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
    const base = 'http://127.0.0.1:54321/storage/v1/object/public/media/'
    expect(thumbnailUrl(`${base}u1/17.jpeg?v=1`)).toBe(`${base}u1/17-thumb.webp`)
    expect(thumbnailUrl('https://example.com/a.jpeg')).toBeNull()
    expect(thumbnailUrl('/uploads/a.jpeg')).toBeNull()
  })
})
