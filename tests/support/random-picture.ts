import fc from 'fast-check'

/** Red, green and blue, each from 0 to 255. */
export type Pixel = readonly [r: number, g: number, b: number]

/** The red, green and blue of a picture of areas of one colour each, given with the number of their pixels. */
export const picture = (...areas: readonly (readonly [count: number, pixel: Pixel])[]): Uint8Array =>
  Uint8Array.from(areas.flatMap(([count, pixel]) => Array.from({ length: count }, () => pixel).flat()))

const byte = fc.integer({ min: 0, max: 255 })
const strong = fc.constantFrom(0, 128, 255)

const areasOf = (colour: fc.Arbitrary<Pixel>) =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: 40 }), colour), { minLength: 1, maxLength: 6 })
    .map((areas) => picture(...areas))

/** Pictures of a few areas, of strong colours, and of noise. */
export const anyPicture: fc.Arbitrary<Uint8Array> = fc.oneof(
  areasOf(fc.tuple(byte, byte, byte)),
  areasOf(fc.tuple(strong, strong, strong)),
  fc.uint8Array({ minLength: 30, maxLength: 300 }),
)
