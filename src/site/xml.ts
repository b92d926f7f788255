import type { FeedItem, FeedView } from '../content/pages/feed.ts'
import type { SitemapEntry, SiteView } from '../content/types.ts'
import { storyPictureUrl } from './structured-data.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for XML and drops the control characters that XML forbids. */
export function xmlText(text: string): string {
  return text
    .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '')
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
}

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** Items that were drawn: the same ones are in several feeds, until their stories change. */
const drawnItems = new WeakMap<FeedItem, string>()

function itemXml(item: FeedItem, siteUrl: string): string {
  const drawn = drawnItems.get(item) ?? drawItem(item, siteUrl)
  drawnItems.set(item, drawn)
  return drawn
}

function drawItem({ card, people, published, intro, html, isLetter }: FeedItem, siteUrl: string): string {
  return `<item>
<title>${xmlText(card.title)}</title>
<link>${xmlText(siteUrl + card.path)}</link>
<guid isPermaLink="false">${xmlText(card.id)}</guid>
<pubDate>${published}</pubDate>
${people.map(({ name }) => `<dc:creator>${xmlText(name)}</dc:creator>`).join('')}
${[...(card.category ? [card.category.name] : []), ...card.tags].map((name) => `<category>${xmlText(name)}</category>`).join('')}
${intro === '' ? '' : `<description>${xmlText(intro)}</description>`}
${isLetter ? '' : `<media:content url="${xmlText(storyPictureUrl(card, siteUrl))}" medium="image" type="image/jpeg" width="1200" height="630"/>`}
${html === '' ? '' : `<content:encoded>${xmlText(html)}</content:encoded>`}
</item>`
}

/** An RSS 2.0 feed with full content. */
export function rss(view: FeedView, siteUrl: string): string {
  const items = view.items.map((item) => itemXml(item, siteUrl))
  return `${XML_DECLARATION}
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${xmlText(view.title)}</title>
<link>${xmlText(siteUrl + view.path)}</link>
<description>${xmlText(view.description)}</description>
<language>${view.language}</language>
${view.modified === null ? '' : `<lastBuildDate>${view.modified}</lastBuildDate>`}
<atom:link href="${xmlText(siteUrl + view.feedPath)}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel>
</rss>
`
}

function entryXml(
  tag: 'url' | 'sitemap',
  { path, lastmod }: SitemapEntry,
  siteUrl: string,
  rest = '',
): string {
  const changed = lastmod === null ? '' : `<lastmod>${xmlText(lastmod)}</lastmod>`
  return `<${tag}><loc>${xmlText(siteUrl + path)}</loc>${changed}${rest}</${tag}>`
}

function imageXml({ image }: SitemapEntry, siteUrl: string): string {
  return image === undefined
    ? ''
    : `<image:image><image:loc>${xmlText(siteUrl + image)}</image:loc></image:image>`
}

function newsXml(
  { news }: SitemapEntry,
  { siteName, language }: Pick<SiteView, 'siteName' | 'language'>,
): string {
  if (news === undefined) return ''
  const publication = `<news:name>${xmlText(siteName)}</news:name><news:language>${language}</news:language>`
  const { title, published } = news
  return `<news:news><news:publication>${publication}</news:publication><news:publication_date>${published}</news:publication_date><news:title>${xmlText(title)}</news:title></news:news>`
}

const SITEMAP_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const EXTENSIONS =
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'

/** The index of the site map. */
export function sitemapIndex(parts: readonly SitemapEntry[], siteUrl: string): string {
  const entries = parts.map((part) => entryXml('sitemap', part, siteUrl))
  return `${XML_DECLARATION}\n<sitemapindex ${SITEMAP_NAMESPACE}>\n${entries.join('\n')}\n</sitemapindex>\n`
}

/** One file of the site map. */
export function sitemap(
  pages: readonly SitemapEntry[],
  siteUrl: string,
  site: Pick<SiteView, 'siteName' | 'language'>,
): string {
  const entries = pages.map((page) =>
    entryXml('url', page, siteUrl, imageXml(page, siteUrl) + newsXml(page, site)),
  )
  return `${XML_DECLARATION}\n<urlset ${SITEMAP_NAMESPACE} ${EXTENSIONS}>\n${entries.join('\n')}\n</urlset>\n`
}

export function xmlResponse(body: string): Response {
  return new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
