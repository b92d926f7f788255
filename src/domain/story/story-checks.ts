import type { Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'
import { isElement, textOf } from '../body/html/hast.ts'
import { str } from '../body/json.ts'
import { type BodyMedia, type RenderedBody, renderBody } from '../body/render.ts'
import { partsOf, storyParts, withParts } from '../body/story-parts.ts'
import { type Thread, commentParts, threadsToShow } from '../newsroom/comment.ts'
import { cut } from '../text/cut.ts'
import { foldText } from '../text/fold-text.ts'
import { isUsable, usabilityAt } from '../media/media-rights.ts'
import type { Media } from '../media/media.ts'
import type { CheckName, LinkState } from './checks.ts'
import type { ArticleForm } from './article.ts'
import { MAX_CARD_TITLE } from './title.ts'
import { parseHtml } from '#parse-html'

/** What is known of a file of the media library. */
export type CheckedFile = Pick<
  Media,
  | 'id'
  | 'original_filename'
  | 'alt_text'
  | 'credit'
  | 'made_by'
  | 'usable_from'
  | 'usable_until'
  | 'rights_override_at'
>

export type CheckedFields = Pick<
  ArticleForm,
  | 'title'
  | 'standfirst'
  | 'excerpt'
  | 'meta_title'
  | 'meta_description'
  | 'category_id'
  | 'featured_image'
  | 'gallery'
  | 'captions'
  | 'credits'
  | 'facts'
>

export interface CheckedStory extends CheckedFields {
  /** Its texts (readBody). */
  body: readonly BodyText[]
  /** The name of the owner, who is the writer of a story without credits. */
  authorName: string | null
  /** The role of people credited for the words. */
  wordsRoleId: string | null
  /** Whom the credits name, in any role. */
  creditedNames: readonly string[]
  /** Credited names that no editor has confirmed. */
  proposedNames: readonly string[]
  /** The files of the library by the addresses of the pictures. */
  files: ReadonlyMap<string, CheckedFile>
  /** When readers get the story, in ms. */
  goesOutAt: number
  /** Of the links that were asked, by their addresses. */
  links: ReadonlyMap<string, LinkState>
  threads: readonly Thread[]
}

/** What to look for in a text: the `nth` occurrence (from 0) of this value. */
export interface Find {
  kind: 'words' | 'heading' | 'picture' | 'link'
  value: string
  nth: number
}

/**
 * Where a check is not met: a field of the form, a place in the text (of the `part`, in a story in parts), or a thread of
 * comments, by its id.
 */
export type Place = {
  label: string
  /** The id of the file of the library that lacks it. */
  file?: string
  right?: RightProblem
} & (
  | { field: keyof CheckedFields; index?: number }
  | { part: number | null; find: Find | null }
  | { thread: string }
)

/** What is wrong with the right to show a file, and since or until when. */
export interface RightProblem {
  problem: 'not yet' | 'ended' | 'ends'
  at: string
}

export interface UnmetCheck {
  name: CheckName
  places: Place[]
}

/** Days from the publish date in which the right to show a file should not end. */
const MIN_DAYS_OF_RIGHT = 30

/** The checks that a story does not meet, in the order of CHECKS, each with its places. */
export function unmetChecks(story: CheckedStory): UnmetCheck[] {
  const { body } = story
  const found: Record<CheckName, Place[]> = {
    excerpt: isBlank(story.excerpt) ? [{ label: 'Write one', field: 'excerpt' }] : [],
    category: story.category_id === null ? [{ label: 'Choose one', field: 'category_id' }] : [],
    share_picture: isBlank(story.featured_image ?? '')
      ? [{ label: 'Choose a featured image', field: 'featured_image' }]
      : [],
    title_length: titleLength(story.title),
    writer: namesWriter(story) ? [] : [{ label: 'Add a writer', field: 'credits' }],
    people: story.proposedNames.map((label) => ({ label, field: 'credits' })),
    picture_credits: pictureCredits(story),
    alt_text: pictures(story).flatMap(({ url, alt, place }) =>
      !isBlank(alt) ? [] : 'field' in place ? [inLibrary(place, story.files.get(url))] : [place],
    ),
    headings: body.flatMap(skippedLevels),
    quotation_marks: unevenMarks(body),
    notes: notes(story),
    rights: rights(story),
    links: storyLinks(body)
      .filter(({ find }) => story.links.get(find.value) === 'dead')
      .map(({ part, find }) => ({ label: find.value, part, find })),
    comments: threadsToShow(story.threads, 'open').map((thread) => ({
      label: firstWords(thread),
      thread: thread.id,
    })),
  }
  return (Object.entries(found) as [CheckName, Place[]][])
    .filter(([, places]) => places.length > 0)
    .map(([name, places]) => ({ name, places }))
}

/** Characters of a comment in the list. */
const FIRST_WORDS = 80

/** The first words of a thread; colleagues that they mention are left out. */
function firstWords({ comments }: Thread): string {
  const text = commentParts(comments[0]?.body ?? '')
    .map((part) => ('text' in part ? part.text : '@…'))
    .join('')
    .trim()
  return text.length > FIRST_WORDS ? `${cut(text, FIRST_WORDS - 1).trimEnd()}…` : text
}

const isBlank = (text: string | null) => text === null || text.trim() === ''

function titleLength(title: string): Place[] {
  const { length } = Array.from(title.trim())
  return length > MAX_CARD_TITLE
    ? [{ label: `${length} characters; at most ${MAX_CARD_TITLE} are advised`, field: 'title' }]
    : []
}

function namesWriter({ credits, wordsRoleId, authorName }: CheckedStory): boolean {
  return credits.length === 0 ? authorName !== null : credits.some(({ role_id }) => role_id === wordsRoleId)
}

/* The body */

/** A text of a body, as the page shows it. */
export interface BodyText {
  /** Its part, in a story in parts. */
  part: number | null
  /** Level of the heading that it is under; null: the last heading of the text before it. */
  under: number | null
  tree: Root
  /** Texts of its part that are no HTML. */
  lines: string[]
  /** Pictures of its part that are not in the tree. Without an alt text they have the media library's. */
  pictures: { src: string; alt: string }[]
}

/** The texts of a body of any format. */
export function readBody(content: unknown): BodyText[] {
  const story = storyParts(content)
  return story === null
    ? textsOf(renderBody(content), null)
    : partsOf(story).flatMap((part, at) => textsOf(renderBody(withParts(story, [part])), at))
}

const TITLE_LEVEL = 1
/** Of the title of a choice. */
const CHOICE_LEVEL = 2

function textsOf(body: RenderedBody, part: number | null): BodyText[] {
  const text = (html: string, more: Partial<BodyText> = {}): BodyText => ({
    ...{ part, under: null, tree: parseHtml(html), lines: [], pictures: [] },
    ...more,
  })
  switch (body.kind) {
    case 'error':
      return []
    case 'html':
      return [text(body.html)]
    case 'interactive':
      return body.choices.map(({ html, title, description, image }) =>
        text(html, {
          under: CHOICE_LEVEL,
          lines: [title, description],
          pictures: image === null ? [] : [{ src: image, alt: title }],
        }),
      )
    case 'mixed-media':
      return body.sections.map((section) =>
        section.type === 'text' ? text(section.html) : text('', mediaTexts(section.items)),
      )
  }
}

function mediaTexts(items: readonly BodyMedia[]): Pick<BodyText, 'lines' | 'pictures'> {
  return {
    lines: items.map(({ caption }) => caption ?? ''),
    pictures: items.filter(({ type }) => type === 'image').map(({ src, alt }) => ({ src, alt })),
  }
}

/** Counts equal values: 0 for the first. */
function counter() {
  const seen = new Map<string, number>()
  return (value: string): number => {
    const nth = seen.get(value) ?? 0
    seen.set(value, nth + 1)
    return nth
  }
}

/* Headings */

/** The headings that are more than one level below the one before them. */
function skippedLevels(text: BodyText, at: number, texts: readonly BodyText[]): Place[] {
  const before = text.under ?? texts.slice(0, at).flatMap(headingsOf).at(-1)?.level ?? TITLE_LEVEL
  return headingsOf(text).flatMap(({ level, find }, index, all) =>
    level > (all[index - 1]?.level ?? before) + 1 ? [{ label: find.value, part: text.part, find }] : [],
  )
}

/** The headings of a text, without headings of fact boxes, which are not the story's. */
function headingsOf({ tree }: BodyText): { level: number; find: Find }[] {
  const nth = counter()
  const found: { level: number; find: Find }[] = []
  visit(tree, 'element', (node) => {
    if (node.tagName === 'aside') return SKIP
    if (!isElement(node, 'h2', 'h3', 'h4')) return undefined
    const value = textOf(node).replace(/\s+/g, ' ').trim()
    found.push({ level: Number(node.tagName.slice(1)), find: { kind: 'heading', value, nth: nth(value) } })
    return SKIP
  })
  return found
}

/* Pictures */

interface StoryPicture {
  url: string
  /** What the page says it shows. */
  alt: string
  place: Place
}

function nameOf(url: string, file: CheckedFile | undefined): string {
  return file?.original_filename ?? decodedName(url)
}

function decodedName(url: string): string {
  const name = url.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name) || url
  } catch {
    return name
  }
}

