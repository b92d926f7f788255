import { expect, test } from 'vitest'
import { articleType } from '../story/article.ts'
import { captions, withCaption } from './caption.ts'

const picture = { url: '/uploads/a.webp', caption: 'Of the library' }

test.each([
  [{}, 'Of the library'],
  [{ '/uploads/b.webp': 'Another' }, 'Of the library'],
  [{ '/uploads/a.webp': 'Of the story' }, 'Of the story'],
  [{ '/uploads/a.webp': '' }, null],
])('with the captions %j a picture has %j', (own, caption) => {
  expect(withCaption(picture, own).caption).toBe(caption)
})

test('captions are the same in any order, and without outer blanks', () => {
  const { equals, tidy } = captions('Captions')
  expect(equals({ b: '2', a: '1 ' }, { a: '1', b: '2' })).toBe(true)
  expect(equals({ a: '' }, {})).toBe(false)
  expect(JSON.stringify(tidy({ b: ' 2', a: '1' }))).toBe('{"a":"1","b":"2"}')
})

test('a caption has as many characters as one of the library', () => {
  const { form } = captions('Captions')
  expect(form.safeParse({ a: 'x'.repeat(2000) }).success).toBe(true)
  expect(form.safeParse({ a: 'x'.repeat(2001) }).error?.issues[0]?.message).toBe(
    'A caption must be at most 2,000 characters',
  )
})

test('a story keeps the captions of its opening picture and its gallery only', () => {
  const form = {
    ...articleType.blank(),
    featured_image: '/a.webp',
    gallery: ['/b.webp'],
    captions: { '/a.webp': 'A', '/b.webp': '', '/c.webp': 'C' },
  }
  expect(articleType.tidy(form).captions).toEqual({ '/a.webp': 'A', '/b.webp': '' })
})
