import { describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { STORED_TYPES } from '../../src/domain/media/media.ts'
import { storedType } from './storage.ts'

const bytes = (text: string) => Buffer.from(text.padEnd(64, '\0'), 'latin1')
const box = (brand: string) => bytes(`\0\0\0\x18ftyp${brand}\0\0\0\0`)
const chunk = (name: string, size: number) =>
  `\0\0\0${String.fromCharCode(size)}${name}${'\0'.repeat(size + 4)}`

test('a TIFF is recognised by all of its bytes: its directory may be at its end', async () => {
  const tiff = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'green' } })
    .tiff({ compression: 'none' })
    .toBuffer()
  expect(tiff.length).toBeGreaterThan(100_000)
  expect(await storedType('image/tiff', tiff)).toBe('image/tiff')
})

test.each([
  ['image/jpeg', 'image/heic', box('heic')],
  ['image/heic', 'image/heic', box('heic')],
])('a HEIC sent as %s has the type that it is, which the bucket refuses', async (type, stored, start) => {
  expect(await storedType(type, start)).toBe(stored)
  expect(STORED_TYPES).not.toContain(stored)
})

describe('a file whose bytes have another name for the type that a bucket takes', () => {
  test.each([
    ['.m4a', 'audio/mp4', box('M4A ')],
    ['.m4v', 'video/mp4', box('M4V ')],
    ['.mkv', 'video/x-matroska', bytes('\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska')],
    ['.avi', 'video/x-msvideo', bytes('RIFF\0\0\0\0AVI ')],
    ['.mpg', 'video/mpeg', bytes('\0\0\x01\xba\x21')],
    ['.mpg of MPEG-2', 'video/mpeg', bytes('\0\0\x01\xba\x44')],
    ['animated .png', 'image/png', bytes(`\x89PNG\r\n\x1a\n${chunk('IHDR', 13)}${chunk('acTL', 8)}`)],
    ['.opus', 'audio/ogg', bytes(`OggS${'\0'.repeat(24)}OpusHead`)],
  ])('is stored with that type: %s', async (_, type, start) => {
    expect(STORED_TYPES).toContain(type)
    expect(await storedType(type, start)).toBe(type)
  })
})
