import type { Element, ElementContent, Nodes, Properties, RootContent, Text } from 'hast'
import { wordSet } from '../../text/word-set.ts'
import { ELEMENTS, SYNONYMS, elementsOf } from '../elements.ts'

/** An element node. */
export function el(tagName: string, children: ElementContent[] = [], properties: Properties = {}): Element {
  return { type: 'element', tagName, properties, children }
}

/** A text node. */
export function text(value: string): Text {
  return { type: 'text', value }
}

export function isElement(node: Nodes | undefined, ...tagNames: string[]): node is Element {
  return node?.type === 'element' && (tagNames.length === 0 || tagNames.includes(node.tagName))
}

const INLINE: ReadonlySet<string> = new Set([
  ...elementsOf('inline'),
  ...Array.from(SYNONYMS).flatMap(([other, name]) => (ELEMENTS[name]?.kind === 'inline' ? [other] : [])),
  ...wordSet('span font small mark abbr q time bdi bdo data ruby rb rt rp wbr big label nobr button'),
])

/** Whether a node is inline content. */
export function isInline(node: RootContent): boolean {
  return node.type === 'text' || (isElement(node) && INLINE.has(node.tagName))
}

/** Whether a node shows nothing: text of white space only, or a line break. */
export function isBlank(node: RootContent): boolean {
  return node.type === 'text' ? node.value.trim() === '' : !isElement(node) || node.tagName === 'br'
}

/** Whether inline content shows neither words nor a picture. */
export function showsNothing(node: ElementContent): boolean {
  if (!isElement(node)) return node.type !== 'text' || node.value.trim() === ''
  return isInline(node) && node.tagName !== 'img' && node.children.every(showsNothing)
}

/** Text content of a tree as plain text, with a space between blocks. */
export function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (!('children' in node)) return ''
  const inside = node.children.map(textOf).join('')
  const element = isElement(node) ? ELEMENTS[node.tagName] : undefined
  if (element === undefined) return inside
  return element.kind === 'inline' ? (element.plainText?.(inside) ?? inside) : ` ${inside} `
}
