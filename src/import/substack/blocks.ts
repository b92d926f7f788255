import type { Element, ElementContent } from 'hast'
import { type JsonObject, str } from '../../domain/body/json.ts'
import { el, isElement, text } from '../../domain/body/html/hast.ts'
import { linkUrl } from '../../domain/body/urls.ts'
import { embedOrLink } from '../body/embed-or-link.ts'
import { nodesOf } from '../body/story-body.ts'
import type { Note } from '../description.ts'
import { dataOf, elementIn, elementsIn, hasClass, lineOf } from './attributes.ts'
import { type FoundPictures, pictureBlock, plainPicture } from './picture-blocks.ts'

/** What is found in a story on the way. */
export interface Found {
  notes: Note[]
  pictures: FoundPictures
  /** The items of its list of footnotes. */
  footnotes: Element[]
}

type Nodes = ElementContent[]

/** What a story has for a block; null where it is not this block after all. */
type Make = (node: Element, found: Found) => Nodes | null

const dropped = (text: string): Make => {
  return (_, { notes }) => {
    notes.push({ kind: 'dropped', text })
    return []
  }
}
const nothing: Make = () => []
const content: Make = ({ children }, found) => storyNodes(children, found)

/** Blocks of Substack by their class. */
const BLOCKS: Readonly<Record<string, Make>> = {
  tweet: post,
  'twitter-embed': post,
  'youtube-wrap': embedded(({ videoId, startTime }) => {
    if (str(videoId) === '') return ''
    const start = /^(\d+)/.exec(str(startTime))?.[1]
    return `https://www.youtube.com/watch?v=${str(videoId)}${start === undefined ? '' : `&t=${start}`}`
  }),
  'vimeo-wrap': embedded(({ videoId, videoKey }) => {
    const key = str(videoKey).replace(/^[/?]?h?=?/, '')
    return str(videoId) === '' ? '' : `https://vimeo.com/${str(videoId)}${key === '' ? '' : `/${key}`}`
  }),
  'instagram-embed-wrap': embedded(({ instagram_id }) =>
    str(instagram_id) === '' ? '' : `https://www.instagram.com/p/${str(instagram_id)}/`,
  ),
  'native-video-embed': dropped('A film that is only at Substack'),
  'native-audio-embed': dropped('A sound that is only at Substack'),
  'poll-embed': dropped('A poll'),
  'subscription-widget-wrap': dropped('A form to subscribe'),
  'subscription-widget-wrap-editor': dropped('A form to subscribe'),
  'subscription-widget': dropped('A form to subscribe'),
  'subscribe-widget': dropped('A form to subscribe'),
  'install-substack-app-embed': dropped('An advertisement for Substack’s app'),
  'community-chat': dropped('An invitation to a chat at Substack'),
  'sponsorship-campaign-embed': dropped('A place for an advertisement'),
  'button-wrapper': button,
  'captioned-button-wrap': captionedButton,
  'digest-post-embed': card,
  'embedded-post-wrap': card,
  'embedded-publication-wrap': card,
  'file-embed-wrapper': attachedFile,
  'latex-rendered': formula,
  footnote,
  'footnote-anchor': footnoteSign,
  pullquote: (node, found) => [el('blockquote', storyNodes(node.children, found))],
  'callout-block': (node, found) => [el('aside', storyNodes(node.children, found), { dataBlock: 'note' })],
  'preformatted-block': (node) => {
    const code = elementIn(node, ({ tagName }) => tagName === 'pre')
    return code === undefined ? null : [code]
  },
  'mention-wrap': (node) => (lineOf(node.children) === '' ? [text(str(dataOf(node).name))] : node.children),
  'paywall-jump': nothing,
  'header-anchor-parent': nothing,
  'image-link-expand': nothing,
  'hide-text': nothing,
}

/** The blocks of a text of Substack as a story has them. */
export function storyNodes(nodes: readonly ElementContent[], found: Found): Nodes {
  return nodes.flatMap((node) => (isElement(node) ? storyNode(node, found) : [node]))
}

function storyNode(node: Element, found: Found): Nodes {
  const pictures = pictureBlock(node, found.pictures)
  if (pictures !== null) return pictures
  const { className } = node.properties
  for (const name of Array.isArray(className) ? className : []) {
    const make = Object.hasOwn(BLOCKS, String(name)) ? BLOCKS[String(name)] : undefined
    const made = make?.(node, found) ?? null
    if (made !== null) return made
  }
  if (node.tagName === 'img') plainPicture(node, found.pictures)
  if (node.tagName === 'iframe' || node.tagName.endsWith('-embed')) return shown(node, found)
  if (node.tagName !== 'img' && isEmptyBlock(node)) return shown(node, found)
  return [{ ...node, children: content(node, found) ?? [] }]
}

/** Whether the file has no more of an element than what Substack's editor knows of it. */
function isEmptyBlock(node: Element): boolean {
  const { dataAttrs, dataComponentName } = node.properties
  const isBlock = dataAttrs !== undefined || dataComponentName !== undefined
  const isShown = elementIn(node, ({ tagName }) => tagName === 'img' || tagName === 'hr' || tagName === 'pre')
  return isBlock && isShown === undefined && lineOf(node.children) === ''
}

/** What another site or Substack itself would show, by the address that the file has of it. */
function shown(node: Element, found: Found): Nodes {
  const data = dataOf(node)
  const frame = elementIn(node, ({ tagName }) => tagName === 'iframe')
  const ofFrame = frame === undefined ? {} : dataOf(frame)
  const address = addressIn(data) || addressIn(ofFrame) || str(frame?.properties.src)
  const embed = address === '' ? null : embedOrLink(address, str(data.title) || str(ofFrame.title))
  if (embed === null) {
    found.notes.push({ kind: 'dropped', text: `A block “${nameOf(node)}” of Substack` })
    return []
  }
  found.notes.push(...embed.notes)
  return [embed.node]
}

