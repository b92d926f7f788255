import type { Element, ElementContent, RootContent } from 'hast'
import { wordSet } from '../../../domain/text/word-set.ts'
import { el, isElement, text, textOf } from '../../../domain/body/html/hast.ts'
import { nodesOf } from '../../body/story-body.ts'
import { idOf } from '../wxr-record.ts'
import { BOX_CLASSES } from './box-classes.ts'
import type { BodyContext } from './context.ts'
import {
  embedNodes,
  figureNode,
  fileNodes,
  findAll,
  galleryNodes,
  hasClass,
  inlineNodes,
  picturesNodes,
} from './media-nodes.ts'
import { withParagraphs } from './paragraphs.ts'
import { type Block, isHidden, parseBlocks, textAttribute } from './parse-blocks.ts'
import { expandShortcodes } from './shortcode-html.ts'

/** Stands for a block within the HTML of another one until both are nodes. */
const SLOT = 'mantel-inner-block'

/** Makes nodes of a block. `nodes`: its HTML with the nodes of the blocks within it. */
type Make = (nodes: ElementContent[], block: Block, context: BodyContext) => ElementContent[]

/** Blocks that WordPress fills when it shows a page: lists of stories, parts of a theme. */
const DYNAMIC = wordSet(
  'archives avatar calendar categories latest-comments latest-posts loginout rss search tag-cloud page-list query',
  'post-title post-date post-content post-excerpt post-featured-image post-terms post-author post-author-name',
  'post-author-biography post-navigation-link post-comments post-comments-form post-comments-count post-template',
  'post-comments-link comments comments-title comment-template read-more site-title site-tagline site-logo',
  'navigation navigation-link navigation-submenu home-link query-title query-pagination query-no-results',
  'template-part term-description term-count table-of-contents pattern breadcrumbs post-time-to-read terms-query',
  'legacy-widget widget-group next-post previous-post jetpack/contact-form jetpack/subscriptions',
  'jetpack/related-posts jetpack/top-posts jetpack/like jetpack/sharing-buttons jetpack/mailchimp',
  'newspack-blocks/homepage-articles newspack-blocks/carousel contact-form-7/contact-form-selector',
  'gravityforms/form wpforms/form-selector ninja-forms/form mailpoet/subscription-form-block yoast-seo/breadcrumbs',
  'yoast/related-links yoast-seo/table-of-contents rank-math/toc-block',
)
/** Blocks whose HTML is what they are. */
const AS_THEY_ARE = wordSet(
  'paragraph heading list list-item quote code preformatted separator table html freeform missing subhead',
  'classic column text-columns row stack jetpack/markdown yoast/faq-block yoast/how-to-block',
)

const nothing: Make = () => []

const MADE: Readonly<Record<string, Make>> = {
  image: (nodes, block) => pictureFigures(nodes, textAttribute(block, 'align')),
  gallery,
  pullquote: (nodes, _, { notes }) => {
    notes.changed('A pull quote is a quotation')
    return findAll(nodes, 'blockquote')
  },
  verse: (nodes) => findAll(nodes, 'pre').map((pre) => el('p', withLineBreaks(pre.children))),
  embed,
  video: mediaFile('film', 'video'),
  audio: mediaFile('sound', 'audio'),
  file: (nodes) => {
    const [link] = findAll(nodes, 'a').filter((one) => !hasClass(one, 'wp-block-file__button'))
    return link === undefined ? [] : [el('p', [link])]
  },
  button: (nodes) => buttons(nodes),
  buttons: (nodes) => buttons(nodes),
  columns: (nodes, _, { notes }) => {
    notes.changed('Columns stand one after another')
    return nodes
  },
  cover,
  'cover-image': cover,
  'media-text': (nodes, _, { notes }) => {
    notes.changed('A picture beside text stands before or after it')
    return nodes
  },
  shortcode: (nodes) => withParagraphs(nodes),
  more: nothing,
  spacer: nothing,
  group: (nodes, block) => {
    const box = Object.entries(BOX_CLASSES).find(([, name]) => textAttribute(block, 'className') === name)
    return box === undefined ? nodes : nodes.map((node) => asBox(node, box[0]))
  },
  nextpage: (_, __, { notes }) => {
    notes.changed('A story of several pages is on one')
    return []
  },
  footnotes: (_, __, context) => footnotes(context),
  details: (nodes, _, { notes }) => {
    notes.changed('What opened at a press is open')
    return nodes.flatMap((node) => (isElement(node, 'details') ? opened(node) : [node]))
  },
  block: (_, block, context) => pattern(block, context),
  'social-links': (nodes) => {
    const links = findAll(nodes, 'a').flatMap((link, at) => (at === 0 ? [link] : [text(' · '), link]))
    return links.length === 0 ? [] : [el('p', links)]
  },
  'social-link': (_, block) => {
    const [address, service] = [textAttribute(block, 'url'), textAttribute(block, 'service')]
    const label = textAttribute(block, 'label') || service.charAt(0).toUpperCase() + service.slice(1)
    return address === '' ? [] : [el('a', [text(label || address)], { href: address })]
  },
  'jetpack/tiled-gallery': gallery,
  'jetpack/slideshow': gallery,
  'coblocks/gallery-masonry': gallery,
  'coblocks/gallery-stacked': gallery,
  'coblocks/gallery-carousel': gallery,
}

