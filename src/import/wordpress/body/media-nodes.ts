import type { Element, ElementContent } from 'hast'
import { el, isElement, text, textOf } from '../../../domain/body/html/hast.ts'
import { embedOf } from '../../../domain/story/embed.ts'
import { nodesOf } from '../../body/story-body.ts'
import { plain } from '../plain.ts'
import type { BodyContext } from './context.ts'

/** A film or sound of another site; where it cannot play here, a link to it. `width`: 'wide' or 'full'. */
export function embedNodes(
  written: string,
  { site, notes, isPublic }: Pick<BodyContext, 'site' | 'notes' | 'isPublic'>,
  caption: readonly ElementContent[] = [],
  width: string = '',
): ElementContent[] {
  const address = site.absolute(plain(written))
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol))
    return caption.length === 0 ? [] : [el('p', [...caption])]
  const link = el('a', [text(address)], { href: address })
  if (embedOf(address) !== null) {
    const captions = caption.length === 0 ? [] : [el('figcaption', [...caption])]
    return [el('figure', [link, ...captions], { ...widthOf(width), dataBlock: 'embed' })]
  }
  const host = isPublic ? url.host.replace(/^www\./, '') : 'another site'
  notes.changed(`What was shown from ${host} is a link`)
  return [el('p', [link]), ...(caption.length === 0 ? [] : [el('p', [...caption])])]
}

/** A film, sound or document of the library as a link. */
export function fileNodes(
  written: string,
  name: string,
  kind: 'film' | 'sound' | 'file',
  context: BodyContext,
  caption: readonly ElementContent[] = [],
): ElementContent[] {
  const address = context.site.absolute(plain(written), context.link)
  if (embedOf(address) !== null) return embedNodes(address, context, caption)
  if (address === '') return []
  if (kind !== 'file') context.notes.changed(`A ${kind} is a link to its file`)
  const words = name === '' ? (address.split('/').at(-1) ?? address) : name
  const link = el('p', [el('a', [text(words)], { href: address })])
  return [link, ...(caption.length === 0 ? [] : [el('p', [...caption])])]
}

/** A picture with its words. `width`: 'wide' or 'full'. */
export function figureNode(
  picture: ElementContent,
  caption: readonly ElementContent[] = [],
  width: string = '',
): Element {
  const isEmpty = caption.every((node) => textOf(node).trim() === '' && !isElement(node, 'img'))
  return el('figure', [picture, ...(isEmpty ? [] : [el('figcaption', [...caption])])], widthOf(width))
}

const widthOf = (width: string) => (width === 'wide' || width === 'full' ? { dataWidth: width } : {})

/** Pictures in rows; one alone is a picture like any other. `width`: 'wide' or 'full'. */
export function picturesNodes(
  figures: readonly Element[],
  caption: readonly ElementContent[] = [],
  width: string = '',
): ElementContent[] {
  const captions = caption.length === 0 ? [] : [el('figcaption', [...caption])]
  const [only] = figures
  if (only === undefined) return caption.length === 0 ? [] : [el('p', [...caption])]
  if (figures.length === 1) return [only, ...(caption.length === 0 ? [] : [el('p', [...caption])])]
  return [el('figure', [...figures, ...captions], { dataBlock: 'pictures', ...widthOf(width) })]
}

/** The pictures of a gallery by their ids, with the words that the library has for them. */
export function galleryNodes(
  ids: readonly string[],
  context: BodyContext,
  caption: readonly ElementContent[] = [],
  width: string = '',
): ElementContent[] {
  const figures = ids.flatMap((id) => {
    const picture = context.attachments.get(id)
    if (picture === undefined) {
      context.notes.dropped('A picture of a gallery, which the file does not have')
      return []
    }
    if (!picture.isPicture) return []
    const img = el('img', [], { src: picture.address, alt: picture.alt })
    return [figureNode(img, picture.caption === '' ? [] : [text(picture.caption)])]
  })
  return picturesNodes(figures, caption, width)
}

/** Inline HTML, such as a caption, as nodes. */
export function inlineNodes(html: string): ElementContent[] {
  return nodesOf(html.trim()).filter((node) => node.type === 'text' || node.type === 'element')
}

/** All elements of these names in a tree, in order. Those within another found one are left out. */
export function findAll(nodes: readonly ElementContent[], ...names: string[]): Element[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return []
    return names.includes(node.tagName) ? [node] : findAll(node.children, ...names)
  })
}

export function hasClass(node: Element, name: string): boolean {
  const { className } = node.properties
  return Array.isArray(className) && className.includes(name)
}
