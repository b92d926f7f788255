import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Pixel, anyPicture, picture } from '../../../tests/support/random-picture.ts'
import { colourName, pictureColours } from './picture-colours.ts'

const TEAL: Pixel = [64, 128, 128]
const CORAL: Pixel = [226, 110, 90]
const OAK: Pixel = [150, 110, 70]
const WALNUT: Pixel = [70, 42, 30]
const LAMP: Pixel = [236, 200, 140]
const WHITE: Pixel = [250, 250, 250]

describe('the colours of a picture', () => {
  test('begin with its largest painted part, whatever wood and lamp light there is', () => {
    const room = picture([600, WHITE], [200, TEAL], [60, CORAL], [500, OAK], [200, WALNUT], [200, LAMP])
    expect(pictureColours(room)[0]).toBe('#408080')
  })

  test('begin with a larger part before a livelier one', () => {
    expect(pictureColours(picture([300, [70, 90, 120]], [100, [255, 40, 0]]))[0]).toBe('#465a78')
  })

  test('are those of wood where nearly nothing else is painted', () => {
    expect(colourName(pictureColours(picture([900, OAK], [70, TEAL]))[0] ?? '')).toBe('Brown')
    expect(pictureColours(picture([400, OAK], [600, WHITE]))).toEqual(['#966e46'])
  })

  test('have no part of a few pixels', () => {
    expect(pictureColours(picture([300, TEAL], [690, WHITE], [10, CORAL]))).toEqual(['#408080'])
  })

  test('are none in black and white', () => {
    expect(pictureColours(picture([5, WHITE], [5, [3, 3, 3]], [5, [120, 120, 120]]))).toEqual([])
    expect(pictureColours(new Uint8Array())).toEqual([])
  })

  test('have a name of their own each, and are the same every time', () => {
    fc.assert(
      fc.property(anyPicture, (rgb) => {
        const colours = pictureColours(rgb)
        expect(new Set(colours.map(colourName)).size).toBe(colours.length)
        expect(pictureColours(Uint8Array.from(rgb))).toEqual(colours)
      }),
    )
  })
})

test.each([
  ['#d9a090', 'Pink'],
  ['#9b4a34', 'Terracotta'],
  ['#6b4a2e', 'Brown'],
  ['#5f5f3a', 'Olive'],
  ['#a9b08f', 'Sage'],
  ['#4d7a5c', 'Green'],
  ['#2f7f7c', 'Teal'],
  ['#5b7ba5', 'Blue'],
  ['#7a5ba5', 'Violet'],
  ['#a02030', 'Red'],
])('%s is called %s', (hex, name) => {
  expect(colourName(hex)).toBe(name)
})
