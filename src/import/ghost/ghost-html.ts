import type { Element, ElementContent, Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'
import { isElement, textOf } from '../../domain/body/html/hast.ts'
import { stringify } from '../../domain/body/html/safe-html.ts'
import type { JsonObject } from '../../domain/body/json.ts'
import { embedOf } from '../../domain/story/embed.ts'
import { type Findings, cardNodes, filmOf } from './cards.ts'

/** What a card of Ghost holds, as the editor has it; read from the HTML that Ghost makes of it. */
type CardReader = (card: Element) => JsonObject

const classesOf = ({ properties }: Element) =>
  Array.isArray(properties.className) ? properties.className : []

function find(node: Element, matches: (element: Element) => boolean): Element | undefined {
  for (const child of node.children) {
    if (!isElement(child)) continue
    const found = matches(child) ? child : find(child, matches)
    if (found !== undefined) return found
  }
  return undefined
}

const byTag = (node: Element, ...tags: string[]) => find(node, ({ tagName }) => tags.includes(tagName))
const byClass = (node: Element, name: string) => find(node, (element) => classesOf(element).includes(name))
const inner = (node: Element | undefined) => (node === undefined ? '' : stringify(node.children))
const words = (node: Element | undefined) => (node === undefined ? '' : textOf(node).trim())
const attribute = (node: Element | undefined, name: string) => String(node?.properties[name] ?? '')
const caption = (card: Element) => inner(byTag(card, 'figcaption'))
const linkIn = (card: Element) => byTag(card, 'a')

function pictureOf(card: Element): JsonObject {
  const image = byTag(card, 'img')
  const classes = classesOf(card)
  return {
    src: attribute(image, 'src'),
    alt: attribute(image, 'alt'),
    title: attribute(image, 'title'),
    href: attribute(
      find(card, (element) => element.tagName === 'a' && byTag(element, 'img') !== undefined),
      'href',
    ),
    caption: caption(card),
    cardWidth: ['wide', 'full'].find((width) => classes.includes(`kg-width-${width}`)) ?? '',
  }
}

function galleryOf(card: Element): JsonObject {
  const images: JsonObject[] = []
  visit(card, 'element', (node, _, parent) => {
    if (node.tagName !== 'img') return
    const link = isElement(parent, 'a') ? attribute(parent, 'href') : ''
    images.push({
      src: attribute(node, 'src'),
      alt: attribute(node, 'alt'),
      title: attribute(node, 'title'),
      href: link,
    })
  })
  return { images, caption: caption(card) }
}

const button = (card: Element) => {
  const link = linkIn(card)
  return { buttonText: words(link), buttonUrl: attribute(link, 'href') }
}

function mediaOf(tag: 'audio' | 'video', title: string): CardReader {
  return (card) => ({
    src: attribute(byTag(card, tag), 'src') || attribute(byTag(card, 'source'), 'src'),
    title: words(byClass(card, title)),
    caption: caption(card),
  })
}

const CARDS: ReadonlyMap<string, [name: string, read: CardReader]> = new Map<string, [string, CardReader]>([
  ['kg-image-card', ['image', pictureOf]],
  ['kg-gallery-card', ['gallery', galleryOf]],
  [
    'kg-bookmark-card',
    [
      'bookmark',
      (card) => ({
        url: attribute(linkIn(card), 'href'),
        title: words(byClass(card, 'kg-bookmark-title')),
        caption: caption(card),
      }),
    ],
  ],
  ['kg-embed-card', ['embed', embedIn]],
  [
    'kg-callout-card',
    [
      'callout',
      (card) => ({
        calloutEmoji: words(byClass(card, 'kg-callout-emoji')),
        calloutText: inner(byClass(card, 'kg-callout-text')),
      }),
    ],
  ],
  [
    'kg-toggle-card',
    [
      'toggle',
      (card) => ({
        heading: inner(byClass(card, 'kg-toggle-heading-text')),
        content: inner(byClass(card, 'kg-toggle-content')),
      }),
    ],
  ],
  ['kg-button-card', ['button', button]],
  ['kg-audio-card', ['audio', mediaOf('audio', 'kg-audio-title')]],
  ['kg-video-card', ['video', mediaOf('video', 'kg-video-title')]],
  [
    'kg-file-card',
    [
      'file',
      (card) => ({
        src: attribute(linkIn(card), 'href'),
        fileTitle: words(byClass(card, 'kg-file-card-title')),
        fileName: words(byClass(card, 'kg-file-card-filename')),
        fileCaption: inner(byClass(card, 'kg-file-card-caption')),
      }),
    ],
  ],
  [
    'kg-header-card',
    [
      'header',
      (card) => ({
        backgroundImageSrc: attribute(byTag(card, 'img'), 'src') || attribute(card, 'dataKgBackgroundImage'),
        header: inner(byTag(card, 'h1', 'h2')),
        subheader: inner(byTag(card, 'h3') ?? byTag(card, 'p')),
        buttonEnabled: linkIn(card) !== undefined,
        ...button(card),
      }),
    ],
  ],
  [
    'kg-product-card',
    [
      'product',
      (card) => {
        const link = byClass(card, 'kg-product-card-button')
        const stars = byClass(card, 'kg-product-card-rating')
        return {
          productImageSrc: attribute(byTag(card, 'img'), 'src'),
          productTitle: inner(byClass(card, 'kg-product-card-title')),
          productDescription: inner(byClass(card, 'kg-product-card-description')),
          productRatingEnabled: stars !== undefined,
          productStarRating: stars?.children.filter(
            (star) => isElement(star) && classesOf(star).includes('kg-product-card-rating-active'),
          ).length,
          productButtonEnabled: link !== undefined,
          productButton: words(link),
          productUrl: attribute(link, 'href'),
        }
      },
    ],
  ],
  ['kg-signup-card', ['signup', () => ({})]],
  [
    'kg-cta-card',
    [
      'call-to-action',
      (card) => ({
        sponsorLabel: inner(byClass(card, 'kg-cta-sponsor-label')),
        imageUrl: attribute(byTag(card, 'img'), 'src'),
        textValue: inner(byClass(card, 'kg-cta-text')),
        buttonText: words(byClass(card, 'kg-cta-button')),
        buttonUrl: attribute(byClass(card, 'kg-cta-button'), 'href'),
      }),
    ],
  ],
  ['kg-email-card', ['email', () => ({})]],
  ['kg-transistor-card', ['transistor', () => ({})]],
])

function embedIn(card: Element): JsonObject {
  return {
    html: stringify(card.children.filter((child) => !isElement(child, 'figcaption'))),
    caption: caption(card),
  }
}

/** What changes the page around it, and shows nothing itself. */
const UNSEEN: ReadonlyMap<string, string> = new Map([
  ['script', 'A script'],
  ['style', 'A style of its own'],
])

/**
 * Turns the cards of Ghost within a tree into elements of a story, in place, and frames of films that play here; finds the
 * parts that are for members only.
 */
export function readGhostHtml(tree: Root, found: Findings): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'comment' && isMembersMark(node.value)) found.isGated = true
    if (!isElement(node) || !parent || index === undefined) return undefined
    const nodes = nodesInPlace(node, found)
    if (nodes !== null) {
      parent.children.splice(index, 1, ...nodes)
      return [SKIP, index + nodes.length]
    }
    const unseen = UNSEEN.get(node.tagName)
    if (unseen === undefined) return undefined
    found.notes.push({ kind: 'dropped', text: unseen })
    parent.children.splice(index, 1)
    return [SKIP, index]
  })
}

