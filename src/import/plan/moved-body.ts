import type { Element, ElementContent } from 'hast'
import { visit } from 'unist-util-visit'
import { el, isElement, textOf } from '../../domain/body/html/hast.ts'
import { stringify } from '../../domain/body/html/safe-html.ts'
import { MAX_BODY_BYTES } from '../../domain/body/limits.ts'
import type { Note } from '../description.ts'
import type { OldAddresses } from './old-addresses.ts'
import type { Parts } from './rows/parts.ts'
import { parseHtml } from '#parse-html'

/** A body with its links and pictures where they are now. */
export function movedBody(
  source: string,
  { leads: { old }, pictureAt }: Pick<Parts, 'leads' | 'pictureAt'>,
): { html: string; notes: Note[] } {
  const notes: Note[] = []
  const tree = parseHtml(source)
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName === 'a') moveLink(node, old)
    if (node.tagName !== 'img' || parent === undefined || index === undefined) return
    const src = String(node.properties.src ?? '')
    const place = pictureAt(src)
    if (place === null) {
      notes.push({ kind: 'changed', text: `The picture ${src} could not be read and is a link` })
      parent.children[index] = asLink(node, old.absolute(src) ?? src, isElement(parent, 'a'))
    } else node.properties.src = place
  })
  const html = stringify(withoutEmptyFigures(tree.children as ElementContent[]))
  if (JSON.stringify({ html }).length < MAX_BODY_BYTES / 4) return { html, notes }
  if (new TextEncoder().encode(JSON.stringify({ html })).length < MAX_BODY_BYTES) return { html, notes }
  return { html: '', notes: [...notes, { kind: 'dropped', text: 'Its text is larger than 1 MB' }] }
}

function moveLink(link: Element, old: OldAddresses): void {
  const href = String(link.properties.href ?? '')
  if (href.startsWith('#') || /^(mailto|tel):/.test(href)) return
  link.properties.href = old.targetOf(href) ?? old.absolute(href) ?? href
}

export function picturesIn(html: string): [src: string, alt: string][] {
  const found: [string, string][] = []
  visit(parseHtml(html), { tagName: 'img' }, ({ properties }: Element) => {
    found.push([String(properties.src ?? ''), String(properties.alt ?? '')])
  })
  return found
}

/** What stands in the place of a picture that is not there: its words, leading to where it was. */
function asLink(image: Element, address: string, isInLink: boolean): ElementContent {
  const words: ElementContent = { type: 'text', value: String(image.properties.alt || address) }
  return isInLink || !/^https?:/.test(address) ? words : el('a', [words], { href: address })
}

/** Figures whose picture became a link are paragraphs. */
function withoutEmptyFigures(nodes: ElementContent[]): ElementContent[] {
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
