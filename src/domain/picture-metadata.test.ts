import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mediaType } from './media.ts'
import { describedColumns } from './picture-metadata.ts'

test('the row of a picture is proposed what its XMP says, and otherwise its IPTC', () => {
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
  expect(describedColumns({ xmp, iptc })).toEqual(described)
  expect(describedColumns({ xmp: {}, iptc })).toEqual({
    credit: 'Somebody',
    caption: 'Another hall',
    source: 'The archive',
  })
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
    ),
    fc.oneof(fc.string({ unit: 'binary', maxLength: 3000 }), fc.webUrl(), fc.constant('x'.repeat(5000))),
  )
  fc.assert(
    fc.property(texts, texts, (xmp, iptc) => {
      const columns = describedColumns({ xmp, iptc })
      const form = mediaType.formOf({ ...mediaType.columnsOf(mediaType.blank()), ...columns }, {})
      expect(mediaType.errors(form)).toEqual({})
      expect(JSON.stringify(columns)).not.toMatch(/\\u0000|\\ud[89a-f]/)
    }),
  )
})
