import type { Element, ElementContent, Root, RootContent } from 'hast'
import { type Schema, sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { SKIP, visit } from 'unist-util-visit'
import { nameAnchors } from '../anchors.ts'
import { CONTAINERS, arrangeBlocks } from '../arrange-blocks.ts'
import { DROPPED, ELEMENTS, LEFT_OUT, SYNONYMS, attributesOf } from '../elements.ts'
import { writeQuotes } from '../quotes.ts'
import { evenTable } from '../table.ts'
import { LINK_SCHEMES, MEDIA_SCHEMES, cleanUrl, linkUrl, mediaUrl } from '../urls.ts'
import { el, isBlank, isElement, isInline, text } from './hast.ts'

/** Allowed HTML. Classes and styles in the text are always dropped. */
const SCHEMA: Schema = {
  tagNames: Object.keys(ELEMENTS),
  ancestors: Object.fromEntries(
    Object.entries(ELEMENTS).flatMap(([name, { within }]) => (within ? [[name, [...within]]] : [])),
  ),
  attributes: Object.fromEntries(
    Object.keys(ELEMENTS).map((name) => [
      name,
      Object.entries(attributesOf(name)).map(([attribute, { matches }]) =>
        matches ? [attribute, matches] : attribute,
      ),
    ]),
  ),
  protocols: { href: LINK_SCHEMES, src: MEDIA_SCHEMES },
  strip: [...DROPPED],
  clobber: [],
  clobberPrefix: '',
  required: {},
  allowComments: false,
  allowDoctypes: false,
}

/** Replaces synonyms, writes quotation marks in a language, writes as text what only the look of an element says, and normalises URLs before their check. */
function tidy(tree: Root, language: string): void {
  writeQuotes(tree, language)
  visit(tree, 'element', (node: Element, index, parent) => {
    const caption = node.children.find((child) => isElement(child, 'caption'))
    if (caption !== undefined && parent && index !== undefined) {
      // The caption of a table becomes the paragraph before it.
      node.children = node.children.filter((child) => child !== caption)
      parent.children.splice(index, 0, caption)
      return [SKIP, index]
    }
    const address = embeddedAddress(node)
    if (address !== null && parent && index !== undefined) {
      const link = el('a', [text(address.replace(/^https?:\/\//, ''))], { href: address })
      const isInLine = parent.type === 'element' && (ELEMENTS[parent.tagName]?.isLine || isInline(parent))
      parent.children[index] = isInLine ? link : el('p', [link])
      return [SKIP, index + 1]
    }
    if (isTaskBox(node) && parent && index !== undefined) {
      parent.children[index] = text(node.properties.checked ? '☑ ' : '☐ ')
      return index + 1
    }
    tidyElement(node)
    const unset = isElement(parent) && isEmptyPlace(parent) ? '' : undefined
    const { href, src } = node.properties
    if (node.tagName === 'a') node.properties.href = linkUrl(href) ?? (href === '' ? unset : undefined)
    if (node.tagName === 'img') node.properties.src = mediaUrl(src) ?? (src === '' ? unset : undefined)
    return undefined
  })
  joinTaskSigns(tree)
  nameAnchors(tree)
  arrangeBlocks(tree)
}

/** Whether an element is a box of a list of tasks, which is kept as a sign. */
export function isTaskBox({ tagName, properties }: Element): boolean {
  return tagName === 'input' && properties.type === 'checkbox'
}

/** Whether an element is the place of a picture, film or sound that is yet to be chosen: no page shows it. */
export function isEmptyPlace({ tagName, properties: { dataBlock }, children }: Element): boolean {
  const isUnset = (child: ElementContent) =>
    dataBlock === 'embed'
      ? isElement(child, 'a') && child.properties.href === ''
      : isElement(child, 'img') && child.properties.src === '' && child.properties.width !== undefined
  return tagName === 'figure' && children.some(isUnset)
}

/** Moves the checkbox of a task that precedes a paragraph into the paragraph. */
function joinTaskSigns(tree: Root): void {
  visit(tree, { tagName: 'li' }, (item: Element) => {
    const [first, second] = item.children.filter((child) => !isBlank(child))
    if (first?.type !== 'text' || !/^\s*[☑☐]\s*$/.test(first.value) || !isElement(second, 'p')) return
    second.children = [text(`${first.value.trim()} `), ...second.children]
    item.children = item.children.filter((child) => child !== first)
  })
}

const EMBEDDING = new Set([LEFT_OUT.frame, LEFT_OUT.film, LEFT_OUT.sound].flatMap((names = []) => names))

/** The address of a frame, film or sound, which old and imported stories keep as a link; null for all else. */
export function embeddedAddress({ tagName, properties, children }: Element): string | null {
  if (!EMBEDDING.has(tagName)) return null
  const sources = children.filter((child) => isElement(child, 'source'))
  const { src, data, dataSrc } = properties
  const addresses = [src, data, dataSrc, ...sources.map((source) => source.properties.src)]
    .filter((value) => typeof value === 'string')
    .map((value) => cleanUrl(value).replace(/^\/\//, 'https://'))
  return addresses.find((value) => /^https?:\/\/./.test(value) && URL.canParse(value)) ?? null
}

function tidyElement(node: Element): void {
  const name = SYNONYMS.get(node.tagName)
  if (name !== undefined) node.tagName = name
  if (isBareBlock(node)) node.tagName = 'div'
  else if (CONTAINERS.has(node.tagName) && node.children.every(isInline)) node.tagName = 'p'
  switch (node.tagName) {
    case 'rt':
      node.children = [text('('), ...node.children, text(')')]
      break
    case 'pre':
      breaksToLineEnds(node)
      break
    case 'table':
      evenTable(node)
  }
}

/** Whether an element that is a block of a story by its `data-block` only has none. */
function isBareBlock({ tagName, properties }: Element): boolean {
  const { editor, blocks } = ELEMENTS[tagName] ?? {}
  return editor === null && blocks !== undefined && !Object.hasOwn(blocks, String(properties.dataBlock))
}

/** In pre-formatted text a line ends with a line end, which the editor keeps. */
function breaksToLineEnds(pre: Element): void {
  visit(pre, 'element', (node, index, parent) => {
    if (node.tagName === 'br' && parent && index !== undefined) parent.children[index] = text('\n')
  })
}

/**
 * Sanitises a tree, which it changes; returns a new one with only what the schema allows. `language`: whose quotation marks
 * are written where the tree only says that something is a quotation.
 */
export function safeTree(children: RootContent[], language: string): Root {
  const tree: Root = { type: 'root', children }
  tidy(tree, language)
  return sanitize(tree, SCHEMA) as Root
}

export function stringify(children: ElementContent[]): string {
  return toHtml({ type: 'root', children })
}