function inLibrary(place: Place, file: CheckedFile | undefined): Place {
  return file === undefined ? place : { ...place, file: file.id }
}

/** Every picture that the page shows. The featured image and the gallery have the alt text of the library. */
function pictures(story: CheckedStory): StoryPicture[] {
  const libraryAlt = (url: string) => story.files.get(url)?.alt_text ?? ''
  const label = (url: string) => nameOf(url, story.files.get(url))
  const ofField = (field: 'featured_image' | 'gallery', urls: readonly string[]): StoryPicture[] =>
    urls.map((url, index) => ({ url, alt: libraryAlt(url), place: { label: label(url), field, index } }))
  const featured = isBlank(story.featured_image) ? [] : [story.featured_image ?? '']
  return [
    ...ofField('featured_image', featured),
    ...ofField('gallery', story.gallery),
    ...story.body.flatMap((text) => [
      ...text.pictures.map(({ src, alt }) => ({
        url: src,
        alt: isBlank(alt) ? libraryAlt(src) : alt,
        place: { label: label(src), part: text.part, find: null },
      })),
      ...imagesOf(text).map(({ alt, find }) => ({
        url: find.value,
        alt,
        place: { label: label(find.value), part: text.part, find },
      })),
    ]),
  ]
}

function imagesOf({ tree }: BodyText): { alt: string; find: Find }[] {
  const nth = counter()
  const found: { alt: string; find: Find }[] = []
  visit(tree, { tagName: 'img' }, (node) => {
    if (!isElement(node)) return
    const value = str(node.properties.src)
    found.push({ alt: str(node.properties.alt), find: { kind: 'picture', value, nth: nth(value) } })
  })
  return found
}

