import { visit } from 'unist-util-visit'
import { type LetterContent, type ShownBlock, letterPath } from '../domain/letters/letter.ts'
import { parseHtml } from '#parse-html'

/** How a mail shows a picture: in its own shape and as wide as the mail, or small beside the words of a story. */
export type PictureSize = 'whole' | 'small'

/** A picture of a letter, by its address in the library. */
export interface LetterPicture {
  image: string
  size: PictureSize
}

/** The widths in which mails show pictures, in CSS pixels. Copies have twice as many. */
export const SHOWN_WIDTHS: Readonly<Record<PictureSize, number>> = { whole: 600, small: 168 }
/** The small ones are cropped. */
export const SMALL_HEIGHT = 126

/** The pictures of a letter in their order, each once in a size. Mails name a picture by its number here. */
export function letterPictures({ blocks }: Pick<LetterContent, 'blocks'>): LetterPicture[] {
  const all = blocks.flatMap(picturesOf)
  return [...new Map(all.map((picture) => [keyOf(picture), picture])).values()]
}

function picturesOf(block: ShownBlock): LetterPicture[] {
  switch (block.kind) {
    case 'hero':
      return block.story.image === null ? [] : [{ image: block.story.image, size: 'whole' }]
    case 'stories':
      return block.stories.flatMap(({ image }) => (image === null ? [] : { image, size: 'small' as const }))
    case 'picture':
      return [{ image: block.image, size: 'whole' }]
    case 'text':
      return picturesInText(block.html).map((image) => ({ image, size: 'whole' }))
    case 'button':
      return []
  }
}

/** The addresses of the pictures in HTML, in their order. */
export function picturesInText(html: string): string[] {
  const found: string[] = []
  visit(parseHtml(html), { tagName: 'img' }, (node) => {
    if (node.type === 'element' && typeof node.properties.src === 'string') found.push(node.properties.src)
  })
  return found
}

export const keyOf = ({ image, size }: LetterPicture): string => `${size} ${image}`

/** The path of a picture of a letter, by its number (from 1) in `letterPictures`. */
export function letterPicturePath(slug: string, number: number): string {
  return `${letterPath(slug)}/${number}.jpg`
}
