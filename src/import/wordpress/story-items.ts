import type { Item, Key, LeftOut, Note, Page, ReadOptions, Story } from '../description.ts'
import { formerAddresses } from './addresses.ts'
import { BodyNotes } from './body/context.ts'
import { wordpressBody } from './body/wordpress-body.ts'
import { modifiedAt, publishedAt } from './dates.ts'
import { decoded, plain } from './plain.ts'
import { expiryOf, publicationOf } from './publication.ts'
import { outsidePicture, seoTexts } from './seo.ts'
import { type Survey, footnotesOf } from './survey.ts'
import { kindOf } from './terms.ts'
import { type NamedTerm, type WxrRecord, idOf } from './wxr-record.ts'

/** Fields of plugins for the line below a title. */
const STANDFIRSTS = [
  'wps_subtitle',
  '_subtitle',
  'subtitle',
  'newspack_post_subtitle',
  'secondary_title',
  '_secondary_title',
  'kia_subtitle',
]

/** A story or page, after the people and terms that it names first; or what of it is left out, and why. */
export function* storyItems(
  record: WxrRecord,
  place: string,
  survey: Survey,
  options: ReadOptions,
): Generator<Item> {
  const isPage = record.text('wp:post_type') === 'page'
  const key = keyOf(record)
  try {
    const text = textOf(record, key, place, survey, options)
    if (text === null) {
      yield leftOut(key, isPage, place, 'Its text is longer than ten million characters')
      return
    }
    if (isPage) {
      const page: Page = { kind: 'page', ...text, parent: record.id('wp:post_parent') }
      yield page
      return
    }
    const named = uniqueTerms(record)
    const people = yield* peopleOf(record, named, place, survey)
    for (const term of named) yield* survey.terms.itemOfNamed(term, place, survey.site, survey.bases)
    yield { kind: 'story', ...text, ...storyParts(record, named, survey, text.notes), people }
  } catch (error) {
    // Elements within elements, deeper than any text of people.
    if (!(error instanceof RangeError)) throw error
    yield leftOut(key, isPage, place, 'Its text is too deeply nested to be read')
  }
}

function leftOut(key: Key, isPage: boolean, place: string, why: string): LeftOut {
  return { kind: 'left out', key, place, notes: [], what: isPage ? 'Page' : 'Story', title: '', why }
}

/** The number of an item; of one without, its address. */
export function keyOf(record: WxrRecord): Key {
  return (
    record.id('wp:post_id') ??
    (record.text('guid') || record.text('link') || record.text('wp:post_name') || `line ${record.line}`)
  )
}

function textOf(
  record: WxrRecord,
  key: Key,
  place: string,
  survey: Survey,
  { now, zone, language }: ReadOptions,
) {
  const at = publishedAt(record, zone)
  const isProtected = survey.protects(record.id('wp:post_id'))
  const isUntyped = record.text('wp:post_type') === ''
  const publication = isUntyped
    ? ({ state: 'draft', why: 'The file does not say whether it is a story' } as const)
    : publicationOf({
        ...{ record, at, now, isProtected },
        hasHiddenPart: survey.hasHiddenPart(record.raw('content:encoded')),
      })
  const { site, attachments, patterns } = survey
  const body = wordpressBody(record.raw('content:encoded'), {
    ...{ id: key, link: record.text('link'), site, attachments, patterns, language },
    footnotes: footnotesOf(record),
    isPublic: publication.state === 'published',
    notes: new BodyNotes(),
    within: [],
  })
  if (body === null) return null
  const { metaTitle, metaDescription, notes } = seoTexts(record)
  return {
    ...{ key, place, publication, metaTitle, metaDescription },
    title: plain(record.raw('title')),
    slug: decoded(record.text('wp:post_name')),
    html: body.html,
    createdAt: at !== null && Date.parse(at) <= now.getTime() ? at : null,
    modifiedAt: modifiedAt(record, zone),
    addresses: formerAddresses(record, site),
    notes: [...body.notes, ...notes, ...notesOf(record, now)],
  }
}