/** The addresses of all pictures of a story. */
export function pictureAddresses(story: Pick<CheckedStory, 'featured_image' | 'gallery' | 'body'>): string[] {
  const inBody = story.body.flatMap((text) => [
    ...text.pictures.map(({ src }) => src),
    ...imagesOf(text).map(({ find }) => find.value),
  ])
  const featured = isBlank(story.featured_image) ? [] : [story.featured_image ?? '']
  return [...new Set([...featured, ...story.gallery, ...inBody])]
}

/** The first place of each file. */
function filePlaces(story: CheckedStory): { file: CheckedFile; place: Place }[] {
  const seen = new Set<CheckedFile>()
  return pictures(story).flatMap(({ url, place }) => {
    const file = story.files.get(url)
    if (file === undefined || seen.has(file)) return []
    seen.add(file)
    return [{ file, place }]
  })
}

/** Photographs whose credit names nobody whom the story credits. */
function pictureCredits(story: CheckedStory): Place[] {
  const names = (story.credits.length === 0 ? [story.authorName ?? ''] : story.creditedNames)
    .map(foldText)
    .filter((name) => name !== '')
  const missing = filePlaces(story)
    .filter(({ file }) => file.made_by === null || file.made_by === 'photograph')
    .map(({ file }) => file.credit?.trim() ?? '')
    .filter((credit) => credit !== '' && !names.some((name) => foldText(credit).includes(name)))
  return [...new Set(missing)].map((credit) => ({ label: credit, field: 'credits' }))
}

function rights(story: CheckedStory): Place[] {
  const { goesOutAt } = story
  const last = goesOutAt + MIN_DAYS_OF_RIGHT * 86_400_000
  const problemOf = (file: CheckedFile): RightProblem | null => {
    const { usable_from: from, usable_until: until } = file
    if (!isUsable(file, goesOutAt))
      return usabilityAt(file, goesOutAt) === 'ended'
        ? { problem: 'ended', at: until ?? '' }
        : { problem: 'not yet', at: from ?? '' }
    const end = Date.parse(until ?? '')
    return until !== null && end > goesOutAt && end <= last ? { problem: 'ends', at: until } : null
  }
  return filePlaces(story).flatMap(({ file, place }) => {
    const right = problemOf(file)
    return right === null ? [] : [{ ...inLibrary(place, file), right }]
  })
}

/* Notes */

/**
 * Notes that were left in a text: in square brackets with a question or a colon, and TK ("to come"). Not notes: […], [sic],
 * a number, one letter, [fig. 2], and a name that begins with TK. The database has the same regular expressions:
 * `private.has_note`.
 */
export const NOTE =
  /\[(?!(?:…|\.\.\.|sic!?|[0-9⁰¹²³⁴⁵⁶⁷⁸⁹]+|[A-Za-z]|(?:figs?|figures?|plates?|pl|nos?|pp?|vol|ch|tables?|tab|ill|maps?|plans?|Abb|Bild|Tafel|planche|il)\.?\s?[0-9]+[a-z]?(?:[–-][0-9]+)?)\])(?!\s*\])(?=[^[\]]{0,200}[?:])[^[\]]{1,200}\]|(?<![A-Za-z0-9-])(?:TK(?:TK)+(?![A-Za-z0-9])|TK(?![A-Za-z0-9-]|\s[A-ZÀ-Þ][a-zß-ÿ]))/g

