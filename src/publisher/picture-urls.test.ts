import { expect, test } from 'vitest'
import { picturesIn, pictureUrls } from './picture-urls.ts'

test('only pictures in our own storage are taken up, wherever a row names them', () => {
  const media = 'http://127.0.0.1:54321/storage/v1/object/public/media'
  const rows = {
    articles: [
      {
        featured_image: `${media}/a/1.webp`,
        gallery: [`${media}/a/2.jpg`, 'https://elsewhere.example/x.jpg'],
        content: { html: `<p><img src="${media}/a/3.png" alt="x"> ${media}/a/notes.pdf` },
      },
    ],
  } as unknown as Parameters<typeof pictureUrls>[0]
  expect([...pictureUrls(rows, 'http://127.0.0.1:54321')].sort()).toEqual(
    ['1.webp', '2.jpg', '3.png'].map((name) => `${media}/a/${name}`),
  )
})

test('the copies that a page names are found in its markup', () => {
  const html =
    '<img srcset="/_images/0123456789abcdef-480.avif 480w, /_images/0123456789abcdef-800.avif 800w"> /_images/0123456789abcdef-share.jpg /_images/../x.avif'
  expect([...picturesIn(html)]).toEqual([
    '0123456789abcdef-480.avif',
    '0123456789abcdef-800.avif',
    '0123456789abcdef-share.jpg',
  ])
})
