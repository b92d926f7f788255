import { expect, test } from 'vitest'
import { isCopiedPicture, pictureFilesIn, pictureUrlsOf } from './urls.ts'

const PROJECT = 'http://127.0.0.1:54321'
const media = `${PROJECT}/storage/v1/object/public/media`

test('finds the pictures of our own storage in every field that shows some', () => {
  const rows = {
    articles: [
      {
        featured_image: `${media}/a/1.webp`,
        gallery: [`${media}/a/2.jpg`, 'https://elsewhere.example/x.jpg'],
        withdrawn_files: ['a/gone.jpg'],
        content: {
          html: `<p><img src="${media}/a/gone.jpg"><img src="${media}/a/3.png" alt="x"> ${media}/a/notes.pdf`,
        },
      },
      {
        featured_image: null,
        gallery: [],
        withdrawn_files: [],
        content: { html: `<img src="${media}/a/4.tiff?a=1&amp;b=2"> <img src="${media}/a/logo.svg">` },
      },
    ],
    author_profiles: [{ image_url: `${media}/a/author.avif` }],
  } as unknown as Parameters<typeof pictureUrlsOf>[0]
  const copied = pictureUrlsOf(rows).filter((url) => isCopiedPicture(url, PROJECT, undefined))
  expect(copied.sort()).toEqual(
    ['1.webp', '2.jpg', '3.png', '4.tiff?a=1&b=2', 'author.avif'].map((name) => `${media}/a/${name}`),
  )
})

test.each([
  ['kitchen.jfif', 'image/jpeg', true],
  ['kitchen.JPE', 'image/jpeg', true],
  ['kitchen.jpg_large', 'image/jpeg', true],
  ['kitchen', 'image/webp', true],
  ['kitchen.png', 'image/bmp', false],
  ['kitchen.jpg', 'application/pdf', false],
  ['kitchen.jfif', null, true],
  ['kitchen.PJPEG', null, true],
  ['kitchen.pdf', null, false],
])('of %s of the type %s copies are made: %s', (name, mime_type, isCopied) => {
  const row = mime_type === null ? undefined : { mime_type }
  expect(isCopiedPicture(`${media}/a/${name}`, PROJECT, row)).toBe(isCopied)
  expect(isCopiedPicture(`https://elsewhere.example/${name}`, PROJECT, row)).toBe(false)
})

test('finds the copies that a page names', () => {
  const html =
    '<img srcset="/_images/0123456789abcdef-480.avif 480w, /_images/0123456789abcdef-800.avif 800w"> /_images/0123456789abcdef-share-50-50.jpg /_images/0123456789abcdef-share-30-70.jpg /_images/../x.avif'
  expect([...pictureFilesIn(html)]).toEqual([
    '0123456789abcdef-480.avif',
    '0123456789abcdef-800.avif',
    '0123456789abcdef-share-50-50.jpg',
    '0123456789abcdef-share-30-70.jpg',
  ])
})