function addressIn({ targetUrl, url, canonical_url, link }: JsonObject): string {
  return str(targetUrl) || str(url) || str(canonical_url) || str(link)
}

/** The name of a block for people: its class, without what its build adds. */
function nameOf({ tagName, properties: { className, dataComponentName } }: Element): string {
  const first = Array.isArray(className) ? className[0] : undefined
  return String(first ?? dataComponentName ?? tagName)
}

/** A film or sound at the address that its data give; by the address of its frame where they give none. */
function embedded(addressOf: (data: JsonObject) => string): Make {
  return (node, found) => {
    const data = dataOf(node)
    const address = addressOf(data)
    const embed = address === '' ? null : embedOrLink(address, str(data.title))
    if (embed === null) return shown(node, found)
    found.notes.push(...embed.notes)
    return [embed.node]
  }
}

/** A post of X or the like as a quotation with its speaker and a link. */
function post(node: Element, found: Found): Nodes {
  const data = dataOf(node)
  const inside = (name: string) => elementIn(node, (child) => hasClass(child, name))
  const words = nodesOf(str(data.full_text)) as ElementContent[]
  const lines = words.length > 0 ? words : (inside('tweet-text')?.children ?? [])
  const link = elementIn(node, ({ tagName, properties }) => tagName === 'a' && !!properties.href)
  const address = str(data.url) || str(link?.properties.href)
  const handle = str(data.username) || lineOf(inside('tweet-author-handle')?.children ?? []).replace(/^@/, '')
  const name = str(data.name) || lineOf(inside('tweet-author-name')?.children ?? []) || handle
  if (lines.length === 0) return shown(node, found)
  found.notes.push({ kind: 'changed', text: 'A post of another network is a quotation with a link' })
  const label = text(handle === '' ? address : `@${handle}`)
  const source = linkUrl(address) === null ? [label] : [el('a', [label], { href: address })]
  const speaker = name === handle || name === '' ? [text('— ')] : [text(`— ${name}, `)]
  return [el('blockquote', [el('p', lines), el('p', [...speaker, ...source])])]
}

/** Buttons that do something at Substack; any other one is a link. */
const OWN_BUTTON =
  /%%|[?&](?:action=share|gift=true|donate=true)|\/(?:subscribe|comments|leaderboard|survey)\b|\/\/(?:www\.)?substack\.com\/(?:refer|app)/

function button(node: Element, found: Found): Nodes {
  return elementsIn(node, ({ tagName }) => tagName === 'a').flatMap((link) => {
    const href = str(link.properties.href) || str(dataOf(node).url)
    const label = lineOf(link.children) || str(dataOf(node).text)
    if (OWN_BUTTON.test(href) || linkUrl(href) === null || label === '') {
      found.notes.push({ kind: 'dropped', text: 'A button of Substack, such as to subscribe or share' })
      return []
    }
    found.notes.push({ kind: 'changed', text: 'A button is a link' })
    return [el('p', [el('a', [text(label)], { href })])]
  })
}

/** The words above a button say what it is for, and go with it. */
function captionedButton(node: Element, found: Found): Nodes {
  const inside = storyNodes(node.children, found)
  return inside.some((child) => isElement(child) && elementIn(child, ({ tagName }) => tagName === 'a'))
    ? inside
    : []
}

/** A card of another story or letter as a link. */
function card(node: Element, found: Found): Nodes {
  const data = dataOf(node)
  const link = elementIn(node, ({ tagName, properties }) => tagName === 'a' && !!properties.href)
  const href = addressIn(data) || str(data.base_url) || str(link?.properties.href)
  const heading = elementIn(node, (child) => hasClass(child, 'embedded-post-title'))
  const title = str(data.title) || str(data.name) || lineOf(heading?.children ?? []) || href
  if (linkUrl(href) === null) return shown(node, found)
  found.notes.push({ kind: 'changed', text: 'A card of another story is a link' })
  return [el('p', [el('a', [text(title)], { href })])]
}

function attachedFile(node: Element, found: Found): Nodes {
  const link = elementIn(node, ({ tagName, properties }) => tagName === 'a' && !!properties.href)
  const title = elementIn(node, (child) => hasClass(child, 'file-embed-details-h1'))
  const href = str(link?.properties.href)
  if (linkUrl(href) === null) return shown(node, found)
  found.notes.push({ kind: 'changed', text: 'A file to download is a link to Substack' })
  return [el('p', [el('a', [text(lineOf(title?.children ?? []) || href)], { href })])]
}

function formula(node: Element, found: Found): Nodes | null {
  const source = str(dataOf(node).persistentExpression)
  if (source === '') return null
  found.notes.push({ kind: 'changed', text: 'A formula is shown as its source' })
  return [el('pre', [text(source)])]
}

/** A footnote becomes an item of one list at the end, with a link back. */
function footnote(node: Element, found: Found): Nodes {
  const sign = elementIn(node, (child) => hasClass(child, 'footnote-number'))
  const words = elementIn(node, (child) => hasClass(child, 'footnote-content'))
  const children = storyNodes(words?.children ?? node.children.filter((child) => child !== sign), found)
  const back = el('a', [text('↩')], { href: str(sign?.properties.href) })
  const last = children.findLast((child) => isElement(child, 'p'))
  if (isElement(last)) last.children = [...last.children, text(' '), back]
  else children.push(text(' '), back)
  const id = str(node.properties.id) || str(sign?.properties.id)
  found.footnotes.push(el('li', children, id === '' ? {} : { id }))
  return []
}

function footnoteSign(node: Element): Nodes {
  return [el('sup', [node])]
}
