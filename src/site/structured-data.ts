import type { ArticleView } from '../content/pages/article.ts'
import type { AuthorView } from '../content/pages/author.ts'
import { siteCardPage, socialCardPath } from '../content/pages/social-card.ts'
import { type Picture, cropPath, shareCopyPath } from '../content/pictures/pictures.ts'
import {
  type ArticleCard,
  type AuthorCard,
  type AuthorRef,
  type SiteView,
  type StoryCredit,
  writersOf,
} from '../content/types.ts'
import { LANGUAGES, LOCALES } from '../domain/text/language.ts'
import { iconPath } from '../domain/site/branding.ts'
import { textOf } from '../domain/body/html/hast.ts'
import { bylineText } from '../domain/story/credit.ts'
import type { Fact } from '../domain/story/fact.ts'
import { CROPS, SEARCH_CROPS } from '../domain/media/focus.ts'
import { creditLine, licenceAddress } from '../domain/media/media-rights.ts'
import { type JsonLd, type ShareImage, clip, jsonLd, schemaThing, storyMeta } from '../domain/site/seo.ts'
import { wordsOf } from '../words/words.ts'
import { parseHtml } from '#parse-html'

const LOGO = iconPath('512')

/** The 1200×630 copy of a picture as share image; null when there is none. `title` is its alt text where it has no own. */
function shareCopy(picture: Picture | null, title: string, siteUrl: string): ShareImage | null {
  const path = picture === null ? null : shareCopyPath(picture)
  return path === null ? null : { url: siteUrl + path, alt: picture?.alt || title }
}

/** Share image of a page: its picture, cropped, or else the magazine's. */
export function pageShareImage(
  picture: Picture | null,
  title: string,
  { siteName, tagline, sharePicture }: SiteView,
  siteUrl: string,
): ShareImage {
  const alt = [siteName, tagline].filter((part) => part !== '').join(': ')
  return (
    shareCopy(picture, title, siteUrl) ??
    shareCopy(sharePicture, alt, siteUrl) ?? { url: siteUrl + siteCardPage.route, alt }
  )
}

/** Share image of a story: its social card. Its alt text has the words that are on it, and what its picture shows. */
export function storyShareImage({ slug, title, image }: ArticleCard, siteUrl: string): ShareImage {
  const alt = image?.key != null && image.alt !== '' ? `${title}. ${image.alt}` : title
  return { url: siteUrl + socialCardPath(slug), alt }
}

/** The address of a picture for what shows the title of a story beside it: its picture, cropped, or its social card. */
export function storyPictureUrl(card: ArticleCard, siteUrl: string): string {
  return (shareCopy(card.image, card.title, siteUrl) ?? storyShareImage(card, siteUrl)).url
}

function organization({ siteName }: SiteView, siteUrl: string) {
  const logo = schemaThing('ImageObject', { url: siteUrl + LOGO })
  return { name: siteName, url: `${siteUrl}/`, logo }
}

/** What every page says of itself. */
function ofSite({ language }: Pick<SiteView, 'language'>, siteUrl: string) {
  return { inLanguage: LOCALES[language], isPartOf: { '@id': `${siteUrl}/#website` } }
}

/** WebSite and Organization with the site search: of the home page, to which the others point. */
export function siteData(site: SiteView, siteUrl: string): JsonLd[] {
  const { siteName, socialUrl } = site
  return [
    jsonLd('Organization', { ...organization(site, siteUrl), sameAs: socialUrl === null ? [] : [socialUrl] }),
    jsonLd('WebSite', {
      '@id': `${siteUrl}/#website`,
      name: siteName,
      url: `${siteUrl}/`,
      inLanguage: LOCALES[site.language],
      description: site.texts.home_description,
      potentialAction: schemaThing('SearchAction', {
        target: schemaThing('EntryPoint', {
          urlTemplate: `${siteUrl}/browse?search={search_term_string}`,
        }),
        'query-input': 'required name=search_term_string',
      }),
    }),
  ]
}

/** A page that is known by its type alone. */
export function pageData(
  type: 'AboutPage' | 'ContactPage',
  { title, path }: { title: string; path: string },
  site: SiteView,
  siteUrl: string,
): JsonLd {
  return jsonLd(type, { name: title, url: siteUrl + path, ...ofSite(site, siteUrl) })
}

/** Breadcrumbs from the home page; the last entry is the page itself. */
export function breadcrumbData(
  breadcrumbs: readonly { title: string; path: string }[],
  { language }: SiteView,
  siteUrl: string,
): JsonLd {
  const steps = [{ title: wordsOf(language).homePage, path: '/' }, ...breadcrumbs]
  return jsonLd('BreadcrumbList', {
    itemListElement: steps.map(({ title, path }, index) =>
      schemaThing('ListItem', { position: index + 1, name: title, item: siteUrl + path }),
    ),
  })
}

/** The list of the stories that a page shows. */
export function collectionData(
  { title, path, articles }: { title: string; path: string; articles: readonly ArticleCard[] },
  site: SiteView,
  siteUrl: string,
): JsonLd {
  return listData(title, path, articles, site, siteUrl)
}

