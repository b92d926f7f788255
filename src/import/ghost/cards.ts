import type { Element, ElementContent } from 'hast'
import { visit } from 'unist-util-visit'
import { inParagraphs } from '../../domain/body/arrange-blocks.ts'
import { el, isElement, showsNothing, text, textOf } from '../../domain/body/html/hast.ts'
import { type JsonObject, isObject, objects, str } from '../../domain/body/json.ts'
import { embedOf } from '../../domain/story/embed.ts'
import { nodesOf } from '../body/story-body.ts'
import type { Note } from '../description.ts'
import { ghostMarkdownNodes } from './ghost-markdown.ts'

/** What is found while a text is read. */
export interface Findings {
  notes: Note[]
  /** Whether a part of it is for members only. */
  isGated: boolean
}

/** Makes elements of a story of what a card holds. */
type Card = (payload: JsonObject, found: Findings) => ElementContent[]

const changed = (found: Findings, note: string) => void found.notes.push({ kind: 'changed', text: note })
const dropped = (found: Findings, note: string) => void found.notes.push({ kind: 'dropped', text: note })

const htmlOf = (value: unknown) => nodesOf(str(value)) as ElementContent[]
const blocksOf = (value: unknown) => inParagraphs(htmlOf(value)).filter((node) => !showsNothing(node))

/** A line of text as an element; nothing where it shows nothing. */
function lineOf(tagName: string, value: unknown): ElementContent[] {
  const nodes = htmlOf(value)
  return nodes.every((node) => !/\S/.test(textOf(node))) ? [] : [el(tagName, nodes)]
}

function linkTo(address: string, title: string): ElementContent[] {
  return address === ''
    ? lineOf('p', title)
    : [el('p', [el('a', [text(title || address)], { href: address })])]
}

interface PictureCard {
  src: unknown
  alt?: unknown
  title?: unknown
  caption?: unknown
  href?: unknown
  cardWidth?: unknown
}

function figureOf({ src, alt, title, caption, href, cardWidth }: PictureCard): Element {
  const image = el('img', [], {
    src: str(src),
    alt: str(alt),
    ...(str(title) === '' ? {} : { title: str(title) }),
  })
  const width = cardWidth === 'wide' || cardWidth === 'full' ? { dataWidth: cardWidth } : {}
  const picture = str(href) === '' ? image : el('a', [image], { href: str(href) })
  return el('figure', [picture, ...lineOf('figcaption', caption)], width)
}

function pictureIf(src: unknown, alt = ''): ElementContent[] {
  return str(src) === '' ? [] : [figureOf({ src, alt })]
}

const image: Card = (payload, found) => {
  const src = str(payload.src) || str(payload.img) || str(payload.url)
  if (src !== '') return [figureOf({ ...payload, src, alt: str(payload.alt) || str(payload.altText) })]
  dropped(found, 'A picture without an address')
  return lineOf('p', payload.caption)
}

const gallery: Card = ({ images, caption }) => {
  const figures = objects(images).flatMap((picture) =>
    str(picture.src) === ''
      ? []
      : [figureOf({ ...picture, src: picture.src, cardWidth: '', href: picture.href })],
  )
  const last = figures.at(-1)
  if (last === undefined) return lineOf('p', caption)
  // Rows have no caption of their own.
  const own = last.children.find((child) => isElement(child, 'figcaption'))
  if (own === undefined) last.children.push(...lineOf('figcaption', caption))
  const below = own === undefined ? [] : lineOf('p', caption)
  if (figures.length === 1) return [...figures, ...below]
  return [el('figure', figures, { dataBlock: 'pictures', dataWidth: 'wide' }), ...below]
}

const bookmark: Card = (payload, found) => {
  const { url, title } = isObject(payload.metadata) ? { ...payload, ...payload.metadata } : payload
  changed(found, 'A bookmark is a link: its picture and description are not there')
  return [
    ...linkTo(str(payload.url) || str(url), str(payload.title) || str(title)),
    ...lineOf('p', payload.caption),
  ]
}

