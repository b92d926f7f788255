import { expect, test } from 'vitest'
import { pictureFilesIn, storedPictureUrls } from './urls.ts'

test('finds the pictures of our own storage in every field that shows some', () => {
  const media = 'http://127.0.0.1:54321/storage/v1/object/public/media'
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
  } as unknown as Parameters<typeof storedPictureUrls>[0]
  expect([...storedPictureUrls(rows, 'http://127.0.0.1:54321')].sort()).toEqual(
    ['1.webp', '2.jpg', '3.png', '4.tiff?a=1&b=2', 'author.avif'].map((name) => `${media}/a/${name}`),
  )
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
