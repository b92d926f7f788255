/**
 * Imported by the processes of the magazines of the end-to-end tests, so that the copies of pictures are soon made. How they
 * are made is tested in tests/publisher.
 */
import { basename } from 'node:path'
import type { Sharp } from 'sharp'
import './soon-copied.ts'

// Copies with the least effort take a quarter of the time, else a fifth of the processors all through the suite.
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
