import type { LetterPictureRenderer } from '../../../content/pages/letters.ts'
import { cropAround, MIDDLE } from '../../../domain/media/focus.ts'
import { SHOWN_WIDTHS, SMALL_HEIGHT } from '../../../letters/letter-pictures.ts'

/** Pixels for one of CSS. */
const DENSITY = 2
const QUALITY = 80

/** Draws the pictures of letters; `readCopy` reads the copy of a picture. Of one that moves it shows the first frame. */
export function createLetterPictureRenderer(
  readCopy: (file: string) => Promise<Uint8Array>,
): LetterPictureRenderer {
  return async ({ copy, focus, size, ground }) => {
    const { default: sharp } = await import('sharp')
    sharp.cache(false)
    const picture = sharp(await readCopy(copy))
    const width = SHOWN_WIDTHS[size] * DENSITY
    if (size === 'small') {
      const box = { width, height: SMALL_HEIGHT * DENSITY }
      const { width: own, height } = await picture.metadata()
      picture.extract(cropAround({ width: own, height }, box, focus ?? MIDDLE)).resize(box)
    } else picture.resize({ width, withoutEnlargement: true })
    return picture.flatten({ background: ground }).jpeg({ quality: QUALITY, mozjpeg: true }).toBuffer()
  }
}
