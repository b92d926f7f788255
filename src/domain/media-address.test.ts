import { describe, expect, test } from 'vitest'
import { mediaPath, storagePathFromUrl, thumbnailPath, thumbnailUrl } from './media-address.ts'

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
