import { describe, expect, test } from 'vitest'
import type { Picture } from '../types.ts'
import { feedBody, pageBody } from './body.ts'

const picture: Picture = {
  url: '/uploads/a.jpg',
  key: 'k',
  width: 1000,
  height: 600,
  alt: 'Library',
  caption: null,
}
const pictures = new Map([
  [picture.url, picture],
  ['/uploads/raw.jpg', { ...picture, url: '/uploads/raw.jpg', key: null }],
])

describe('the body of a page', () => {
  test('has the copies of its pictures, their size and the words of the story', () => {
    const body = pageBody({ html: '<p><img src="/uploads/a.jpg" alt="A &quot;bench&quot;"></p>' }, pictures)
    const html = body.kind === 'html' ? body.html : ''
    expect(html).toContain(
      '<source type="image/avif" srcset="/_images/k-480.avif 480w, /_images/k-800.avif 800w"',
    )
    expect(html).toMatch(
      /<img src="\/_images\/k-800\.webp"[^>]* width="1000" height="600" alt="A (&#x22;|&quot;)bench/,
    )
    expect(html).toContain('loading="lazy"')
  })

  test('keeps a picture without copies as it is', () => {
    const body = pageBody(
      { html: '<img src="/uploads/raw.jpg" alt=""><img src="https://x.example/y.jpg" alt="">' },
      pictures,
    )
    expect(body).toMatchObject({ html: expect.not.stringContaining('<picture>') })
  })
})

describe('the body in a feed', () => {
  const site = 'https://mantel.example'

  test('has absolute addresses only', () => {
    const html =
      '<p><a href="/article/b">b</a> <a href="https://x.example/">x</a></p><img src="/uploads/a.jpg" alt="">'
    const feed = feedBody({ html }, pictures, site)
    expect(feed).toContain('href="https://mantel.example/article/b"')
    expect(feed).toContain('href="https://x.example/"')
    expect(feed).toContain('src="https://mantel.example/_images/k-800.webp"')
    expect(feed).not.toMatch(/(href|src)="\//)
  })

  test('has all choices of an interactive story', () => {
    const choices = [
      {
        id: '1',
        title: 'Oak & elm',
        description: 'Hard <wood>',
        image: '/uploads/a.jpg',
        content: 'One.\n\nTwo.',
      },
      { id: '2', title: 'Clay', description: '', image: '', content: 'Three.' },
    ]
    const feed = feedBody({ type: 'interactive', choices }, pictures, site)
    expect(feed).toContain('<h2>Oak &#38; elm</h2>')
    expect(feed).toContain('Hard &#60;wood&#62;')
    for (const words of ['One.', 'Two.', 'Three.']) expect(feed).toContain(words)
    expect(feed).toContain('src="https://mantel.example/_images/k-800.webp"')
  })

  test('has texts, pictures and links to the films of a mixed-media story', () => {
    const sections = [
      { type: 'text', content: 'Before.' },
      {
        type: 'media',
        items: [
          { type: 'image', src: '/uploads/a.jpg', alt: 'A bench', caption: 'Oak.' },
          { type: 'video', src: '/uploads/film.mp4', alt: '', caption: 'The film' },
        ],
      },
    ]
    const feed = feedBody({ type: 'mixed-media', sections }, pictures, site)
    expect(feed).toContain('Before.')
    expect(feed).toContain('alt="A bench"><figcaption>Oak.</figcaption>')
    expect(feed).toContain('<a href="https://mantel.example/uploads/film.mp4">The film</a>')
  })

  test('is empty for content that cannot be shown', () => {
    expect(feedBody(42, pictures, site)).toBe('')
  })
})
