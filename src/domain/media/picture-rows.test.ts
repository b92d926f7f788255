import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GALLERY_WIDTH, pictureRows, picturesInText, rowShares } from './picture-rows.ts'

const picture = (width: number, height: number, caption: string | null = null) => ({ width, height, caption })
const WIDE = picture(1536, 1024)
const TALL = picture(1024, 1536)
const PANORAMA = picture(3000, 900)
const TINY = picture(320, 213)

const anyPicture = fc.record({
  width: fc.option(fc.integer({ min: 1, max: 8000 })),
  height: fc.option(fc.integer({ min: 1, max: 8000 })),
  caption: fc.option(fc.constant('Seen from the door')),
})

test('pictures side by side in a text are as wide as their block, or as the smallest of them allows', () => {
  fc.assert(
    fc.property(fc.array(anyPicture, { minLength: 1, maxLength: 12 }), (pictures) => {
      const { style, places } = picturesInText(pictures)
      const known = places.filter(({ picture }) => picture.width !== null)
      expect(style === null).toBe(known.length === 0)
      const most = Number(/^--most:(\d+)px$/.exec(style ?? '')?.[1])
      for (const { picture, share } of known)
        expect(most * share).toBeLessThanOrEqual((picture.width ?? 0) + 1e-6)
      const isFilled = ({ picture, share }: (typeof known)[number]) =>
        (most + 1) * share > (picture.width ?? 0) - 1e-6
      expect(known.length === 0 || known.some(isFilled)).toBe(true)
    }),
  )
})

describe('the rows of a gallery', () => {
  test('show every picture once, in its order', () => {
    fc.assert(
      fc.property(fc.array(anyPicture, { maxLength: 40 }), (pictures) => {
        expect(pictureRows(pictures).flat()).toEqual(pictures)
      }),
    )
  })

  test('are filled by pictures that keep their shapes, and none of which is enlarged', () => {
    fc.assert(
      fc.property(fc.array(anyPicture, { maxLength: 40 }), (pictures) => {
        for (const row of pictureRows(pictures)) {
          const shares = rowShares(row)
          expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
          if (row.length === 1) continue
          for (const [index, { width, height, caption }] of row.entries()) {
            const share = shares[index] ?? 0
            expect(share).toBeGreaterThanOrEqual(caption === null ? 1 / 6 : 1 / 3)
            if (width !== null && height !== null)
              expect(share * GALLERY_WIDTH).toBeLessThanOrEqual(width + 1e-6)
          }
        }
      }),
    )
  })

  test.each([
    ['a wide and a tall picture share one', [WIDE, TALL], [2]],
    ['three tall ones share one', [TALL, TALL, TALL], [3]],
    ['a panorama has its own', [WIDE, TALL, PANORAMA, WIDE, TALL], [2, 1, 2]],
    ['one too small to share stands alone', [WIDE, TINY, WIDE], [1, 1, 1]],
  ])('%s', (_, pictures, lengths) => {
    expect(pictureRows(pictures).map((row) => row.length)).toEqual(lengths)
  })

  test('two or three that were put together share one, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(anyPicture, { minLength: 1, maxLength: 3 }), (pictures) => {
        expect(pictureRows(pictures, 3)).toEqual([pictures])
      }),
    )
  })
})
