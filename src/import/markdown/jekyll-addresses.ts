import { type Fields, UNREADABLE } from './fields.ts'
import { permalink } from './permalinks.ts'

interface JekyllText {
  path: string
  stem: string
  /** The name without its date. */
  words: string
  date: string | null
  /** Of its folders. */
  categories: readonly string[]
  collection: string | null
  collectionPattern: string
  fields: Fields
  settings: Fields
  zone: string
}

/** Patterns that Jekyll has a name for. */
const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
}

/** Where Jekyll showed a text, its former addresses after it. */
export function jekyllAddresses(text: JekyllText): string[] {
  const own = ownAddress(text)
  const { fields } = text
  const former = fields.texts('none', 'redirect_from', 'alias', 'aliases', 'redirects')
  const all = [
    own,
    ...variants(own),
    ...former.map((address) => (/^(?:\/|https?:)/.test(address) ? address : `/${address}`)),
  ]
  return [...new Set(all)]
}

/** Servers show a page with its ending and without. */
function variants(address: string): string[] {
  return address.endsWith('.html') && !address.endsWith('/index.html')
    ? [address.slice(0, -'.html'.length)]
    : []
}

function ownAddress(text: JekyllText): string {
  const { fields, settings, path, collection } = text
  const own = fields.text('permalink', 'url')
  const isPost = /(?:^|\/)_(?:posts|drafts)\//.test(path)
  const site = settings.text('permalink')
  if (own !== '') return byPattern(styled(own), text) ?? `/${own.replace(/^\//, '')}`
  if (isPost) return byPattern(styled(site || 'date'), text) ?? `/${text.words}.html`
  if (collection !== null)
    return (
      byPattern(text.collectionPattern || '/:collection/:path:output_ext', text) ??
      `/${collection}/${text.stem}.html`
    )
  const place = path.replace(/^source\//, '').replace(/\.[^.]*$/, '')
  if (/(?:^|\/)index$/.test(place)) return `/${place.slice(0, -'index'.length)}`
  return /^(?:pretty|none)$/.test(site) || site.endsWith('/') ? `/${place}/` : `/${place}.html`
}

function styled(pattern: string): string {
  return Object.hasOwn(STYLES, pattern) ? (STYLES[pattern] ?? pattern) : pattern
}

function byPattern(pattern: string, text: JekyllText): string | null {
  const { fields, zone, path, stem, words, collection } = text
  const date = fields.moment(zone, 'date')
  const categories = [
    ...text.categories,
    ...fields.texts('words', 'categories'),
    ...fields.texts('none', 'category'),
  ]
  const folders = [...new Set(categories.map((name) => name.toLowerCase()))]
  const title = fields.text('slug') || words
  const below = path.replace(/^_[^/]+\//, '').replace(/\.[^.]*$/, '')
  const found = permalink(pattern, {
    date: date === UNREADABLE || date === null ? text.date : date,
    zone,
    names: {
      categories: folders.map((name) => name.replaceAll(' ', '%20')).join('/'),
      category: folders[0] ?? '',
      slugified_categories: folders.map(slugified).join('/'),
      title,
      post_title: title,
      slug: slugified(title),
      name: words,
      basename: stem,
      path: below,
      collection: collection ?? 'posts',
      output_ext: '.html',
    },
  })
  return found === null ? null : found.replace(/\/index\.html$/, '/')
}

function slugified(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
