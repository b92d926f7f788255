import type { Element } from 'hast'
import { el, text } from '../../domain/body/html/hast.ts'
import { type PicturePlace, type RenderedBody, renderBody } from '../../domain/body/render.ts'
import { creditLine } from '../../domain/media/media-rights.ts'
import { isPortrait } from '../../domain/story/opening.ts'
import { pictureSizes } from '../pictures/picture-slots.ts'
import { type Picture, pictureSources, printCopyPath } from '../pictures/pictures.ts'
import type { Words } from '../../words/words.ts'

type Pictures = ReadonlyMap<string, Picture>

const SLOTS = { text: 'text', wide: 'wide', wideRow: 'wideRow', full: 'bleed', margin: 'margin' } as const

/** A picture of the text in the copies that exist; null: it stays the plain `img` of the original. */
function responsivePicture(
  picture: Picture | undefined,
  alt: string,
  { width, share }: PicturePlace,
): Element | null {
  const sources = picture && pictureSources(picture)
  if (!picture || !sources) return null
  // By itself an upright picture is no taller than the screen: `.prose figure img` in site/styles/parts/prose.css.
  const isUpright = share === 1 && isPortrait(picture)
  const sizes = pictureSizes(SLOTS[width], picture, { share, isWhole: isUpright })
  const style = [
    picture.colour && `background:${picture.colour}`,
    isUpright && `--shape:${picture.width}/${picture.height}`,
  ].filter(Boolean)
  const img = el('img', [], {
    src: sources.src,
    srcSet: sources.webp,
    sizes,
    ...(picture.width && picture.height ? { width: picture.width, height: picture.height } : {}),
    alt,
    ...(style.length > 0 ? { style: style.join(';') } : {}),
    loading: 'lazy',
    decoding: 'async',
  })
  if (sources.avif === null) return el('picture', [img])
  const avif = el('source', [], { type: 'image/avif', srcSet: sources.avif, sizes })
  return el('picture', [avif, img])
}

/** A picture of the text, and its copy that is printed: `.printed` in site/styles/parts/print.css. */
export function printedPicture(
  picture: Picture | undefined,
  alt: string,
  place: PicturePlace,
): Element[] | null {
  const shown = responsivePicture(picture, alt, place)
  const src = picture && printCopyPath(picture)
  if (shown === null || !src) return null
  return [shown, el('img', [], { className: ['printed'], src, alt: '', loading: 'lazy' })]
}

/** The body for a page of the site, in its language, without the files that are `withdrawn`. */
export function pageBody(
  content: unknown,
  pictures: Pictures,
  { article: { madeBy } }: Words,
  language: string,
  withdrawn: readonly string[] = [],
): RenderedBody {
  return renderBody(content, {
    imageMarkup: (src, alt, place) => printedPicture(pictures.get(src), alt, place),
    captionOf(src) {
      const picture = pictures.get(src)
      const credit = picture === undefined ? null : creditLine(picture.rights, madeBy)
      return {
        caption: picture?.caption ?? null,
        credit: credit === null ? [] : [el('small', [text(credit)], { className: ['credit'] })],
      }
    },
    language,
    withdrawn,
  })
}
