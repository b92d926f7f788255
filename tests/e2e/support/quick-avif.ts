/**
 * Imported by the processes of the magazines of the end-to-end tests: AVIF copies of pictures are made with the least effort,
 * in a seventh of the time. Else they take a fifth of the processors all through the suite. How they are made is tested in
 * tests/publisher.
 */
import { basename } from 'node:path'
import type { Sharp } from 'sharp'

if (basename(process.argv[1] ?? '') === 'picture-process.ts') {
  const { default: sharp } = await import('sharp')
  const pictures = sharp.prototype as Sharp
  const { avif } = pictures
  pictures.avif = function (options) {
    return avif.call(this, { ...options, effort: 0 })
  }
}