/** A group as a box of a story. */
function asBox(node: ElementContent, dataBlock: string): ElementContent {
  if (!isElement(node, 'aside', 'div')) return node
  return { ...node, tagName: 'aside', properties: { id: node.properties.id, dataBlock } }
}

/** The nodes of the blocks of a body. */
export function blockNodes(blocks: readonly Block[], context: BodyContext): ElementContent[] {
  return blocks.flatMap((block) =>
    block.name === null ? freeform(block, context) : nodesOfBlock(block, context),
  )
}

/** A text between blocks: of the old editor, with or without paragraphs. */
function freeform({ parts: [html = ''] }: Block, context: BodyContext): ElementContent[] {
  if (typeof html !== 'string' || html.trim() === '') return []
  const nodes = nodesOf(expandShortcodes(html, context))
  return nodes.some((node) => isElement(node, 'p')) ? contentOf(nodes) : withParagraphs(nodes)
}

function nodesOfBlock(block: Block, context: BodyContext): ElementContent[] {
  const name = block.name ?? ''
  if (isHidden(block)) {
    context.notes.dropped('A block that was hidden from readers')
    return []
  }
  if (DYNAMIC.has(name)) {
    context.notes.dropped(`The block “${name}”, which WordPress fills when it shows the page`)
    return []
  }
  const isCode = name === 'code' || name === 'preformatted'
  const inner: ElementContent[][] = []
  const html = block.parts.map((part) => {
    if (typeof part === 'string') return isCode ? part : expandShortcodes(part, context)
    inner.push(nodesOfBlock(part, context))
    return `<${SLOT}></${SLOT}>`
  })
  const nodes = filled(contentOf(nodesOf(html.join(''))), inner)
  const make = Object.hasOwn(MADE, name) ? MADE[name] : undefined
  if (make !== undefined) return make(nodes, block, context)
  if (!AS_THEY_ARE.has(name)) {
    const isShown = nodes.some((node) => textOf(node).trim() !== '' || findAll([node], 'img').length > 0)
    const what = context.isPublic ? `the block “${name}”` : 'a block'
    if (isShown) context.notes.changed(`What ${what} holds is in the story, without the block`)
    else
      context.notes.dropped(
        `${what.charAt(0).toUpperCase()}${what.slice(1)}, which has no content of its own`,
      )
  }
  return nodes
}

/** Puts the nodes of inner blocks in their places; those without one come last. */
function filled(nodes: ElementContent[], inner: ElementContent[][]): ElementContent[] {
  if (inner.length === 0) return nodes
  let next = 0
  const fill = (all: ElementContent[]): ElementContent[] =>
    all.flatMap((node) => {
      if (!isElement(node)) return [node]
      const content = node.tagName === SLOT ? inner[next++] : undefined
      return content === undefined
        ? [{ ...node, children: fill(node.children) }]
        : [...content, ...fill(node.children)]
    })
  const all = fill(nodes)
  return [...all, ...inner.slice(next).flat()]
}

function contentOf(nodes: readonly RootContent[]): ElementContent[] {
  return nodes.filter((node) => node.type === 'text' || node.type === 'element')
}

/** The figures of an image block, with their width. */
function pictureFigures(nodes: ElementContent[], align: string): ElementContent[] {
  const [figure] = findAll(nodes, 'figure')
  if (figure === undefined) return findAll(nodes, 'img').map((img) => figureNode(img, [], align))
  const [caption] = findAll([figure], 'figcaption')
  const media = figure.children.find((child) => isElement(child) && findAll([child], 'img').length > 0)
  if (media === undefined) return nodes
  const made = figureNode(media, caption?.children, align)
  return [{ ...made, properties: { ...made.properties, id: figure.properties.id } }]
}

