import type { Element, ElementContent, Nodes, Properties, RootContent, Text } from 'hast'
import { ELEMENTS } from './elements.ts'

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

/** Whether a node shows nothing: text of white space only, or a line break. */
export function isBlank(node: RootContent): boolean {
  return node.type === 'text' ? node.value.trim() === '' : !isElement(node) || node.tagName === 'br'
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
