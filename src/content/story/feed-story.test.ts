import { describe, expect, test } from 'vitest'
import { en } from '../../words/en.ts'
import { article, media, siteOf } from '../../../tests/support/database/content-rows.ts'
import { changeSite } from '../database/site-database.ts'

import { ContentReader } from '../content-reader.ts'
import type { Row } from '../rows.ts'
import { feedStory } from './feed-story.ts'

const SITE = 'https://mantel.example'
const SIZE = { width: 1000, height: 600 }
const magazine = siteOf(
  {
    media: ['a', 'lead', 'raw'].map((id) =>
      media({
        id,
        storage_path: `uploads/${id}.jpg`,
        alt_text: 'Library',
        caption: id === 'lead' ? 'The room.' : null,
      }),
    ),
  },
  new Map([
    ['/uploads/a.jpg', { key: 'k', ...SIZE }],
    ['/uploads/lead.jpg', { key: 'l', ...SIZE }],
  ]),
)

function feedOf(content: unknown, row: Partial<Row<'articles'>> = {}): string {
  changeSite(magazine, { articles: { put: [article({ id: 'a', slug: 'a', content, ...row })], gone: [] } })
  const story = new ContentReader(magazine.content).articleOf('a')
  return story === null ? '' : feedStory(story, SITE, en, 'en')
}

describe('a story in a feed', () => {
  test('makes every address absolute, and leaves the text unchanged', () => {
    const feed = feedOf({
      html: '<p><a href="/article/b">b</a> <a href="#part">part</a> <a href="c?d">c</a> <a href="https://x.example/">x</a> write href="/x"</p><img src="/uploads/a.jpg" alt=""><h2>Part</h2>',
    })
    for (const address of [
      `${SITE}/article/b`,
      `${SITE}/article/a#s-part`,
      `${SITE}/article/c?d`,
      'https://x.example/',
    ])
      expect(feed).toContain(`<a href="${address}">`)
    expect(feed).toContain(`<img src="${SITE}/_images/k-1000.webp" alt="">`)
    expect(feed).toContain('write href="/x"')
  })

  test('has its facts before the text, except facts without a value', () => {
    const facts = [
      { label: 'Place', value: 'Porto & Gaia' },
      { label: 'Year', value: '' },
    ]
    expect(feedOf({ html: '<p>One.</p>' }, { facts })).toBe(
      '<ul><li><strong>Place:</strong> Porto &#x26; Gaia</li></ul><p>One.</p>',
    )
  })

  test('leaves out the picture of a story that opens without one', () => {
    const story = { featured_image: '/uploads/lead.jpg', opening: 'none' } as const
    expect(feedOf({ html: '<p>One.</p>' }, story)).toBe('<p>One.</p>')
  })

  test('leaves out ids, sizes and styles', () => {
    const feed = feedOf({ html: '<h2>Part</h2><p>One.</p><img src="/uploads/a.jpg" alt="A" width="1000">' })
    expect(feed).toBe(
      `<h2>Part</h2><p>One.</p><figure><img src="${SITE}/_images/k-1000.webp" alt="A"></figure>`,
    )
  })

  test('keeps the numbers of lists, tables and what is raised', () => {
    const html =
      '<ol start="3" reversed><li value="7">CO<sub>2</sub></li></ol>' +
      '<table><tr><th colspan="2" scope="col">Area</th></tr><tr><td></td><td>m<sup>2</sup></td></tr></table>'
    expect(feedOf({ html })).toBe(html)
  })

  test('starts with its picture and ends with its gallery', () => {
    const feed = feedOf(
      { html: '<p>One.</p>' },
      { featured_image: '/uploads/lead.jpg', gallery: ['/uploads/raw.jpg'] },
    )
    expect(feed).toBe(
      `<figure><img src="${SITE}/_images/l-1000.webp" alt="Library"><figcaption>The room.</figcaption></figure>` +
        `<p>One.</p><figure><img src="${SITE}/uploads/raw.jpg" alt="Library"></figure>`,
    )
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
    const feed = feedOf({ type: 'interactive', choices })
    expect(feed).toMatch(/<h2>Oak &#x26; elm<\/h2>/)
    expect(feed).toContain('Hard &#x3C;wood>')
    for (const words of ['One.', 'Two.', 'Three.']) expect(feed).toContain(words)
    expect(feed).toContain(`src="${SITE}/_images/k-1000.webp"`)
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
    const feed = feedOf({ type: 'mixed-media', sections })
    expect(feed).toContain('Before.')
    expect(feed).toContain('alt="A bench"><figcaption>Oak.</figcaption>')
    expect(feed).toContain(`<a href="${SITE}/uploads/film.mp4">The film</a>`)
  })

  test('is empty for content that cannot be shown', () => {
    expect(feedOf(42)).toBe('')
  })
})
