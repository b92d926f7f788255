import { expect, test } from 'vitest'
import { formatHeaderRules, headerRules } from '../../domain/site/response-headers.ts'
import { objectHeaderRules } from './object-headers.ts'

const HEADERS = formatHeaderRules(headerRules('https://magazine.example'))

test('stores the cache headers of _headers, and no header that a bucket does not keep', () => {
  const { headersOf } = objectHeaderRules(HEADERS, null)
  expect(headersOf('_astro/page.1a2b.css')).toEqual({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(headersOf('admin.html')).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
  })
})

test('names the encoding of text only', () => {
  const { headersOf } = objectHeaderRules(HEADERS, 'br')
  expect(headersOf('index.html')).toHaveProperty('content-encoding', 'br')
  expect(headersOf('_images/a-480.avif')).not.toHaveProperty('content-encoding')
  expect(headersOf('_headers')).not.toHaveProperty('content-encoding')
})

test('the digest is another one when an object may get other headers, and only then', () => {
  const { digest } = objectHeaderRules(HEADERS, null)
  expect(objectHeaderRules(HEADERS.replace('nosniff', 'sniff'), null).digest).toBe(digest)
  expect(objectHeaderRules(HEADERS.replace('31536000, immutable', '60'), null).digest).not.toBe(digest)
  expect(objectHeaderRules(HEADERS, 'gzip').digest).not.toBe(digest)
})
