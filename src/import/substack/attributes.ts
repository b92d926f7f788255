import type { Element, ElementContent } from 'hast'
import { type JsonObject, isObject, parseJson, str } from '../../domain/body/json.ts'
import { isElement, textOf } from '../../domain/body/html/hast.ts'
import { nodesOf } from '../body/story-body.ts'

/** Whether an element has one of these classes. */
export function hasClass(node: Element, ...names: string[]): boolean {
  const { className } = node.properties
  return Array.isArray(className) && className.some((name) => names.includes(String(name)))
}

/** Whether one of the classes of an element begins or ends with what its build adds: 'frontend-…__imageGallery--shoTe'. */
export function hasClassLike(node: Element, part: string): boolean {
  const { className } = node.properties
  return Array.isArray(className) && className.some((name) => String(name).includes(part))
}

/** What Substack's editor knows of a block; some files have it encoded twice. Empty where it cannot be read. */
export function dataOf(node: Element): JsonObject {
  const source = str(node.properties.dataAttrs)
  const value = parseJson(source) ?? parseJson(nodesOf(source).map(textOf).join(''))
  return isObject(value) ? value : {}
}

/** All elements within a node, itself first, that `isWanted`, in the order of the text. */
export function elementsIn(node: Element, isWanted: (element: Element) => boolean): Element[] {
  const inside = node.children.flatMap((child) => (isElement(child) ? elementsIn(child, isWanted) : []))
  return isWanted(node) ? [node, ...inside] : inside
}

/** The first of them. */
export function elementIn(node: Element, isWanted: (element: Element) => boolean): Element | undefined {
  return elementsIn(node, isWanted)[0]
}

/** The text of nodes in one line. */
export function lineOf(nodes: readonly ElementContent[]): string {
  return nodes.map(textOf).join('').replace(/\s+/g, ' ').trim()
}
