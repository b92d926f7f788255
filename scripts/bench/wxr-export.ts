import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Random, seededRandom } from '../../supabase/seed/stable.ts'

/** Stories of an export that go with one author, category or tag. */
const STORIES_PER_AUTHOR = 100
const CATEGORIES = 40
const TAGS = 400
const WORDS_PER_PARAGRAPH = 80
const FIRST_DAY = Date.UTC(2009, 0, 1)
const OLD_SITE = 'https://old.example'

interface ExportOptions {
  stories: number
  /** In the body of each story. */
  words: number
}

/**
 * Writes an export of WordPress (WXR 1.2) with stories in blocks, each with an author, one or two categories, three tags, a
 * former address, a link to an earlier story and a meta title; the same file for the same numbers.
 */
export async function writeWxrExport(path: string, options: ExportOptions): Promise<void> {
  await pipeline(Readable.from(partsOf(options)), createWriteStream(path))
}

function* partsOf({ stories, words }: ExportOptions): Generator<string> {
  const random = seededRandom('export')
  const authors = Math.ceil(stories / STORIES_PER_AUTHOR)
  yield HEAD
  for (let n = 0; n < authors; n += 1) yield author(n)
  for (let n = 0; n < CATEGORIES; n += 1) yield category(n)
  for (let n = 0; n < TAGS; n += 1) yield tag(n)
  for (let n = 0; n < stories; n += 1) yield story(n, authors, words, random)
  yield '</channel>\n</rss>\n'
}

const HEAD = `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Old House</title><link>${OLD_SITE}</link><description>Ten years of it</description><language>en-US</language>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>${OLD_SITE}</wp:base_site_url><wp:base_blog_url>${OLD_SITE}</wp:base_blog_url>
`

const cdata = (text: string): string => `<![CDATA[${text}]]>`

function author(n: number): string {
  return `<wp:author><wp:author_id>${n + 1}</wp:author_id><wp:author_login>${cdata(`writer${n}`)}</wp:author_login><wp:author_email>${cdata(`writer${n}@old.example`)}</wp:author_email><wp:author_display_name>${cdata(`Writer Number ${n}`)}</wp:author_display_name></wp:author>\n`
}

function category(n: number): string {
  const parent = n < CATEGORIES / 4 ? '' : `category-${n % (CATEGORIES / 4)}`
  return `<wp:category><wp:term_id>${n + 1}</wp:term_id><wp:category_nicename>${cdata(`category-${n}`)}</wp:category_nicename><wp:category_parent>${cdata(parent)}</wp:category_parent><wp:cat_name>${cdata(`Category ${n}`)}</wp:cat_name></wp:category>\n`
}

function tag(n: number): string {
  return `<wp:tag><wp:term_id>${CATEGORIES + n + 1}</wp:term_id><wp:tag_slug>${cdata(`tag-${n}`)}</wp:tag_slug><wp:tag_name>${cdata(`Tag ${n}`)}</wp:tag_name></wp:tag>\n`
}

function story(n: number, authors: number, words: number, random: Random): string {
  const at = new Date(FIRST_DAY + n * 3_600_000).toISOString()
  const time = at.slice(0, 19).replace('T', ' ')
  const terms = [
    ...[0, 1].slice(0, 1 + random.below(2)).map(() => ['category', 'category', random.below(CATEGORIES)]),
    ...[0, 1, 2].map(() => ['post_tag', 'tag', random.below(TAGS)]),
  ].map(
    ([domain, name, number]) =>
      `<category domain="${domain}" nicename="${name}-${number}">${cdata(`${name === 'tag' ? 'Tag' : 'Category'} ${number}`)}</category>`,
  )
  const meta = (key: string, value: string) =>
    `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`
  return [
    `<item><title>${cdata(titleOf(n, random))}</title><link>${addressOf(n)}</link>`,
    `<dc:creator>${cdata(`writer${random.below(authors)}`)}</dc:creator><guid isPermaLink="false">${OLD_SITE}/?p=${n + 1}</guid>`,
    `<content:encoded>${cdata(body(n, words, random))}</content:encoded><excerpt:encoded>${cdata('')}</excerpt:encoded>`,
    `<wp:post_id>${n + 1}</wp:post_id><wp:post_date>${time}</wp:post_date><wp:post_date_gmt>${time}</wp:post_date_gmt>`,
    `<wp:post_modified_gmt>${time}</wp:post_modified_gmt><wp:post_name>${cdata(slugOf(n))}</wp:post_name>`,
    `<wp:status>publish</wp:status><wp:post_parent>0</wp:post_parent><wp:post_type>post</wp:post_type><wp:post_password></wp:post_password>`,
    ...terms,
    meta('_wp_old_slug', `former-${slugOf(n)}`),
    meta('_yoast_wpseo_title', `On story ${n}`),
    '</item>\n',
  ].join('')
}

const slugOf = (n: number): string => `story-number-${n}`

const addressOf = (n: number): string => `${OLD_SITE}/archive/${slugOf(n)}/`

function titleOf(n: number, random: Random): string {
  return `${sentence(5, random).replace(/\.$/, '')}, ${n}`
}

function body(n: number, words: number, random: Random): string {
  const paragraphs: string[] = []
  for (let left = words; left > 0; left -= WORDS_PER_PARAGRAPH) {
    const text = sentence(Math.min(left, WORDS_PER_PARAGRAPH), random)
    const isLinked = paragraphs.length === 1 && n > 0
    const link = isLinked ? ` <a href="${addressOf(random.below(n))}">An earlier one</a>.` : ''
    if (paragraphs.length % 4 === 3)
      paragraphs.push(`<!-- wp:heading -->\n<h2>${sentence(4, random)}</h2>\n<!-- /wp:heading -->`)
    paragraphs.push(`<!-- wp:paragraph -->\n<p>${text}${link}</p>\n<!-- /wp:paragraph -->`)
  }
  return paragraphs.join('\n\n')
}

const WORDS =
  'the kiln clay river oak table light window house morning linen bread stone garden of and with under before after a one slow warm old small made kept found where nobody always glaze shelf chair lamp quiet'.split(
    ' ',
  )

function sentence(words: number, random: Random): string {
  const text = Array.from({ length: words }, () => random.pick(WORDS)).join(' ')
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`
}