const embed: Card = (payload, found) => {
  const nodes = htmlOf(payload.html)
  const metadata = isObject(payload.metadata) ? payload.metadata : {}
  const address = [str(payload.url), ...addressesIn(nodes)].find((each) => embedOf(each) !== null)
  if (address !== undefined) return [filmOf(address, str(metadata.title), payload.caption)]
  const url = str(payload.url) || addressesIn(nodes)[0] || ''
  const host = URL.parse(url)?.host ?? 'elsewhere'
  const quote = nodes.find((node) => isElement(node, 'blockquote'))
  if (
    isElement(quote) &&
    /\b(?:twitter-tweet|twitter-video|bluesky-embed)\b/.test(String(quote.properties.className))
  ) {
    changed(found, `A post from ${host} is a quotation`)
    return [el('blockquote', inParagraphs(quote.children)), ...lineOf('p', payload.caption)]
  }
  if (url === '') return nodes
  changed(found, `What was shown from ${host} is a link`)
  return [...linkTo(url, str(metadata.title)), ...lineOf('p', payload.caption)]
}

/** A film or sound that plays here. */
export function filmOf(address: string, title = '', caption: unknown = ''): Element {
  const link = el('a', [text(title || address)], { href: address })
  return el('figure', [link, ...lineOf('figcaption', caption)], { dataBlock: 'embed' })
}

