import fc from 'fast-check'
import { fromHtml } from 'hast-util-from-html'
import { toString } from 'hast-util-to-string'
import { describe, expect, test } from 'vitest'
import { type PageMeta, clip, headTags, jsonLd, jsonLdText, schemaThing } from './seo.ts'

const meta: PageMeta = {
  title: 'The green room, kept',
  description: 'A room nobody dared repaint.',
  url: 'https://mantel.example/article/the-green-room-kept',
  siteName: 'Mantel',
  locale: 'en_GB',
  type: 'article',
  image: { url: 'https://mantel.example/og/1.jpg', alt: 'A green room' },
}

function content(page: PageMeta, key: string): string | undefined {
  for (const tag of headTags(page)) {
    if (tag.tag !== 'meta') continue
    const { attributes } = tag
    if (('name' in attributes ? attributes.name : attributes.property) === key) return attributes.content
  }
  return undefined
}

describe('headTags', () => {
  test('name the site after the title, once', () => {
    expect(headTags(meta)[0]).toEqual({ tag: 'title', text: 'The green room, kept · Mantel' })
    expect(headTags({ ...meta, title: 'Mantel' })[0]).toEqual({ tag: 'title', text: 'Mantel' })
  })

  test('share a 1200×630 picture on a large card', () => {
    expect(content(meta, 'og:image')).toBe('https://mantel.example/og/1.jpg')
    expect(content(meta, 'og:image:width')).toBe('1200')
    expect(content(meta, 'og:image:height')).toBe('630')
    expect(content(meta, 'twitter:card')).toBe('summary_large_image')
    expect(content({ ...meta, image: null }, 'og:image:width')).toBeUndefined()
  })

  test('a page is either canonical or left out of the index', () => {
    const links = (page: PageMeta) => headTags(page).filter(({ tag }) => tag === 'link')
    expect(links(meta)).toEqual([{ tag: 'link', attributes: { rel: 'canonical', href: meta.url } }])
    expect(links({ ...meta, noindex: true })).toEqual([])
    expect(content({ ...meta, noindex: true }, 'robots')).toBe('noindex')
  })

  test('name the language of the site', () => {
    expect(content(meta, 'og:locale')).toBe('en_GB')
  })

  test('pages in the index allow large previews of their pictures', () => {
    expect(content(meta, 'robots')).toBe('max-image-preview:large')
  })

  test('an article gives its dates, section, author and tags', () => {
    const article = {
      publishedTime: '2026-11-01T00:00:00Z',
      modifiedTime: '2026-11-02T00:00:00Z',
      section: 'Kitchen Design',
      authorUrls: [],
      tags: ['oak', 'light'],
    }
    const tags = headTags({ ...meta, article })
    expect(content({ ...meta, article }, 'article:section')).toBe('Kitchen Design')
    expect(content({ ...meta, article }, 'article:author')).toBeUndefined()
    expect(JSON.stringify(tags).match(/article:tag/g)).toHaveLength(2)
  })
})

test.each([
  ['short  text\n', 20, 'short text'],
  ['The tub stands where the wardrobe was.', 22, 'The tub stands where…'],
  ['The Donaudampfschifffahrtsgesellschaft', 20, 'The Donaudampfschif…'],
  ['a\u{20bb7}\u{20bb7}\u{20bb7}', 5, 'a\u{20bb7}…'],
  ['One — two three', 6, 'One…'],
  ['unbreakable', 5, 'unbr…'],
])('clip %j to %d', (text, max, clipped) => {
  expect(clip(text, max)).toBe(clipped)
})

describe('JSON-LD', () => {
  test('cannot leave its script element, and reads back as it was', () => {
    const signs = [...'&"\\\u2028éa\n']
    const piece = fc.constantFrom('</script>', '<!--', '<script>', ']]>', ...signs)
    fc.assert(
      fc.property(fc.string({ unit: piece }), (value) => {
        const html = `<script type="application/ld+json">${jsonLdText({ value })}</script>`
        const tree = fromHtml(html, { fragment: true })
        expect(tree.children).toHaveLength(1)
        expect(JSON.parse(toString(tree))).toEqual({ value })
      }),
    )
  })

  test('leaves out what is not known', () => {
    const author = schemaThing('Person', { name: 'Ines Abril', url: null, sameAs: [] })
    expect(jsonLd('Article', { headline: meta.title, articleSection: null, wordCount: 0, author })).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: meta.title,
      wordCount: 0,
      author: { '@type': 'Person', name: 'Ines Abril' },
    })
  })
})