function notesOf(record: WxrRecord, now: Date): Note[] {
  const notes: Note[] = []
  const format = record.terms.find(({ taxonomy }) => taxonomy === 'post_format')
  const name = format?.nicename.replace(/^post-format-/, '') ?? ''
  if (/^(?:aside|chat|gallery|link|image|quote|status|video|audio)$/.test(name))
    notes.push({ kind: 'dropped', text: `The post format “${name}”` })
  if (record.metas('enclosure').some((value) => value !== ''))
    notes.push({ kind: 'dropped', text: 'The sound or film that feeds have with it' })
  if (expiryOf(record) * 1000 > now.getTime())
    notes.push({ kind: 'dropped', text: 'The day on which a plugin would have taken it down' })
  if (record.terms.some(({ taxonomy }) => taxonomy === 'language'))
    notes.push({ kind: 'dropped', text: 'The language that a plugin gave to it' })
  return notes
}

/** The terms of a story, each once. Exports of version 1.0 name each twice, once without its taxonomy. */
function uniqueTerms(record: WxrRecord): NamedTerm[] {
  const full = record.terms.filter(({ taxonomy, nicename }) => taxonomy !== '' && nicename !== '')
  const names = new Set(full.map(({ name }) => name))
  const short = record.terms
    .filter(({ nicename, name }) => nicename === '' && name !== '' && !names.has(name))
    .map((term) => ({ ...term, taxonomy: term.taxonomy || 'category' }))
  const all = [...full, ...short]
  return [...new Map(all.map((term) => [`${term.taxonomy} ${term.nicename || term.name}`, term])).values()]
}

/** The people of a byline: co-authors where a plugin names them, else the account that wrote it. Makes those who are new. */
function* peopleOf(
  record: WxrRecord,
  named: readonly NamedTerm[],
  place: string,
  survey: Survey,
): Generator<Item, Key[]> {
  const coAuthors = named.filter(({ taxonomy }) => taxonomy === 'author')
  const creator = record.text('dc:creator') || record.text('wp:author')
  const byline = coAuthors.length > 0 ? coAuthors : [{ nicename: '', name: creator }]
  const keys: Key[] = []
  for (const author of byline) {
    const key = survey.people.keyOf(author)
    if (key === '' || keys.includes(key)) continue
    yield* survey.people.item(
      key,
      place,
      survey.site,
      (id) => survey.attachments.get(id)?.address ?? null,
      author.name,
    )
    keys.push(key)
  }
  return keys
}

function storyParts(record: WxrRecord, named: readonly NamedTerm[], survey: Survey, notes: Note[]) {
  const keysOf = (kind: 'category' | 'tag') => {
    const terms = named.filter(({ taxonomy }) => kindOf(taxonomy) === kind)
    return [...new Set(terms.map((term) => survey.terms.keyOfNamed(term)))]
  }
  const categories = keysOf('category')
  const main = idOf(record.firstMeta('_yoast_wpseo_primary_category', 'rank_math_primary_category'))
  const mainKey = main === null ? undefined : survey.terms.byId('category', main)?.key
  return {
    standfirst: plain(record.firstMeta(...STANDFIRSTS)),
    excerpt: plain(record.raw('excerpt:encoded')),
    categories: categories.toSorted((a, b) => Number(b === mainKey) - Number(a === mainKey)),
    tags: keysOf('tag'),
    keywords: seoTexts(record).keywords,
    picture: pictureOf(record, survey, notes),
    featured: record.text('wp:is_sticky') === '1',
  }
}

function pictureOf(record: WxrRecord, survey: Survey, notes: Note[]): Story['picture'] {
  const id = idOf(record.meta('_thumbnail_id'))
  if (id !== null && survey.attachments.get(id)?.isPicture === true) return { key: id }
  const outside = outsidePicture(record)
  if (outside !== null) return { ...outside, caption: '' }
  if (id !== null) notes.push({ kind: 'dropped', text: 'The opening picture, which the file does not have' })
  return null
}
