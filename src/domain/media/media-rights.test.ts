import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isElement } from '../body/html/hast.ts'
import {
  type PictureRights,
  MADE_BY,
  MADE_BY_LABELS,
  NO_RIGHTS,
  creditLine,
  madeByOf,
  rightsXmp,
  sharedRights,
  usabilityAt,
  withOwnRights,
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

const ADA = { ...NO_RIGHTS, credit: 'Ada Berg', made_by: 'photograph' } as const
const BO = { ...NO_RIGHTS, credit: 'Bo Sand' } as const

test.each<[what: string, all: PictureRights[], shared: PictureRights | null]>([
  ['no picture', [], null],
  ['one picture', [ADA], ADA],
  ['the same credit', [ADA, ADA], ADA],
  ['another credit at one', [BO, ADA, ADA], ADA],
  ['two credits at as many', [BO, ADA], BO],
  ['another licence at one', [{ ...ADA, licence_url: 'https://by.example/' }, ADA, ADA], ADA],
  ['a picture without a credit', [ADA, ADA, NO_RIGHTS], null],
])('a story tells once whose its pictures are: %s', (_, all, shared) => {
  expect(sharedRights(all)).toEqual(shared)
})

test('a credit is at a picture where it differs from its story’s, and nowhere else', () => {
  const anyRights = fc.record({
    credit: fc.option(fc.constantFrom('Ada', 'Bo', 'Photograph: Ada'), { nil: null }),
    made_by: fc.option(fc.constantFrom(...MADE_BY), { nil: null }),
    licence: fc.constant(null),
    licence_url: fc.option(fc.constantFrom('https://by.example/'), { nil: null }),
  })
  const line = (rights: PictureRights) => creditLine(rights, MADE_BY_LABELS)
  fc.assert(
    fc.property(fc.array(anyRights, { maxLength: 6 }), (all) => {
      const shared = sharedRights(all)
      for (const rights of all) {
        const own = withOwnRights({ rights }, shared).rights
        // What a reader is told of the picture, below it or once for all.
        const told = own === NO_RIGHTS && shared !== null ? shared : own
        expect([line(told), told.licence_url]).toEqual([line(rights), rights.licence_url])
        const isShared = shared !== null && line(shared) === line(rights)
        if (isShared && shared.licence_url === rights.licence_url) expect(line(own)).toBeNull()
      }
    }),
  )
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
