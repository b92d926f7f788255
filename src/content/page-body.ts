import type { Element } from 'hast'
import { el } from '../domain/body/hast.ts'
import { type RenderedBody, renderBody } from '../domain/body/render.ts'
import { type Picture, pictureSources } from './pictures.ts'

/** Room of a picture in the text column: 680 pixels, less on narrow screens. */
const TEXT_SIZES = '(min-width: 90rem) 680px, (min-width: 60rem) 47vw, (min-width: 40rem) 80vw, 92vw'

type Pictures = ReadonlyMap<string, Picture>

/** A picture of the text in the copies that exist; null: it stays the plain `img` of the original. */
function responsivePicture(picture: Picture | undefined, alt: string): Element | null {
  const sources = picture && pictureSources(picture)
  if (!picture || !sources) return null
  const img = el('img', [], {
    src: sources.src,
    srcSet: sources.webp,
    sizes: TEXT_SIZES,
    ...(picture.width && picture.height ? { width: picture.width, height: picture.height } : {}),
    alt,
    loading: 'lazy',
    decoding: 'async',
  })
  const avif = el('source', [], { type: 'image/avif', srcSet: sources.avif, sizes: TEXT_SIZES })
  return el('picture', [avif, img])
}

/** The body for a page of the site. */
export function pageBody(content: unknown, pictures: Pictures): RenderedBody {
  return renderBody(content, { imageMarkup: (src, alt) => responsivePicture(pictures.get(src), alt) })
}