/** The addresses of frames and then of links. */
function addressesIn(nodes: ElementContent[]): string[] {
  const [frames, links]: string[][] = [[], []]
  visit({ type: 'root', children: nodes }, 'element', ({ tagName, properties }) => {
    const { src, href } = properties
    if (tagName === 'iframe' && typeof src === 'string') frames?.push(src.replace(/^\/\//, 'https://'))
    if (tagName === 'a' && typeof href === 'string' && /^https?:/.test(href)) links?.push(href)
  })
  return [...(frames ?? []), ...(links ?? []).toReversed()]
}

const callout: Card = ({ calloutText, calloutEmoji }, found) => {
  const blocks = blocksOf(calloutText)
  if (blocks.length === 0) return []
  const [first] = blocks
  const emoji = str(calloutEmoji)
  if (emoji !== '' && isElement(first)) first.children.unshift(text(`${emoji} `))
  changed(found, 'A callout is a note beside the text')
  return [el('aside', blocks, { dataBlock: 'note' })]
}

const toggle: Card = ({ heading, content }, found) => {
  changed(found, 'What opened at a press is always open')
  return [...lineOf('h4', heading), ...blocksOf(content)]
}

function fileCard(what: string): Card {
  return (payload, found) => {
    const src = str(payload.src)
    if (src === '') {
      dropped(found, `${what} without an address`)
      return lineOf('p', payload.caption)
    }
    const name =
      str(payload.title) || str(payload.fileTitle) || str(payload.fileName) || (src.split('/').at(-1) ?? '')
    changed(found, `${what} is a link to its file`)
    return [...linkTo(src, name), ...lineOf('p', payload.caption), ...lineOf('p', payload.fileCaption)]
  }
}

const button: Card = ({ buttonText, buttonUrl }) => linkTo(str(buttonUrl), str(buttonText))

const header: Card = (payload, found) => {
  changed(found, 'A header is a heading with its text')
  return [
    ...pictureIf(payload.backgroundImageSrc),
    ...lineOf('h2', payload.header),
    ...lineOf('p', payload.subheader),
    ...(payload.buttonEnabled === true ? button(payload, found) : []),
  ]
}

const product: Card = (payload, found) => {
  changed(found, 'A product is a heading with its picture and text')
  const stars = Math.min(5, Math.max(0, Math.round(Number(payload.productStarRating) || 0)))
  return [
    ...pictureIf(payload.productImageSrc),
    ...lineOf('h4', payload.productTitle),
    ...(payload.productRatingEnabled === true
      ? [el('p', [text('★'.repeat(stars) + '☆'.repeat(5 - stars))])]
      : []),
    ...blocksOf(payload.productDescription),
    ...(payload.productButtonEnabled === true
      ? linkTo(str(payload.productUrl), str(payload.productButton))
      : []),
  ]
}

const callToAction: Card = (payload, found) => {
  changed(found, 'A call to action is plain text with a link')
  return [
    ...(payload.hasSponsorLabel === false ? [] : lineOf('p', payload.sponsorLabel)),
    ...pictureIf(payload.imageUrl),
    ...blocksOf(payload.textValue),
    ...(payload.showButton === false ? [] : button(payload, found)),
  ]
}

const code: Card = (payload) => [
  el('pre', [el('code', [text(str(payload.code))])]),
  ...lineOf('p', payload.caption),
]

function lost(what: string): Card {
  return (_, found) => {
    dropped(found, what)
    return []
  }
}

const letterOnly = lost('What only the letter showed')
const rule: Card = () => [el('hr')]
const markdown: Card = (payload) => ghostMarkdownNodes(str(payload.markdown))

const paywall: Card = (_, found) => {
  found.isGated = true
  return []
}

/** By the names that Lexical and Mobiledoc have for them. */
const CARDS: ReadonlyMap<string, Card> = new Map(
  Object.entries({
    ...{ image, gallery, bookmark, embed, callout, toggle, button, header, product, paywall, markdown },
    'card-markdown': markdown,
    'call-to-action': callToAction,
    html: (payload: JsonObject) => htmlOf(payload.html),
    ...{ code, codeblock: code, 'code-block': code },
    ...{ hr: rule, horizontalrule: rule, divider: rule },
    audio: fileCard('A sound'),
    video: fileCard('A film'),
    file: fileCard('A file'),
    ...{ email: letterOnly, 'email-cta': letterOnly },
    signup: lost('A form for subscribing'),
    transistor: lost('The podcasts of members'),
    collection: lost('A list of stories that the site made by itself'),
  }),
)

/** Cards that lead readers to a subscription: not of a story's own text. */
const PROMOTING = new Set(['call-to-action', 'signup', 'button', 'transistor'])

export const isCard = (name: string) => CARDS.has(name)

/** The elements of a story that a card is; nothing for one that a story cannot have, of which `found` says so. */
export function cardNodes(name: string, payload: JsonObject, found: Findings): ElementContent[] {
  const shown = shownTo(payload.visibility)
  if (shown === 'letter') return letterOnly(payload, found)
  if (shown === 'members') {
    if (PROMOTING.has(name)) return lost('An appeal to members')(payload, found)
    found.isGated = true
  }
  return (CARDS.get(name) ?? unknownCard(name))(payload, found)
}

/** Who sees a card, in the spelling of all versions; unclear counts as members. */
function shownTo(visibility: unknown): 'all' | 'members' | 'letter' {
  if (!isObject(visibility)) return 'all'
  const web = isObject(visibility.web) ? visibility.web : {}
  if (visibility.emailOnly === true || visibility.showOnWeb === false) return 'letter'
  if (web.nonMember === undefined || web.nonMember === null || web.nonMember === true) return 'all'
  return web.memberSegment === '' ? 'letter' : 'members'
}

/** The texts of a card of another version or of an extension. */
function unknownCard(name: string): Card {
  return (payload, found) => {
    changed(found, `What the card “${name.slice(0, 40)}” held is plain text`)
    const film = str(payload.url)
    return [
      ...pictureIf(payload.src),
      ...lineOf('p', payload.title),
      ...htmlOf(payload.html),
      ...(str(payload.markdown) === '' ? [] : markdown(payload, found)),
      ...(str(payload.text) === '' ? [] : [el('p', [text(str(payload.text))])]),
      ...(film === '' ? [] : embedOf(film) === null ? linkTo(film, '') : [filmOf(film)]),
      ...lineOf('p', payload.caption),
    ]
  }
}
