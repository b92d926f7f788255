import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isElement } from '../body/html/hast.ts'
import {
  MADE_BY,
  MADE_BY_LABELS,
  NO_RIGHTS,
  creditLine,
  madeByOf,
  rightsXmp,
  usabilityAt,
} from './media-rights.ts'
import { parseHtml } from '#parse-html'

test('a credit says how the picture was made, unless it says something itself', () => {
  const line = (credit: string | null, made_by: (typeof MADE_BY)[number] | null) =>
    creditLine({ ...NO_RIGHTS, credit, made_by }, MADE_BY_LABELS)
  expect(line('Mantel', 'rendering')).toBe('Rendering: Mantel')
  expect(line('Styling: Ines Abril', 'photograph')).toBe('Styling: Ines Abril')
  expect(line('Ines Abril', null)).toBe('Ines Abril')
  expect(line(null, 'generated')).toBeNull()
})

test('a file may be used from its begin on and until its end', () => {
  const at = (from: string | null, until: string | null) =>
    ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z'].map((time) =>
      usabilityAt({ usable_from: from, usable_until: until }, Date.parse(time)),
    )
  expect(at(null, null)).toEqual(['now', 'now', 'now'])
  expect(at('2026-03-02T00:00:00Z', null)).toEqual(['not yet', 'now', 'now'])
  expect(at(null, '2026-03-02T01:00:00+01:00')).toEqual(['now', 'ended', 'ended'])
})

test('the XMP of a picture says what its rights say, whatever signs they have', () => {
  const text = fc.option(fc.string({ unit: 'binary', minLength: 1 }), { nil: null })
  fc.assert(
    fc.property(
      text,
      text,
      fc.option(fc.constantFrom(...MADE_BY), { nil: null }),
      (credit, licence, made_by) => {
        const xmp = rightsXmp({ credit, licence, licence_url: null, made_by })
        if (credit === null && licence === null && made_by === null) {
          expect(xmp).toBeNull()
          return
        }
        // Nothing but its own elements: no text has opened one.
        const names: string[] = []
        const collect = (node: ReturnType<typeof parseHtml>['children'][number]) => {
          if (!isElement(node)) return
          names.push(node.tagName)
          node.children.forEach(collect)
        }
        parseHtml(xmp ?? '').children.forEach(collect)
        const expected = [
          ...['x:xmpmeta', 'rdf:rdf', 'rdf:description'],
          ...(credit === null ? [] : ['photoshop:credit', 'dc:creator', 'rdf:seq', 'rdf:li']),
          ...(licence === null ? [] : ['xmprights:usageterms', 'rdf:alt', 'rdf:li']),
          ...(made_by === null ? [] : ['iptc4xmpext:digitalsourcetype']),
        ]
        expect(names).toEqual(expected)
        if (made_by !== null)
          expect(madeByOf(/digitalsourcetype\/(\w+)</.exec(xmp ?? '')?.[1] ?? '')).toBe(made_by)
      },
    ),
  )
})
