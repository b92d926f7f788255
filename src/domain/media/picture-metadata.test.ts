import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mediaType } from './media.ts'
import { describedColumns } from './picture-metadata.ts'

test('the row of a picture is proposed what its XMP says, otherwise its IPTC, and otherwise its EXIF', () => {
  const xmp = {
    creator: 'Ines Abril',
    Credit: 'Atlas Pictures',
    UsageTerms: 'CC BY 4.0',
    WebStatement: 'https://creativecommons.org/licenses/by/4.0/',
    description: 'A hall',
    DigitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  }
  const iptc = { 'By-line': 'Somebody', 'Caption/Abstract': 'Another hall', Source: ' The archive\n' }
  const described = {
    credit: 'Ines Abril / Atlas Pictures',
    licence: 'CC BY 4.0',
    licence_url: 'https://creativecommons.org/licenses/by/4.0/',
    caption: 'A hall',
    source: 'The archive',
    made_by: 'generated',
  }
  const exif = { Artist: 'Ana Ferro', Copyright: '© Ana Ferro', ImageDescription: 'A stair' }
  expect(describedColumns({ xmp, iptc, exif })).toEqual(described)
  expect(describedColumns({ xmp: {}, iptc: {}, exif })).toEqual({
    credit: 'Ana Ferro',
    caption: 'A stair',
    licence: '© Ana Ferro',
  })
  expect(describedColumns({ xmp: {}, iptc, exif: {} })).toEqual({
    credit: 'Somebody',
    caption: 'Another hall',
    source: 'The archive',
  })
})

test('a name that a camera gives to all of its pictures is no caption', () => {
  const ImageDescription = String.raw`DCIM\100MEDIA\DJI_0001.JPG`
  expect(describedColumns({ xmp: {}, iptc: {}, exif: { ImageDescription } })).toEqual({})
})

test('whatever a picture says of itself, its row can be stored', () => {
  const texts = fc.dictionary(
    fc.constantFrom(
      'creator',
      'Credit',
      'UsageTerms',
      'WebStatement',
      'license',
      'description',
      'DigitalSourceType',
      'Instructions',
      'By-line',
      'Copyright Notice',
      'Artist',
    ),
    fc.oneof(fc.string({ unit: 'binary', maxLength: 3000 }), fc.webUrl(), fc.constant('x'.repeat(5000))),
  )
  fc.assert(
    fc.property(texts, texts, (xmp, iptc) => {
      const columns = describedColumns({ xmp, iptc, exif: { Artist: iptc.Artist } })
      const form = mediaType.formOf({ ...mediaType.columnsOf(mediaType.blank()), ...columns }, {})
      expect(mediaType.errors(form)).toEqual({})
      expect(JSON.stringify(columns)).not.toMatch(/\\u0000|\\ud[89a-f]/)
    }),
  )
})
