import { wordSet } from '../text/word-set.ts'

/** A well-formed slug: lower-case letters and digits in groups joined by single hyphens. */
const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Maximum length of the slug of a story or page, which is the name of a file. The database has the same limit. */
export const MAX_SLUG_LENGTH = 200

/** Letters that Unicode does not decompose into a base letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

/**
 * The address form of a title or name: lower case, accents folded, characters other than letters, digits, spaces and
 * hyphens removed, runs of spaces and hyphens one hyphen, none at the ends; of a long text as many words as fit. Empty
 * when nothing of the text remains.
 */
export function slugify(text: string): string {
  const slug = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[ßæœøđðłþı]/g, (letter) => LETTERS[letter] ?? '')
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^-|-$/g, '')
  if (slug.length <= MAX_SLUG_LENGTH) return slug
  const end = slug.lastIndexOf('-', MAX_SLUG_LENGTH)
  return slug.slice(0, end > 0 ? end : MAX_SLUG_LENGTH)
}

/** Maximum length of a page's file name on common file systems in bytes, without the longest ending. */
const MAX_FILE_NAME_BYTES = 255 - '.html.gz'.length

/** Whether a part of an address can be the name of a page's file. */
export function fitsFileName(part: string): boolean {
  return new TextEncoder().encode(part).length <= MAX_FILE_NAME_BYTES
}

export function isSlug(text: string): boolean {
  return SLUG_PATTERN.test(text)
}

/** Reserved slugs: first path segments that belong to the site itself, so no page and no section takes one. The database refuses them, too. */
export const RESERVED_PAGE_SLUGS = wordSet(
  'index browse article author authors about contact privacy terms auth admin 404 feed feed.xml',
  'rss rss.xml rss.json llms.txt site.webmanifest sitemap sitemap.xml sitemap-index.xml robots robots.txt favicon.ico favicon.svg',
  'icon-180.png icon-192.png icon-512.png icon-maskable-512.png',
  'og team uploads fonts media images letters lists share share.jpg subscription tag publish preview _images _astro _headers _redirects',
  '_local',
)
