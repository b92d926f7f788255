import { SHARE_SIZE } from '../media/focus.ts'
import { cut } from '../text/cut.ts'

export interface ShareImage {
  /** Absolute. */
  url: string
  alt: string
}

/** Metadata of a page for search engines and social networks. All URLs are absolute. */
export interface PageMeta {
  title: string
  description: string
  url: string
  siteName: string
  /** The language and country, such as en_GB. */
  locale: string
  type: 'website' | 'article' | 'profile'
  image: ShareImage | null
  /** True for pages that search engines should leave out. */
  noindex?: boolean
  article?: {
    publishedTime: string
    modifiedTime: string
    section: string | null
    authorUrls: readonly string[]
    tags: readonly string[]
  }
}

export type HeadTag =
  | { tag: 'title'; text: string }
  | { tag: 'meta'; attributes: Record<'name' | 'content', string> | Record<'property' | 'content', string> }
  | { tag: 'link'; attributes: Record<'rel' | 'href', string> }

/** Title, description, canonical, Open Graph and large summary card of a page, in that order. */
export function headTags(meta: PageMeta): HeadTag[] {
  const { title, description, url, image, article } = meta
  const isNamed = title === meta.siteName || title.startsWith(`${meta.siteName} · `)
  const fullTitle = isNamed ? title : `${title} · ${meta.siteName}`
  return [
    { tag: 'title', text: fullTitle },
    name('description', description),
    ...(meta.noindex ? [name('robots', 'noindex')] : indexedTags(url)),
    property('og:type', meta.type),
    property('og:site_name', meta.siteName),
    property('og:locale', meta.locale),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
    ...(image
      ? [
          property('og:image', image.url),
          property('og:image:width', String(SHARE_SIZE.width)),
          property('og:image:height', String(SHARE_SIZE.height)),
          property('og:image:alt', image.alt),
        ]
      : []),
    ...(article ? articleTags(article) : []),
    name('twitter:card', 'summary_large_image'),
    name('twitter:title', title),
    name('twitter:description', description),
    ...(image ? [name('twitter:image', image.url), name('twitter:image:alt', image.alt)] : []),
  ]
}

/** Tags of a page that search engines list; without the first of them Google shows small pictures only. */
function indexedTags(url: string): HeadTag[] {
  return [
    name('robots', 'max-image-preview:large'),
    { tag: 'link', attributes: { rel: 'canonical', href: url } },
  ]
}

function articleTags(article: NonNullable<PageMeta['article']>): HeadTag[] {
  return [
    property('article:published_time', article.publishedTime),
    property('article:modified_time', article.modifiedTime),
    ...(article.section === null ? [] : [property('article:section', article.section)]),
    ...article.authorUrls.map((url) => property('article:author', url)),
    ...article.tags.map((tag) => property('article:tag', tag)),
  ]
}

function name(key: string, content: string): HeadTag {
  return { tag: 'meta', attributes: { name: key, content } }
}

function property(key: string, content: string): HeadTag {
  return { tag: 'meta', attributes: { property: key, content } }
}

/**
 * Shortens a text to `max` characters on one line, with an ellipsis: at the last blank, or within a word where that would
 * leave out more than a fifth.
 */
export function clip(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= max) return line
  const blank = line.lastIndexOf(' ', max - 1)
  const end = blank < max * 0.8 ? max - 1 : blank
  return `${cut(line, end).replace(/[\s,;:.–—-]+$/, '')}…`
}

/** Title and description of a story for search engines and social networks. */
export function storyMeta({
  title,
  metaTitle,
  metaDescription,
  excerpt,
  beginning,
}: {
  title: string
  metaTitle: string | null
  metaDescription: string | null
  excerpt: string | null
  /** The beginning of its text. */
  beginning: () => string
}): { title: string; description: string } {
  return { title: metaTitle || title, description: metaDescription || excerpt || beginning() || title }
}

/** JSON-LD as text that is safe inside a script element. */
export function jsonLdText(data: JsonLd): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export type JsonLd = Readonly<Record<string, unknown>>

/** A thing of schema.org; nulls and empty lists are left out. */
export function schemaThing(type: string, properties: JsonLd): JsonLd {
  const known = Object.entries(properties).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== null,
  )
  return { '@type': type, ...Object.fromEntries(known) }
}

/** A thing of schema.org as a document of its own. */
export function jsonLd(type: string, properties: JsonLd): JsonLd {
  return { '@context': 'https://schema.org', ...schemaThing(type, properties) }
}
