import type { Element, ElementContent } from 'hast'
import { objects, isObject, str } from '../../domain/body/json.ts'
import { el, isElement, text } from '../../domain/body/html/hast.ts'
import { dataOf, elementIn, elementsIn, hasClass, hasClassLike, lineOf } from './attributes.ts'
import { isSamePicture, originalPicture } from './pictures.ts'

/** A picture of a story: where its original is, the addresses that the file has instead, and its alternative text. */
interface FoundPicture {
  original: string
  spellings: Set<string>
  alt: string
}

/** The pictures of a story by the address of their original. */
export type FoundPictures = Map<string, FoundPicture>

const isPicture = (node: Element) => node.tagName === 'img'

/** A block of pictures as figures; null for any other element. */
export function pictureBlock(node: Element, found: FoundPictures): Element[] | null {
  if (hasClass(node, 'image-gallery-embed')) return galleryOfData(node, found)
  if (hasClassLike(node, 'ImageGallery-module__imageGallery')) return galleryOfPictures(node, found)
  if (hasClass(node, 'captioned-image-container')) return captioned(node, found)
  const isAlone = node.tagName === 'a' && hasClass(node, 'image-link')
  if (isAlone || (isPicture(node) && node.properties.dataAttrs !== undefined)) return captioned(node, found)
  return null
}

/** Writes the address of the original into a picture that is in no such block. */
export function plainPicture(node: Element, found: FoundPictures): void {
  const address = str(node.properties.src)
  if (address !== '') node.properties.src = noted(address, str(node.properties.alt), found)
}

function captioned(node: Element, found: FoundPictures): Element[] | null {
  const picture = elementIn(node, isPicture)
  const data = picture === undefined ? {} : dataOf(picture)
  const address = str(data.src) || str(picture?.properties.src)
  if (address === '') return null
  const alt = str(data.alt) || str(picture?.properties.alt)
  const caption = elementIn(node, ({ tagName }) => tagName === 'figcaption')?.children ?? []
  const src = noted(address, alt, found, str(picture?.properties.src))
  const img = el('img', [], { src, alt })
  const href = str(data.href) || str(elementIn(node, isImageLink)?.properties.href)
  const isOwnLink = href === '' || isSamePicture(href, address)
  return [figure(isOwnLink ? img : el('a', [img], { href }), caption)]
}

const isImageLink = (node: Element) => node.tagName === 'a' && node.properties.href !== undefined

/** A gallery that is described by its data only. */
function galleryOfData(node: Element, found: FoundPictures): Element[] | null {
  const { gallery } = dataOf(node)
  if (!isObject(gallery)) return null
  const pictures = objects(gallery.images).flatMap(({ src, alt }) =>
    str(src) === '' ? [] : [{ src: noted(str(src), str(alt), found), alt: str(alt) }],
  )
  const shared = str(gallery.alt)
  return inRow(
    pictures.map((picture) => ({ ...picture, alt: picture.alt || shared })),
    str(gallery.caption) === '' ? [] : [text(str(gallery.caption))],
  )
}

/** A gallery as the pages of Substack have it. */
function galleryOfPictures(node: Element, found: FoundPictures): Element[] | null {
  const pictures = elementsIn(node, isPicture).flatMap(({ properties }) => {
    const [src, alt] = [str(properties.src), str(properties.alt)]
    return src === '' ? [] : [{ src: noted(src, alt, found), alt }]
  })
  const caption = elementIn(node, ({ tagName }) => tagName === 'figcaption')?.children ?? []
  return inRow(pictures, caption)
}

/** Pictures as a row of figures, of which the last has the caption of all. */
function inRow(pictures: { src: string; alt: string }[], caption: ElementContent[]): Element[] | null {
  if (pictures.length === 0) return null
  const figures = pictures.map(({ src, alt }, at) =>
    figure(el('img', [], { src, alt }), at === pictures.length - 1 ? caption : []),
  )
  return figures.length === 1 ? figures : [el('figure', figures, { dataBlock: 'pictures' })]
}

function figure(picture: Element, caption: ElementContent[]): Element {
  return el(
    'figure',
    lineOf(caption) === '' ? [picture] : [picture, el('figcaption', withoutBlocks(caption))],
  )
}

function withoutBlocks(nodes: ElementContent[]): ElementContent[] {
  return nodes.filter((node) => !isElement(node, 'svg', 'button'))
}

/** The address of a picture's original, which is noted with the addresses that stand for it. */
function noted(address: string, alt: string, found: FoundPictures, ...others: string[]): string {
  const original = originalPicture(address)
  const picture = found.get(original) ?? { original, spellings: new Set(), alt: '' }
  for (const spelling of [address, ...others])
    if (spelling !== '' && spelling !== original) picture.spellings.add(spelling)
  picture.alt ||= alt
  found.set(original, picture)
  return original
}
