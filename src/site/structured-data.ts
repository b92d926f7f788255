import type { ArticleView } from '../content/pages/article.ts'
import type { AuthorView } from '../content/pages/author.ts'
import { needsSocialCard, socialCardPath } from '../content/pages/social-card.ts'
import { type Picture, shareCopyPath } from '../content/pictures.ts'
import type { ArticleCard, SiteView } from '../content/types.ts'
import { textOf } from '../domain/body/hast.ts'
import { parseHtml } from '../domain/body/safe-html.ts'
import {
  type JsonLd,
  type ShareImage,
  articleJsonLd,
  breadcrumbJsonLd,
  clip,
  organizationJsonLd,
  personJsonLd,
  webSiteJsonLd,
} from '../domain/seo.ts'

/** Share picture of pages without one of their own. */
const SITE_CARD = '/share.jpg'
const LOGO = '/icon-512.png'

/** Absolute URL of a picture's 1200×630 copy, or of the site's own share picture. */
export function shareImageUrl(picture: Picture | null, siteUrl: string): string {
  return siteUrl + ((picture && shareCopyPath(picture)) ?? SITE_CARD)
}

/** Share picture of a story: its featured image, cropped, or its social card. */
export function storyShareImage(card: ArticleCard, siteUrl: string): ShareImage {
  const { image } = card
  return image === null || needsSocialCard(card)
    ? { url: siteUrl + socialCardPath(card.slug), alt: card.title }
    : { url: shareImageUrl(image, siteUrl), alt: image.alt }
}

function house({ siteName }: SiteView, siteUrl: string) {
  return { name: siteName, url: `${siteUrl}/`, logo: siteUrl + LOGO }
}

/** WebSite and Organization with the site search. */
export function siteData(site: SiteView, siteUrl: string, description: string): JsonLd[] {
  return [
    organizationJsonLd({
      ...house(site, siteUrl),
      sameAs: site.socialUrl === null ? [] : [site.socialUrl],
    }),
    webSiteJsonLd({
      name: site.siteName,
      url: `${siteUrl}/`,
      description,
      searchUrl: `${siteUrl}/browse?search={search_term_string}`,
    }),
  ]
}

/** Breadcrumbs from the home page; the last entry is the page itself. */
export function trailData(trail: readonly { title: string; path: string }[], siteUrl: string): JsonLd {
  const steps = [{ title: 'Home', path: '/' }, ...trail]
  return breadcrumbJsonLd(steps.map(({ title, path }) => ({ name: title, url: siteUrl + path })))
}

/** Description of a story: its meta description or excerpt, or the beginning of its text. */
export function storyDescription({ card, metaDescription, body }: ArticleView): string {
  const beginning = () => (body.kind === 'html' ? textOf(parseHtml(body.html)).trim() : '')
  return metaDescription || card.excerpt || beginning() || card.title
}

export function storyData(view: ArticleView, site: SiteView, siteUrl: string): JsonLd {
  const { card, body } = view
  return articleJsonLd({
    url: siteUrl + card.path,
    title: card.title,
    description: clip(storyDescription(view), 300),
    images: [storyShareImage(card, siteUrl).url],
    publishedTime: card.publishedAt,
    modifiedTime: card.updatedAt,
    section: card.category?.name ?? null,
    keywords: view.keywords,
    words: body.kind === 'error' ? 0 : body.words,
    author: { name: card.author.name, url: card.author.path && siteUrl + card.author.path },
    publisher: house(site, siteUrl),
  })
}

export function authorData({ author }: AuthorView, site: SiteView, siteUrl: string): JsonLd {
  return personJsonLd({
    url: siteUrl + author.path,
    name: author.name,
    jobTitle: author.role,
    description: author.bio,
    image: author.image && shareImageUrl(author.image, siteUrl),
    sameAs: author.social.map(({ url }) => url),
    worksFor: { name: site.siteName, url: `${siteUrl}/` },
  })
}
