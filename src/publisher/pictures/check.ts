/** Which pictures are copied: the others are refused, and not tried again. */
import { type PictureFile, pictureWidths } from '../../content/pictures/pictures.ts'
import { isPictureData, MAX_PICTURE_PIXELS, TOO_MANY_PIXELS } from '../../domain/media/media.ts'
import { messageOf } from '../../node/report.ts'
import { OverBudgetError, OverTimeError, ProcessEndedError } from '../../node/worker-process.ts'

/** A thinner picture would be enlarged too far to fill the social image. */
const MAX_ASPECT_RATIO = 30
const MAX_BYTES = 60 * 1024 * 1024

/** The storage did not answer: a retry may succeed. */
export class NoAnswerError extends Error {}

/** A picture is not copied, and will not be when it is tried again: not soon, where the cause is an OverTimeError. */
export class RefusedError extends Error {}

/** Whether a picture is refused for the time that it took, which depends on the machine, too. */
export function isTooSlow(error: unknown): boolean {
  return error instanceof OverTimeError || (error instanceof Error && error.cause instanceof OverTimeError)
}

/** The reasons of earlier versions for the time that pictures took, by the clock. */
export const OLD_TIME_REASON = /^takes more than \d+ s$/

/** Throws a RefusedError for a file that is too large, of another format, or of one whose copies would not move as it does. */
export function checkFile(bytes: Buffer): void {
  if (bytes.length > MAX_BYTES) throw new RefusedError('is larger than 60 MB')
  checkFormat(bytes)
  if (isAnimatedPng(bytes) || isAnimatedAvif(bytes))
    throw new RefusedError('moves, and its copies would stand still')
}

/** Whether this is a PNG of several frames: it says so before its first picture data. */
function isAnimatedPng(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 1, 4) !== 'PNG') return false
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const chunk = bytes.toString('latin1', at + 4, at + 8)
    if (chunk === 'IDAT') return false
    if (chunk === 'acTL') return bytes.readUInt32BE(at + 8) > 1
  }
  return false
}

/** Whether this is an AVIF of several frames: one of the brands of its kind says so. */
function isAnimatedAvif(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return false
  const end = Math.min(bytes.readUInt32BE(0), bytes.length)
  for (let at = 8; at + 4 <= end; at += 4) if (bytes.toString('latin1', at, at + 4) === 'avis') return true
  return false
}

/** Throws a RefusedError for a format that no decoder is to see: an SVG may take it minutes. */
export function checkFormat(bytes: Buffer): void {
  if (!isPictureData(bytes)) throw new RefusedError('is no JPEG, PNG, WebP, AVIF, GIF or TIFF picture')
}

/** Throws a RefusedError when copies of the picture would be larger than their formats allow. */
export function checkSize({ width, height }: Pick<PictureFile, 'width' | 'height'>): void {
  if (width * height > MAX_PICTURE_PIXELS) throw new RefusedError(TOO_MANY_PIXELS)
  const ratio = Math.max(width / height, height / width)
  if (pictureWidths({ width, height }).length === 0 || ratio > MAX_ASPECT_RATIO) {
    throw new RefusedError(`is too long and thin (${width} × ${height})`)
  }
}

/** Why a picture is refused after an error of its check or of its copies. */
export function refusalReason(error: unknown): string {
  if (error instanceof RefusedError || error instanceof OverBudgetError) return error.message
  const message = messageOf(error)
  return /exceeds pixel limit/i.test(message) ? TOO_MANY_PIXELS : `cannot be read: ${message}`
}

/**
 * Whether a retry may succeed: the storage did not answer, this machine had no disk space or file handle left, or the
 * process was ended from outside.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof ProcessEndedError) return !(error instanceof OverBudgetError)
  return error instanceof NoAnswerError || (error instanceof Error && 'syscall' in error)
}
