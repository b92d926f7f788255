/**
 * Imported by the processes of the magazines of the end-to-end tests, so that the copies of pictures are soon made. How they
 * are made is tested in tests/publisher.
 */
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { basename } from 'node:path'
import type { Sharp } from 'sharp'

// The tests begin when all copies are made: on a busy machine a process of low priority would take an hour.
os.setPriority = () => undefined
syncBuiltinESMExports()

// AVIF copies with the least effort take a seventh of the time, else a fifth of the processors all through the suite.
if (basename(process.argv[1] ?? '') === 'picture-process.ts') {
  const { default: sharp } = await import('sharp')
  const pictures = sharp.prototype as Sharp
  const { avif } = pictures
  pictures.avif = function (options) {
    return avif.call(this, { ...options, effort: 0 })
  }
}
