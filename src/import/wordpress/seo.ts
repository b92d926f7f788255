import type { Note } from '../description.ts'
import { plain } from './plain.ts'
import { memberOf, phpValue, textOfValue } from './php-values.ts'
import type { WxrRecord } from './wxr-record.ts'

const TITLES = [
  '_yoast_wpseo_title',
  'rank_math_title',
  '_aioseo_title',
  '_aioseop_title',
  '_seopress_titles_title',
  '_genesis_title',
  'jetpack_seo_html_title',
  '_wds_title',
]
const DESCRIPTIONS = [
  '_yoast_wpseo_metadesc',
  'rank_math_description',
  '_aioseo_description',
  '_aioseop_description',
  '_seopress_titles_desc',
  '_genesis_description',
  'advanced_seo_description',
  '_wds_metadesc',
]

/** What plugins fill in when a page is shown: '%%title%%', '%sitename%', '#post_title'. */
const VARIABLE = /%%?[a-z][\w-]{0,40}(?:\([^()]{0,60}\))?%%?|(?:^|\s)#[a-z]+_[a-z_]+/i

export interface SeoTexts {
  metaTitle: string
  metaDescription: string
  keywords: string[]
  notes: Note[]
}

/** What search engines are told of a story, by the fields of the plugins that many use. */
export function seoTexts(record: WxrRecord): SeoTexts {
  const notes: Note[] = []
  const read = (keys: readonly string[], what: string) => {
    const text = plain(record.firstMeta(...keys))
    if (!VARIABLE.test(text)) return text
    notes.push({ kind: 'dropped', text: `The ${what} for search engines, which a plugin fills in` })
    return ''
  }
  const metaTitle = read(TITLES, 'title')
  const metaDescription = read(DESCRIPTIONS, 'description')
  if (
    record.meta('_yoast_wpseo_meta-robots-noindex') === '1' ||
    record.meta('rank_math_robots').includes('"noindex"')
  )
    notes.push({ kind: 'dropped', text: 'The wish that search engines leave it out' })
  return { metaTitle, metaDescription, keywords: keywordsOf(record), notes }
}

function keywordsOf(record: WxrRecord): string[] {
  const words = record.firstMeta('_aioseop_keywords', '_aioseo_keywords')
  return [...new Set(words.split(',').map(plain))].filter((word) => word !== '' && !VARIABLE.test(word))
}

/** The address of a picture that a plugin shows at the top of a story from elsewhere; '' for none. */
export function outsidePicture(record: WxrRecord): { address: string; alt: string } | null {
  const nelio =
    textOfValue(memberOf(phpValue(record.meta('_nelioefi_url')), 'url')) || record.meta('_nelioefi_url')
  const address = record.meta('fifu_image_url') || nelio
  const alt = record.meta('fifu_image_alt') || record.meta('_nelioefi_alt')
  return /^https?:\/\//.test(address) ? { address, alt } : null
}
