import { converter } from 'culori'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyPicture } from '../../../tests/support/random-picture.ts'
import { isLongRun } from '../../../tests/support/long-run.ts'
import { legibleTheme } from '../../../tests/support/random-theme.ts'
import { pictureColours } from '../media/picture-colours.ts'
import { type Pair, failingPairs } from '../theme/pairs.ts'
import { type Scheme, type Theme, SCHEMES, STANDARD_THEME } from '../theme/theme.ts'
import { colourOfStory, offeredColour, storyPalette } from './story-palette.ts'

const toOklch = converter('oklch')

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

/** The colours of stories: of a picture by itself, one that somebody chose of it, and any other that is stored. */
const storyColour = fc.tuple(anyPicture, fc.option(fc.nat(3)), anyColour).map(([rgb, picked, any]) => {
  const colours = pictureColours(rgb)
  return colourOfStory(picked === null ? null : (colours[picked] ?? null), colours) ?? any
})

/** The pairs that fail on a page of a story, and on its wall. */
function failing(colour: string, theme: Theme, scheme: Scheme): { page: Pair[]; wall: Pair[] } {
  const { wall, ...own } = storyPalette(colour, theme)[scheme]
  const page = { ...theme[scheme], ...own }
  // A mail has no colours of a story. In the letter band the focus is seen by the light text's colour.
  const isSeen = ({ isInverted, front, ground }: Pair) =>
    !isInverted && !(front === 'mark' && ground === 'field')
  // What is quiet on a wall, and the ring of the focus, have the accent; errors and what a search found are not on one.
  const onWall = { ...page, paper: wall, soft: own.link, focus: own.link }
  return {
    page: failingPairs(page, scheme).filter(isSeen),
    wall: failingPairs(onWall, scheme).filter(
      (pair) => isSeen(pair) && pair.ground === 'paper' && pair.tint === null && pair.front !== 'signal',
    ),
  }
}

describe('the palette of a story', () => {
  test('has no pair of colours that fails, on any theme that may be stored, for random pictures and picks', () => {
    fc.assert(
      fc.property(storyColour, fc.oneof(fc.constant(STANDARD_THEME), legibleTheme), (colour, theme) => {
        for (const scheme of SCHEMES) expect(failing(colour, theme, scheme)).toEqual({ page: [], wall: [] })
      }),
      { numRuns: isLongRun ? 1_500 : 100 },
    )
  })

  test('is felt: wall and letter band are painted, and paper is nearly white or nearly black, for any colour', () => {
    fc.assert(
      fc.property(storyColour, (colour) => {
        const { light, dark } = storyPalette(colour, STANDARD_THEME)
        for (const painted of [light.wall, dark.wall, light.field, dark.field]) {
          expect(toOklch(painted)?.c).toBeGreaterThan(0.058)
          expect(toOklch(painted)?.c).toBeLessThan(0.102)
        }
        for (const { paper } of [light, dark]) expect(toOklch(paper)?.c).toBeLessThan(0.012)
        expect(toOklch(light.paper)?.l).toBeGreaterThan(0.95)
        expect(toOklch(dark.paper)?.l).toBeLessThan(0.22)
      }),
      { numRuns: 100 },
    )
  })

  test('has one hue: the hue of its colour', () => {
    const { light, dark } = storyPalette('#408080', STANDARD_THEME)
    const hue = toOklch('#408080')?.h ?? NaN
    for (const { wall, link, mark, field } of [light, dark])
      for (const one of [wall, link, mark, field]) expect(toOklch(one)?.h).toBeCloseTo(hue, -0.9)
  })
})

describe('the colour of a story', () => {
  const colours = ['#408080', '#e26e5a']

  test('is the first of its picture until somebody chooses another', () => {
    expect(colourOfStory(null, colours)).toBe('#408080')
    expect(colourOfStory('#e26e5a', colours)).toBe('#e26e5a')
  })

  test('is the chosen one where another program reads the picture a little differently', () => {
    expect(colourOfStory('#e0705e', colours)).toBe('#e0705e')
    expect(offeredColour('#e0705e', colours)).toBe('#e26e5a')
  })

  test('is the first of a new picture that does not have the chosen one', () => {
    expect(offeredColour('#5b7ba5', colours)).toBeNull()
    expect(colourOfStory('#5b7ba5', colours)).toBe('#408080')
  })

  test('is none where the picture has none', () => {
    expect(colourOfStory(null, [])).toBeNull()
    expect(colourOfStory('#408080', [])).toBeNull()
  })
})
