/** Size of the pictures that are shared, in pixels. */
export const SHARE_IMAGE = { width: 1200, height: 630 } as const

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
  type: 'website' | 'article' | 'profile'
  image: ShareImage | null
  /** True for pages that search engines should leave out. */
  noindex?: boolean
  article?: {
    publishedTime: string
    modifiedTime: string
    section: string | null
    authorUrl: string | null
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
  const fullTitle = title === meta.siteName ? title : `${title} · ${meta.siteName}`
  return [
    { tag: 'title', text: fullTitle },
    name('description', description),
    meta.noindex ? name('robots', 'noindex') : { tag: 'link', attributes: { rel: 'canonical', href: url } },
    property('og:type', meta.type),
    property('og:site_name', meta.siteName),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
    ...(image
      ? [
          property('og:image', image.url),
          property('og:image:width', String(SHARE_IMAGE.width)),
          property('og:image:height', String(SHARE_IMAGE.height)),
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

function articleTags(article: NonNullable<PageMeta['article']>): HeadTag[] {
  return [
    property('article:published_time', article.publishedTime),
    property('article:modified_time', article.modifiedTime),
    ...(article.section === null ? [] : [property('article:section', article.section)]),
    ...(article.authorUrl === null ? [] : [property('article:author', article.authorUrl)]),
    ...article.tags.map((tag) => property('article:tag', tag)),
  ]
}

function name(key: string, content: string): HeadTag {
  return { tag: 'meta', attributes: { name: key, content } }
}

function property(key: string, content: string): HeadTag {
  return { tag: 'meta', attributes: { property: key, content } }
}

/** Shortens a text to `max` characters on one line, at a word boundary, with an ellipsis. */
export function clip(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= max) return line
  const cut = line.slice(0, max)
  const end = cut.lastIndexOf(' ')
  return `${(end > 0 ? cut.slice(0, end) : cut.slice(0, max - 1)).replace(/[\s,;:.–—-]+$/, '')}…`
}

/** JSON-LD as text that is safe inside a script element. */
export function jsonLdText(data: JsonLd): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export type JsonLd = Readonly<Record<string, unknown>>

const SCHEMA_ORG = 'https://schema.org'

export function articleJsonLd(article: {
  url: string
  title: string
  description: string
  images: readonly string[]
  publishedTime: string
  modifiedTime: string
  section: string | null
  keywords: readonly string[]
  words: number
  author: { name: string; url: string | null }
  publisher: { name: string; url: string; logo: string }
}): JsonLd {
  const { author, publisher } = article
  return {
    '@context': SCHEMA_ORG,
    '@type': 'Article',
    headline: article.title,
    description: article.description,
    mainEntityOfPage: article.url,
    url: article.url,
    ...(article.images.length > 0 && { image: article.images }),
    datePublished: article.publishedTime,
    dateModified: article.modifiedTime,
    ...(article.section !== null && { articleSection: article.section }),
    ...(article.keywords.length > 0 && { keywords: article.keywords.join(', ') }),
    wordCount: article.words,
    author: { '@type': 'Person', name: author.name, ...(author.url !== null && { url: author.url }) },
    publisher: organization(publisher),
  }
}

/** The path to a page, from the home page down; the last entry is the page itself. */
export function breadcrumbJsonLd(trail: readonly { name: string; url: string }[]): JsonLd {
  return {
    '@context': SCHEMA_ORG,
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name: label, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: url,
    })),
  }
}

export function personJsonLd(person: {
  url: string
  name: string
  jobTitle: string | null
  description: string | null
  image: string | null
  sameAs: readonly string[]
  worksFor: { name: string; url: string }
}): JsonLd {
  return {
    '@context': SCHEMA_ORG,
    '@type': 'Person',
    name: person.name,
    url: person.url,
    ...(person.jobTitle !== null && { jobTitle: person.jobTitle }),
    ...(person.description !== null && { description: person.description }),
    ...(person.image !== null && { image: person.image }),
    ...(person.sameAs.length > 0 && { sameAs: person.sameAs }),
    worksFor: { '@type': 'Organization', ...person.worksFor },
  }
}

export function organizationJsonLd(house: {
  name: string
  url: string
  logo: string
  sameAs: readonly string[]
}): JsonLd {
  return {
    '@context': SCHEMA_ORG,
    ...organization(house),
    ...(house.sameAs.length > 0 && { sameAs: house.sameAs }),
  }
}

/** `searchUrl` is the search page's address with `{search_term_string}` where the words go. */
export function webSiteJsonLd(site: {
  name: string
  url: string
  description: string
  searchUrl: string
}): JsonLd {
  return {
    '@context': SCHEMA_ORG,
    '@type': 'WebSite',
    name: site.name,
    url: site.url,
    description: site.description,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: site.searchUrl },
      'query-input': 'required name=search_term_string',
    },
  }
}

function organization({ name: title, url, logo }: { name: string; url: string; logo: string }) {
  return { '@type': 'Organization', name: title, url, logo: { '@type': 'ImageObject', url: logo } }
}
