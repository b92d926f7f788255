import type { Element, ElementContent, RootContent } from 'hast'
import { MAIN_LANGUAGE } from '../../text/language.ts'
import { readContent, textToHast } from '../content.ts'
import { inParagraphs } from '../arrange-blocks.ts'
import { el, isBlank, isElement, showsNothing, text, textOf, isInline } from './hast.ts'
import { safeTree, stringify } from './safe-html.ts'

/**
 * Converts content to the HTML that the editor reads. Null for interactive, mixed-media and unreadable content, which
 * cannot be edited as text. `language`: see safeTree.
 */
export function toEditorHtml(content: unknown, language: string = MAIN_LANGUAGE): { html: string } | null {
  const read = readContent(content)
  return read.kind === 'text' ? { html: editableHtml(read.nodes, language) } : null
}

/** The text of a part of a story as the HTML that the editor reads. */
export function partToEditorHtml(source: string, language: string = MAIN_LANGUAGE): string {
  return editableHtml(textToHast(source), language)
}

function editableHtml(nodes: RootContent[], language: string): string {
  return stringify(editable(safeTree(nodes, language).children as ElementContent[]))
}

/** Rewrites what the editor has no node for, so that it loses nothing. */
export function editable(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap(asEditable)
}

function asEditable(node: ElementContent): ElementContent[] {
  if (!isElement(node)) return [node]
  const element = { ...node, children: editable(node.children) }
  if (element.tagName === 'footer') return element.children.every(isBlank) ? [] : [asSpeaker(element)]
  if (element.tagName === 'li') return [withLine(element)]
  if (element.tagName === 'p') return asPictures(element) ?? [element]
  return element.tagName === 'figure' ? asFigures(element) : [element]
}

/** A paragraph of pictures only as figures; null when it has words. */
function asPictures(paragraph: Element): Element[] | null {
  const pictures = paragraph.children.flatMap(picturesOf)
  const hasWords = !paragraph.children.flatMap(withoutPictures).every(isBlank)
  return pictures.length === 0 || hasWords ? null : pictures.map((picture) => el('figure', [picture]))
}

/** An item begins with a line in the editor: a list in its place would leave the item. */
function withLine(item: Element): Element {
  const first = item.children.find((child) => !isBlank(child))
  const hasLine = first === undefined || isInline(first) || isElement(first, 'p')
  return hasLine ? item : { ...item, children: [el('p'), ...item.children] }
}

/** Moves the speaker of a quotation into its last line, after an em dash. */
function asSpeaker({ children }: Element): Element {
  const line = el('p', children.flatMap(withoutCite))
  return textOf(line).trim().startsWith('—') ? line : el('p', [text('— '), ...line.children])
}

function withoutCite(node: ElementContent): ElementContent[] {
  return isElement(node, 'cite') ? node.children : [node]
}

/**
 * Figures of one picture each, followed by the rest of the figure. The last picture gets the caption; the caption of a
 * quotation is its speaker.
 */
function asFigures(figure: Element): ElementContent[] {
  if (figure.properties.dataBlock !== undefined) return [figure]
  const caption = figure.children.find((child) => isElement(child, 'figcaption'))
  const content = figure.children.filter((child) => child !== caption)
  if (!content.some(hasPicture)) {
    const quote = content.find((child) => isElement(child, 'blockquote'))
    const blocks = inParagraphs(content.map(asLine)).filter((child) => !isEmptyLine(child))
    if (!isElement(caption)) return blocks.length === 0 ? [el('p')] : blocks
    if (!isElement(quote)) return [...blocks, el('p', caption.children)]
    return blocks.map((child) =>
      child === quote ? { ...quote, children: [...quote.children, asSpeaker(caption)] } : child,
    )
  }
  const parts = inParagraphs(content).flatMap(figuresOf)
  const last = parts.findLast((part) => isElement(part, 'figure'))
  if (isElement(last) && isElement(caption)) {
    if (last.children.some((child) => isElement(child, 'figcaption'))) parts.push(el('p', caption.children))
    else last.children.push(caption)
  }
  const [first] = parts
  if (isElement(first)) first.properties = { ...figure.properties, ...first.properties }
  return parts
}

/** A further caption as a paragraph; any other node as it is. */
function asLine(node: ElementContent): ElementContent {
  return isElement(node, 'figcaption') ? el('p', node.children) : node
}

function isEmptyLine(node: ElementContent): boolean {
  return showsNothing(node) || (isElement(node, 'p') && node.children.every(showsNothing))
}

function hasPicture(node: ElementContent): boolean {
  return isElement(node) && (node.tagName === 'img' || node.children.some(hasPicture))
}

/** The pictures of a paragraph as figures, each with the link around it, and after them its words. */
function figuresOf(block: ElementContent): ElementContent[] {
  if (!isElement(block) || block.tagName === 'figure' || !hasPicture(block)) {
    return isElement(block) && !block.children.every(isBlank) ? [block] : []
  }
  if (block.tagName !== 'p') return [block]
  const words = block.children.flatMap(withoutPictures)
  const figures = block.children.flatMap(picturesOf).map((picture) => el('figure', [picture]))
  return words.every(isBlank) ? figures : [...figures, { ...block, children: words }]
}

/** The pictures of inline content, each with the link around it. */
function picturesOf(node: ElementContent): ElementContent[] {
  if (!isElement(node)) return []
  if (node.tagName === 'img') return [node]
  const inside = node.children.flatMap(picturesOf)
  return node.tagName === 'a' ? inside.map((picture) => ({ ...node, children: [picture] })) : inside
}

function withoutPictures(node: ElementContent): ElementContent[] {
  if (!isElement(node) || !hasPicture(node)) return [node]
  const children = node.children.flatMap(withoutPictures)
  return node.tagName === 'img' || children.every(isBlank) ? [] : [{ ...node, children }]
}
