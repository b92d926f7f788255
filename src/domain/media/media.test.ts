import { expect, test } from 'vitest'
import { bytesRefusal, formatBytes, mediaKind, typeLabel, typeOfBytes } from './media.ts'

test.each([
  [0, '0 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1.00 KB'],
  [1536, '1.50 KB'],
  [1024 * 1024 - 1, '1.00 MB'],
  [50 * 1024 * 1024, '50.00 MB'],
  [3 * 1024 ** 4, '3072.00 GB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('the kind of a file follows from the first half of its type', () => {
  expect(mediaKind('IMAGE/webp')).toBe('image')
  expect(mediaKind('video/mp4')).toBe('video')
  expect(mediaKind('audio/mpeg')).toBe('audio')
  expect(mediaKind('application/pdf')).toBe('document')
  expect(mediaKind('')).toBe('document')
})

test('types have the names people call them by', () => {
  const types = [
    'image/jpeg',
    'image/svg+xml',
    'audio/mpeg',
    'video/mpeg',
    'application/pdf',
    'audio/x-wav',
    '',
  ]
  expect(types.map(typeLabel)).toEqual(['JPEG', 'SVG', 'MP3', 'MPEG', 'PDF', 'WAV', ''])
  expect(typeLabel('application/vnd.openxmlformats-officedocument.wordprocessingml.document')).toBe('DOCX')
})

test('a file is stored with the type that its bytes say', () => {
  expect(typeOfBytes('image/jpeg', 'image/png')).toBe('image/png')
  expect(typeOfBytes('audio/ogg', 'audio/ogg; codecs=opus')).toBe('audio/ogg')
  expect(typeOfBytes('application/msword', 'application/x-cfb')).toBe('application/msword')
  expect(typeOfBytes('application/pdf', undefined)).toBe('application/pdf')
})

test('a file whose bytes are of another kind, or of a format that browsers do not show, is refused by name', () => {
  expect(bytesRefusal('a.jpg', 'image/jpeg', 'image/jpeg')).toBeNull()
  expect(bytesRefusal('a.jpg', 'image/jpeg', 'image/heic')).toBe(
    'Browsers do not show HEIC pictures. Save as JPEG and upload that: a.jpg',
  )
  for (const [type, found] of [
    ['image/jpeg', undefined],
    ['image/jpeg', 'application/pdf'],
    ['image/png', 'image/vnd.adobe.photoshop'],
    ['application/pdf', 'image/png'],
  ] as const) {
    expect(bytesRefusal('a.x', type, found)).toBe('a.x is not the kind of file that its name says.')
  }
})
