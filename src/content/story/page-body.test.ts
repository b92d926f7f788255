import { describe, expect, test } from 'vitest'
import { en } from '../../words/en.ts'
import { NO_RIGHTS } from '../../domain/media/media-rights.ts'
import type { Picture } from '../pictures/pictures.ts'
import { pictureSizes } from '../pictures/picture-slots.ts'
import { pageBody } from './page-body.ts'

const picture: Picture = {
  url: '/uploads/a.jpg',
  key: 'k',
  width: 1000,
  height: 600,
  alt: 'Library',
  caption: null,
  rights: NO_RIGHTS,
  focus: null,
  colours: [],
}
const pictures = new Map([
  [picture.url, picture],
  ['/uploads/raw.jpg', { ...picture, url: '/uploads/raw.jpg', key: null }],
])

describe('the body of a page', () => {
  test('uses the resized copies of its pictures, with their size and the alt text of the story', () => {
    const body = pageBody(
      { html: '<p><img src="/uploads/a.jpg" alt="A &quot;bench&quot;"></p>' },
      pictures,
      en,
      'en',
    )
    const html = body.kind === 'html' ? body.html : ''
    expect(html).toContain(
      '<source type="image/avif" srcset="/_images/k-480.avif 480w, /_images/k-800.avif 800w, /_images/k-1000.avif 1000w"',
    )
    expect(html).toMatch(
      /<img src="\/_images\/k-1000\.webp"[^>]* width="1000" height="600" alt="A (&#x22;|&quot;)bench/,
    )
    expect(html).toContain('loading="lazy"')
    expect(html.split(`sizes="${pictureSizes('text', picture)}"`)).toHaveLength(3)
  })

  test('keeps a picture without copies as it is', () => {
    const body = pageBody(
      { html: '<img src="/uploads/raw.jpg" alt=""><img src="https://x.example/y.jpg" alt="">' },
      pictures,
      en,
      'en',
    )
    expect(body).toMatchObject({ html: expect.not.stringContaining('<picture>') })
  })
})
