import { converter } from 'culori'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyHex, legibleTheme } from '../../../tests/support/random-theme.ts'
import { randomCases } from '../../../tests/support/long-run.ts'
import { failingPairs } from './pairs.ts'
import { sectionColours, sectionCss } from './section-colours.ts'
import { SCHEMES, STANDARD_THEME } from './theme.ts'

test('whatever accent a section has in whatever theme, no pair of colours on its page fails', () => {
  fc.assert(
    fc.property(legibleTheme, anyHex, (theme, accent) => {
      const colours = sectionColours(accent, theme)
      for (const scheme of SCHEMES)
        expect(failingPairs({ ...theme[scheme], ...colours[scheme] }, scheme)).toEqual([])
    }),
    { numRuns: randomCases(2000) },
  )
})

test('an accent that passes is the colour itself, and keeps its hue in the dark', () => {
  const { light, dark } = sectionColours('#2a6236', STANDARD_THEME)
  expect(light.link).toBe('#2a6236')
  const [hue, darkHue] = ['#2a6236', dark.link].map((colour) => converter('oklch')(colour)?.h)
  expect(darkHue).toBeCloseTo(hue ?? NaN, -1)
})

test('the colours are custom properties', () => {
  const colours = { light: { mark: '#a1481a', link: '#7a3418' }, dark: { mark: '#ff9b7a', link: '#e0a080' } }
  expect(sectionCss(colours)).toBe('--mark:light-dark(#a1481a,#ff9b7a);--link:light-dark(#7a3418,#e0a080)')
})
