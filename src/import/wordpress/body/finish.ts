import type { Element, ElementContent } from 'hast'
import { wordSet } from '../../../domain/text/word-set.ts'
import { isBlockLevel } from '../../../domain/body/arrange-blocks.ts'
import { el, isBlank, isElement, isInline, text, textOf } from '../../../domain/body/html/hast.ts'
import { embeddedAddress } from '../../../domain/body/html/safe-html.ts'
import { embedOf } from '../../../domain/story/embed.ts'
import { SIZED, bare } from '../attachments.ts'
import { idOf } from '../wxr-record.ts'
import type { BodyContext } from './context.ts'
import { embedNodes, hasClass } from './media-nodes.ts'

const UNSEEN = wordSet('script style noscript template link meta')

const LINE_ONLY = /^\s*https?:\/\/\S+\s*$/

/** Sites whose addresses WordPress shows as what stands there, where they are alone in a line. */
const SHOWN_BY_WORDPRESS =
  /(?:^|\.)(?:youtube\.com|youtu\.be|vimeo\.com|twitter\.com|x\.com|instagram\.com|facebook\.com|tiktok\.com|dailymotion\.com|dai\.ly|flickr\.com|flic\.kr|soundcloud\.com|spotify\.com|mixcloud\.com|reddit\.com|ted\.com|tumblr\.com|wordpress\.tv|videopress\.com|issuu\.com|scribd\.com|slideshare\.net|kickstarter\.com|imgur\.com|pinterest\.\w+|bsky\.app|speakerdeck\.com|crowdsignal\.com|animoto\.com|cloudup\.com|amazon\.\w+|canva\.com|pca\.st|anghami\.com|reverbnation\.com|someecards\.com|smugmug\.com|screencast\.com|wolframcloud\.com)$/

/** The last look at a body: pictures at their originals, addresses in full, films alone in a line, quotations. */
export function finishedBody(nodes: readonly ElementContent[], context: BodyContext): ElementContent[] {
  return withoutGaps(finished(nodes, context))
}

function finished(nodes: readonly ElementContent[], context: BodyContext): ElementContent[] {
  return nodes.flatMap((node) => (isElement(node) ? finishedElement(node, context) : [node]))
}

/** Blocks without the blanks around them; the ones within a line stay. */
function withoutGaps(nodes: ElementContent[]): ElementContent[] {
  const isBlock = (node: ElementContent | undefined) => isElement(node) && isBlockLevel(node)
  if (!nodes.some(isBlock)) return nodes
  return nodes.filter((node, at) => {
    const [before, after] = [nodes[at - 1], nodes[at + 1]]
    const isInLine = before !== undefined && after !== undefined && !isBlock(before) && !isBlock(after)
    return node.type !== 'text' || node.value.trim() !== '' || isInLine
  })
}

function finishedElement(node: Element, context: BodyContext): ElementContent[] {
  const { tagName } = node
  if (UNSEEN.has(tagName)) return []
  if (tagName === 'p') return finishedParagraph(node, context)
  if (tagName === 'img') return picture(node, context)
  if (tagName === 'a') return [link({ ...node, children: finished(node.children, context) }, context)].flat()
  if (tagName === 'iframe') {
    const address = embeddedAddress(node)
    return address !== null && embedOf(address) !== null ? embedNodes(address, context) : [node]
  }
  const children = withoutGaps(finished(node.children, context))
  if (tagName === 'blockquote') return [{ ...node, children: withSpeaker(children) }]
  return [{ ...node, children }]
}