/** Text in square brackets is a note, except in a quotation, where it is an addition to somebody's words. */
export const BRACKETS =
  /\[(?!(?:…|\.\.\.|sic!?|[0-9⁰¹²³⁴⁵⁶⁷⁸⁹]+|[A-Za-z]|(?:figs?|figures?|plates?|pl|nos?|pp?|vol|ch|tables?|tab|ill|maps?|plans?|Abb|Bild|Tafel|planche|il)\.?\s?[0-9]+[a-z]?(?:[–-][0-9]+)?)\])(?!\s*\])[^[\]]{1,200}\]/g

/** A quotation, by the marks of any language (punctuation.ts). An apostrophe does not end one. */
export const QUOTATION =
  /“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|»[^«»]*«|‹[^‹›]*›|›[^‹›]*‹|‚[^‚‘’]*[‘’]|‘(?:[^‘’]|’(?=[A-Za-zÀ-ɏ]))*’|「[^「」]*」|『[^『』]*』|”[^”]*”|(?<![0-9])"[^"]*"/g

/** The notes in a text. Of a quotation a blank is left when brackets are looked for, as in `private.has_note`. */
export function notesIn(text: string): string[] {
  const quotations = Array.from(text.matchAll(QUOTATION))
  const placeOf = (at: number) =>
    quotations.reduce((place, { 0: words, index }) => (index < place ? place + words.length - 1 : place), at)
  const notes = Array.from(text.matchAll(NOTE), ({ 0: note, index }) => ({ note, index }))
  const others = Array.from(text.replace(QUOTATION, ' ').matchAll(BRACKETS), ({ 0: note, index }) => ({
    note: text.slice(placeOf(index), placeOf(index + note.length - 1) + 1),
    index: placeOf(index),
  })).filter(({ index }) => !notes.some((known) => known.index === index))
  return [...notes, ...others].toSorted((one, other) => one.index - other.index).map(({ note }) => note)
}

function notes(story: CheckedStory): Place[] {
  const ofField = (field: keyof CheckedFields, ...texts: string[]): Place[] =>
    texts.flatMap(notesIn).map((label) => ({ label, field }))
  return [
    ...ofField('title', story.title),
    ...ofField('standfirst', story.standfirst),
    ...story.body.flatMap((text) => {
      const nth = counter()
      return [
        ...text.lines.flatMap(notesIn).map((label) => ({ label, part: text.part, find: null })),
        ...notesIn(textOf(text.tree)).map((label) => ({
          label,
          part: text.part,
          find: { kind: 'words' as const, value: label, nth: nth(label) },
        })),
      ]
    }),
    ...ofField('excerpt', story.excerpt),
    ...ofField('meta_title', story.meta_title),
    ...ofField('meta_description', story.meta_description),
    ...ofField('captions', ...Object.values(story.captions)),
    ...ofField('facts', ...story.facts.flatMap(({ label, value }) => [label, value])),
  ]
}

/* Quotation marks */

/** What begins a quotation with double marks. */
const DOUBLE_MARKS = /^[“„«»”"]/

/** The quotations whose marks are of the kind, double or single, that the story has less of. A quotation within another one has the other kind. */
function unevenMarks(body: readonly BodyText[]): Place[] {
  const all = body.flatMap(({ part, tree, lines }) => {
    const nth = counter()
    return [
      ...lines.flatMap(quotationsIn).map((label) => ({ label, part, find: null })),
      ...quotationsIn(textOf(tree)).map((label) => ({
        label,
        part,
        find: { kind: 'words' as const, value: label, nth: nth(label) },
      })),
    ]
  })
  const double = all.filter(({ label }) => DOUBLE_MARKS.test(label))
  const single = all.filter(({ label }) => !DOUBLE_MARKS.test(label))
  return double.length < single.length ? double : single
}

const quotationsIn = (text: string) => Array.from(text.matchAll(QUOTATION), ([words]) => words)

/* Links */

/** The links of a body that lead to another page. */
export function storyLinks(body: readonly BodyText[]): { part: number | null; find: Find }[] {
  return body.flatMap(({ part, tree }) => {
    const nth = counter()
    const found: { part: number | null; find: Find }[] = []
    visit(tree, { tagName: 'a' }, (node) => {
      if (!isElement(node)) return
      const value = str(node.properties.href)
      if (/^https?:|^\//i.test(value)) found.push({ part, find: { kind: 'link', value, nth: nth(value) } })
    })
    return found
  })
}
