/**
 * Imported by the processes of magazines that tests start, so that the copies of pictures are soon made. How they are made
 * is tested beside `PictureStore`.
 */
import { basename } from 'node:path'
import type { Sharp } from 'sharp'
import './soon-copied.ts'

// Copies with the least effort take a fifth of the time.
if (basename(process.argv[1] ?? '') === 'picture-process.ts') {
  const { default: sharp } = await import('sharp')
  const pictures = sharp.prototype as Sharp
  const { avif, webp, jpeg } = pictures
  pictures.avif = function (options) {
    return avif.call(this, { ...options, effort: 0 })
  }
  pictures.webp = function (options) {
    return webp.call(this, { ...options, effort: 0 })
  }
  pictures.jpeg = function (options) {
    return jpeg.call(this, { ...options, mozjpeg: false })
  }
}