function nodesInPlace(node: Element, found: Findings): ElementContent[] | null {
  const name = classesOf(node).find((each) => CARDS.has(String(each)))
  const card = CARDS.get(String(name))
  if (card !== undefined) return cardNodes(card[0], card[1](node), found)
  if (node.tagName === 'iframe') return filmIn(node)
  if (node.tagName === 'script') return gistIn(node, found)
  // A frame within a figure of another system.
  const isFrame =
    node.tagName === 'figure' && node.properties.dataBlock === undefined && byTag(node, 'iframe')
  return isFrame && byTag(node, 'img', 'blockquote') === undefined
    ? cardNodes('embed', embedIn(node), found)
    : null
}

function filmIn({ properties }: Element): ElementContent[] | null {
  const address = String(properties.src ?? properties.dataSrc ?? '').replace(/^\/\//, 'https://')
  return embedOf(address) === null ? null : [filmOf(address)]
}

/** Code that a script of GitHub shows. */
function gistIn({ properties }: Element, found: Findings): ElementContent[] | null {
  const [, path] =
    /^(?:https?:)?\/\/gist\.github\.com\/([\w/-]{1,100})\.js(?:\?|$)/.exec(String(properties.src ?? '')) ?? []
  return path === undefined ? null : cardNodes('embed', { url: `https://gist.github.com/${path}` }, found)
}

/** Ghost's mark of where the text for everybody ends, or of a part that others do not see. */
function isMembersMark(comment: string): boolean {
  const mark = comment.trim()
  return mark === 'members-only' || (/^kg-gated-block:begin\b/.test(mark) && !/\bnonMember:true\b/.test(mark))
}