/** The list of all authors. */
export function authorsData(authors: readonly AuthorCard[], site: SiteView, siteUrl: string): JsonLd {
  const entries = authors.map(({ name, path }) => ({ title: name, path }))
  return listData(wordsOf(site.language).authors.title, '/authors', entries, site, siteUrl)
}

function listData(
  title: string,
  path: string,
  entries: readonly { title: string; path: string }[],
  site: SiteView,
  siteUrl: string,
): JsonLd {
  return jsonLd('CollectionPage', {
    name: title,
    url: siteUrl + path,
    ...ofSite(site, siteUrl),
    mainEntity: schemaThing('ItemList', {
      itemListElement: entries.map((entry, index) =>
        schemaThing('ListItem', { position: index + 1, name: entry.title, url: siteUrl + entry.path }),
      ),
    }),
  })
}

/** Title and description of a story for search engines: written for them, or else its own. */
export function storyMetaOf({ card, metaTitle, metaDescription, body }: ArticleView) {
  const beginning = () => (body.kind === 'html' ? textOf(parseHtml(body.html)).trim() : '')
  return storyMeta({ title: card.title, metaTitle, metaDescription, excerpt: card.excerpt, beginning })
}

/** The label of the fact that says where a house is, in each language: a story keeps the labels that it was written with. */
const PLACE_LABELS = new Set(LANGUAGES.map((language) => wordsOf(language).place.toLowerCase()))

/** The house that a story is about, as its facts say. */
function houseData(facts: readonly Fact[]) {
  if (facts.length === 0) return {}
  const place = facts.find(({ label }) => PLACE_LABELS.has(label.toLowerCase()))
  return {
    about: schemaThing('Place', {
      additionalProperty: facts.map(({ label, value }) =>
        schemaThing('PropertyValue', { name: label, value }),
      ),
    }),
    contentLocation: place ? schemaThing('Place', { name: place.value }) : null,
  }
}

/** The picture of a story in the shapes of search engines, with credit and licence; without its copies the social card. */
function storyImages(
  { card, pictureRights }: ArticleView,
  { siteName, language }: SiteView,
  siteUrl: string,
): (JsonLd | string)[] {
  const { image } = card
  if (image === null || image.key === null) return [storyShareImage(card, siteUrl).url]
  const rights = image.rights.credit === null && pictureRights !== null ? pictureRights : image.rights
  const licence = licenceAddress(rights)
  // 'Photograph: Ada Berg' says what it is for.
  const creator = rights.credit?.replace(/^[^:]*: */, '') || null
  return SEARCH_CROPS.map((crop) => {
    const url = `${siteUrl}${cropPath(image, crop)}`
    return schemaThing('ImageObject', {
      contentUrl: url,
      ...CROPS[crop],
      caption: image.caption,
      creditText: creditLine(rights, wordsOf(language).article.madeBy),
      creator: creator && schemaThing(creator === siteName ? 'Organization' : 'Person', { name: creator }),
      license: licence && new URL(licence, siteUrl).href,
    })
  })
}

export function storyData(view: ArticleView, site: SiteView, siteUrl: string): JsonLd {
  const { card, credits, body, dates } = view
  const url = siteUrl + card.path
  return jsonLd('Article', {
    headline: card.title,
    description: clip(storyMetaOf(view).description, 300),
    mainEntityOfPage: url,
    url,
    ...ofSite(site, siteUrl),
    image: storyImages(view, site, siteUrl),
    datePublished: dates.published,
    dateModified: dates.modified,
    articleSection: card.category?.name ?? null,
    keywords: view.keywords.join(', ') || null,
    wordCount: body.kind === 'error' ? 0 : body.words,
    ...creditData(credits, site, siteUrl),
    publisher: schemaThing('Organization', organization(site, siteUrl)),
    ...houseData(view.facts),
  })
}

/** The people of a story, each with their part. */
function creditData(credits: readonly StoryCredit[], { dates }: SiteView, siteUrl: string): JsonLd {
  const person = ({ name, path }: AuthorRef) => schemaThing('Person', { name, url: path && siteUrl + path })
  const writers = writersOf(credits).map(person)
  const parts = credits.flatMap(({ role, people }) =>
    role === null ? [] : people.map((each) => ({ role, contributor: person(each) })),
  )
  return {
    author: writers.length === 1 ? writers[0] : writers,
    contributor: parts.map(({ role, contributor }) => schemaThing('Role', { roleName: role, contributor })),
    creditText: parts.length === 0 ? null : bylineText(credits, dates.language),
  }
}

export function authorData({ author }: AuthorView, site: SiteView, siteUrl: string): JsonLd {
  const url = siteUrl + author.path
  return jsonLd('ProfilePage', {
    url,
    ...ofSite(site, siteUrl),
    mainEntity: schemaThing('Person', {
      name: author.name,
      url,
      jobTitle: author.role,
      description: author.bio,
      image: author.image && new URL(shareCopyPath(author.image) ?? author.image.url, siteUrl).href,
      sameAs: author.social.map((link) => link.url),
      worksFor: schemaThing('Organization', { name: site.siteName, url: `${siteUrl}/` }),
    }),
  })
}
