import { describe, expect, test } from 'vitest'
import type { FeedView } from '../content/pages/feed.ts'
import type { ArticleCard } from '../content/types.ts'
import { rss, sitemap, sitemapIndex, xmlText } from './xml.ts'

const SITE = 'https://mantel.example'

test('escapes text and drops characters that XML forbids', () => {
  expect(xmlText('a < b & "c" \u0000\u0008]]>\u{1f3e0}')).toBe('a &lt; b &amp; &quot;c&quot; ]]&gt;\u{1f3e0}')
})

describe('a feed', () => {
  const card: ArticleCard = {
    id: '7',
    slug: 'salt',
    path: '/article/salt',
    title: 'Salt & light',
    emphasis: null,
    excerpt: 'Two <things>.',
    category: { name: 'Food & Design', slug: 'food-design', color: '#000000' },
    readTime: 5,
    publishedAt: '2026-11-01T09:00:00Z',
    modifiedAt: '2026-11-02T09:00:00Z',
    image: null,
    tags: ['salt'],
    remembered: [],
  }
  const view: FeedView = {
    language: 'en',
    title: 'Mantel',
    description: 'love where you live.',
    path: '/browse',
    feedPath: '/rss.xml',
    modified: 'Mon, 02 Nov 2026 10:00:00 +0100',
    items: [
      {
        card,
        people: [
          { name: 'Ines Abril', path: '/author/ines-abril' },
          { name: 'Bo & Son', path: null },
        ],
        published: 'Sun, 01 Nov 2026 10:00:00 +0100',
        intro: card.excerpt,
        html: '<p>Salt.</p>',
        toJSON: () => '',
      },
    ],
  }

  test('has its title, its stories and their full text', () => {
    const xml = rss(view, SITE)
    expect(xml).toContain('<atom:link href="https://mantel.example/rss.xml" rel="self"')
    expect(xml).toContain('<link>https://mantel.example/article/salt</link>')
    expect(xml).toContain('<title>Salt &amp; light</title>')
    expect(xml).toContain('<pubDate>Sun, 01 Nov 2026 10:00:00 +0100</pubDate>')
    expect(xml).toContain('<content:encoded>&lt;p&gt;Salt.&lt;/p&gt;</content:encoded>')
    expect(xml).toContain(
      '<media:content url="https://mantel.example/share/salt.jpg" medium="image" type="image/jpeg" width="1200" height="630"/>',
    )
    expect(xml.match(/<category>/g)).toHaveLength(2)
  })

  test('names each person of a story', () => {
    expect(rss(view, SITE).match(/<dc:creator>.*<\/dc:creator>/)?.[0]).toBe(
      '<dc:creator>Ines Abril</dc:creator><dc:creator>Bo &amp; Son</dc:creator>',
    )
  })

  test('without stories has no build date', () => {
    expect(rss({ ...view, items: [], modified: null }, SITE)).not.toContain('lastBuildDate')
  })
})

test('the site map of news has title, time and publication of each story', () => {
  const news = { title: 'Salt & light', published: '2026-11-02T10:00:00.000+01:00' }
  expect(
    sitemap([{ path: '/article/salt', lastmod: null, news }], SITE, {
      siteName: 'Salt & Co',
      language: 'en',
    }),
  ).toContain(
    '<news:news><news:publication><news:name>Salt &amp; Co</news:name><news:language>en</news:language></news:publication>' +
      '<news:publication_date>2026-11-02T10:00:00.000+01:00</news:publication_date><news:title>Salt &amp; light</news:title></news:news>',
  )
})

test('the site map lists absolute URLs with lastmod where known', () => {
  const xml = sitemap(
    [
      { path: '/about', lastmod: null },
      { path: '/article/salt', lastmod: '2026-11-02T09:00:00Z', image: '/_images/k-800.webp' },
    ],
    SITE,
    { siteName: 'Mantel', language: 'en' },
  )
  expect(xml).toContain('<url><loc>https://mantel.example/about</loc></url>')
  expect(xml).toContain(
    '<lastmod>2026-11-02T09:00:00Z</lastmod><image:image><image:loc>https://mantel.example/_images/k-800.webp</image:loc></image:image></url>',
  )
  expect(sitemapIndex([{ path: '/sitemap-1.xml', lastmod: null }], SITE)).toContain(
    '<sitemap><loc>https://mantel.example/sitemap-1.xml</loc></sitemap>',
  )
})
