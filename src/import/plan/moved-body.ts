import type { Element, ElementContent } from 'hast'
import { visit } from 'unist-util-visit'
import { el, isElement, textOf } from '../../domain/body/html/hast.ts'
import { parseHtml } from '#parse-html'

export function picturesIn(html: string): [src: string, alt: string][] {
  const found: [string, string][] = []
  visit(parseHtml(html), { tagName: 'img' }, ({ properties }: Element) => {
    found.push([String(properties.src ?? ''), String(properties.alt ?? '')])
  })
  return found
}

/** What stands in the place of a picture that is not there: its words, leading to where it was. */
export function asLink(image: Element, address: string, isInLink: boolean): ElementContent {
  const words: ElementContent = { type: 'text', value: String(image.properties.alt || address) }
  return isInLink || !/^https?:/.test(address) ? words : el('a', [words], { href: address })
}

/** Figures whose picture became a link are paragraphs. */
export function withoutEmptyFigures(nodes: ElementContent[]): ElementContent[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return [node]
    const children = withoutEmptyFigures(node.children)
    if (node.tagName !== 'figure' || node.properties.dataBlock === 'embed' || hasPicture(children))
      return [{ ...node, children }]
    return children.flatMap((child): ElementContent[] => {
      if (isElement(child, 'figcaption')) return textOf(child).trim() === '' ? [] : [el('p', child.children)]
      return isElement(child, 'p', 'figure') ? [child] : [el('p', [child])]
    })
  })
}

function hasPicture(nodes: readonly ElementContent[]): boolean {
  return nodes.some((node) => isElement(node) && (node.tagName === 'img' || hasPicture(node.children)))
}
