import type { Element, ElementContent } from 'hast'
import { readContent } from './content.ts'
import { el, isBlank, isElement, text, textOf } from './hast.ts'
import { isInline, safeTree, stringify } from './safe-html.ts'

/**
 * Converts content to the HTML that the editor reads. Null for interactive, mixed-media and unreadable content, which
 * cannot be edited as text.
 */
export function toEditorHtml(content: unknown): { html: string } | null {
  const read = readContent(content)
  if (read.kind !== 'text') return null
  const blocks = safeTree(read.nodes).children as ElementContent[]
  return { html: stringify(blocks.flatMap(asEditable)) }
}

/** Rewrites what the editor has no node for, so that opening a story loses nothing. */
function asEditable(node: ElementContent): ElementContent[] {
  if (!isElement(node)) return [node]
  const element = { ...node, children: node.children.flatMap(asEditable) }
  if (element.tagName === 'footer') return [asSpeaker(element)]
  if (element.tagName === 'li') return [withLine(element)]
  return element.tagName === 'figure' ? asFigures(element) : [element]
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

/** Splits figures with several pictures; a quotation's caption becomes its speaker. */
function asFigures(figure: Element): ElementContent[] {
  const caption = figure.children.find((child) => isElement(child, 'figcaption'))
  const quote = figure.children.find((child) => isElement(child, 'blockquote'))
  const pictures = figure.children.flatMap(picturesOf)
  if (quote !== undefined && isElement(quote) && pictures.length === 0) {
    const speaker = isElement(caption) ? [asSpeaker(caption)] : []
    return [{ ...quote, children: [...quote.children, ...speaker] }]
  }
  if (pictures.length < 2) return [figure]
  const last = pictures.length - 1
  return pictures.map((picture, index) =>
    el('figure', index === last && caption !== undefined ? [picture, caption] : [picture]),
  )
}

/** The pictures of a figure, each with the link around it. */
function picturesOf(node: ElementContent): ElementContent[] {
  if (!isElement(node) || node.tagName === 'figcaption') return []
  if (node.tagName === 'img') return [node]
  const inside = node.children.flatMap(picturesOf)
  return node.tagName === 'a' ? inside.map((picture) => ({ ...node, children: [picture] })) : inside
}
