import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalPath, canonicalQuery, readableAddress } from './address.ts'

test.each([
  ['/café', '/caf%C3%A9'],
  ['/cafe\u0301', '/caf%C3%A9'],
  ['/caf%c3%a9', '/caf%C3%A9'],
  ['/blog/hello world', '/blog/hello%20world'],
  ["/it's-here,a+b(c)", "/it's-here,a+b(c)"],
  ['/a%2Cb', '/a,b'],
  ['/a%2Fb%3Fc%23d', '/a%2Fb%3Fc%23d'],
  ['/100%', '/100%'],
  ['/京都', '/%E4%BA%AC%E9%83%BD'],
])('%s is %s', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical)
})

test('a path and its encoded form are one, and the one spelling stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(text.isWellFormed() && !/[/%]/.test(text))
      expect(canonicalPath(`/${encodeURIComponent(text)}`)).toBe(canonicalPath(`/${text}`))
      expect(canonicalPath(canonicalPath(`/${text}`))).toBe(canonicalPath(`/${text}`))
    }),
  )
})

test('a query has one spelling', () => {
  expect(canonicalQuery('?q=caf%C3%A9&x=a%20b')).toBe('?q=caf%C3%A9&x=a+b')
  expect(canonicalQuery('q=café&x=a+b')).toBe('?q=caf%C3%A9&x=a+b')
  expect(canonicalQuery('?')).toBe('')
})

test('an address is shown with its letters', () => {
  expect(readableAddress('/caf%C3%A9?q=%E6%9C%A8')).toBe('/café?q=木')
  expect(readableAddress('/100%')).toBe('/100%')
})
