import { converter } from 'culori'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyHex, legibleTheme } from '../../../tests/support/random-theme.ts'
import { randomCases } from '../../../tests/support/long-run.ts'
import { derivedDark, legibleNeighbour } from './legible.ts'
import { failingPairs } from './pairs.ts'
import { SCHEMES, STANDARD_THEME, THEME_ROLES } from './theme.ts'

const toOklch = converter('oklch')

test('no pair of the standard theme fails, and its dark colours are those derived from its light ones', () => {
  expect(SCHEMES.flatMap((scheme) => failingPairs(STANDARD_THEME[scheme], scheme))).toEqual([])
  expect(derivedDark(STANDARD_THEME.light)).toEqual(STANDARD_THEME.dark)
})

test('any colour has a neighbour that passes beside the others, itself where it passes', () => {
  let refused = 0
  fc.assert(
    fc.property(
      legibleTheme,
      fc.constantFrom(...SCHEMES),
      fc.constantFrom(...THEME_ROLES),
      anyHex,
      (theme, scheme, role, value) => {
        const changed = { ...theme[scheme], [role]: value }
        const isPassing = failingPairs(changed, scheme).length === 0
        const neighbour = legibleNeighbour(changed, scheme, role)
        if (neighbour === null) throw new Error(`${role} has none`)
        expect(neighbour.value === value).toBe(isPassing)
        expect(failingPairs({ ...changed, [role]: neighbour.value }, scheme)).toEqual([])
        refused += Number(!isPassing)
      },
    ),
    { numRuns: randomCases(800) },
  )
  expect(refused).toBeGreaterThan(50)
})

test('dark colours derived from any light ones pass', () => {
  fc.assert(
    fc.property(legibleTheme, ({ light }) => {
      expect(failingPairs(derivedDark(light), 'dark')).toEqual([])
    }),
    { numRuns: randomCases(400) },
  )
})

test('a neighbour keeps the hue, and says where it is another colour', () => {
  const linkOf = (link: string) => legibleNeighbour({ ...STANDARD_THEME.light, link }, 'light', 'link')
  const blue = linkOf('#4a7de0')
  expect(blue?.isAnotherColour).toBe(false)
  expect(toOklch(blue?.value)?.h).toBeCloseTo(toOklch('#4a7de0')?.h ?? NaN, -1)
  expect(linkOf('#ffe600')?.isAnotherColour).toBe(true)
})