/** A paragraph; one or a line of one that is only the address of a film is the film, and pictures leave its words. */
function finishedParagraph(node: Element, context: BodyContext): ElementContent[] {
  const lines: ElementContent[][] = [[]]
  for (const child of node.children) {
    if (isElement(child, 'br')) lines.push([])
    else lines.at(-1)?.push(child)
  }
  if (node.children.every(isBlank) && node.properties.id === undefined) return []
  if (!lines.some(isAddress))
    return withoutPictures({ ...node, children: finished(node.children, context) }, context)
  const blocks: ElementContent[] = []
  let words: ElementContent[] = []
  const endWords = () => {
    if (!words.every(isBlank))
      blocks.push(...withoutPictures({ ...node, children: finished(words, context) }, context))
    words = []
  }
  for (const line of lines) {
    if (isAddress(line)) {
      endWords()
      blocks.push(...addressAlone(line.map(textOf).join('').trim(), context))
    } else words.push(...(words.length === 0 ? [] : [el('br')]), ...line)
  }
  endWords()
  return blocks
}

function isAddress(line: readonly ElementContent[]): boolean {
  return (
    line.length > 0 && line.every((node) => node.type === 'text') && LINE_ONLY.test(line.map(textOf).join(''))
  )
}

function addressAlone(address: string, context: BodyContext): ElementContent[] {
  const host = URL.parse(address)?.host ?? ''
  if (SHOWN_BY_WORDPRESS.test(host)) return embedNodes(address, context)
  return [el('p', [host === '' ? text(address) : el('a', [text(address)], { href: address })])]
}

/** A paragraph with words does not hold pictures: they stand before it, or after it where words come first. */
function withoutPictures(node: Element, context: BodyContext): ElementContent[] {
  if (node.children.length === 0 && node.properties.id === undefined) return []
  const isPicture = (child: ElementContent): boolean =>
    isElement(child) && (child.tagName === 'img' || (isInline(child) && child.children.some(isPicture)))
  if (!node.children.some(isPicture)) return [node]
  const words = node.children.filter((child) => !isPicture(child) || textOf(child).trim() !== '')
  if (words.every(isBlank)) return [node]
  const firstWord = node.children.findIndex((child) => !isPicture(child) && !isBlank(child))
  const figures = (children: readonly ElementContent[]) =>
    children
      .filter((child) => isPicture(child) && textOf(child).trim() === '')
      .map((child) => el('figure', [child]))
  context.notes.changed('A picture within a paragraph stands before or after it')
  return [
    ...figures(node.children.slice(0, firstWord)),
    { ...node, children: trimmedStart(words) },
    ...figures(node.children.slice(firstWord)),
  ]
}

function trimmedStart(nodes: readonly ElementContent[]): ElementContent[] {
  const [first, ...rest] = nodes.slice(nodes.findIndex((node) => !isBlank(node)))
  if (first === undefined) return []
  return [first.type === 'text' ? text(first.value.trimStart()) : first, ...rest]
}

const PICTURE_ADDRESSES = ['dataOrigFile', 'dataLazySrc', 'dataSrc', 'dataFullUrl', 'src'] as const

/** A picture at the address of its original; small signs are text. */
function picture(node: Element, context: BodyContext): ElementContent[] {
  const { properties } = node
  const alt = typeof properties.alt === 'string' ? properties.alt : ''
  if (hasClass(node, 'emoji') || hasClass(node, 'wp-smiley')) return alt === '' ? [] : [text(alt)]
  if (Number(properties.width) === 1 || Number(properties.height) === 1) {
    context.notes.dropped('A picture of one pixel, which counts readers')
    return []
  }
  const written = PICTURE_ADDRESSES.map((name) => properties[name]).find(
    (value) => typeof value === 'string' && value !== '' && !value.startsWith('data:'),
  )
  if (typeof written !== 'string') {
    context.notes.dropped('A picture without an address')
    return []
  }
  // The size of the copy is not the original's.
  return [{ ...node, properties: { src: original(written, node, context), alt } }]
}

