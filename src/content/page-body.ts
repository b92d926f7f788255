import type { Element } from 'hast'
import { el } from '../domain/body/hast.ts'
import { type RenderedBody, renderBody } from '../domain/body/render.ts'
import { pictureSizes } from './picture-slots.ts'
import { type Picture, pictureSources } from './pictures.ts'

type Pictures = ReadonlyMap<string, Picture>

/** A picture of the text in the copies that exist; null: it stays the plain `img` of the original. */
function responsivePicture(picture: Picture | undefined, alt: string): Element | null {
  const sources = picture && pictureSources(picture)
  if (!picture || !sources) return null
  const sizes = pictureSizes('text', picture)
  const img = el('img', [], {
    src: sources.src,
    srcSet: sources.webp,
    sizes,
    ...(picture.width && picture.height ? { width: picture.width, height: picture.height } : {}),
    alt,
    ...(picture.colour ? { style: `background:${picture.colour}` } : {}),
    loading: 'lazy',
    decoding: 'async',
  })
  if (sources.avif === null) return el('picture', [img])
  const avif = el('source', [], { type: 'image/avif', srcSet: sources.avif, sizes })
  return el('picture', [avif, img])
}

/** The body for a page of the site. */
export function pageBody(content: unknown, pictures: Pictures): RenderedBody {
  return renderBody(content, { imageMarkup: (src, alt) => responsivePicture(pictures.get(src), alt) })
}
