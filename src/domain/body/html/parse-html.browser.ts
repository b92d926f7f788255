import type { Element, Root, RootContent } from 'hast'
import { h, s } from 'hastscript'

const SVG = 'http://www.w3.org/2000/svg'

/** Of a document without a window: nothing in it loads or runs, and `noscript` is read as where scripts are off. */
let template: HTMLTemplateElement | null = null

/** Parses HTML, unsanitised, by the browser's own parser: a parser in script weighs 50 KB. See `parse-html.ts`. */
export function parseHtml(html: string): Root {
  template ??= document.implementation.createHTMLDocument('').createElement('template')
  template.innerHTML = html
  return rootOf(template.content)
}

function rootOf(fragment: DocumentFragment): Root {
  // A browser parts texts that are very long.
  fragment.normalize()
  return { type: 'root', children: childrenOf(fragment) }
}

function childrenOf(parent: Node): RootContent[] {
  return [...property(Node.prototype, 'childNodes', parent)].map((node): RootContent => {
    if (node instanceof globalThis.Element) return elementOf(node)
    const value = node.nodeValue ?? ''
    return node instanceof Comment ? { type: 'comment', value } : { type: 'text', value }
  })
}

function elementOf(node: globalThis.Element): Element {
  const own = globalThis.Element.prototype
  const properties: Record<string, string> = {}
  for (const { name, value } of property(own, 'attributes', node))
    if (!(name in Object.prototype)) properties[name] = value
  const make = property(own, 'namespaceURI', node) === SVG ? s : h
  const element = make(property(own, 'localName', node), properties, childrenOf(node))
  if (node instanceof HTMLTemplateElement) element.content = rootOf(node.content)
  return element
}

/** A property of a node, whatever is in it: of a form, `attributes` may be its input of that name. */
function property<Of extends Node, Key extends keyof Of>(prototype: Of, key: Key, node: Of): Of[Key] {
  return Reflect.get(prototype, key, node) as Of[Key]
}