/** The address of the original of a picture. */
function original(written: string, node: Element, { attachments, site, link: page }: BodyContext): string {
  const address = withoutProxy(site.absolute(written, page))
  const classes = Array.isArray(node.properties.className) ? node.properties.className.map(String) : []
  const id = classes.map((name) => /^wp-image-(\d+)$/.exec(name)?.[1]).find((found) => found !== undefined)
  const attachment = id === undefined ? undefined : attachments.get(idOf(id) ?? '')
  const known = attachments.originalOf(address)
  if (known !== null) return known
  // After an import into WordPress, the number may be another picture's.
  if (attachment?.isPicture === true && fileOf(attachment.address) === fileOf(address))
    return attachment.address
  const isCopy =
    id !== undefined && !classes.includes('size-full') && address.includes('/wp-content/uploads/')
  return isCopy ? bareQuery(address).replace(SIZED, '$1') : address
}

function fileOf(address: string): string {
  return (bare(address).split('/').at(-1) ?? '').replace(SIZED, '$1').replace(/-(?:scaled|rotated)(?=\.)/, '')
}

function bareQuery(address: string): string {
  return address.replace(/[?#][^]*$/, '')
}

/** 'https://i0.wp.com/example.org/a.jpg?w=300' → 'https://example.org/a.jpg'. */
function withoutProxy(address: string): string {
  const [, path] = /^https?:\/\/i\d\.wp\.com\/([^?#]+)/.exec(address) ?? []
  return path === undefined ? address : `https://${path}`
}

/** A link with its address in full; one around a picture that leads to the picture itself goes. */
function link(node: Element, context: BodyContext): ElementContent | ElementContent[] {
  const { href } = node.properties
  if (typeof href !== 'string') return node
  const address = context.site.absolute(href, context.link)
  const [first] = node.children.filter((child) => !isBlank(child))
  const src = isElement(first, 'img') ? first.properties.src : undefined
  if (typeof src === 'string' && isElement(first)) {
    const isOwn = bare(context.attachments.originalOf(address) ?? address) === bare(src)
    // The picture was shown smaller, and the link led to the original.
    if (fileOf(address) === fileOf(src) && !SIZED.test(bare(address)))
      return isOwn ? node.children : [{ ...first, properties: { ...first.properties, src: address } }]
    const relation = [node.properties.rel].flat().map(String)
    if (
      isOwn ||
      relation.some((word) => /^(?:attachment|wp-att-\d+)$/.test(word)) ||
      /[?&]attachment_id=\d+/.test(address)
    )
      return node.children
  }
  return { ...node, properties: { ...node.properties, href: address } }
}

const BLOCKS = wordSet('p ul ol h1 h2 h3 h4 blockquote pre figure table div')

/** The speaker of a quotation in its last paragraph, after an em dash. */
function withSpeaker(nodes: readonly ElementContent[]): ElementContent[] {
  const at = nodes.findLastIndex((node) => !isBlank(node))
  const last = nodes[at]
  if (!isElement(last)) return [...nodes]
  const shown = last.children.filter((child) => !isBlank(child))
  const inside = last.tagName === 'p' && shown.length === 1 ? shown[0] : undefined
  const cite = last.tagName === 'cite' ? last : inside
  if (isElement(cite, 'cite')) {
    const words = textOf(cite).trim()
    if (words === '') return nodes.slice(0, at)
    const dash = /^[—–-]/.test(words) ? [] : [text('— ')]
    const before = nodes.slice(0, at)
    const isBare = !before.some((node) => isElement(node) && BLOCKS.has(node.tagName))
    return [...(isBare ? [el('p', before)] : before), el('p', [...dash, ...cite.children])]
  }
  // A speaker in the last line of a paragraph.
  const end = last.tagName === 'p' ? last.children.findLastIndex((node) => !isBlank(node)) : -1
  if (isElement(last.children[end], 'cite') && isElement(last.children[end - 1], 'br'))
    return withSpeaker([
      ...nodes.slice(0, at),
      { ...last, children: last.children.slice(0, end - 1) },
      el('p', last.children.slice(end)),
    ])
  return [...nodes]
}