/** A gallery in its new form (blocks), its old one (a list), or of a plugin: each picture with its own caption. */
function gallery(nodes: ElementContent[], block: Block, context: BodyContext): ElementContent[] {
  const figures: Element[] = []
  let caption: ElementContent[] = []
  const collect = (all: readonly ElementContent[], around: Element | null, own: Element | null) => {
    for (const node of all) {
      if (!isElement(node)) continue
      const isWhole = hasClass(node, 'blocks-gallery-caption')
      if (isWhole) caption = node.children
      else if (node.tagName === 'img')
        figures.push(
          figureNode(around?.tagName === 'a' ? { ...around, children: [node] } : node, own?.children),
        )
      else if (node.tagName !== 'figcaption') {
        const inside = node.children.find(
          (child) => isElement(child, 'figcaption') && !hasClass(child, 'blocks-gallery-caption'),
        )
        const isOfOne = findAll([node], 'img').length === 1
        collect(node.children, node, isOfOne && isElement(inside) ? inside : own)
      }
    }
  }
  collect(nodes, null, null)
  const width = textAttribute(block, 'align')
  if (figures.length === 0) {
    const { ids } = block.attributes
    const list = Array.isArray(ids) ? ids.flatMap((id) => idOf(String(id)) ?? []) : []
    return galleryNodes(list, context, caption, width)
  }
  if (caption.length === 0) {
    const whole = nodes.flatMap((node) => (isElement(node, 'figure') ? node.children : []))
    caption = whole.flatMap((node) =>
      isElement(node, 'figcaption') && figures.length > 1 ? node.children : [],
    )
  }
  return picturesNodes(figures, caption, width)
}

function embed(nodes: ElementContent[], block: Block, context: BodyContext): ElementContent[] {
  const [caption] = findAll(nodes, 'figcaption')
  const words = nodes.map((node) =>
    textOf(
      isElement(node) ? { ...node, children: node.children.filter((child) => child !== caption) } : node,
    ),
  )
  const address = textAttribute(block, 'url') || words.join(' ').trim()
  return embedNodes(address, context, caption?.children, textAttribute(block, 'align'))
}

function mediaFile(kind: 'film' | 'sound', tagName: string): Make {
  return (nodes, _, context) => {
    const [media] = findAll(nodes, tagName)
    const [source] = media === undefined ? [] : findAll(media.children, 'source')
    const [caption] = findAll(nodes, 'figcaption')
    const address = media?.properties.src ?? source?.properties.src
    return typeof address === 'string' ? fileNodes(address, '', kind, context, caption?.children) : []
  }
}

/** Buttons as links, one a paragraph. */
function buttons(nodes: readonly ElementContent[]): ElementContent[] {
  return findAll(nodes, 'a', 'button')
    .filter((link) => textOf(link).trim() !== '')
    .map((link) => el('p', link.properties.href === undefined ? link.children : [link]))
}

/** A picture behind words: the picture, and then the words. */
function cover(nodes: ElementContent[], block: Block, context: BodyContext): ElementContent[] {
  const isBackground = (node: Element) =>
    hasClass(node, 'wp-block-cover__image-background') || hasClass(node, 'wp-block-cover__video-background')
  const shown = findAll(nodes, 'img', 'video').find(isBackground)
  const without = (all: readonly ElementContent[]): ElementContent[] =>
    all.flatMap((node): ElementContent[] => {
      if (!isElement(node)) return [node]
      return isBackground(node) ? [] : [{ ...node, children: without(node.children) }]
    })
  const words = without(nodes)
  const address = textAttribute(block, 'url')
  context.notes.changed('A cover is its picture and its words, one after the other')
  if (isElement(shown, 'video'))
    return [...fileNodes(String(shown.properties.src ?? address), '', 'film', context), ...words]
  const id = idOf(textAttribute(block, 'id'))
  const alt = textAttribute(block, 'alt') || (id === null ? '' : (context.attachments.get(id)?.alt ?? ''))
  const className = id === null ? [] : [`wp-image-${id}`]
  const img = shown ?? (address === '' ? null : el('img', [], { src: address, alt, className }))
  return img === null ? words : [figureNode(img, [], textAttribute(block, 'align')), ...words]
}

/** The line that opens a text at a press, and the text. */
function opened({ children }: Element): ElementContent[] {
  return children.map((child) =>
    isElement(child, 'summary') ? el('p', [el('strong', child.children)]) : child,
  )
}

/** Lines of a poem: line ends are breaks. */
function withLineBreaks(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (isElement(node)) return [{ ...node, children: withLineBreaks(node.children) }]
    if (node.type !== 'text') return []
    return node.value.split('\n').flatMap((line, at) => (at === 0 ? [text(line)] : [el('br'), text(line)]))
  })
}

function footnotes({ footnotes: texts, notes }: BodyContext): ElementContent[] {
  if (texts.size === 0) {
    notes.dropped('Footnotes whose texts the file does not have')
    return []
  }
  const items = Array.from(texts, ([id, html]) =>
    el('li', [...inlineNodes(html), text(' '), el('a', [text('↩︎')], { href: `#${id}-link` })], { id }),
  )
  return [el('ol', items)]
}

/** A block that several stories share, in its place. */
function pattern(block: Block, context: BodyContext): ElementContent[] {
  const id = idOf(textAttribute(block, 'ref'))
  const source = id === null ? undefined : context.patterns.get(id)
  if (id === null || source === undefined || context.within.includes(id) || context.within.length > 5) {
    context.notes.dropped('A block that several stories share, which the file does not have')
    return []
  }
  return blockNodes(parseBlocks(source), { ...context, within: [...context.within, id] })
}
