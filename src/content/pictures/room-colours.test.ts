import { converter, wcagContrast } from 'culori'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { legibleTheme } from '../../../tests/support/random-theme.ts'
import { TEXT_CONTRAST, failingPairs } from '../../domain/theme/pairs.ts'
import { SCHEMES, STANDARD_THEME } from '../../domain/theme/theme.ts'
import { roomColours, storyPalette } from './room-colours.ts'

const toOklch = converter('oklch')

type Pixel = readonly [r: number, g: number, b: number]
const picture = (...parts: readonly (readonly [count: number, pixel: Pixel])[]) =>
  Uint8Array.from(parts.flatMap(([count, pixel]) => Array.from({ length: count }, () => pixel).flat()))

const byte = fc.integer({ min: 0, max: 255 })
const pixel = fc.tuple(byte, byte, byte)
const strong = fc.constantFrom(0, 128, 255)
const areas = (colour: fc.Arbitrary<Pixel>) =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: 40 }), colour), { minLength: 1, maxLength: 6 })
    .map((parts) => picture(...parts))
/** Pictures of a few areas of one colour each, of strong colours, and of noise. */
const anyPicture = fc.oneof(
  areas(pixel),
  areas(fc.tuple(strong, strong, strong)),
  fc.uint8Array({ minLength: 30, maxLength: 300 }),
)

const TEAL: Pixel = [64, 128, 128]
const CORAL: Pixel = [226, 110, 90]
const WHITE: Pixel = [250, 250, 250]

describe('the colours of a room', () => {
  test('are the colour of its largest coloured part and a lively one', () => {
    const found = roomColours(picture([600, WHITE], [300, TEAL], [60, CORAL]))
    expect(found).toEqual({ ground: '#408080', accent: '#e26e5a' })
  })

  test('are one colour where there is no other', () => {
    expect(roomColours(picture([300, TEAL], [700, WHITE]))).toEqual({ ground: '#408080', accent: '#408080' })
  })

  test('are none in black and white', () => {
    expect(roomColours(picture([5, WHITE], [5, [3, 3, 3]], [5, [120, 120, 120]]))).toBeNull()
    expect(roomColours(new Uint8Array())).toBeNull()
  })

  test('are the same every time', () => {
    fc.assert(
      fc.property(anyPicture, (pixels) => {
        expect(roomColours(pixels)).toEqual(roomColours(Uint8Array.from(pixels)))
      }),
    )
  })
})

describe('the palette of a story', () => {
  test('has no pair of colours that fails, on any theme that may be stored, for 1,000 pictures', () => {
    let count = 0
    fc.assert(
      fc.property(anyPicture, fc.oneof(fc.constant(STANDARD_THEME), legibleTheme), (pixels, theme) => {
        const colours = roomColours(pixels)
        if (colours === null) return
        count += 1
        const palette = storyPalette(colours, theme)
        for (const scheme of SCHEMES) {
          const { paper, card, accent } = palette[scheme]
          // A mail has no colours of a story.
          const failing = failingPairs({ ...theme[scheme], paper, card }, scheme)
          expect(failing.filter(({ isInverted }) => !isInverted)).toEqual([])
          for (const ground of [paper, card])
            expect(wcagContrast(accent, ground), `${accent} on ${ground}`).toBeGreaterThanOrEqual(
              TEXT_CONTRAST,
            )
        }
      }),
      { numRuns: 1_300 },
    )
    expect(count).toBeGreaterThanOrEqual(1_000)
  })

  test('stays paper: as light or dark as the magazine’s own, and barely tinted', () => {
    fc.assert(
      fc.property(anyPicture, (pixels) => {
        const colours = roomColours(pixels)
        if (colours === null) return
        const { light, dark } = storyPalette(colours, STANDARD_THEME)
        expect(toOklch(light.paper)?.l).toBeGreaterThan(0.95)
        expect(toOklch(dark.paper)?.l).toBeLessThan(0.22)
        for (const { paper } of [light, dark]) expect(toOklch(paper)?.c).toBeLessThan(0.026)
      }),
    )
  })

  test('has the hue of its room', () => {
    const { light } = storyPalette({ ground: '#408080', accent: '#e26e5a' }, STANDARD_THEME)
    expect(toOklch(light.paper)?.h).toBeCloseTo(toOklch('#408080')?.h ?? NaN, -1.2)
    expect(toOklch(light.accent)?.h).toBeCloseTo(toOklch('#e26e5a')?.h ?? NaN, -1.2)
  })
})
